import type { Shop } from '#operations/shop.ts'
import type { StaffKey } from '#providers/identity/keys/staff-keys.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import type { KeyView } from './key-view.ts'

/** A key for display. */
export function keyView(shop: Shop, key: StaffKey): KeyView {
  const { id, name, by, ending, permissions, createdAt, expiresAt, lastUsedAt } = key
  const time = staffTime(shop)
  return {
    id,
    name,
    by,
    ending,
    permissions,
    createdAt: time(createdAt),
    expiresAt: time(expiresAt),
    isExpired: expiresAt <= shop.now(),
    lastUsedAt: lastUsedAt === null ? '' : time(lastUsedAt),
  }
}
