import { beforeEach, expect, test } from 'vitest'
import type { Product } from '#domain/catalog/product.ts'
import type { Drop } from '#domain/drops/drop.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { expireOrders } from '#operations/checkout/payments/expire-orders.ts'
import type { OrderRequest } from '#operations/checkout/order-request.ts'
import { placeOrder } from '#operations/checkout/place-order.ts'
import { previewCart } from '#operations/checkout/preview-cart.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { choosing, deliverWebhooks, one, orderFor, ordersByState, PAYS, place } from '#test/support/buyer.ts'
import { drop } from '#test/support/drop.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { orderDesk } from '#test/support/order-desk.ts'
import { saveAsStaff } from '#test/support/rounding-shop.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const MINUTE = 60_000
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
  const { seen, settled } = orderDesk(() => ({ shop, product }))

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
  async function pay(request: OrderRequest) {
    const { clientSecret, orderNumber } = await place(shop, request)
    await shop.gateway.confirm(clientSecret, PAYS)
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
