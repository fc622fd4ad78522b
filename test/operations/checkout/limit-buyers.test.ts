import { beforeEach, expect, test } from 'vitest'
import type { Product } from '#domain/catalog/product.ts'
import type { Drop } from '#domain/drops/drop.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { expireOrders } from '#operations/checkout/payments/expire-orders.ts'
import type { OrderRequest } from '#operations/checkout/order-request.ts'
import { settlePayment } from '#operations/checkout/payments/settle-payment.ts'
import { placeOrder } from '#operations/checkout/place-order.ts'
import { previewCart } from '#operations/checkout/preview-cart.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import {
  choosing,
  deliverWebhooks,
  gatewayTotals,
  one,
  orderFor,
  ordersByState,
  PAYS,
  place,
  stockOf,
} from '#test/support/buyer.ts'
import { GatewayError } from '#providers/payments/payment-gateway.ts'
import { settleCheckout } from '#web/api/checkout/checkout-settle.ts'
import { listRefused } from '#operations/drops/list-refused.ts'
import { eraseCustomer } from '#operations/orders/erase-customer.ts'
import { applyRetention } from '#operations/upkeep/apply-retention.ts'
import { drop } from '#test/support/drop.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { orderDesk } from '#test/support/order-desk.ts'
import { saveAsStaff } from '#test/support/rounding-shop.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const LIMIT = 2

/** Each tells a person apart from all others. */
const BO = {
  ...CUSTOMER,
  email: 'bo@shopper.example',
  address: '7 Elm St',
  postal: 'S7K 2B2',
}

describeOnEachDatabase('A drop with a limit per person', (open, { connectAgain }) => {
  let shop: TestShop
  let product: Product
  let other: Product
  const { found, seen, settled } = orderDesk(() => ({ shop, product }))

  beforeEach(async () => {
    shop = await openTestShop(open())
    shop.settings.orderLimit = { units: 1_000, percent: 100 }
    product = await shop.catalog.add(hoodie({ stock: 1_000 }))
    other = await shop.catalog.add(hoodie({ name: 'Winter Tee', stock: 1_000 }))
    await shop.identity.addMember({ email: 'bo@redemption.example', password: 'wears red' })
    await limit()
  })

  const limit = (changes: Partial<Drop> = {}) =>
    saveAsStaff(shop, DROPS, {
      drops: [drop({ products: [product.id, other.id], perPerson: LIMIT, ...changes })],
    })
  const order = (
    customer: Partial<OrderRequest['customer']>,
    more: Partial<OrderRequest> = {},
    quantity = 1,
  ) =>
    orderFor([product, other], [one(product, 'M', quantity)], {
      customer: { ...CUSTOMER, ...customer },
      ...more,
    })
  const OVER = (sign: string) => ({
    kind: 'over-person-limit',
    drop: { name: 'Winter drop' },
    buyer: { sign },
  })
  async function pay(request: OrderRequest, card = PAYS) {
    const { clientSecret, orderNumber } = await place(shop, request)
    await shop.gateway.confirm(clientSecret, card)
    await deliverWebhooks(shop)
    await settled()
    return orderNumber
  }

  test.each([
    ['email', { ...BO, email: 'ADA+2@Shopper.example' }, 'another'],
    ['address', { ...BO, address: ' 12, BROADWAY avenue', postal: 's7k1a1' }, 'another'],
    ['device', BO, 'theirs'],
  ])('knows a person by their %s, however it is written', async (sign, customer, device) => {
    await place(shop, order({}, { device: 'theirs' }))
    await pay(order({}, {}))
    expect(await placeOrder(shop, order(customer, { device }, LIMIT))).toMatchObject(OVER(sign))
    await place(shop, order(BO, { device: 'another' }, LIMIT))
  })

  test('adds up the orders that share anything with this one, each once', async () => {
    await place(shop, order({}, {}))
    await place(shop, order(BO, {}))
    const both = { ...BO, email: CUSTOMER.email }
    expect(await placeOrder(shop, order(both))).toMatchObject(OVER('email'))
    await limit({ perPerson: LIMIT + 1 })
    await place(shop, order(both))
  })

  test('gives the pieces back when the unpaid order ends, or the order is cancelled before it is sent', async () => {
    const request = order({}, {}, LIMIT)
    await place(shop, request)
    await place(shop, request) // the same checkout may be placed again
    expect(await placeOrder(shop, order({}))).toMatchObject(OVER('email'))
    shop.pass(16 * MINUTE)
    await expireOrders(shop)
    const number = await pay(order({}, {}, LIMIT))
    expect(await placeOrder(shop, request)).toMatchObject(OVER('email'))
    await cancelOrder(shop, { ...(await seen(number)), reason: '', restock: true, notify: false } as never)
    await settled()
    await place(shop, order({}, {}, LIMIT))
  })

  test('lets one cart have no more, of all its products together, and says how many', async () => {
    const items = [one(product), one(other, 'M', 2)]
    const cart = { items: [{ status: 'ok' }, { status: 'not-enough', left: 1, orderLimit: LIMIT }] }
    expect(await previewCart(shop, { items, destination: CUSTOMER, ...choosing({}) })).toMatchObject(cart)
    const refused = await placeOrder(shop, orderFor([product, other], items))
    expect(refused).toMatchObject({ kind: 'cart-changed', cart })
  })

  test('counts what is of the drop now, and nobody once there is no limit', async () => {
    await place(shop, order({}, {}, LIMIT))
    await limit({ products: [other.id] })
    const tees = orderFor([other], [one(other, 'M', LIMIT)])
    await place(shop, tees)
    await limit({ perPerson: null })
    await place(shop, order({}, {}, LIMIT))
    const buyers = await shop.database.db.selectFrom('drop_buyers').select('order_id').distinct().execute()
    expect(buyers).toHaveLength(2)
  })

  test('refunds at once what a card pays beyond it, with a mail, and gives the pieces to the next', async () => {
    await limit({ perPerson: 1 })
    const first = await pay(order({}))
    const second = await place(shop, order(BO))
    await shop.gateway.confirm(second.clientSecret, PAYS)
    expect(await stockOf(shop, product)).toMatchObject({ held: 1 })
    shop.mails.length = 0
    await deliverWebhooks(shop)
    await settled()
    expect(await stockOf(shop, product)).toEqual({ stock: 999, held: 0 })
    expect(await found(second.orderNumber)).toMatchObject({ state: 'refunded', paidAt: null })
    const { taken, returned } = await gatewayTotals(shop)
    expect(returned).toBe(taken / 2)
    expect(shop.mails.map(({ kind, to }) => [kind, to.address])).toEqual([['over-limit-notice', BO.email]])
    const answer = await settleCheckout(
      new Request('http://shop.example/api/checkout/settle', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ clientSecret: second.clientSecret }),
      }),
      { shop } as never,
    )
    expect(JSON.parse(String(answer.body))).toMatchObject({ state: 'refunded', why: 'person-limit' })
    expect(await listRefused(shop, { id: 'w' })).toEqual({
      counts: [{ sign: 'card', people: 1, times: 1 }],
      latest: [{ sign: 'card', times: 1, lastAt: shop.now(), orders: [first] }],
    })
    await pay(order({ ...BO, email: 'cy@shopper.example', address: '1 Fir St' }), { ...PAYS, cvc: '321' })
    expect(await ordersByState(shop)).toEqual({ paid: 2, refunded: 1 })
  })

  test('counts payments with one card that are settled at the same moment', async () => {
    await limit({ perPerson: 1 })
    const people = Array.from({ length: 6 }, (_, at) => ({
      ...BO,
      email: `person-${at}@shopper.example`,
      address: `${at + 1} Fir St`,
    }))
    const orders = []
    for (const one of people) orders.push(await place(shop, order(one, { device: one.email })))
    for (const { clientSecret } of orders) await shop.gateway.confirm(clientSecret, PAYS)
    const intents = await Promise.all(
      orders.map(({ clientSecret }) => shop.gateway.findIntentBySecret(clientSecret)),
    )
    await Promise.all(intents.map((intent) => settlePayment(shop, intent!)))
    await settled()
    expect(await ordersByState(shop)).toEqual({ paid: 1, refunded: 5 })
  })

  test('keeps an order whose card cannot be asked for', async () => {
    await limit({ perPerson: 1 })
    await pay(order({}))
    const repair = shop.gateway.transport.disturb('findIntent', async () => {
      throw new GatewayError('The gateway is down.', true)
    })
    await pay(order(BO))
    repair()
    expect(shop.failures.splice(0)).toHaveLength(1)
    expect(await ordersByState(shop)).toEqual({ paid: 2 })
  })

  test('refunds a payment that comes once the same person has ordered again', async () => {
    const late = await place(shop, order({}, {}, LIMIT))
    const pressed = shop.gateway.confirm(late.clientSecret, PAYS)
    await shop.database.db.updateTable('orders').set({ state: 'expired' }).execute()
    await shop.database.db.deleteFrom('holds').execute()
    await place(shop, order({}))
    await pressed
    await deliverWebhooks(shop)
    await settled()
    expect(await found(late.orderNumber)).toMatchObject({ state: 'refunded' })
  })

  test('forgets whom it refused when they are erased, and a month after; and buyers once the drop is deleted', async () => {
    const refusals = async () =>
      (await listRefused(shop, { id: 'w' })).latest.map(({ sign, times }) => [sign, times])
    const buyers = () => shop.database.db.selectFrom('drop_buyers').select('sign').execute()
    await pay(order({}, {}, LIMIT))
    for (const customer of [CUSTOMER, { ...BO, address: CUSTOMER.address, postal: CUSTOMER.postal }])
      for (let times = 0; times < 2; times += 1) await placeOrder(shop, order(customer))
    expect((await refusals()).toSorted()).toEqual([
      ['address', 2],
      ['email', 2],
    ])
    await shop.database.db
      .updateTable('orders')
      .set({ state: 'refunded', fulfilment: 'nothing-to-fulfil' })
      .execute()
    await eraseCustomer(shop, { email: ' ADA@shopper.example', by: 'bo@redemption.example' })
    expect(await refusals()).toEqual([])
    expect(await buyers()).toEqual([])
    await pay(order(BO, {}, LIMIT))
    await placeOrder(shop, order(BO))
    shop.pass(30 * DAY + 1)
    await applyRetention(shop)
    expect(await refusals()).toEqual([])
    expect(await buyers()).toHaveLength(4)
    await saveAsStaff(shop, DROPS, { drops: [] })
    await applyRetention(shop)
    expect(await buyers()).toEqual([])
  })

  test(
    'gives one person who orders at once in two processes, under a hundred spellings, exactly as many',
    { timeout: 120_000 },
    async () => {
      const second = await openTestShop(await connectAgain())
      second.settings.orderLimit = shop.settings.orderLimit
      const spelled = (at: number) => ({
        email: `${at % 2 ? 'ADA' : 'ada'}+${at}@Shopper.example`,
        address: `12${' '.repeat(at % 10)} Broadway ${['Ave.', 'AVENUE', 'av', '#Ave'][at % 4]}`,
      })
      const outcomes = await Promise.all(
        Array.from({ length: 100 }, (_, at) =>
          placeUntilAnswered(at % 4 < 2 ? shop : second, order(spelled(at))),
        ),
      )
      const kinds = Object.groupBy(outcomes, ({ kind }) => kind)
      expect(kinds.placed).toHaveLength(LIMIT)
      expect(kinds['over-person-limit']).toHaveLength(100 - LIMIT)
      expect(await ordersByState(shop)).toEqual({ pending: LIMIT })
    },
  )
})

async function placeUntilAnswered(shop: TestShop, request: OrderRequest) {
  for (;;) {
    const outcome = await placeOrder(shop, request)
    if (outcome.kind !== 'busy') return outcome
  }
}
