import { expect, test } from 'vitest'
import { fillNextBatch } from '#db/upgrades/backfills.ts'
import { balanceDays } from '#db/payment-links/balance-days.ts'
import { DAY_MS } from '#domain/sales/sales.ts'
import type { Product } from '#domain/catalog/product.ts'
import { cents } from '#domain/money.ts'
import { addDays, shopDay } from '#domain/shop-day.ts'
import { settlePayment } from '#operations/checkout/payments/settle-payment.ts'
import { exportOrders, orderColumns } from '#operations/orders/export-orders.ts'
import { readDashboard } from '#operations/orders/read-dashboard.ts'
import { resolveAttention } from '#operations/orders/resolve-attention.ts'
import { storeSalesDays } from '#operations/upkeep/store-sales-days.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { TWO_HOODIES } from '#test/support/order-desk.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'
import { linkDesk, INCREASE } from '#test/operations/payment-links/link-desk.ts'

describeOnEachDatabase('the balance of a changed order', (open) => {
  let shop: TestShop
  let product: Product
  const { waiting, paid, changed, seen, secretOf, pay, balance } = linkDesk(() => ({
    shop,
    product,
  }))

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie({ stock: 50 }))

  const keepAll = async () => {
    while ((await storeSalesDays(shop)) > 0);
  }

  /** Orders and revenue of each of the last thirty days that has any: the overview. */
  async function daysWithSales(): Promise<[orders: number, revenue: number][]> {
    const { days } = (await readDashboard(shop)).figures
    return days
      .filter(({ orders, revenue }) => orders > 0 || revenue !== 0)
      .map(({ orders, revenue }) => [orders, revenue])
  }

  /** Revenue by day as the exported orders say it, oldest first. None of these orders was refunded. */
  async function exportedDays(): Promise<number[]> {
    const byDay = new Map<string, number>()
    const add = (at: string, amount: number) => {
      const day = shopDay(Date.parse(at), shop.settings.timeZone)
      byDay.set(day, (byDay.get(day) ?? 0) + amount)
    }
    for await (const batch of exportOrders(shop, { q: '', state: '', from: '', to: '' })) {
      for (const row of batch) {
        if (row[orderColumns().indexOf('Order paid (CAD)')] === null) continue // a refund
        const cell = (heading: string) => String(row[orderColumns().indexOf(heading)])
        const list = (heading: string) => cell(heading).split('; ').filter(Boolean)
        const amounts = list('Order balance paid (CAD)').map((text) => Math.round(Number(text) * 100))
        const all = Math.round(Number(cell('Order paid (CAD)')) * 100)
        add(cell('Paid'), all - amounts.reduce((sum, one) => sum + one, 0))
        for (const [at, day] of list('Balance paid').entries()) add(day, amounts[at] ?? 0)
      }
    }
    return [...byDay].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, amount]) => amount)
  }

  const balances: [string, () => Promise<void>][] = [
    [
      'by link',
      async () => {
        const link = await waiting()
        shop.pass(2 * DAY_MS)
        await keepAll()
        await pay(await secretOf(link))
      },
    ],
    [
      'in cash when the order is changed',
      async () => {
        const { number } = await paid()
        shop.pass(2 * DAY_MS)
        await keepAll()
        await changed(number, 3, INCREASE, { method: 'cash', words: 'In the shop' })
      },
    ],
    [
      'in cash instead of by link',
      async () => {
        const { number } = await waiting()
        shop.pass(2 * DAY_MS)
        await keepAll()
        await balance(number, { step: 'settle', increase: { method: 'cash', words: 'In the shop' } })
      },
    ],
  ]

  test.each(balances)('counts on the day when it is paid: %s', async (_how, payLater) => {
    await payLater()
    const sold = [
      [1, TWO_HOODIES],
      [0, INCREASE],
    ]
    expect(await daysWithSales()).toEqual(sold)
    expect(await exportedDays()).toEqual([TWO_HOODIES, INCREASE])
    const since = async (days: number) => {
      const to = shopDay(shop.now(), shop.settings.timeZone)
      return (await readDashboard(shop, { from: addDays(to, 1 - days), to })).figures.summary
    }
    expect(await since(1)).toMatchObject({ orders: 0, revenue: INCREASE, average: 0 })
    expect(await since(7)).toMatchObject({
      orders: 1,
      revenue: TWO_HOODIES + INCREASE,
      average: TWO_HOODIES,
    })
    shop.pass(3 * DAY_MS)
    await keepAll()
    expect(await daysWithSales()).toEqual(sold)
  })

  test('that is set aside counts on the day when it arrived, even once staff accept it', async () => {
    const { number, ...link } = await waiting()
    const intent = (await shop.gateway.findIntentBySecret(await secretOf(link)))!
    shop.pass(2 * DAY_MS)
    await settlePayment(shop, { ...intent, state: 'succeeded', amount: cents(100_00) })
    const sold = [
      [1, TWO_HOODIES],
      [0, 100_00],
    ]
    expect(await daysWithSales()).toEqual(sold)
    shop.pass(2 * DAY_MS)
    await keepAll()
    await resolveAttention(shop, { ...(await seen(number)), outcome: 'stands', note: 'Agreed' })
    expect(await daysWithSales()).toEqual(sold)
    expect(await exportedDays()).toEqual([TWO_HOODIES, 100_00])
  })

  test('that arrives too late does not count on the day when it is returned', async () => {
    const { number, ...link } = await waiting()
    const intent = (await shop.gateway.findIntentBySecret(await secretOf(link)))!
    await balance(number, { step: 'settle', increase: { method: 'waive', words: 'Our mistake' } })
    shop.pass(2 * DAY_MS)
    await keepAll()
    await settlePayment(shop, { ...intent, state: 'succeeded' })
    expect(await daysWithSales()).toEqual([
      [1, TWO_HOODIES],
      [0, INCREASE],
    ])
  })

  test('of an earlier version counts, once it is filled in, on the day when it was received, if that is known', async () => {
    for (const [, payLater] of balances) await payLater()
    shop.pass(2 * DAY_MS)
    await keepAll()
    const sold = await daysWithSales()
    const { db } = shop.database
    const payments = () =>
      db.selectFrom('payments').select(['id', 'kind', 'received_at']).orderBy('id').execute()
    const before = await payments()
    await db.updateTable('payments').set({ received_at: null }).execute()
    await keepAll()
    shop.pass(DAY_MS)
    await keepAll()
    expect(await daysWithSales()).toEqual(
      sold.filter(([orders]) => orders > 0).map(([orders]) => [orders, TWO_HOODIES + INCREASE]),
    )
    const filled = async () => {
      while (
        (await fillNextBatch(shop.database, balanceDays, { limit: 2, now: shop.now() }))?.isDone === false
      );
    }
    await filled()
    expect(await payments()).toEqual(before)
    expect(await daysWithSales()).toEqual(sold)

    await db.updateTable('payments').set({ received_at: null }).execute()
    await db.deleteFrom('order_events').where('kind', '=', 'balance-paid').execute()
    await db.deleteFrom('backfills').execute()
    await filled()
    const known = before.filter(({ kind }) => kind === 'external').map(({ received_at }) => received_at)
    expect((await payments()).flatMap(({ received_at }) => received_at ?? [])).toEqual(known)
  })
})
