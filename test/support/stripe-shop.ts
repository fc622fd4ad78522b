import StripeSdk from 'stripe'
import { expect } from 'vitest'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { toRefundId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { Product } from '#domain/catalog/product.ts'
import { findOrderByNumber } from '#db/orders/orders.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import type { Shop } from '#operations/shop.ts'
import { StripeGateway } from '#providers/payments/stripe/stripe-gateway.ts'
import { StripeServer } from '#test/fakes/stripe-server.ts'
import { paymentsWebhook } from '#web/api/checkout/payments-webhook.ts'
import { randomUUID } from 'node:crypto'
import { one, orderFor, place, webhookRequest } from './buyer.ts'
import { ADA_AS_OWNER } from './order-desk.ts'
import { openTestShop, type TestShop } from './test-shop.ts'

const WEBHOOK_SECRET = 'whsec_shop'

/** A shop that is paid through the stand-in of Stripe, with that stand-in. */
export interface StripeShop {
  shop: Omit<TestShop, 'gateway'> & Pick<Shop, 'gateway'>
  stripe: StripeServer
  /** Stripe's events reach the shop, and what waits is done. */
  settled(): Promise<void>
  /** Somebody pays for a product with a card. */
  buys(product: Product, outcome?: 'succeeds' | 'is disputed'): Promise<{ number: string; intentId: string }>
  /** Staff refund a sum. */
  refund(number: string, amount: number): Promise<void>
  close(): Promise<void>
}

/** Opens one. Its clock is the shop's. */
export async function openStripeShop(database: ShopDatabase): Promise<StripeShop> {
  const stripe = new StripeServer()
  await stripe.open()
  const own = await openTestShop(database)
  stripe.ledger.now = own.now
  const gateway = await StripeGateway.open(
    {
      secretKey: 'sk_test_shop',
      publishableKey: 'pk_test_shop',
      webhookSecret: WEBHOOK_SECRET,
      apiBase: stripe.base,
    },
    { now: own.now },
  )
  const shop = Object.assign(own as StripeShop['shop'], { gateway })

  async function settled() {
    for (const rawBody of stripe.ledger.takeEvents()) {
      const timestamp = Math.floor(shop.now() / 1_000)
      const signed = { payload: rawBody, secret: WEBHOOK_SECRET, timestamp }
      const headers = { 'stripe-signature': StripeSdk.webhooks.generateTestHeaderString(signed) }
      expect((await paymentsWebhook(webhookRequest({ rawBody, headers }), { shop })).status).toBe(200)
    }
    while ((await deliverOutbox(shop)) > 0);
  }
  return {
    shop,
    stripe,
    settled,
    async buys(product, outcome = 'succeeds') {
      const { clientSecret, orderNumber } = await place(shop, orderFor([product], [one(product)]))
      stripe.ledger.confirm(clientSecret, outcome)
      await settled()
      const intent = await shop.gateway.findIntentBySecret(clientSecret)
      return { number: orderNumber, intentId: intent?.id ?? '' }
    },
    async refund(number, amount) {
      const { version } = (await findOrderByNumber(database.db, number))!
      const outcome = await refundOrder(shop, {
        ...ADA_AS_OWNER,
        number,
        version,
        refundId: toRefundId(randomUUID()),
        amount: cents(amount),
        reason: '',
        restock: [],
      })
      expect(outcome.kind).toBe('requested')
      await settled()
    },
    async close() {
      await stripe.close()
      expect(stripe.mistakes).toEqual([])
    },
  }
}
