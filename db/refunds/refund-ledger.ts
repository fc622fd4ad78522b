import type { Kysely } from 'kysely'
import { findPayments } from '#db/checkout/payments.ts'
import { findRefundParts } from '#db/orders/refunded-units.ts'
import { findDueLink } from '#db/payment-links/payment-links.ts'
import type { Database } from '#db/schema.ts'
import { sumReceived } from '#domain/checkout/payment.ts'
import type { Order } from '#domain/orders/order.ts'
import { divideRefunds, type RefundLedger } from '#domain/refunds/divide-refunds.ts'
import { findRefunds } from './refunds.ts'

/** How the refunds of an order divide among its items, shipping, duty and taxes, and what remains of each. */
export async function readRefundLedger(db: Kysely<Database>, order: Order): Promise<RefundLedger> {
  const [payments, refunds, parts, link] = await Promise.all([
    findPayments(db, order.id),
    findRefunds(db, order.id),
    findRefundParts(db, order.id),
    findDueLink(db, order.id),
  ])
  const money = { received: sumReceived(payments), due: link?.amount ?? 0 }
  return divideRefunds({ ...order, ...money }, refunds, parts)
}
