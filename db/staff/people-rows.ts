import type { Person } from '#domain/staff/staff-member.ts'
import { sql, type Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import { toStaffId, type StaffId } from '#domain/ids.ts'
import type { MemberChange } from '#domain/staff/member-change.ts'
import { MEMBER_COLUMNS, memberOf, openSessions } from './staff-rows.ts'

/** The owners who can sign in, locked until the transaction ends, so that the last one is always counted. */
export async function lockActiveOwners(db: Kysely<Database>): Promise<StaffId[]> {
  const owners = await db
    .selectFrom('staff_members')
    .select('id')
    .where('role', '=', 'owner')
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return owners.map(({ id }) => id)
}

/** Changes the row of a member. Call it in a transaction that has locked the member. */
export async function changeMember(
  db: Kysely<Database>,
  id: StaffId,
  change: MemberChange,
  now: number,
): Promise<void> {
  const values =
    change.kind === 'role' ? { role: change.role } : { disabled_at: change.kind === 'disable' ? now : null }
  await db
    .updateTable('staff_members')
    .set({ ...values, updated_at: new Date(now).toISOString(), version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** Marks a member as changed. Call it in a transaction that has locked the member. */
export async function touchMember(db: Kysely<Database>, id: StaffId, now: number): Promise<void> {
  await db
    .updateTable('staff_members')
    .set({ updated_at: new Date(now).toISOString(), version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** Every member, or one, with their open sessions; sorted by email address. */
export async function listPeople(db: Kysely<Database>, now: number, id?: StaffId): Promise<Person[]> {
  const found = await db
    .selectFrom('staff_members')
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? toStaffId('')))
    .select([
      ...MEMBER_COLUMNS,
      'version',
      'last_signed_in_at as lastSignedInAt',
      'two_factor_enabled as hasApp',
    ])
    .select((its) =>
      openSessions(its.selectFrom('staff_sessions'), now)
        .where('staff_sessions.member_id', '=', its.ref('staff_members.id'))
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('openSessions'),
    )
    .select((its) =>
      its
        .selectFrom('staff_passkeys')
        .whereRef('staff_passkeys.member_id', '=', 'staff_members.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('passkeys'),
    )
    .orderBy('email')
    .execute()
  return found.map(({ version, lastSignedInAt, openSessions: open, hasApp, passkeys, ...row }) => ({
    ...memberOf(row),
    version,
    lastSignedInAt,
    openSessions: open ?? 0,
    hasApp: hasApp === 1,
    passkeys: Number(passkeys ?? 0),
  }))
}
