import { findContactMessage, markContactMessage, type StoredMessage } from '#db/inbox/contact-messages.ts'
import { transact } from '#db/engine/transact.ts'
import type { Shop } from '#operations/shop.ts'
import { recordAudit } from '#operations/record-audit.ts'
import type { MessageId } from '#domain/ids.ts'

/** Marks a message as answered or not, based on a version. */
export interface MessageMark {
  id: MessageId
  version: number
  answered: boolean
  /** The staff member's email address. */
  by: string
}

/** `changed-meanwhile`: another change came first, and `message` is the current one. */
export type MarkAnswer =
  | { kind: 'marked' | 'changed-meanwhile'; message: StoredMessage }
  | { kind: 'not-found' }

/** Marks a message as answered, with time and staff member, or as unanswered. */
export async function markMessage(
  shop: Shop,
  { id, version, answered, by }: MessageMark,
): Promise<MarkAnswer> {
  return transact(shop.database, async (tx): Promise<MarkAnswer> => {
    const marked = await markContactMessage(tx, { id, version }, answered ? { at: shop.now(), by } : null)
    const message = await findContactMessage(tx, id)
    if (message === null) return { kind: 'not-found' }
    if (!marked) return { kind: 'changed-meanwhile', message }
    const action = answered ? 'message-answered' : 'message-reopened'
    await recordAudit(tx, shop, { action, subject: { id } })
    return { kind: 'marked', message }
  })
}
