import type { Kysely } from 'kysely'
import type { MessageFilter } from '#domain/inbox/inbox-list.ts'
import { storedMessage, MESSAGE_COLUMNS, type StoredMessage } from './contact-messages.ts'
import { containsText } from '#db/engine/contains-text.ts'
import { olderThan } from '#db/engine/older-than.ts'
import type { Database } from '#db/schema.ts'

/** Filters of the message list. Blank: no filter. */
export interface MessageQuery {
  query: string
  state: MessageFilter | ''
}

/** One page of the messages, newest first, with the total. */
export async function listMessages(
  db: Kysely<Database>,
  query: MessageQuery,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ messages: StoredMessage[]; total: number }> {
  const [rows, { total }] = await Promise.all([
    newestFirst(db, query).limit(limit).offset(offset).execute(),
    matching(db, query)
      .select((e) => e.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { messages: rows.map(storedMessage), total }
}

/** Every matching message, newest first, in batches, so that the list is not limited by memory. */
export async function* walkMessages(
  db: Kysely<Database>,
  query: MessageQuery,
  batch: number,
): AsyncGenerator<StoredMessage[]> {
  let after: StoredMessage | undefined
  do {
    let page = newestFirst(db, query).limit(batch)
    if (after) page = page.where(olderThan('contact_messages', after))
    const rows = (await page.execute()).map(storedMessage)
    after = rows.length < batch ? undefined : rows.at(-1)
    yield rows
  } while (after !== undefined)
}

function newestFirst(db: Kysely<Database>, query: MessageQuery) {
  return matching(db, query).select(MESSAGE_COLUMNS).orderBy('created_at', 'desc').orderBy('id', 'desc')
}

function matching(db: Kysely<Database>, { query, state }: MessageQuery) {
  const found = containsText('search_text', query)
  let messages = db.selectFrom('contact_messages')
  if (found !== null) messages = messages.where(found)
  if (state !== '') messages = messages.where('answered_at', state === 'answered' ? 'is not' : 'is', null)
  return messages
}
