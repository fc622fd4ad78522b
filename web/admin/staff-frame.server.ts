import type { Shop } from '#operations/shop.ts'
import type { StaffFrameProps } from './staff-frame.tsx'
import type { StaffPageRequest } from './staff-only.ts'

/** What the header of every page behind the door shows. */
export async function staffFrameProps(_shop: Shop, { staff }: StaffPageRequest): Promise<StaffFrameProps> {
  return { email: staff?.member.email ?? '', waiting: {} }
}
