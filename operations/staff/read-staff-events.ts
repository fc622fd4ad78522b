import { listStaffEvents, type StaffEvent } from '#db/staff/staff-events.ts'
import { listPeopleEvents, type PeopleEvent } from '#db/staff/people-events.ts'
import type { Shop } from '#operations/shop.ts'
import type { StaffId } from '#domain/ids.ts'

/** A stored staff event. */
export type KeptStaffEvent = StaffEvent

/** A stored change of who is staff. */
export type KeptPeopleEvent = PeopleEvent

const SHOWN = 20

/** A member's latest sign-ins, account changes and exports, newest first. */
export function readStaffEvents(
  { database }: Pick<Shop, 'database'>,
  memberId: StaffId,
): Promise<KeptStaffEvent[]> {
  return listStaffEvents(database.db, memberId, SHOWN)
}

/** The latest changes of who is staff, newest first. */
export function readPeopleEvents({ database }: Pick<Shop, 'database'>): Promise<KeptPeopleEvent[]> {
  return listPeopleEvents(database.db, SHOWN)
}
