import { countUnanswered, findContactMessage, type StoredMessage } from '#db/inbox/contact-messages.ts'
import { walkMessages, listMessages, type MessageQuery } from '#db/inbox/message-list.ts'
import type { MessageId } from '#domain/ids.ts'
import { INBOX_PAGE_SIZE } from '#domain/inbox/inbox-list.ts'
import { nearestPage, type ListPage } from '#operations/nearest-page.ts'
import type { Shop } from '#operations/shop.ts'

const BATCH_SIZE = 500
const MESSAGE_ID = /^[\w-]{1,64}$/

/** One page of the messages, newest first. A page past the end returns the last one. */
export async function readMessages(
  { database: { db } }: Shop,
  query: MessageQuery,
  page: number,
): Promise<ListPage<StoredMessage>> {
  return nearestPage(page, INBOX_PAGE_SIZE, async (span) => {
    const { messages, total } = await listMessages(db, query, span)
    return { rows: messages, total }
  })
}

/** All matching messages in batches, for an export. */
export function streamMessages({ database }: Shop, query: MessageQuery): AsyncGenerator<StoredMessage[]> {
  return walkMessages(database.db, query, BATCH_SIZE)
}

export async function findMessage({ database }: Shop, id: MessageId): Promise<StoredMessage | null> {
  return MESSAGE_ID.test(id) ? findContactMessage(database.db, id) : null
}

/** How many messages are unanswered. */
export async function countWaitingMessages({ database }: Shop): Promise<number> {
  return countUnanswered(database.db)
}
