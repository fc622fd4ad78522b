import { toRefundId, type RefundId } from '#domain/ids.ts'
import { addCents, cents, type Cents } from '#domain/money.ts'
import type { Refund } from './refund.ts'

/**
 * The suffix of a refund's id in the id of a further share of the refund, or of its rest, which is divided in the same
 * way.
 */
const SHARE = /(?:-again-\d{1,2})?(?:-\d{1,2})?$/
const AGAIN = /-again-\d{1,2}(?:-\d{1,2})?$/

/** The id of a share of a refund, one for each payment, counted from 0: the first has the refund's own id. */
export function shareId(refundId: RefundId, at: number): RefundId {
  return at === 0 ? refundId : toRefundId(`${refundId}-${at + 1}`)
}

/** The refund whose rest a row with this id returned; null when the row returned no rest. */
export function refundOfRemainder(id: RefundId): RefundId | null {
  return AGAIN.test(id) ? toRefundId(id.replace(SHARE, '')) : null
}

/** The rows of each refund, in the order of the rows: its shares, and those of its rest. */
export function groupShares<R extends { id: RefundId }>(rows: readonly R[]): Map<RefundId, R[]> {
  const ids = new Set(rows.map(({ id }) => id))
  return Map.groupBy(rows, ({ id }) => {
    const whole = toRefundId(id.replace(SHARE, ''))
    return ids.has(whole) ? whole : id
  })
}

/** What was not returned of a refund, because a share of it failed, while another was made. */
export interface RefundRemainder {
  refundId: RefundId
  amount: Cents
  /** The id to refund it under. */
  id: RefundId
}

/**
 * The rests of refunds by item: their items count as refunded as soon as one share counts. An unconfirmed share is part
 * of the rest, as it is of what is left to refund.
 */
export function remaindersOf(
  refunds: readonly Pick<Refund, 'id' | 'amount' | 'state'>[],
  isByItem: (refundId: RefundId) => boolean,
): RefundRemainder[] {
  return [...groupShares(refunds)].flatMap(([refundId, rows]) => {
    const counted = addCents(
      rows.filter(({ state }) => state === 'asked' || state === 'done').map(({ amount }) => amount),
    )
    const again = rows.filter(({ id }) => AGAIN.test(id))
    const whole = addCents(rows.filter((row) => !again.includes(row)).map(({ amount }) => amount))
    if (!isByItem(refundId) || counted === 0 || counted >= whole) return []
    const id = toRefundId(`${refundId}-again-${again.length + 1}`)
    return [{ refundId, amount: cents(whole - counted), id }]
  })
}
