import { randomUUID } from 'node:crypto'
import { insertPaymentLink } from '#db/payment-links/payment-links.ts'
import { insertExternalPayment } from '#db/checkout/payments.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { ExternalMethod } from '#domain/checkout/payment.ts'
import { PAYMENT_LINK_MS, type ChargedChange, type OrderBefore } from '#domain/checkout/payment-link.ts'
import { toRefundId } from '#domain/ids.ts'
import { cents, type Cents } from '#domain/money.ts'
import type { SharedContent } from '#domain/refunds/order-parts.ts'
import { isRefundUnconfirmed, leftToRefund } from '#domain/refunds/refund.ts'
import type { Repriced } from '#domain/refunds/reprice-order.ts'
import { waiveIncrease } from '#domain/refunds/waive-increase.ts'
import type { ChangingOrder } from '#operations/change-as-staff.ts'
import { enqueueLinkMail } from '#operations/checkout/payments/settle-link.ts'
import { returnMoney } from './return-money.ts'
import type { Shop } from '#operations/shop.ts'

/** How an increase of the total is settled: by a payment link, waived for a reason, or paid outside the shop. */
export interface IncreaseSettlement {
  method: 'link' | 'waive' | ExternalMethod
  /** The reason, or the reference of the payment. */
  words: string
}

/** A change of an order that may change its total. `difference`: what the staff member was shown, in cents. */
export interface DifferenceRequest {
  by: string
  difference: number
  increase?: IncreaseSettlement | undefined
  checkedGateway?: boolean | undefined
}

/** Why the difference cannot be settled as requested. */
export type DifferenceRefusal =
  /** The difference is not the one that the staff member saw. */
  | { kind: 'price-changed' }
  /** The request does not say how the increase is settled. */
  | { kind: 'costs-more'; by: Cents }
  /** The amount is below what the gateway charges, or there is no address to send the link to. */
  | { kind: 'too-little-for-link'; least: Cents }
  | { kind: 'no-email' }
  | { kind: 'refund-unconfirmed' }

/** A difference that may be settled: the order to write, and what the history says. */
export interface Difference {
  kind: 'agreed'
  content: Required<SharedContent>
  amount: Cents
  isUnconfirmed: boolean
  detail: object
}

/** Checks the difference of a repriced order before anything is written. A decrease is refunded up to what is left. */
export function checkDifference(
  { gateway }: Pick<Shop, 'gateway'>,
  { received, refunds, email }: ChangingOrder,
  priced: Repriced,
  { difference: seen, increase, checkedGateway = false }: DifferenceRequest,
): Difference | DifferenceRefusal {
  const { difference, refunded, ...content } = priced
  if (difference > 0 && increase === undefined) return { kind: 'costs-more', by: cents(difference) }
  if (difference !== seen) return { kind: 'price-changed' }
  const isUnconfirmed = difference < 0 && isRefundUnconfirmed(refunds)
  if (isUnconfirmed && !checkedGateway) return { kind: 'refund-unconfirmed' }
  const amount = cents(Math.min(Math.max(0, -difference), leftToRefund(received, refunds)))
  const unsure = isUnconfirmed && { checkedGateway }
  if (difference <= 0 || increase === undefined) {
    return { kind: 'agreed', content, amount, isUnconfirmed, detail: { amount, ...unsure } }
  }
  const { method, words } = increase
  if (method === 'link') {
    if (email === '') return { kind: 'no-email' }
    const least = gateway.leastCharge
    if (difference < least) return { kind: 'too-little-for-link', least }
    return { kind: 'agreed', content, amount, isUnconfirmed, detail: { amount, charged: difference } }
  }
  return method === 'waive'
    ? {
        kind: 'agreed',
        content: waiveIncrease(content, difference, { kind: 'own', name: words }, refunded),
        amount,
        isUnconfirmed,
        detail: { amount, waived: difference, reason: words },
      }
    : {
        kind: 'agreed',
        content,
        amount,
        isUnconfirmed,
        detail: { amount, paid: difference, method, reference: words },
      }
}

/** A change that was written. `undo`: the order before it. */
export interface WrittenChange {
  change: ChargedChange
  /** Null: it cannot be undone. */
  undo: OrderBefore | null
  now: number
}

/** Refunds a decrease, or requests an increase by link or records its payment, after the change was written. */
export async function settleDifference(
  { gateway }: Pick<Shop, 'gateway'>,
  tx: Tx,
  order: ChangingOrder,
  { amount }: Difference,
  { by, difference, increase, change, undo, now }: DifferenceRequest & WrittenChange,
): Promise<void> {
  const { id: orderId } = order
  if (amount > 0) {
    const id = toRefundId(randomUUID())
    const refund = { id, orderId, amount, cause: change.kind, by, now }
    await returnMoney(tx, { ...refund, source: 'staff' }, order)
  }
  if (difference <= 0 || increase === undefined || increase.method === 'waive') return
  const { method, words: reference } = increase
  if (method !== 'link') {
    await insertExternalPayment(tx, {
      orderId,
      method,
      amount: cents(difference),
      reference,
      isBalance: true,
      now,
    })
    return
  }
  const link = { orderId, gateway: gateway.name, amount: cents(difference), change, undo }
  const id = await insertPaymentLink(tx, { ...link, expiresAt: now + PAYMENT_LINK_MS, now })
  await enqueueLinkMail(tx, 'payment-link', { id, orderId }, now)
}
