import type { Passkey } from '#domain/staff/staff-member.ts'
import type { Shop } from '#operations/shop.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import type { PasskeyView } from './passkey-view.ts'

/** Passkeys for display. */
export function passkeyViews(shop: Shop, passkeys: readonly Passkey[]): PasskeyView[] {
  const time = staffTime(shop)
  return passkeys.map(({ id, name, addedAt, lastUsedAt, isSynced }) => ({
    id,
    name,
    addedAt: time(addedAt),
    lastUsedAt: lastUsedAt === null ? '' : time(lastUsedAt),
    isSynced,
  }))
}
