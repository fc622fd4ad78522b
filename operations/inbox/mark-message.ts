import { findContactMessage, markContactMessage, type KeptMessage } from '#db/inbox/contact-messages.ts'
import type { Shop } from '#operations/shop.ts'
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
  | { kind: 'marked' | 'changed-meanwhile'; message: KeptMessage }
  | { kind: 'not-found' }

/** Marks a message as answered, with time and staff member, or as unanswered. */
export async function markMessage(
  { database: { db }, now }: Shop,
  { id, version, answered, by }: MessageMark,
): Promise<MarkAnswer> {
  const marked = await markContactMessage(db, { id, version }, answered ? { at: now(), by } : null)
  const message = await findContactMessage(db, id)
  if (message === null) return { kind: 'not-found' }
  return { kind: marked ? 'marked' : 'changed-meanwhile', message }
}
