import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'

/**
 * A change of who is staff. Those about an invitation belong to the owner who made them, all others to the member
 * concerned.
 */
export type StaffPeopleEventKind =
  | 'invited'
  | 'invitation-sent-again'
  | 'invitation-withdrawn'
  | 'joined'
  | 'role-changed'
  | 'disabled'
  | 'enabled'
  | 'sessions-ended'

/** A change of who is staff, with the addresses that the members have now. */
export interface PeopleEvent {
  id: number
  kind: StaffPeopleEventKind
  at: number
  /** The member concerned, or the owner of an invitation. */
  email: string
  /** Who made the change; null: the operator, on the server's command line. */
  by: string | null
  /** Whom an invitation is for, or the roles before and after. */
  detail: string
}

/** The latest changes of who is staff, newest first. */
export async function listPeopleEvents(db: Kysely<Database>, limit: number): Promise<PeopleEvent[]> {
  const rows = await db
    .selectFrom('staff_events')
    .innerJoin('staff_members', 'staff_members.id', 'staff_events.member_id')
    .leftJoin('staff_members as actor', 'actor.id', 'staff_events.by_member_id')
    .where('staff_events.detail', 'is not', null)
    .select(['staff_events.id', 'kind', 'at', 'staff_members.email', 'actor.email as by', 'detail'])
    .orderBy('at', 'desc')
    .orderBy('staff_events.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ kind, detail, ...row }) => ({
    ...row,
    kind: kind as StaffPeopleEventKind,
    detail: detail ?? '',
  }))
}
