import type { Kysely } from 'kysely'
import { isAmong } from '#db/engine/is-among.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { Database } from '#db/schema.ts'
import { isConfirmationOwed, type DropReminder } from '#domain/drops/drop-reminder.ts'
import type { DropReminderId } from '#domain/ids.ts'

/**
 * Stores that an address wants to be told of a drop. Returns the reminder to mail a link to, or null
 * (`isConfirmationOwed`). Every path writes one row, so that the response time does not reveal known addresses.
 */
export async function recordReminder(
  tx: Tx,
  { newId, dropId, email, now }: { newId: DropReminderId; dropId: string; email: string; now: number },
): Promise<DropReminderId | null> {
  const made = await tx
    .insertInto('drop_reminders')
    .values({
      id: newId,
      drop_id: dropId,
      email,
      mails: 1,
      mailed_at: now,
      confirmed_at: null,
      told_at: null,
    })
    .onConflict((conflict) => conflict.columns(['drop_id', 'email']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) return made.id
  const known = await tx
    .selectFrom('drop_reminders')
    .select(['id', 'mails', 'mailed_at as mailedAt', 'confirmed_at as confirmedAt'])
    .where('drop_id', '=', dropId)
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const isOwed = isConfirmationOwed(known, now)
  await tx
    .updateTable('drop_reminders')
    .set(isOwed ? { mails: known.mails + 1, mailed_at: now } : { mails: known.mails })
    .where('id', '=', known.id)
    .execute()
  return isOwed ? known.id : null
}

export async function findReminder(db: Kysely<Database>, id: DropReminderId): Promise<DropReminder | null> {
  const row = await db
    .selectFrom('drop_reminders')
    .select(['drop_id as dropId', 'email', 'confirmed_at as confirmedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** A repeat changes nothing. */
export async function confirmReminder(db: Kysely<Database>, id: DropReminderId, now: number): Promise<void> {
  await db
    .updateTable('drop_reminders')
    .set({ confirmed_at: now })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .execute()
}

export async function deleteReminders(db: Kysely<Database>, ids: readonly DropReminderId[]): Promise<void> {
  await db
    .deleteFrom('drop_reminders')
    .where(isAmong(db, 'id', ids))
    .execute()
}

/** The reminders of an address, of any drop. */
export async function findRemindersOf(db: Kysely<Database>, email: string): Promise<DropReminderId[]> {
  const rows = await db.selectFrom('drop_reminders').select('id').where('email', '=', email).execute()
  return rows.map(({ id }) => id)
}

/** How many have confirmed that they want to be told of a drop. */
export async function countReminders(db: Kysely<Database>, dropId: string): Promise<number> {
  const { count } = await db
    .selectFrom('drop_reminders')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('drop_id', '=', dropId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Marks up to `limit` confirmed reminders of a drop as told, for this process to tell, and returns them. */
export async function takeReminders(
  tx: Tx,
  { dropId, limit, now }: { dropId: string; limit: number; now: number },
): Promise<DropReminderId[]> {
  const due = await tx
    .selectFrom('drop_reminders')
    .select('id')
    .where('drop_id', '=', dropId)
    .where('confirmed_at', 'is not', null)
    .where('told_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  const ids = due.map(({ id }) => id)
  if (ids.length === 0) return []
  await tx
    .updateTable('drop_reminders')
    .set({ told_at: now })
    .where(isAmong(tx, 'id', ids))
    .execute()
  return ids
}

/** Deletes reminders that were told, or mailed a link and not confirmed, before this time. Returns how many. */
export async function deleteOldReminders(
  db: Kysely<Database>,
  before: number,
  limit: number,
): Promise<number> {
  const old = await db
    .selectFrom('drop_reminders')
    .select('id')
    .where((e) =>
      e.or([e('told_at', '<', before), e.and([e('confirmed_at', 'is', null), e('mailed_at', '<', before)])]),
    )
    .limit(limit)
    .execute()
  if (old.length > 0)
    await deleteReminders(
      db,
      old.map(({ id }) => id),
    )
  return old.length
}
