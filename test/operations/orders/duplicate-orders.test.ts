import { toOrderId } from '#domain/ids.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { duplicatesOf, withDuplicates } from '#db/orders/duplicate-orders.ts'
import type { Product } from '#domain/catalog/product.ts'
import type { Customer } from '#domain/orders/order.ts'
import { cents } from '#domain/money.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { listOrders } from '#operations/orders/list-orders.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'
import { deliverWebhooks, one, orderFor, PAYS, place } from '#test/support/buyer.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { orderDesk, TRACKING } from '#test/support/order-desk.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'

const EVERYTHING = { q: '', state: '', from: '', to: '', page: 1 } as const
const HOUR = 3_600_000

describeOnEachDatabase('duplicate orders', (open) => {
  let shop: TestShop
  let product: Product
  const { seen, settled, refundOf } = orderDesk(() => ({ shop, product }))

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie())

  async function ordered(changes: Partial<Customer> = {}, pays = true) {
    shop.pass(1)
    const plain = orderFor([product], [one(product, 'M', 1)])
    const request = { ...plain, customer: { ...plain.customer, ...changes } }
    const { clientSecret, orderNumber } = await place(shop, request)
    if (!pays) return orderNumber
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    await settled()
    return orderNumber
  }
  const shownOn = async (number: string) =>
    (await findOrderView(shop, number, PERMISSIONS))?.duplicates.map(
      (other) => `${other.number}: ${other.why}`,
    )
  const marked = async () =>
    (await listOrders(shop, EVERYTHING)).rows.filter(({ hasDuplicate }) => hasDuplicate).length

  test('are marked on both orders and in the list, by email and by address in any spelling', async () => {
    const first = await ordered({ email: 'ada@example.com', address: '1 Main St', postal: 'S7K 1A1' })
    const second = await ordered({ email: 'ADA@example.com', address: '9 Other Rd', postal: 'S7K 9A9' })
    const third = await ordered({ email: 'bo@example.com', address: '1 MAIN ST', postal: 's7k 1a1' })
    const fourth = await ordered({ email: 'ada@example.com', address: '1 Main St', postal: 'S7K 1A1' })
    await ordered({ email: 'cy@example.com', address: '5 Elm', postal: 'S7K 5A5' })
    const accents = await ordered({ email: 'dd@example.com', address: '3 Côte St-Luc, 4', postal: 'S7K 2A2' })
    const none = await ordered({ email: 'ee@example.com', address: '3 COTE ST. LUC #4', postal: 's7k2a2' })
    expect(await shownOn(first)).toEqual([
      `${second}: same email`,
      `${third}: same address`,
      `${fourth}: same email and address`,
    ])
    expect(await shownOn(second)).toEqual([`${first}: same email`, `${fourth}: same email`])
    expect(await shownOn(third)).toEqual([`${first}: same address`, `${fourth}: same address`])
    expect(await shownOn(accents)).toEqual([`${none}: same address`])
    expect(await marked()).toBe(6)
  })

  test('are not orders of neighbours: an address also needs the same name or phone', async () => {
    const at = { address: '1 Dormitory', postal: 'S7K 1A1' }
    const ada = await ordered({ ...at, email: 'ada@example.com', name: 'Ada Byron', phone: '306 555 0101' })
    const bo = await ordered({ ...at, email: 'bo@example.com', name: 'Bo Li', phone: '306 555 0102' })
    expect({ ada: await shownOn(ada), bo: await shownOn(bo), marked: await marked() }).toEqual({
      ada: [],
      bo: [],
      marked: 0,
    })
    const typo = await ordered({ ...at, email: 'adaa@example.com', name: 'ADA BYRON', phone: '306 555 0103' })
    const other = await ordered({ ...at, email: 'b@example.com', name: 'B. Li', phone: '306 555 0102' })
    expect(await shownOn(ada)).toEqual([`${typo}: same address`])
    expect(await shownOn(bo)).toEqual([`${other}: same address`])
  })

  test('are only those that are paid, not sent, and at most a day apart', async () => {
    const first = await ordered()
    await ordered({}, false)
    expect(await shownOn(first)).toEqual([])
    shop.pass(24 * HOUR)
    const later = await ordered()
    expect({ first: await shownOn(first), later: await shownOn(later), marked: await marked() }).toEqual({
      first: [],
      later: [],
      marked: 0,
    })
    shop.pass(HOUR)
    const last = await ordered()
    expect(await shownOn(later)).toEqual([`${last}: same email and address`])
    await refundOrder(shop, await refundOf(last, { amount: cents(10_00) }))
    await settled()
    expect(await shownOn(later)).toEqual([`${last}: same email and address`])
    await fulfilOrder(shop, { ...(await seen(last)), ...TRACKING })
    expect({ later: await shownOn(later), last: await shownOn(last), marked: await marked() }).toEqual({
      later: [],
      last: [],
      marked: 0,
    })
  })

  test('are found by indexes, however many orders there are', async () => {
    const { db, engine } = shop.database
    /** PostgreSQL chooses between indexes by what a small table happens to hold: all but one are hidden from it. */
    async function plansWithout(hidden: readonly string[]): Promise<string[]> {
      const tx = await db.startTransaction().execute()
      try {
        if (engine === 'postgres') {
          await sql`set local enable_seqscan = off`.execute(tx)
          for (const index of hidden) await sql.raw(`drop index ${index}`).execute(tx)
        }
        const explain = sql.raw(engine === 'sqlite' ? 'explain query plan' : 'explain')
        const queries = [
          duplicatesOf(toOrderId('an-order')),
          withDuplicates([toOrderId('an-order'), toOrderId('another')]),
        ]
        const rows = queries.map(async (query) => (await sql`${explain} ${query}`.execute(tx)).rows)
        return (await Promise.all(rows)).map((plan) => JSON.stringify(plan))
      } finally {
        await tx.rollback().execute()
      }
    }
    // An empty table of PostgreSQL is looked up by its id with any index that has it.
    const scan = engine === 'sqlite' ? 'orders_by_state' : 'Seq Scan'
    const indexes = ['by_email', 'by_address', 'by_address_key'].map((name) => `orders_waiting_${name}`)
    for (const used of indexes) {
      for (const plan of await plansWithout([
        'orders_by_time',
        ...indexes.filter((index) => index !== used),
      ])) {
        expect(plan).not.toContain(scan)
        expect(plan).toMatch(new RegExp(String.raw`\b${used}\b`))
      }
    }
  })
})
