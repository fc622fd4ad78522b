import * as totalWords from '#words/en/totals.ts'
import { randomUUID } from 'node:crypto'
import StripeSdk from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { wrongTotals } from '#chaos/audit/wrong-totals.ts'
import { readRefundLedger } from '#db/refunds/refund-ledger.ts'
import { findOrderByNumber } from '#db/orders/orders.ts'
import type { Product } from '#domain/catalog/product.ts'
import { readQuote } from '#web/storefront/checkout/prices/quote.ts'
import { shownPrice } from '#domain/checkout/pricing.ts'
import { toRefundId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { chooseAll, priceChoice } from '#domain/refunds/refund-price.ts'
import { SHIPPING } from '#domain/settings/shipping.ts'
import { TAX } from '#domain/settings/tax.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import type { RefundRequest } from '#operations/refunds/refund-request.ts'
import type { Shop } from '#operations/shop.ts'
import { StripeGateway } from '#providers/payments/stripe/stripe-gateway.ts'
import { StripeServer } from '#test/fakes/stripe-server.ts'
import { one, webhookRequest } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import {
  ROUNDING_PLACES,
  ROUNDING_PRODUCTS,
  ROUNDING_ZONES,
  saveAsStaff,
} from '#test/support/rounding-shop.ts'
import { ADA_AS_OWNER } from '#test/support/order-desk.ts'
import { ADA } from '#test/support/staff-browser.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import { priceCartEndpoint } from '#web/api/checkout/cart-price.ts'
import { createPaymentIntent } from '#web/api/checkout/create-payment-intent.ts'
import { paymentsWebhook } from '#web/api/checkout/payments-webhook.ts'
import { NegativeCache } from '#web/http/limits/negative-cache.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'
import type { JsonAnswer } from '#web/http/json-answer.ts'

const ORDERS = 120
const WEBHOOK_SECRET = 'whsec_shop'
interface Priced {
  shipping: { method: string | null; note: string | null }
}

describeOnEachDatabase('orders that are paid with Stripe, over the wire', (open) => {
  let stripe: StripeServer
  let own: TestShop
  let shop: Shop
  let products: Product[]

  beforeEach(async () => {
    stripe = new StripeServer()
    await stripe.open()
    own = await openTestShop(open())
    const settings = {
      secretKey: 'sk_test_shop',
      publishableKey: 'pk_test_shop',
      webhookSecret: WEBHOOK_SECRET,
    }
    const gateway = await StripeGateway.open({ ...settings, apiBase: stripe.base }, { now: own.now })
    shop = { ...own, gateway }
    await shop.identity.addMember(ADA)
    products = []
    for (const draft of ROUNDING_PRODUCTS)
      products.push(await shop.catalog.add(hoodie({ stock: 5_000, ...draft })))
  })

  afterEach(async () => {
    await stripe.close()
    expect(stripe.mistakes).toEqual([])
    expect(own.failures).toEqual([])
  })

  async function post<Answer>(
    handle: (request: Request, context: ApiContext) => Promise<Response | JsonAnswer>,
    body: object,
  ): Promise<{ status: number; answer: Answer }> {
    const asked = new Request('http://shop.example/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const context = {
      shop,
      address: '127.0.0.1',
      currency: 'CAD',
      pictureMisses: new NegativeCache(),
      incoming: null as never,
    } as const
    const { status, body: answered } = await handle(asked, context)
    return { status, answer: (await new Response(answered).json()) as Answer }
  }

  /** Stripe's events reach the shop, signed. */
  async function settled() {
    for (const rawBody of stripe.ledger.takeEvents()) {
      const timestamp = Math.floor(shop.now() / 1_000)
      const signature = StripeSdk.webhooks.generateTestHeaderString({
        payload: rawBody,
        secret: WEBHOOK_SECRET,
        timestamp,
      })
      const webhook = { rawBody, headers: { 'stripe-signature': signature } }
      expect((await paymentsWebhook(webhookRequest(webhook), { shop })).status).toBe(200)
    }
    while ((await deliverOutbox(shop)) > 0);
  }

  async function bought(random: (below: number) => number): Promise<string> {
    const all = products.map((product) => one(product, 'M', random(4)))
    const items = all.filter(({ quantity }) => quantity > 0)
    if (items.length === 0) items.push(one(products[0]!))
    const customer = ROUNDING_PLACES[random(ROUNDING_PLACES.length)]!
    const wanted = {
      items,
      destination: customer,
      shippingMethod: [null, 'post', 'pickup'][random(3)] ?? null,
    }
    const priced = await post<Priced>(priceCartEndpoint, wanted)
    const { shipping } = priced.answer
    const { totals } = readQuote(priced.answer)!
    const { total } = totals
    const asked = {
      amount: total,
      shown: shownPrice(totals, shipping.note, totalWords),
      shippingMethod: shipping.method,
    }
    const checkout = { ...asked, currency: 'cad', checkoutId: randomUUID(), items, customer }
    const placed = await post<{ clientSecret: string; orderNumber: string }>(createPaymentIntent, checkout)
    expect(placed.status).toBe(200)
    const { clientSecret, orderNumber } = placed.answer
    const intent = await shop.gateway.findIntentBySecret(clientSecret)
    const { subtotal, adjustments, total: stored } = (await findOrderByNumber(shop.database.db, orderNumber))!
    const added = adjustments.reduce((sum, { amount }) => sum + amount, Number(subtotal))
    expect([added, stored, intent?.amount, intent?.currency]).toEqual([total, total, total, 'cad'])
    stripe.ledger.confirm(clientSecret, 'succeeds')
    await settled()
    return orderNumber
  }

  async function refund(number: string, amount: RefundRequest['amount']) {
    const { version } = (await findOrderByNumber(shop.database.db, number))!
    const asked = { ...ADA_AS_OWNER, number, version, refundId: toRefundId(randomUUID()), amount }
    const outcome = await refundOrder(shop, { ...asked, reason: '', restock: [] })
    await settled()
    return outcome.kind
  }

  /** Refunds some units or a sum, then all that is left. */
  async function refunded(number: string, random: (below: number) => number) {
    const offer = async () => (await findOrderView(shop, number, PERMISSIONS))!.refundable
    if (random(2) === 0) expect(await refund(number, cents(1 + random(15_00)))).toBe('requested')
    const first = await offer()
    if (first) {
      const { items } = chooseAll(first)
      const choice = {
        items: items.slice(0, 1).map((item) => ({ ...item, quantity: 1 })),
        shipping: random(2) === 0,
      }
      if (priceChoice(first, choice).kind === 'priced') expect(await refund(number, choice)).toBe('requested')
    }
    const rest = await offer()
    if (rest) expect(await refund(number, cents(rest.left))).toBe('requested')
    const order = (await findOrderByNumber(shop.database.db, number))!
    const { remaining } = await readRefundLedger(shop.database.db, order)
    expect(order.state).toBe('refunded')
    expect(remaining.parts.filter(({ left }) => left !== 0)).toEqual([])
  }

  test(
    `${ORDERS} random orders: Stripe is asked for the total to the cent, and gets everything back`,
    { timeout: 240_000 },
    async () => {
      const random = seeded(7)
      let sum = 0
      for (let at = 0; at < ORDERS; at += 1) {
        if (at % 30 === 0) await saveAsStaff(shop, SHIPPING, at === 60 ? SHIPPING.fallback : ROUNDING_ZONES)
        if (at % 20 === 0) {
          await saveAsStaff(shop, TAX, {
            ...TAX.fallback,
            mode: at % 80 === 60 ? 'flat' : 'by-destination',
            registrations: ['gst-hst CA', 'pst CA Saskatchewan', 'qst CA Quebec'],
            pricesIncludeTax: at % 40 === 20,
          })
        }
        const number = await bought(random)
        const { total } = (await findOrderByNumber(shop.database.db, number))!
        sum += total
        if (at % 3 === 0) await refunded(number, random)
      }
      const paid = await shop.database.db.selectFrom('payments').select('received_cents').execute()
      expect(paid.reduce((all, { received_cents: received }) => all + received, 0)).toBe(sum)
      expect(await wrongTotals(shop.database.db)).toEqual([])
    },
  )
})

/** Whole numbers below a limit, the same in each run. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
