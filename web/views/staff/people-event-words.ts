import { isRole } from '#domain/staff/permissions.ts'
import { ROLE_WORDS } from '#domain/staff/role-words.ts'
import type { KeptPeopleEvent } from '#operations/staff/read-staff-events.ts'

/** What happened, in words: `Changed bo@shop.example from a manager to a packer`. */
export function peopleEventWords({
  kind,
  email,
  detail,
}: Pick<KeptPeopleEvent, 'kind' | 'email' | 'detail'>): string {
  const [first = '', second = ''] = detail.split(' ')
  switch (kind) {
    case 'invited':
      return `Invited ${first} as ${asOne(second)}`
    case 'invitation-sent-again':
      return `Sent the invitation of ${first} again`
    case 'invitation-withdrawn':
      return `Withdrew the invitation of ${first}`
    case 'joined':
      return `${email} joined as ${asOne(detail)}`
    case 'role-changed':
      return `Changed ${email} from ${asOne(first)} to ${asOne(second)}`
    case 'disabled':
      return `Disabled ${email}`
    case 'enabled':
      return `Enabled ${email} again`
    case 'sessions-ended':
      return `Ended the sessions of ${email}`
  }
}

/** A role of another version is shown as it is. */
function asOne(role: string): string {
  return isRole(role) ? ROLE_WORDS[role].asOne : role
}
