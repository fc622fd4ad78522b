import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { findOrderByNumber } from '#db/orders.ts'
import { cents } from '#domain/money.ts'
import type { Order } from '#domain/order.ts'
import type { Product } from '#domain/product.ts'
import { deliverOutbox } from '#operations/deliver-outbox.ts'
import type { RefundRequest } from '#operations/refund-order.ts'
import { deliverWebhooks, one, orderFor, PAYS, place } from './buyer.ts'
import type { TestShop } from './test-shop.ts'

/** The member of staff at the desk. */
export const BY = 'ada@redemption.example'
export const TRACKING = {
  carrier: 'Canada Post',
  trackingNumber: 'CP 1',
  trackingLink: 'https://track.example/CP1',
}
/** What an order at the desk costs. */
export const TWO_HOODIES = cents(118_00 * 2 + 4_72 + 25_00)

/** Orders of two hoodies, as they come to staff, and what staff read of them. */
export function orderDesk(here: () => { shop: TestShop; product: Product }) {
  const found = async (number: string): Promise<Order> =>
    (await findOrderByNumber(here().shop.database.db, number)) ?? expect.fail(`There is no order ${number}`)
  const seen = async (number: string) => ({ number, version: (await found(number)).version, by: BY })
  const settled = async () => {
    while ((await deliverOutbox(here().shop)) > 0);
  }

  async function placed() {
    const { shop, product } = here()
    const request = orderFor([product], [one(product, 'M', 2)])
    return { request, ...(await place(shop, request)) }
  }

  async function paid() {
    const { shop } = here()
    const { clientSecret, orderNumber } = await placed()
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    await deliverOutbox(shop)
    shop.mails.length = 0
    return { ...(await seen(orderNumber)), clientSecret }
  }

  return {
    placed,
    paid,
    found,
    seen,
    settled,
    refundOf: async (number: string, changes: Partial<RefundRequest> = {}): Promise<RefundRequest> => ({
      ...(await seen(number)),
      refundId: randomUUID(),
      amount: cents(50_00),
      reason: 'Torn seam',
      restock: [],
      ...changes,
    }),
    stateOf: async (number: string) => (await found(number)).state,
    subjects: () => here().shop.mails.map(({ to, subject }) => `${to.address}: ${subject.split(' R-')[0]}`),
  }
}
