import type { Picture } from '#domain/catalog/product.ts'

/**
 * Products that come out together, with a page of their own at `/drop/{handle}`. `id` never changes. Shoppers see the
 * products from `publicFrom` and buy them from `soldFrom`: epoch milliseconds, which become those of the products.
 */
export interface Drop {
  id: string
  name: string
  handle: string
  /** What the page says; it may be empty. */
  words: string
  picture: Picture | null
  /** Only staff, and who has the link for the press, see its page. */
  isDraft: boolean
  products: readonly string[]
  publicFrom: number
  soldFrom: number
  /** Null: nobody buys before the sale. */
  early: EarlyAccess | null
  /** Null: whoever comes may buy at once. */
  room: DropRoom | null
  /** Null: its pieces are sold, and not drawn. A drop with a draw has no room. */
  draw: DropDraw | null
  /** How many pieces one person may have (buyer.ts); null: any number. */
  perPerson: number | null
  /** How long its pieces are held for payment while it is a rush; null: as long as all others. */
  payMinutes: number | null
}

/**
 * Who buys of a drop before the sale, from this time on: whoever has the password, if there is one, and the addresses
 * on a list (db/drops/drop-guests.ts).
 */
export interface EarlyAccess {
  from: number
  password: string
}

/** Whether a drop is sold at a moment to those with early access, and to nobody else. */
export function isEarly({ isDraft, early, soldFrom }: Drop, now: number): boolean {
  return !isDraft && early !== null && now >= early.from && now < soldFrom
}

/** The waiting room of a drop: it opens this long before the sale, and lets in as many as the checkout can carry. */
export interface DropRoom {
  opensMinutes: number
  /** How long whoever is let in may order. */
  turnMinutes: number
  /** How many may have a turn at once, and how many are let in each minute at most. */
  turns: number
  perMinute: number
}

/** The draw of a drop: who wants pieces enters, and when its sale would begin, winners are drawn by lot. */
export interface DropDraw {
  /** When the first may enter, in epoch milliseconds. */
  entriesFrom: number
  /** How long the pieces of a winner are held for payment. */
  payHours: number
  /** Whether its page tells how many pieces and entries there are. */
  showsCounts: boolean
  /** Whether whoever enters has a card checked, without a charge; a card enters once. */
  checksCard: boolean
}

/** The room of a drop until staff choose otherwise. */
export const FIRST_ROOM: DropRoom = { opensMinutes: 30, turnMinutes: 10, turns: 100, perMinute: 60 }

/** How long the first rush lasts. */
const RUSH_MS = 24 * 3_600_000

/** Whether holding pieces of a drop costs more than usual: until a day after the sale began, if staff want so. */
export function isRush({ payMinutes, soldFrom }: Drop, now: number): boolean {
  return payMinutes !== null && now < soldFrom + RUSH_MS
}

/** Where a drop is: `announced` until its products are shown, then `shown` until they are sold. */
export type DropState = 'draft' | 'announced' | 'shown' | 'on-sale'

/** Where a drop is at a moment. */
export function dropState({ isDraft, publicFrom, soldFrom }: Drop, now: number): DropState {
  if (isDraft) return 'draft'
  if (now < publicFrom) return 'announced'
  return now < soldFrom ? 'shown' : 'on-sale'
}

/** The next time after `now` at which a drop changes; null: none is planned. */
export function nextDropChange(drops: readonly Drop[], now: number): number | null {
  const times = drops
    .flatMap(({ publicFrom, soldFrom, early, room, draw }) => [
      publicFrom,
      soldFrom,
      ...(early === null ? [] : [early.from]),
      ...(room === null ? [] : [soldFrom - room.opensMinutes * 60_000]),
      ...(draw === null ? [] : [draw.entriesFrom]),
    ])
    .filter((at) => at > now)
  return times.length === 0 ? null : Math.min(...times)
}

/** How long before the sale who asked is told. */
const TOLD_BEFORE_MS = 15 * 60_000
/** A shop that was down tells late, but not after a day. */
const TOLD_LATE_MS = 24 * 3_600_000

/** Whether who asked is to be told of a drop now. */
export function isToBeTold({ isDraft, soldFrom, draw }: Drop, now: number): boolean {
  const [begins, ends] = draw === null ? [soldFrom, soldFrom + TOLD_LATE_MS] : [draw.entriesFrom, soldFrom]
  return !isDraft && now >= begins - TOLD_BEFORE_MS && now < ends
}
