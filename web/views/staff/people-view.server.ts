import type { Person } from '#domain/staff/staff-member.ts'
import type { Invitation } from '#providers/identity/people/staff-people.ts'
import type { Shop } from '#operations/shop.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import type { InvitationView, PersonView } from './people-view.ts'

/** A staff member for display. */
export function personView(shop: Shop, person: Person): PersonView {
  const { id, email, role, disabled, version, lastSignedInAt, openSessions, hasApp, passkeys } = person
  return {
    id,
    email,
    role,
    isDisabled: disabled,
    version,
    lastSignedInAt: lastSignedInAt === null ? '' : staffTime(shop)(lastSignedInAt),
    openSessions,
    hasApp,
    passkeys,
  }
}

/** An invitation for display. */
export function invitationView(shop: Shop, invitation: Invitation): InvitationView {
  const { id, email, role, invitedBy, invitedAt, expiresAt, version } = invitation
  const time = staffTime(shop)
  return {
    id,
    email,
    role,
    invitedBy,
    invitedAt: time(invitedAt),
    expiresAt: time(expiresAt),
    isExpired: expiresAt <= shop.now(),
    version,
  }
}
