import { countStepsLeft } from '#operations/start/read-start.ts'
import type { Shop } from '#operations/shop.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'

/** How many steps the notice counts: for owners, who can do them. None when they cannot be read. */
export async function stepsLeft(shop: Shop, { staff }: StaffPageRequest): Promise<number> {
  if (!staff?.permissions.includes('settings.write')) return 0
  return countStepsLeft(shop).catch((error: unknown) => {
    shop.log.error('What is left to do could not be read', error)
    return 0
  })
}
