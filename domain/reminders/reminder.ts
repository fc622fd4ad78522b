import type { Size } from '#domain/catalog/size.ts'
import { toProductId, type ProductId } from '#domain/ids.ts'

/** What somebody wants to be told of, once: that a drop begins, or that a size of a product is back in stock. */
export type ReminderTopic = { kind: 'drop'; dropId: string } | SizeTopic

/** That a size of a product is back in stock. */
export interface SizeTopic {
  kind: 'size'
  productId: ProductId
  size: Size
}

/** The beginning of the stored text of topics that are about a size. */
export const SIZE_TOPICS = 'size '

/** A topic as it is stored: `drop winter`, `size emblem-hoodie M`. */
export function topicText(topic: ReminderTopic): string {
  return topic.kind === 'drop' ? `drop ${topic.dropId}` : `${SIZE_TOPICS}${topic.productId} ${topic.size}`
}

/** The topic of a stored text. */
export function parseTopic(text: string): ReminderTopic {
  const [kind, id = '', ...size] = text.split(' ')
  if (kind === 'drop') return { kind, dropId: id }
  return { kind: 'size', productId: toProductId(id), size: size.join(' ') as Size }
}

/**
 * An address that wants to be told of a topic. `confirmedAt`: null until it says so by the link in its email. `toldAt`:
 * when it was. `heldCheckout`: the checkout for which that email has held a unit.
 */
export interface Reminder {
  topic: ReminderTopic
  email: string
  confirmedAt: number | null
  toldAt: number | null
  heldCheckout: string | null
  /** Of its emails. */
  language: string
}

const MAX_MAILS = 3
const MAIL_EVERY_MS = 3_600_000

/** Whether to mail a link to an address that was submitted again: a stranger must not be able to send it many. */
export function isConfirmationOwed(
  { mails, mailedAt, confirmedAt }: { mails: number; mailedAt: number; confirmedAt: number | null },
  now: number,
): boolean {
  return confirmedAt === null && mails < MAX_MAILS && now >= mailedAt + MAIL_EVERY_MS
}

/** For how long a wave of emails that a size is back counts against the next. */
export const WAVE_MS = 3_600_000
/** How many are told for each unit that is there: not everybody who asked buys. */
const TOLD_FOR_EACH_UNIT = 2

/** How many are told within a wave that a size is back. `units`: there; null: they are not counted. */
export function waveSize(units: number | null): number {
  return units === null ? Infinity : units * TOLD_FOR_EACH_UNIT
}
