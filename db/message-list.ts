import type { Kysely } from 'kysely'
import type { MessageFilter } from '#domain/inbox-list.ts'
import { keptMessage, MESSAGE_COLUMNS, type KeptMessage } from './contact-messages.ts'
import { containing } from './containing.ts'
import type { Database } from './schema.ts'

/** Which messages. Blank: all. */
export interface MessageQuery {
  query: string
  state: MessageFilter | ''
}

/** A page of the messages, the newest first, and how many there are in all. */
export async function listMessages(
  db: Kysely<Database>,
  query: MessageQuery,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ messages: KeptMessage[]; total: number }> {
  const [rows, { total }] = await Promise.all([
    newestFirst(db, query).limit(limit).offset(offset).execute(),
    matching(db, query)
      .select((e) => e.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { messages: rows.map(keptMessage), total }
}

/** Every message that fits, the newest first, a batch at a time, so that no list is too long for memory. */
export async function* everyMessage(
  db: Kysely<Database>,
  query: MessageQuery,
  batch: number,
): AsyncGenerator<KeptMessage[]> {
  let after: KeptMessage | undefined
  do {
    const last = after
    const rows = await newestFirst(db, query)
      .$if(last !== undefined, (rest) =>
        rest.where((e) =>
          e.or([
            e('created_at', '<', last?.createdAt ?? 0),
            e.and([e('created_at', '=', last?.createdAt ?? 0), e('id', '<', last?.id ?? '')]),
          ]),
        ),
      )
      .limit(batch)
      .execute()
    const messages = rows.map(keptMessage)
    after = messages.length < batch ? undefined : messages.at(-1)
    yield messages
  } while (after !== undefined)
}

function newestFirst(db: Kysely<Database>, query: MessageQuery) {
  return matching(db, query).select(MESSAGE_COLUMNS).orderBy('created_at', 'desc').orderBy('id', 'desc')
}

function matching(db: Kysely<Database>, { query, state }: MessageQuery) {
  const found = containing('search_text', query)
  let messages = db.selectFrom('contact_messages')
  if (found !== null) messages = messages.where(found)
  if (state !== '') messages = messages.where('answered_at', state === 'answered' ? 'is not' : 'is', null)
  return messages
}
