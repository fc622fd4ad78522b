import type { Drop, DropDraw } from './drop.ts'

/** A drop whose pieces are drawn. */
export type DrawnDrop = Drop & { draw: DropDraw }

/** Whether the pieces of a drop are drawn. */
export function hasDraw(drop: Drop): drop is DrawnDrop {
  return drop.draw !== null && !drop.isDraft
}

/** How many pieces one person may enter for. */
export function mostPieces({ perPerson }: Pick<Drop, 'perPerson'>): number {
  return perPerson ?? 1
}

/**
 * Where a draw is: people enter while it is `open`. From the sale on it is `drawing`, also for what winners do not pay,
 * unless staff have paused it, until nothing can be won any more: then it is `over`. Staff may have `cancelled` it
 * before.
 */
export type DrawPhase = 'before' | 'open' | 'drawing' | 'paused' | 'over' | 'cancelled'

/** Where a draw is at a moment. `present`: how many had entered; null until it is closed. */
export function drawPhase(
  { draw, soldFrom }: DrawnDrop,
  room: { present: number | null; pausedAt: number | null; closedAt: number | null },
  now: number,
): DrawPhase {
  if (room.closedAt !== null) return room.present === null ? 'cancelled' : 'over'
  if (now < draw.entriesFrom) return 'before'
  if (now < soldFrom && room.present === null) return 'open'
  return room.pausedAt === null ? 'drawing' : 'paused'
}

/** How an entry stands. `entered`: it waits for the draw. `lapsed`: it won, and was not paid in time. */
export type EntryState = 'unconfirmed' | 'entered' | 'won' | 'paid' | 'lapsed' | 'lost' | 'cancelled'

/** How an entry stands in a draw. `order`: what it won. */
export function entryState(
  { number }: { number: number | null },
  order: { isPaid: boolean; isPending: boolean } | null,
  phase: DrawPhase,
): EntryState {
  if (order !== null) return order.isPaid ? 'paid' : order.isPending ? 'won' : 'lapsed'
  if (phase === 'cancelled') return 'cancelled'
  if (number === null) return phase === 'open' ? 'unconfirmed' : 'lost'
  return phase === 'over' ? 'lost' : 'entered'
}

const WIN = 'draw '

/** The checkout of what an entry wins. No checkout of a browser can have this id: it contains a space. */
export function winCheckout(entryId: string): string {
  return WIN + entryId
}

/** Whether an order was won: it keeps its pieces until its time to pay is over, also when a card is declined. */
export function isWin(checkoutId: string): boolean {
  return checkoutId.startsWith(WIN)
}
