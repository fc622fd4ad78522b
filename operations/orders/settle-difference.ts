import { randomUUID } from 'node:crypto'
import { insertExternalPayment } from '#db/checkout/payments.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { ExternalMethod } from '#domain/checkout/payment.ts'
import { toRefundId } from '#domain/ids.ts'
import { cents, type Cents } from '#domain/money.ts'
import type { Adjustment } from '#domain/orders/order-total.ts'
import { isRefundUnconfirmed, leftToRefund } from '#domain/refunds/refund.ts'
import { waiveRise, type Repriced } from '#domain/refunds/reprice-order.ts'
import type { ChangingOrder } from '#operations/change-as-staff.ts'
import { returnMoney } from '#operations/refunds/return-money.ts'

/** How a rise of the total is settled: waived for a reason, or paid outside the shop, with a reference. */
export type RiseSettlement = { method: 'waive'; words: string } | { method: ExternalMethod; words: string }

/** A change of an order that may change its total. `difference`: what the staff member was shown, in cents. */
export interface DifferenceRequest {
  by: string
  difference: number
  rise?: RiseSettlement | undefined
  checkedGateway?: boolean | undefined
}

/** The difference is not settled as it is. */
export type DifferenceRefusal =
  /** It is not the one that the staff member saw. */
  | { kind: 'price-changed' }
  /** Nobody said how the rise is settled. */
  | { kind: 'costs-more'; by: Cents }
  | { kind: 'refund-unconfirmed' }

/** A difference that may be settled: the adjustments to write, and what the history says. */
export interface Difference {
  kind: 'agreed'
  adjustments: readonly Adjustment[]
  amount: Cents
  isUnsure: boolean
  detail: object
}

/** Checks the difference of a repriced order before anything is written. A fall is refunded up to what is left. */
export function agreeOnDifference(
  { received, refunds }: ChangingOrder,
  { adjustments, difference }: Repriced,
  { difference: seen, rise, checkedGateway = false }: DifferenceRequest,
): Difference | DifferenceRefusal {
  if (difference > 0 && rise === undefined) return { kind: 'costs-more', by: cents(difference) }
  if (difference !== seen) return { kind: 'price-changed' }
  const isUnsure = difference < 0 && isRefundUnconfirmed(refunds)
  if (isUnsure && !checkedGateway) return { kind: 'refund-unconfirmed' }
  const amount = cents(Math.min(Math.max(0, -difference), leftToRefund(received, refunds)))
  const unsure = isUnsure && { checkedGateway }
  if (difference <= 0 || rise === undefined) {
    return { kind: 'agreed', adjustments, amount, isUnsure, detail: { amount, ...unsure } }
  }
  const { method, words } = rise
  return method === 'waive'
    ? {
        kind: 'agreed',
        adjustments: waiveRise(adjustments, difference, words),
        amount,
        isUnsure,
        detail: { amount, waived: difference, reason: words },
      }
    : {
        kind: 'agreed',
        adjustments,
        amount,
        isUnsure,
        detail: { amount, paid: difference, method, reference: words },
      }
}

/** Refunds a fall, or records what was paid outside the shop, after the change was written. */
export async function settleDifference(
  tx: Tx,
  order: ChangingOrder,
  { amount }: Difference,
  { by, difference, rise, reason, now }: DifferenceRequest & { reason: string; now: number },
): Promise<void> {
  const { id: orderId } = order
  if (amount > 0) {
    const refund = { id: toRefundId(randomUUID()), orderId, amount, reason, by, now }
    await returnMoney(tx, { ...refund, source: 'staff' }, order)
  }
  if (difference > 0 && rise !== undefined && rise.method !== 'waive') {
    const { method, words: reference } = rise
    await insertExternalPayment(tx, { orderId, method, amount: cents(difference), reference, now })
  }
}
