import { expect, test } from 'vitest'
import type { Product } from '#domain/catalog/product.ts'
import { cents } from '#domain/money.ts'
import { shopDay, startOfDay } from '#domain/shop-day.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { readAnyReport, readFigures } from '#operations/sales/read-figures.ts'
import { storeSalesDays } from '#operations/upkeep/store-sales-days.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { orderDesk, TWO_HOODIES } from '#test/support/order-desk.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

describeOnEachDatabase('the figures of a period', (open) => {
  let shop: TestShop
  let product: Product
  const { paid, seen, settled } = orderDesk(() => ({ shop, product }))

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie({ stock: 20, price: cents(118_00) }))

  /** Until this hour of the shop's next day. */
  const passTo = (hour: number) => {
    const { timeZone } = shop.settings
    const next = startOfDay(shopDay(shop.now() + DAY, timeZone), timeZone)!
    shop.pass(next + hour * HOUR - shop.now())
  }
  const today = () => {
    const day = shopDay(shop.now(), shop.settings.timeZone)
    return { from: day, to: day }
  }

  test('that is not over are held against the same hours of the days before', async () => {
    passTo(10)
    await paid()
    shop.pass(5 * HOUR)
    await paid()
    const whole = await readFigures(shop, today())
    expect(whole.summary).toMatchObject({ orders: 2, revenue: 2 * TWO_HOODIES })
    passTo(12)
    await paid()
    while ((await storeSalesDays(shop)) > 0);
    const { summary, before } = await readFigures(shop, today())
    expect(summary).toMatchObject({ orders: 1, revenue: TWO_HOODIES })
    expect(before.summary).toMatchObject({ orders: 1, revenue: TWO_HOODIES })
    passTo(1)
    while ((await storeSalesDays(shop)) > 0);
    expect((await readFigures(shop, before.period)).summary).toMatchObject({ orders: 2 })
  })

  test('count units on the day when they were paid, and refunded ones on the day of the refund', async () => {
    passTo(10)
    const { number } = await paid()
    const first = today()
    passTo(10)
    await cancelOrder(shop, { ...(await seen(number)), restock: true, reason: '' })
    await settled()
    const sold = async (period: typeof first) => (await readAnyReport(shop, 'product', period)).rows
    expect(await sold(first)).toEqual([['Emblem Hoodie', 2, 0, 236_00, 0, 0, 236_00]])
    expect(await sold(today())).toEqual([['Emblem Hoodie', 0, 2, 0, 0, 236_00, -236_00]])
    expect((await readAnyReport(shop, 'stock', today())).rows[0]?.slice(2, 5)).toEqual([20, 20 * 118_00, 0])
  })
})
