import type { Size } from '#domain/catalog/size.ts'
import type { StockCounts } from '#domain/catalog/stock-edit.ts'
import type { DeliveryId, OrderId } from '#domain/ids.ts'

/**
 * Why a count of stock changed. `opening`: what was there when the ledger began. `added`: the product or the count is
 * new. `held` and `released`: of an unpaid order. `sold`: taken without a hold, for an order that staff made or one
 * that was paid late. `returned`: replaced by another item. `restocked`: a sold unit came back. `counted`: staff
 * counted it on the shelf. `received`: with a delivery, or taken back from one that was corrected. `corrected`: staff
 * typed another number. `to-come`: sold before they are made, or no longer. `imported`: taken over from a source of
 * content.
 */
export const STOCK_REASONS = [
  'opening',
  'added',
  'held',
  'released',
  'sold',
  'returned',
  'restocked',
  'counted',
  'received',
  'corrected',
  'to-come',
  'imported',
] as const

/** One reason. */
export type StockReason = (typeof STOCK_REASONS)[number]

/** What changes stock: why, who, for which order, and when in epoch milliseconds. */
export interface StockChange {
  reason: StockReason
  /** `shopper`, `gateway`, `system`, or the email address of a staff member. */
  by: string
  orderId: OrderId | null
  /** The delivery that it came with. */
  deliveryId?: DeliveryId
  at: number
}

/** One count that changed: of a size, or the product's own (null). `after`: null when it is not tracked any more. */
export interface CountChange {
  size: Size | null
  delta: number
  after: number | null
}

/** A line of the ledger as staff read it. */
export interface StockMovement extends CountChange {
  id: number
  reason: StockReason
  by: string
  orderNumber: string | null
  delivery: { id: DeliveryId; name: string } | null
  at: number
}

/** What happened to counts at once, such as a sale: the sizes come first, then the product's own count. */
export interface StockEvent extends Omit<StockMovement, keyof CountChange> {
  counts: CountChange[]
}

/** The movements of one event. */
export function isSameEvent(one: StockMovement, other: StockMovement): boolean {
  const keys = ['reason', 'by', 'orderNumber', 'at'] as const
  return keys.every((key) => one[key] === other[key]) && one.delivery?.id === other.delivery?.id
}

/** Movements that follow each other, with those of one event together. */
export function stockEvents(movements: readonly StockMovement[]): StockEvent[] {
  const events: StockEvent[] = []
  let last: StockMovement | undefined
  for (const movement of movements) {
    const { size, delta, after, ...event } = movement
    const before = last && isSameEvent(last, movement) ? events.at(-1) : undefined
    const own = before?.counts.some((count) => count.size === size) ? undefined : before
    if (own === undefined) events.push({ ...event, counts: [{ size, delta, after }] })
    else own.counts.push({ size, delta, after })
    last = movement
  }
  for (const { counts } of events)
    counts.sort((one, other) => Number(one.size === null) - Number(other.size === null))
  return events
}

/** The counts that differ between two states of a product. A count that is not tracked adds up to nothing. */
export function countChanges(before: StockCounts, after: StockCounts): CountChange[] {
  const sizes = new Set([...before.sizes, ...after.sizes].map(({ size }) => size))
  const countOf = (counts: StockCounts, size: Size) =>
    counts.sizes.find((one) => one.size === size)?.stock ?? null
  const pairs = [
    { size: null, was: before.stock, is: after.stock },
    ...[...sizes].map((size) => ({ size, was: countOf(before, size), is: countOf(after, size) })),
  ]
  return pairs
    .filter(({ was, is }) => was !== is)
    .map(({ size, was, is }) => ({ size, delta: (is ?? 0) - (was ?? 0), after: is }))
}
