import { sql } from 'kysely'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { DEMO_PRODUCTS } from '#demo/products.ts'
import { DEMO_SIZE_CHARTS } from '#demo/size-charts.ts'
import { findBookFaults } from '#db/backups/books.ts'
import { recordTakesMoney } from '#db/engine/test-orders.ts'
import { findGiftCard, hashOfTyped, lockGiftCards } from '#db/gift-cards/gift-card-ledger.ts'
import { listGiftCards, sumOwed } from '#db/gift-cards/gift-card-list.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { withEmptyFields } from '#domain/catalog/product-fields.ts'
import type { Product } from '#domain/catalog/product.ts'
import { toProductId } from '#domain/ids.ts'
import { manualOrderSchema } from '#domain/checkout/manual-order.ts'
import { cents } from '#domain/money.ts'
import { CATEGORIES_SETTING } from '#domain/settings/categories.ts'
import { START } from '#domain/settings/start.ts'
import type { Order } from '#domain/orders/order.ts'
import { shopDay } from '#domain/shop-day.ts'
import { saveProduct } from '#operations/catalog/save-product.ts'
import { saveSizeChart } from '#operations/catalog/save-size-chart.ts'
import { subscribeToNewsletter } from '#operations/newsletter/subscribe-to-newsletter.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { createManualOrder } from '#operations/orders/create-manual-order.ts'
import { exportOrders } from '#operations/orders/export-orders.ts'
import { listOrders } from '#operations/orders/list-orders.ts'
import { giftCardsFor } from '#operations/checkout/gift-cards-for.ts'
import { saveSetting } from '#operations/settings/save-setting.ts'
import { readFigures } from '#operations/sales/read-figures.ts'
import { countStepsLeft, readStart } from '#operations/start/read-start.ts'
import { readDemo, removeDemo } from '#operations/start/remove-demo.ts'
import { storeSalesDays } from '#operations/upkeep/store-sales-days.ts'
import { ADA } from '#test/support/staff-browser.ts'
import { place, stockOf } from '#test/support/buyer.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { ADA_AS_OWNER, ONE_HOODIE, TWO_HOODIES } from '#test/support/order-desk.ts'
import { issueGiftCard } from '#test/support/gift-card.ts'
import { CUSTOMER, hoodie, type TestShop } from '#test/support/test-shop.ts'
import { INCREASE, linkDesk } from '#test/operations/payment-links/link-desk.ts'

const DAY = 24 * 3_600_000

/** The tables that still name an order. */
async function tablesNaming({ db }: ShopDatabase, orderId: string): Promise<string[]> {
  const tables = await db.introspection.getTables()
  const named = tables.filter(({ columns }) => columns.some(({ name }) => name === 'order_id'))
  expect(named.length).toBeGreaterThan(20)
  const holding: string[] = []
  for (const { name } of named) {
    const { rows } = await sql`select 1 from ${sql.table(name)} where order_id = ${orderId} limit 1`.execute(
      db,
    )
    if (rows.length > 0) holding.push(name)
  }
  return holding
}

describeOnEachDatabase('a shop that is tried out before it sells', (open) => {
  let shop: TestShop
  let product: Product
  const { paid, placed, seen, settled, found, changed, balance, pay, secretOf, linkOf } = linkDesk(() => ({
    shop,
    product,
  }))

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie({ stock: 20, price: cents(118_00) }))

  async function editor() {
    const added = await shop.identity.addMember(ADA)
    if (!('member' in added)) throw new Error(added.kind)
    return { memberId: added.member.id, ...ADA_AS_OWNER }
  }

  const figures = async () => {
    const day = shopDay(shop.now(), shop.settings.timeZone)
    return (await readFigures(shop, { from: shopDay(shop.now() - 3 * DAY, shop.settings.timeZone), to: day }))
      .summary
  }

  async function exported(filter: object) {
    const rows: unknown[] = []
    for await (const batch of exportOrders(shop, filter)) rows.push(...batch)
    return rows.length
  }

  test('counts test orders until a gateway takes money, and never after, past days too', async () => {
    await paid()
    shop.pass(2 * DAY)
    await paid()
    while ((await storeSalesDays(shop)) > 0);
    expect(await figures()).toMatchObject({ orders: 2, revenue: 2 * TWO_HOODIES })
    await recordTakesMoney(shop.database, true)
    await recordTakesMoney(shop.database, true)
    expect(await figures()).toMatchObject({ orders: 0, revenue: 0 })
    while ((await storeSalesDays(shop)) > 0);
    expect(await figures()).toMatchObject({ orders: 0, revenue: 0 })
    expect(await exported({})).toBe(0)
    expect(await exported({ paid: 'test' })).toBe(2)
    // A real order beside them.
    await shop.database.db
      .updateTable('payments')
      .set({ gateway: 'stripe' })
      .where('order_id', '=', (await found((await listed('test'))[0]!)).id)
      .execute()
    await shop.database.db.deleteFrom('sales_days').execute()
    expect(await figures()).toMatchObject({ orders: 1, revenue: TWO_HOODIES })
    expect(await listed('real')).toHaveLength(1)
    await recordTakesMoney(shop.database, false)
    expect(await figures()).toMatchObject({ orders: 2 })
  })

  test('counts an order whose checkout began at the test gateway and went on at one that takes money', async () => {
    const { request, orderNumber } = await placed()
    await shop.database.db.updateTable('payments').set({ intent_id: null, client_secret: null }).execute()
    Object.defineProperty(shop.gateway, 'name', { value: 'stripe' })
    expect((await place(shop, request)).orderNumber).toBe(orderNumber)
    expect(await listed('test')).toEqual([])
  })

  const listed = async (how: 'test' | 'real') =>
    (await listOrders(shop, { paid: how, page: 1 })).rows.map(({ number }) => number)

  test('deletes test orders with all that belongs to them, and what they took goes back', async () => {
    const first = await paid()
    const second = await paid()
    await cancelOrder(shop, { ...(await seen(second.number)), restock: false, reason: '' })
    await settled()
    const { orderNumber } = await placed()
    const ids = await Promise.all(
      [first.number, second.number].map(async (number) => (await found(number)).id),
    )
    expect(await stockOf(shop, product)).toMatchObject({ stock: 14 })
    expect(
      await removeDemo(shop, { products: false, orders: true, subscribers: false }, await editor()),
    ).toMatchObject({ orders: 2 })
    expect(await stockOf(shop, product)).toMatchObject({ stock: 18 })
    for (const id of ids) expect(await tablesNaming(shop.database, id)).toEqual(['stock_movements'])
    expect(await findBookFaults(shop.database.db)).toEqual([])
    // Being paid: it stays.
    expect(await readDemo(shop)).toMatchObject({ orders: [{ number: orderNumber, obstacle: 'pending' }] })
    await settled()
    expect(shop.mails).toEqual([])
  })

  test('keeps test orders that gift cards were bought with, and those of a real gateway', async () => {
    const { number } = await paid()
    const { id } = await found(number)
    const { db } = shop.database
    await db.updateTable('payments').set({ gateway: 'stripe' }).where('order_id', '=', id).execute()
    await subscribeToNewsletter(shop, 'reader@shopper.example')
    const what = { products: false, orders: true, subscribers: true }
    expect(await removeDemo(shop, what, await editor())).toMatchObject({ orders: 0, subscribers: 1 })
    await db.updateTable('payments').set({ gateway: 'test' }).where('order_id', '=', id).execute()
    await issueGiftCard(shop, 25_00)
    await db.updateTable('gift_cards').set({ order_id: id, line_position: 0, unit: 0 }).execute()
    expect(await removeDemo(shop, what, await editor())).toMatchObject({ orders: 0 })
    expect((await readDemo(shop)).orders).toMatchObject([{ number, obstacle: 'gift-card' }])
  })

  test('a gift card that was bought in a test is worth nothing once a gateway takes money', async () => {
    const { id } = await found((await paid()).number)
    const { db } = shop.database
    const code = await issueGiftCard(shop, 25_00)
    const issued = await issueGiftCard(shop, 10_00)
    const bought = (await findGiftCard(db, { codeHash: hashOfTyped(shop, code)! }))!
    await db
      .updateTable('gift_cards')
      .set({ order_id: id, line_position: 0, unit: 0 })
      .where('id', '=', bought.id)
      .execute()
    const offers = async () => {
      const offered = await giftCardsFor(shop, { codes: [code, issued], checkoutId: null })
      return offered.pay(cents(50_00)).cards.map(({ amount }) => amount)
    }
    expect([await offers(), await sumOwed(db)]).toEqual([[25_00, 10_00], 35_00])
    await recordTakesMoney(shop.database, true)
    expect([await offers(), await sumOwed(db)]).toEqual([[10_00], 10_00])
    expect((await lockGiftCards(db, [bought.id])).get(bought.id)?.state).toBe('disabled')
    const disabled = await listGiftCards(db, { query: '', state: 'disabled' }, { limit: 5, offset: 0 })
    expect(disabled.cards.map((card) => card.id)).toEqual([bought.id])
  })

  test('keeps and counts orders that were paid otherwise, whose balance was asked for at the test gateway', async () => {
    const inCash = v.parse(manualOrderSchema, {
      orderKey: 'at-the-market',
      lines: [{ productId: product.id, size: 'M', quantity: 1 }],
      delivery: 'ship',
      shipping: true,
      customer: CUSTOMER,
      method: 'cash',
      reference: 'Receipt 12',
      total: ONE_HOODIE,
    })
    const made = await createManualOrder(shop, { ...inCash, ...ADA_AS_OWNER })
    if (made.kind !== 'created') throw new Error(made.kind)
    const [byCard, tried] = [await paid(), await paid()]
    const payments = shop.database.db.updateTable('payments')
    const atStripe = (kind: 'card' | 'link', { id }: Order) =>
      payments.set({ gateway: 'stripe' }).where('kind', '=', kind).where('order_id', '=', id).execute()
    await atStripe('card', await found(byCard.number))
    expect(await changed(made.number, 2, INCREASE)).toEqual({ kind: 'items-changed' })
    await balance(made.number, { step: 'settle', increase: { method: 'cash', words: 'Receipt 13' } })
    for (const { number } of [byCard, tried]) await changed(number, 3, INCREASE)
    // Its customer has paid the balance since the shop sells.
    await pay(await secretOf(await linkOf(tried.number)))
    await atStripe('link', await found(tried.number))
    await paid()
    await recordTakesMoney(shop.database, true)
    const real = [made.number, byCard.number, tried.number].toSorted()
    expect((await listed('real')).toSorted()).toEqual(real)
    expect(await figures()).toMatchObject({ orders: 3 })
    expect(await exported({ paid: 'real' })).toBe(3)
    const what = { products: false, orders: true, subscribers: false }
    expect(await removeDemo(shop, what, await editor())).toMatchObject({ orders: 1 })
    expect((await listed('real')).toSorted()).toEqual(real)
    expect(await listed('test')).toEqual([])
  })

  test('removes the demo: what nobody ordered for good, what is the owner’s never', async () => {
    const [sold, renamed, plain] = DEMO_PRODUCTS.filter(({ category }) => category === 'T-Shirts')
    const add = async (demo: (typeof DEMO_PRODUCTS)[number], name = demo.name) => {
      const { pictures: _, ...draft } = demo
      await saveProduct(shop, {
        id: toProductId(demo.id),
        draft: withEmptyFields({ ...draft, name, pictures: [] }),
      })
    }
    await add(plain!)
    await add(sold!)
    await add(renamed!, 'Nordic Row Tee')
    await saveSizeChart(shop, { category: 'Pants', version: 0, draft: DEMO_SIZE_CHARTS.Pants! })
    await saveSizeChart(shop, { category: 'Hoodies', version: 0, draft: DEMO_SIZE_CHARTS.Hoodies! })
    await saveSizeChart(shop, { category: 'Hoodies', version: 1, draft: DEMO_SIZE_CHARTS.Pants! })
    const hoodies = product
    product = (await shop.catalog.find(toProductId(sold!.id)))!
    const { number } = await paid()
    const { id } = await found(number)
    await shop.database.db
      .updateTable('payments')
      .set({ gateway: 'stripe' })
      .where('order_id', '=', id)
      .execute()
    const demo = await readDemo(shop)
    expect(demo.categories.map(({ value }) => value)).toEqual(['Accessories', 'Pants'])
    expect(demo.charts).toEqual(['Pants'])
    const what = { products: true, orders: true, subscribers: false }
    expect(await removeDemo(shop, what, await editor())).toEqual({
      products: 1,
      kept: 1,
      charts: 1,
      categories: 2,
      orders: 0,
      subscribers: 0,
    })
    const left = await shop.database.db
      .selectFrom('products')
      .select('id')
      .where('archived_at', 'is', null)
      .execute()
    expect(left.map((one) => one.id).toSorted()).toEqual([hoodies.id, renamed!.id].toSorted())
    expect(await findBookFaults(shop.database.db)).toEqual([])
    expect(
      (await shop.savedSettings.latest(CATEGORIES_SETTING)).value.categories.map(({ value }) => value),
    ).toEqual(['T-Shirts', 'Hoodies'])
    // What was interrupted is finished by doing it again.
    expect(await removeDemo(shop, what, await editor())).toMatchObject({
      products: 0,
      kept: 0,
      charts: 0,
      categories: 0,
    })
  })

  test('says what is left to do, until nothing is or the owner puts it away', async () => {
    expect(await readStart(shop)).toMatchObject({
      name: false,
      taxes: false,
      payments: false,
      backups: false,
      product: true,
    })
    expect(await countStepsLeft(shop)).toBe(9)
    const by = await editor()
    await saveSetting(shop, START, { version: 0, value: { shown: false } }, by)
    expect(await countStepsLeft(shop)).toBe(0)
  })
})
