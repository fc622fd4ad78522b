import { useState } from 'react'
import type { Role } from '#domain/staff/permissions.ts'
import { call, type StaffAnswer } from '#web/admin/call-staff-api.ts'
import type { InvitationView, PersonView } from '#web/views/staff/people-view.ts'

/** The end of an action: done, or why not, in words. */
export type ActionEnd = { kind: 'done' } | { kind: 'refused'; words: string }

const UNKNOWN_END = 'It’s not clear whether this worked. Reload the page to check.'

interface Given {
  people: PersonView[]
  invitations: InvitationView[]
  ownEmail: string
}

/** The staff and its invitations on this page, and the actions that change them. */
export function usePeople(given: Given) {
  const [people, setPeople] = useState(given.people)
  const [invitations, setInvitations] = useState(given.invitations)

  const putPerson = (person: PersonView) =>
    setPeople((all) => all.map((one) => (one.id === person.id ? person : one)))
  const putInvitation = (invitation: InvitationView) =>
    setInvitations((all) => all.map((one) => (one.id === invitation.id ? invitation : one)))
  const dropInvitation = (id: string) => setInvitations((all) => all.filter((one) => one.id !== id))

  /** Applies the response of the shop, even when another change came first. */
  function end<T, Current>(answer: StaffAnswer<T, Current>, put: (current: T | Current) => void): ActionEnd {
    if (answer.kind === 'done') {
      put(answer.value)
      return { kind: 'done' }
    }
    if (answer.code === 'signed-out') window.location.replace('/admin')
    if (answer.current) put(answer.current)
    return { kind: 'refused', words: answer.title ?? UNKNOWN_END }
  }

  async function changePerson(
    person: PersonView,
    action: 'role' | 'disable' | 'enable' | 'end-sessions' | 'reset-second-factor',
    role?: Role,
  ): Promise<ActionEnd> {
    const { id, version, email } = person
    const ownAccount = email === given.ownEmail
    const answer = await call(`POST /api/staff/people/:id/${action}`, {
      params: { id },
      body: { version, ownAccount, ...(role && { role }) },
    })
    // Without the right to be here, or without a session: the sign-in page leads on to what is allowed.
    const isOwnEnd = ownAccount && answer.kind === 'done' && answer.value.role !== 'owner'
    if (isOwnEnd || (ownAccount && answer.kind === 'done' && answer.value.isDisabled)) {
      window.location.replace('/admin')
    }
    // The invitations of a former owner end with the role.
    return end(answer, (current) => {
      putPerson(current)
      if (current.role === 'owner' && !current.isDisabled) return
      setInvitations((all) => all.filter(({ invitedBy }) => invitedBy !== email))
    })
  }

  async function sendAgain({ id, version }: InvitationView): Promise<ActionEnd> {
    const answer = await call('POST /api/staff/invitations/:id/send-again', {
      params: { id },
      body: { version },
    })
    if (answer.kind === 'refused' && answer.code === 'not-found') dropInvitation(id)
    return end(answer, putInvitation)
  }

  async function withdraw({ id, version }: InvitationView): Promise<ActionEnd> {
    const answer = await call('POST /api/staff/invitations/:id/withdraw', {
      params: { id },
      body: { version },
    })
    if (answer.kind === 'done' || answer.code === 'not-found') dropInvitation(id)
    return end(answer, (current) => current && putInvitation(current))
  }

  /** An invitation takes the place of an expired one for the same address. */
  const addInvitation = (invitation: InvitationView) =>
    setInvitations((all) => [invitation, ...all.filter(({ email }) => email !== invitation.email)])

  return { people, invitations, changePerson, sendAgain, withdraw, addInvitation }
}
