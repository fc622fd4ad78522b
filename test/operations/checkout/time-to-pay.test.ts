import { beforeEach, expect, test } from 'vitest'
import type { Product } from '#domain/catalog/product.ts'
import type { Drop } from '#domain/drops/drop.ts'
import { DROPS } from '#domain/settings/drops.ts'
import type { OrderRequest } from '#operations/checkout/order-request.ts'
import { expireOrders } from '#operations/checkout/payments/expire-orders.ts'
import { placeOrder } from '#operations/checkout/place-order.ts'
import {
  DECLINED,
  deliverWebhooks,
  one,
  orderFor,
  ordersByState,
  PAYS,
  place,
  stockOf,
} from '#test/support/buyer.ts'
import { drop } from '#test/support/drop.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { saveAsStaff } from '#test/support/rounding-shop.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describeOnEachDatabase('A drop with minutes to pay', (open) => {
  let shop: TestShop
  let product: Product

  beforeEach(async () => {
    shop = await openTestShop(open())
    product = await shop.catalog.add(hoodie({ stock: 200 }))
    await shop.identity.addMember({ email: 'bo@redemption.example', password: 'wears red' })
    await save()
  })

  const save = (changes: Partial<Drop> = {}) =>
    saveAsStaff(shop, DROPS, {
      drops: [drop({ products: [product.id], soldFrom: shop.now(), payMinutes: 5, ...changes })],
    })
  let people = 0
  const order = (more: Partial<OrderRequest> = {}, of = product) =>
    orderFor([of], [one(of)], {
      customer: { ...CUSTOMER, email: `a${(people += 1)}@shopper.example` },
      address: `203.0.113.${people % 250}`,
      ...more,
    })

  test('gives what is not paid in time back at once, whatever else happens to the order until then', async () => {
    const request = order()
    const start = shop.now()
    const first = await place(shop, request)
    expect(first.payBy).toBe(start + 5 * MINUTE)
    shop.pass(4 * MINUTE)
    await shop.gateway.confirm(first.clientSecret, DECLINED)
    await deliverWebhooks(shop)
    expect(await stockOf(shop, product)).toEqual({ stock: 200, held: 0 })
    expect((await place(shop, request)).payBy).toBe(start + 5 * MINUTE)
    shop.pass(MINUTE - 1)
    expect(await expireOrders(shop)).toBe(0)
    expect(await stockOf(shop, product)).toEqual({ stock: 199, held: 1 })
    shop.pass(1)
    expect(await expireOrders(shop)).toBe(1)
    expect(await stockOf(shop, product)).toEqual({ stock: 200, held: 0 })
    // The same checkout may try again, with new time.
    const again = await place(shop, request)
    expect(again.payBy).toBe(shop.now() + 5 * MINUTE)
    await shop.gateway.confirm(again.clientSecret, PAYS)
    await deliverWebhooks(shop)
    shop.pass(DAY)
    await expireOrders(shop)
    expect(await ordersByState(shop)).toEqual({ paid: 1 })
  })

  test('leaves other orders their time, and its own from the next day on', async () => {
    const tee = await shop.catalog.add(hoodie({ name: 'Tee' }))
    expect((await place(shop, order({}, tee))).payBy).toBeNull()
    shop.pass(5 * MINUTE)
    expect(await expireOrders(shop)).toBe(0)
    shop.pass(DAY - 5 * MINUTE)
    expect((await place(shop, order())).payBy).toBeNull()
    await save({ soldFrom: shop.now(), payMinutes: null })
    expect((await place(shop, order())).payBy).toBeNull()
  })

  test('lets a browser have one order unpaid, and an address without a cookie too', async () => {
    const browser = { visitor: 'theirs', device: 'theirs' }
    const held = order(browser)
    await place(shop, held)
    await place(shop, held)
    expect(await placeOrder(shop, order(browser))).toMatchObject({ kind: 'too-many-unpaid', orders: 1 })
    const { customer, address } = order()
    await place(shop, order({ customer, address }))
    expect(await placeOrder(shop, order({ customer, address }))).toMatchObject({ limit: 'visitor-orders' })
  })

  test('lets one network keep less than a twentieth of its pieces from others, with any number of addresses', async () => {
    for (let times = 0; times < 100; times += 1) await placeOrder(shop, order({ address: '198.51.100.7' }))
    const { held } = await stockOf(shop, product)
    expect(held).toBe(8)
    await place(shop, order({ address: '198.51.100.8' }))
  })
})
