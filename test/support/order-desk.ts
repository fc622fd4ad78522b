import type { OrderRequest } from '#operations/checkout/order-request.ts'
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { findOrderByNumber } from '#db/orders/orders.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import { toRefundId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { Order } from '#domain/orders/order.ts'
import type { Product } from '#domain/catalog/product.ts'
import { ROLE_PERMISSIONS } from '#domain/staff/permissions.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { readDashboard } from '#operations/orders/read-dashboard.ts'
import type { RefundRequest } from '#operations/refunds/refund-request.ts'
import { deliverWebhooks, one, orderFor, PAYS, place } from './buyer.ts'
import { CUSTOMER, type TestShop } from './test-shop.ts'

/** The staff member in these tests. */
export const BY = 'ada@redemption.example'
/** The same, with an owner's permissions. */
export const ADA_AS_OWNER = { by: BY, permissions: ROLE_PERMISSIONS.owner }
export const TRACKING = {
  carrier: 'Canada Post',
  trackingNumber: 'CP 1',
  trackingLink: 'https://track.example/CP1',
}
/** Totals of test orders. */
export const ONE_HOODIE = cents(118_00 + 2_36 + 25_00)
export const TWO_HOODIES = cents(118_00 * 2 + 4_72 + 25_00)

/** Creates orders of two hoodies by default, acts on them as staff, and reads the results. */
export function orderDesk(here: () => { shop: TestShop; product: Product }, units = 2) {
  const found = async (number: string): Promise<Order> =>
    (await findOrderByNumber(here().shop.database.db, number)) ?? expect.fail(`There is no order ${number}`)
  const seen = async (number: string) => ({ number, version: (await found(number)).version, ...ADA_AS_OWNER })
  const settled = async () => {
    while ((await deliverOutbox(here().shop)) > 0);
  }

  async function placed(changes: Partial<OrderRequest> = {}) {
    const { shop, product } = here()
    const request = orderFor([product], [one(product, 'M', units)], changes)
    return { request, ...(await place(shop, request)) }
  }

  /** A paid order, and its payment's id at the gateway. */
  async function paid(card = PAYS, changes: Partial<OrderRequest> = {}) {
    const { shop } = here()
    const { clientSecret, orderNumber } = await placed(changes)
    await shop.gateway.confirm(clientSecret, card)
    await deliverWebhooks(shop)
    await settled()
    shop.mails.length = 0
    const intent = (await shop.gateway.findIntentBySecret(clientSecret))!
    return { ...(await seen(orderNumber)), clientSecret, intentId: intent.id }
  }

  async function paymentOf(number: string): Promise<string> {
    const payments = here().shop.database.db.selectFrom('payments').select('state')
    return (await payments.where('order_id', '=', (await found(number)).id).executeTakeFirstOrThrow()).state
  }

  async function historyOf(number: string): Promise<string[]> {
    const events = here().shop.database.db.selectFrom('order_events').select('kind').orderBy('id')
    const rows = await events.where('order_id', '=', (await found(number)).id).execute()
    return rows.map(({ kind }) => kind)
  }

  /** `failed at the gateway: expired card`, oldest first. */
  async function refundsOf(number: string): Promise<string[]> {
    const refunds = await findRefunds(here().shop.database.db, (await found(number)).id)
    return refunds.map(
      ({ state, isTaken, failure }) =>
        `${state}${isTaken ? ' at the gateway' : ''}${failure && `: ${failure}`}`,
    )
  }

  return {
    placed,
    paid,
    found,
    seen,
    settled,
    refundOf: async (number: string, changes: Partial<RefundRequest> = {}): Promise<RefundRequest> => ({
      ...(await seen(number)),
      refundId: toRefundId(randomUUID()),
      amount: cents(50_00),
      reason: 'Torn seam',
      restock: [],
      ...changes,
    }),
    refundsOf,
    paymentOf,
    historyOf,
    stateOf: async (number: string) => (await found(number)).state,
    /** Of the last thirty days. */
    revenue: async () => (await readDashboard(here().shop)).figures.summary.revenue,
    /** Recipient and subject of each mail: `ada: Your refund for Redemption order R-1234-5678`. */
    subjects: () =>
      here().shop.mails.map(
        ({ to, subject }) => `${to.address.split('@')[0]}: ${subject.slice('[TEST] '.length)}`,
      ),
  }
}

/** Places and pays orders of three hoodies in two sizes, each for its own customer where one is given. */
export function customerOrders(here: () => { shop: TestShop; product: Product }) {
  function placed(customer: object = {}) {
    const { shop, product } = here()
    const items = [one(product, 'M', 2), one(product, 'S')]
    return place(shop, orderFor([product], items, { customer: { ...CUSTOMER, ...customer } }))
  }

  /** The number of a paid order, whose mails are sent. */
  async function paid(customer: object = {}): Promise<string> {
    const { shop } = here()
    const { clientSecret, orderNumber } = await placed(customer)
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    while ((await deliverOutbox(shop)) > 0);
    return orderNumber
  }

  return { placed, paid }
}
