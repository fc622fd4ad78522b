import { ROLE_WORDS } from '#domain/staff/role-words.ts'
import type {
  ChangeMemberAnswer,
  InvitationRefusal,
  InviteAnswer,
} from '#providers/identity/people/staff-people.ts'
import type { Shop } from '#operations/shop.ts'
import { problem } from '#web/http/problem.ts'
import { notPermitted } from '#web/http/staff-only.ts'
import { invitationView, personView } from '#web/views/staff/people-view.server.ts'

const MEMBER_TITLES = {
  'changed-meanwhile': 'Someone else has changed this account. Nothing was done: check it again.',
  'last-owner': 'This is the only owner who can sign in. Make someone else an owner first.',
  'own-account': 'This is your own account. Confirm that you want to lose access.',
}

/** Why a change of a member was refused. */
export function memberRefusal(
  shop: Shop,
  answer: Exclude<ChangeMemberAnswer, { kind: 'changed' }>,
): Response {
  if (answer.kind === 'not-permitted') return notPermitted()
  if (answer.kind === 'unknown') {
    return problem({ type: 'not-found', status: 404, title: 'There is no such person on the staff.' })
  }
  const { kind, person } = answer
  return problem({ type: kind, status: 409, title: MEMBER_TITLES[kind], current: personView(shop, person) })
}

/** Owners change their own second factors with their password. */
export function ownSecondFactor(): Response {
  return problem({
    type: 'own-account',
    status: 409,
    title: 'This is your own account. Change its second factors on the account page.',
  })
}

type Refusal = Exclude<InviteAnswer, { kind: 'invited' }> | InvitationRefusal

/** Why an invitation, or a change of one, was refused. `email`: the address that was to be invited. */
export function invitationRefusal(shop: Shop, answer: Refusal, email = ''): Response {
  switch (answer.kind) {
    case 'not-permitted':
      return notPermitted()
    case 'unknown':
      return problem({
        type: 'not-found',
        status: 404,
        title: 'This invitation was accepted or withdrawn in the meantime.',
      })
    case 'changed-meanwhile':
      return problem({
        type: answer.kind,
        status: 409,
        title: 'Someone else resent this invitation. Nothing was done: check it again.',
        current: invitationView(shop, answer.invitation),
      })
    case 'too-many-requests': {
      const refused = problem({
        type: answer.kind,
        status: 429,
        title: `Many invitations were sent in a short time. Wait ${minutes(answer.waitSeconds)}, then try again.`,
      })
      refused.headers.set('retry-after', String(answer.waitSeconds))
      return refused
    }
    case 'too-many-invitations':
      return problem({
        type: answer.kind,
        status: 409,
        title: 'Too many invitations are waiting. Withdraw some first.',
      })
    case 'already-invited':
      return wrongEmail(answer.kind, 409, `${email} has already been invited: resend that invitation.`)
    case 'already-member':
      return wrongEmail(answer.kind, 409, `${email} is already on the staff, as ${asOne(answer)}.`)
    case 'disabled-member':
      return wrongEmail(answer.kind, 409, `${email} was on the staff before: enable that account instead.`)
    case 'invalid-email':
      return wrongEmail('invalid-request', 422, 'Enter an email address, such as ada@example.com.')
  }
}

function asOne({ role }: { role: keyof typeof ROLE_WORDS }): string {
  return ROLE_WORDS[role].asOne
}

function wrongEmail(type: string, status: number, message: string): Response {
  return problem({ type, status, title: message, errors: [{ path: '/email', message }] })
}

function minutes(seconds: number): string {
  return seconds <= 60 ? 'a minute' : `${Math.ceil(seconds / 60)} minutes`
}
