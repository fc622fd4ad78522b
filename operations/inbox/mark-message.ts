import { findContactMessage, markContactMessage, type KeptMessage } from '#db/inbox/contact-messages.ts'
import type { Shop } from '#operations/shop.ts'

/** What a member of staff says of a message: answered or not, in the version that they saw. */
export interface MessageMark {
  id: string
  version: number
  answered: boolean
  /** The member's e-mail address. */
  by: string
}

/** `changed-meanwhile`: somebody else was first, and `message` is what stands there now. */
export type MarkAnswer =
  | { kind: 'marked' | 'changed-meanwhile'; message: KeptMessage }
  | { kind: 'not-found' }

/** Notes that a message was answered, by whom and when; or that it was not. */
export async function markMessage(
  { database: { db }, now }: Shop,
  { id, version, answered, by }: MessageMark,
): Promise<MarkAnswer> {
  const marked = await markContactMessage(db, { id, version }, answered ? { at: now(), by } : null)
  const message = await findContactMessage(db, id)
  if (message === null) return { kind: 'not-found' }
  return { kind: marked ? 'marked' : 'changed-meanwhile', message }
}
