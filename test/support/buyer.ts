import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Product } from '#domain/catalog/product.ts'
import type { Size } from '#domain/catalog/size.ts'
import { NO_CHOICES, type CheckoutChoices } from '#domain/checkout/checkout-choices.ts'
import { priceCart } from '#domain/checkout/pricing.ts'
import { TARIFF } from '#domain/checkout/tariff.ts'
import type { CartItem } from '#domain/checkout/cart.ts'
import type { OrderRequest } from '#operations/checkout/order-request.ts'
import { placeOrder, type OrderOutcome } from '#operations/checkout/place-order.ts'
import type { Shop } from '#operations/shop.ts'
import { GatewayError, type Webhook } from '#providers/payments/payment-gateway.ts'
import { paymentsWebhook } from '#web/api/checkout/payments-webhook.ts'
import { CUSTOMER, type TestShop } from './test-shop.ts'

/** The part of a request that says what was chosen. */
export function choosing(choices: Partial<CheckoutChoices>): { choices: CheckoutChoices } {
  return { choices: { ...NO_CHOICES, ...choices } }
}

/** The test cards of the built-in gateway. */
export const PAYS = { number: '4242 4242 4242 4242', expiry: '04 / 30', cvc: '123' }
export const DECLINED = { ...PAYS, number: '4000 0000 0000 0002' }
/** Pays, and the cardholder disputes it: opened after five seconds, lost a minute later. */
export const DISPUTED = { ...PAYS, number: '4000 0000 0000 0259' }
export const ASKS = { ...PAYS, number: '4000 0025 0000 3155' }

/** One unit of a product. */
export function one(product: Pick<Product, 'id'>, size: Size = 'M', quantity = 1): CartItem {
  return { productId: product.id, size, quantity }
}

/** An order as the shopper submits it, with the total of these prices. */
export function orderFor(
  products: readonly Product[],
  items: readonly CartItem[],
  changes: Partial<OrderRequest> = {},
): OrderRequest {
  const lines = items.map(({ productId, quantity }) => {
    const product = products.find(({ id }) => id === productId)
    if (!product) throw new Error(`The test has no product ${productId}`)
    return { price: product.price, quantity }
  })
  return {
    checkoutId: randomUUID(),
    items,
    customer: CUSTOMER,
    note: '',
    choices: NO_CHOICES,
    language: 'en',
    address: null,
    visitor: null,
    device: randomUUID(),
    amount: priceCart(lines, { destination: null, tariff: TARIFF }).total,
    ...changes,
  }
}

/** Places an order and fails the test if it is refused. */
export async function place(
  shop: Shop,
  request: OrderRequest,
): Promise<Extract<OrderOutcome, { kind: 'placed' }>> {
  const outcome = await placeOrder(shop, request)
  if (outcome.kind !== 'placed') throw new Error(`The order was not placed: ${outcome.kind}`)
  return outcome
}

/** Places an order whose payment the gateway makes, while its response is lost. */
export async function placeWithLostAnswer(shop: TestShop, request: OrderRequest): Promise<void> {
  const repair = shop.gateway.transport.disturb('createIntent', async (send) => {
    await send()
    throw new GatewayError('The answer was lost.', true)
  })
  expect(await placeOrder(shop, request)).toEqual({ kind: 'payment-unavailable' })
  expect(shop.failures.splice(0)).toHaveLength(1)
  repair()
}

/** Delivers the gateway's webhooks to the endpoint that checks their signature. */
export function deliverWebhooks(shop: TestShop): Promise<number> {
  return shop.gateway.deliverWebhooks(async (webhook) => {
    const response = await paymentsWebhook(webhookRequest(webhook), { shop })
    return response.ok
  })
}

export function webhookRequest({ rawBody, headers }: Webhook): Request {
  return new Request('http://shop.example/webhooks/payments', {
    method: 'POST',
    body: rawBody,
    headers,
  })
}

/** The number of orders by state: `{ paid: 10, pending: 2 }`. */
export async function ordersByState({ database }: Shop): Promise<Record<string, number>> {
  const rows = await database.db
    .selectFrom('orders')
    .select(['state', (e) => e.fn.countAll<number>().as('orders')])
    .groupBy('state')
    .execute()
  return Object.fromEntries(rows.map(({ state, orders }) => [state, orders]))
}

/** The product's stock, and the held units. */
export async function stockOf(
  { database }: Shop,
  { id }: Pick<Product, 'id'>,
): Promise<{ stock: number | null; held: number }> {
  const { stock } = await database.db
    .selectFrom('products')
    .select('stock')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const holds = await database.db
    .selectFrom('holds')
    .select('quantity')
    .where('product_id', '=', id)
    .execute()
  return { stock, held: holds.reduce((sum, { quantity }) => sum + quantity, 0) }
}

/** Charged and refunded amounts at the gateway in cents, ignoring refunds that banks returned later. */
export async function gatewayTotals({
  database,
}: Shop): Promise<{ taken: number; returned: number; payments: number }> {
  const taken = await database.db
    .selectFrom('test_gateway_intents')
    .select('amount_cents as cents')
    .where('state', '=', 'succeeded')
    .execute()
  const returned = await database.db
    .selectFrom('test_gateway_refunds')
    .select('amount_cents as cents')
    .execute()
  const sum = (rows: { cents: number }[]) => rows.reduce((total, { cents }) => total + cents, 0)
  return { taken: sum(taken), returned: sum(returned), payments: taken.length }
}
