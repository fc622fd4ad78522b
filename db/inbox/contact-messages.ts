import type { AnswerId, MessageId } from '#domain/ids.ts'
import type { MessageSubject } from '#domain/inbox/contact-form.ts'
import type { Kysely } from 'kysely'
import type { ContactMessage } from '#domain/inbox/contact-form.ts'
import { normalizeSearch } from '#domain/catalog/search/search.ts'
import type { Database } from '#db/schema.ts'
import { announce } from '#db/webhooks/announce.ts'

/** A message as it was sent. `contract`: of what somebody withdraws from; null: it is no withdrawal. */
export interface WrittenMessage extends Omit<ContactMessage, 'subject'> {
  subject: MessageSubject
  contract: string | null
}

/** A message for staff. Times are epoch milliseconds. */
export interface StoredMessage extends WrittenMessage {
  id: MessageId
  createdAt: number
  version: number
  /** When, and by which staff member (email address). */
  answered: { at: number; by: string } | null
}

/** The columns that `storedMessage` reads. */
export const MESSAGE_COLUMNS = [
  'id',
  'name',
  'email',
  'subject',
  'message',
  'contract',
  'created_at',
  'version',
  'answered_at',
  'answered_by',
] as const

/** The text that a message is found by. */
export function messageSearchText({
  name,
  email,
  message,
  contract = null,
}: Pick<ContactMessage, 'name' | 'email' | 'message'> & { contract?: string | null }): string {
  return normalizeSearch([name, email, message, contract ?? ''].join('\n').trim())
}

/** Stores a message, once; false when it is stored already. */
export async function insertContactMessage(
  tx: Kysely<Database>,
  id: MessageId,
  message: ContactMessage | WrittenMessage,
  now: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('contact_messages')
    .values({
      id,
      contract: null,
      ...message,
      search_text: messageSearchText(message),
      created_at: now,
      answered_at: null,
      answered_by: null,
    })
    .onConflict((same) => same.column('id').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return false
  await announce(tx, [{ topic: 'request.received', thing: `request:${id}`, at: now }])
  return true
}

export async function findContactMessage(db: Kysely<Database>, id: MessageId): Promise<StoredMessage | null> {
  const row = await db
    .selectFrom('contact_messages')
    .select(MESSAGE_COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? storedMessage(row) : null
}

/** Marks a message as answered or unanswered. False when it does not exist in this version. */
export async function markContactMessage(
  db: Kysely<Database>,
  { id, version }: { id: MessageId; version: number },
  answered: { at: number; by: string } | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('contact_messages')
    .set({ version: version + 1, answered_at: answered?.at ?? null, answered_by: answered?.by ?? null })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Deletes a message permanently, with its answers. False when there is none. */
export async function deleteContactMessage(db: Kysely<Database>, id: MessageId): Promise<boolean> {
  await db.deleteFrom('message_answers').where('message_id', '=', id).execute()
  const { numDeletedRows } = await db
    .deleteFrom('contact_messages')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** How many messages are unanswered. */
export async function countUnanswered(db: Kysely<Database>): Promise<number> {
  const { count } = await db
    .selectFrom('contact_messages')
    .where('answered_at', 'is', null)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

interface MessageRow {
  id: MessageId
  name: string
  email: string
  subject: MessageSubject
  message: string
  contract: string | null
  created_at: number
  version: number
  answered_at: number | null
  answered_by: string | null
}

export function storedMessage({
  created_at,
  answered_at,
  answered_by,
  subject,
  ...words
}: MessageRow): StoredMessage {
  return {
    ...words,
    subject,
    createdAt: created_at,
    answered: answered_at === null ? null : { at: answered_at, by: answered_by ?? '' },
  }
}

/** What staff answered. */
export interface MessageAnswer {
  id: AnswerId
  text: string
  at: number
  /** The staff member's email address. */
  by: string
}

/** Stores an answer; false when it is stored already. */
export async function insertAnswer(
  tx: Kysely<Database>,
  messageId: MessageId,
  { id, text, at, by }: MessageAnswer,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('message_answers')
    .values({ id, message_id: messageId, text, answered_by: by, answered_at: at })
    .onConflict((same) => same.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows !== 0n
}

/** The answers to a message, the oldest first. */
export async function listAnswers(db: Kysely<Database>, messageId: MessageId): Promise<MessageAnswer[]> {
  return db
    .selectFrom('message_answers')
    .select(['id', 'text', 'answered_by as by', 'answered_at as at'])
    .where('message_id', '=', messageId)
    .orderBy('answered_at')
    .orderBy('id')
    .execute()
}

/** An answer with its message; null when it was deleted. */
export async function findAnswer(
  db: Kysely<Database>,
  id: AnswerId,
): Promise<{ text: string; message: StoredMessage } | null> {
  const row = await db
    .selectFrom('message_answers')
    .select(['text', 'message_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  const message = row && (await findContactMessage(db, row.message_id))
  return row && message ? { text: row.text, message } : null
}
