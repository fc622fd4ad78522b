import type { Kysely } from 'kysely'
import { isAmong } from '#db/engine/is-among.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { Database } from '#db/schema.ts'
import {
  isConfirmationOwed,
  parseTopic,
  SIZE_TOPICS,
  topicText,
  type Reminder,
  type ReminderTopic,
  type SizeTopic,
} from '#domain/reminders/reminder.ts'
import type { ReminderId } from '#domain/ids.ts'

/**
 * Stores that an address wants to be told of a topic, once more when it was told. Returns the reminder to mail a link
 * to, or null (`isConfirmationOwed`). Every path writes one row, so that the response time does not reveal known
 * addresses.
 */
export async function recordReminder(
  tx: Tx,
  asked: { newId: ReminderId; topic: ReminderTopic; email: string; language: string; now: number },
): Promise<ReminderId | null> {
  const { newId, email, language, now } = asked
  const topic = topicText(asked.topic)
  const made = await tx
    .insertInto('reminders')
    .values({
      id: newId,
      topic,
      email,
      mails: 1,
      mailed_at: now,
      confirmed_at: null,
      told_at: null,
      language,
    })
    .onConflict((conflict) => conflict.columns(['topic', 'email']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) return made.id
  const known = await tx
    .selectFrom('reminders')
    .select(['id', 'mails', 'mailed_at as mailedAt', 'confirmed_at as confirmedAt', 'told_at as toldAt'])
    .where('topic', '=', topic)
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const isAnew = known.toldAt !== null
  const isOwed = isAnew || isConfirmationOwed(known, now)
  const mails = isAnew ? 1 : known.mails + Number(isOwed)
  await tx
    .updateTable('reminders')
    .set({
      mails,
      language,
      ...(isOwed && { mailed_at: now }),
      ...(isAnew && { confirmed_at: null, told_at: null, held_checkout: null }),
    })
    .where('id', '=', known.id)
    .execute()
  return isOwed ? known.id : null
}

export async function findReminder(db: Kysely<Database>, id: ReminderId): Promise<Reminder | null> {
  const row = await db
    .selectFrom('reminders')
    .select(['topic', 'email', 'confirmed_at as confirmedAt', 'told_at as toldAt'])
    .select(['held_checkout as heldCheckout', 'language'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { ...row, topic: parseTopic(row.topic) } : null
}

/** A repeat changes nothing. */
export async function confirmReminder(db: Kysely<Database>, id: ReminderId, now: number): Promise<void> {
  await db
    .updateTable('reminders')
    .set({ confirmed_at: now })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .execute()
}

export async function deleteReminders(db: Kysely<Database>, ids: readonly ReminderId[]): Promise<void> {
  await db
    .deleteFrom('reminders')
    .where(isAmong(db, 'id', ids))
    .execute()
}

/** The reminders of an address, of any topic. */
export async function findRemindersOf(db: Kysely<Database>, email: string): Promise<ReminderId[]> {
  const rows = await db.selectFrom('reminders').select('id').where('email', '=', email).execute()
  return rows.map(({ id }) => id)
}

/** How many have confirmed that they want to be told of a topic. */
export async function countReminders(db: Kysely<Database>, topic: ReminderTopic): Promise<number> {
  const { count } = await db
    .selectFrom('reminders')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('topic', '=', topicText(topic))
    .where('confirmed_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Gives the one hold of a reminder that was told to a checkout. False: it has had it. */
export async function consumeReminderHold(tx: Tx, id: ReminderId, checkoutId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('reminders')
    .set({ held_checkout: checkoutId })
    .where('id', '=', id)
    .where('told_at', 'is not', null)
    .where('held_checkout', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The sizes that somebody waits for, and how many wait for each, as far as they have confirmed it. */
export async function findAwaitedSizes(
  db: Kysely<Database>,
): Promise<{ topic: SizeTopic; waiting: number }[]> {
  const rows = await db
    .selectFrom('reminders')
    .select(['topic', (e) => e.fn.countAll<number>().as('waiting')])
    .where('topic', '>=', SIZE_TOPICS)
    .where('topic', '<', `${SIZE_TOPICS}~`)
    .where('confirmed_at', 'is not', null)
    .where('told_at', 'is', null)
    .groupBy('topic')
    .execute()
  return rows.map(({ topic, waiting }) => ({
    topic: parseTopic(topic) as SizeTopic,
    waiting: Number(waiting),
  }))
}

/**
 * Marks up to `limit` confirmed reminders of a topic as told, for this process to tell, and returns them: who asked
 * first comes first. `lessToldSince`: fewer, by those that were told since then. `room`: no more than this in any case.
 */
export async function takeReminders(
  tx: Tx,
  {
    limit,
    now,
    lessToldSince,
    room = Infinity,
    ...of
  }: { topic: ReminderTopic; limit: number; now: number; lessToldSince?: number; room?: number },
): Promise<ReminderId[]> {
  const topic = topicText(of.topic)
  const due = await tx
    .selectFrom('reminders')
    .select('id')
    .where('topic', '=', topic)
    .where('confirmed_at', 'is not', null)
    .where('told_at', 'is', null)
    .orderBy('confirmed_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()
  // After the rows are locked: another process may just have told its share.
  const told = lessToldSince === undefined ? 0 : await countTold(tx, topic, lessToldSince)
  const ids = due.slice(0, Math.max(0, Math.min(room, limit - told))).map(({ id }) => id)
  if (ids.length === 0) return []
  await tx
    .updateTable('reminders')
    .set({ told_at: now })
    .where(isAmong(tx, 'id', ids))
    .execute()
  return ids
}

async function countTold(tx: Tx, topic: string, since: number): Promise<number> {
  const { count } = await tx
    .selectFrom('reminders')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('topic', '=', topic)
    .where('told_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Deletes reminders that were told, or mailed a link and not confirmed, before `done`, and those that wait since before
 * `waiting`. Returns how many.
 */
export async function deleteOldReminders(
  db: Kysely<Database>,
  before: { done: number; waiting: number },
  limit: number,
): Promise<number> {
  const old = await db
    .selectFrom('reminders')
    .select('id')
    .where((e) =>
      e.or([
        e('told_at', '<', before.done),
        e('confirmed_at', '<', before.waiting),
        e.and([e('confirmed_at', 'is', null), e('mailed_at', '<', before.done)]),
      ]),
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
