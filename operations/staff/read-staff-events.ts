import { listStaffEvents, type StaffEvent } from '#db/staff/staff-events.ts'
import type { Shop } from '#operations/shop.ts'

/** One of them, as it is kept. */
export type KeptStaffEvent = StaffEvent

const SHOWN = 20

/** What a member did last at the door and with customers' data, the newest first. */
export function readStaffEvents(
  { database }: Pick<Shop, 'database'>,
  memberId: string,
): Promise<KeptStaffEvent[]> {
  return listStaffEvents(database.db, memberId, SHOWN)
}
