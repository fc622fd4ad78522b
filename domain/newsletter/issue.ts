import type { Category } from '#domain/catalog/category.ts'
import type { Size } from '#domain/catalog/size.ts'
import type { IssueId, ProductId } from '#domain/ids.ts'
import type { PageBlock } from '#domain/settings/page.ts'

/**
 * The states of a newsletter, with what staff read. `scheduled` waits for its time, `stopped` for staff. A draft and a
 * stopped one are the only ones that nobody sends.
 */
export const ISSUE_STATES = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  sending: 'Sending',
  stopped: 'Stopped',
  sent: 'Sent',
} as const

/** The state of a newsletter. */
export type IssueState = keyof typeof ISSUE_STATES

/** The allowed changes of state. Any other is refused. What stays stopped is over once its recipients are forgotten. */
export const ISSUE_TRANSITIONS: Readonly<Record<IssueState, readonly IssueState[]>> = {
  draft: ['scheduled'],
  scheduled: ['draft', 'sending'],
  sending: ['stopped', 'sent'],
  stopped: ['sending', 'sent'],
  sent: [],
}

/** What became of a recipient. `queued`: the outbox has the email. `left`: unsubscribed, or bounced, meanwhile. */
export const RECIPIENT_STATES = ['waiting', 'queued', 'sent', 'failed', 'left'] as const
export type RecipientState = (typeof RECIPIENT_STATES)[number]

/** How many recipients are in each state. */
export type RecipientCounts = Readonly<Record<RecipientState, number>>

/** Nobody. */
export const NO_RECIPIENTS: RecipientCounts = { waiting: 0, queued: 0, sent: 0, failed: 0, left: 0 }

/** For how long a newsletter that is sent at once waits, so that it can be taken back. */
export const TAKE_BACK_MS = 10_000

export const ISSUE_LIMITS = { subject: 150, preview: 200, blocks: 40, products: 24, choices: 100 } as const

/** The parts that staff choose from, and what they are called. */
export const ISSUE_BLOCKS = {
  text: 'Text',
  line: 'Large line',
  picture: 'Large image',
  products: 'Products',
} as const

/** A kind of part of a newsletter. */
export type IssueBlockKind = keyof typeof ISSUE_BLOCKS

/** Products picked by hand, in this order. */
export interface ProductsBlock {
  kind: 'products'
  heading: string
  products: ProductId[]
}

/** A part of a newsletter: one of those that pages have, or products. */
export type IssueBlock = (PageBlock & { kind: 'text' | 'line' | 'picture' }) | ProductsBlock

/**
 * Which subscribers get it; all conditions hold together. `bought`: what paid orders of theirs have, or never had, of
 * these products or categories and of this size, each where it is chosen, since a day. Empty: no such condition.
 */
export interface Segment {
  purchase: 'any' | 'bought' | 'never'
  products: ProductId[]
  categories: Category[]
  size: Size
  /** Epoch milliseconds; null: ever. */
  since: number | null
  country: string
  language: string
}

/** Every subscriber. */
export const EVERYONE: Segment = {
  purchase: 'any',
  products: [],
  categories: [],
  size: '',
  since: null,
  country: '',
  language: '',
}

/** What staff write. */
export interface IssueDraft {
  subject: string
  /** What mail programs show beside the subject. */
  preview: string
  /** Of the words that the shop adds. */
  language: string
  blocks: IssueBlock[]
  segment: Segment
}

/** A newsletter. Times are epoch milliseconds. */
export interface Issue extends IssueDraft {
  id: IssueId
  version: number
  state: IssueState
  sendAt: number | null
  beganAt: number | null
  endedAt: number | null
  createdAt: number
  updatedAt: number
  /** The email address of the member of staff. */
  madeBy: string
}

/** The keys of the pictures of a newsletter, without those of products. */
export function issuePictures({ blocks }: Pick<IssueDraft, 'blocks'>): string[] {
  return blocks.flatMap((block) =>
    block.kind === 'products'
      ? []
      : [block.picture, ...block.items.map(({ picture }) => picture)].flatMap((one) => one?.key ?? []),
  )
}
