import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { storeNextDay } from '#db/sales/store-days.ts'
import { readSales } from '#db/sales/sales-days.ts'
import { countSales } from '#db/sales/sales.ts'
import type { DaySales } from '#db/sales/sales-days.ts'
import type { Product } from '#domain/catalog/product.ts'
import { cents } from '#domain/money.ts'
import { DAY_MS, NO_SALES, SLOT_MS, type Sales } from '#domain/sales/sales.ts'
import { addDays, shopDay, startOfDay } from '#domain/shop-day.ts'
import { toDisputeId, toRefundId } from '#domain/ids.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { resolveAttention } from '#operations/orders/resolve-attention.ts'
import { payByLink } from '#operations/payment-links/pay-by-link.ts'
import { handleDisputeEvent } from '#operations/refunds/handle-dispute-event.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { storeSalesDays } from '#operations/upkeep/store-sales-days.ts'
import { deliverWebhooks, PAYS } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'
import { linkDesk, INCREASE } from '#test/operations/payment-links/link-desk.ts'

const HOUR = 3_600_000
const WHOLE_MONTH = 30 * DAY_MS

describeOnEachDatabase('the sales of past days', (open) => {
  let shop: TestShop
  let product: Product
  const { paid, found, seen, settled, linkOf, balance, changed } = linkDesk(() => ({ shop, product }))

  beforeEach(async () => {
    shop = await openTestShop(open())
    product = await shop.catalog.add(hoodie({ stock: 1_000 }))
  })

  const keepAll = async () => {
    while ((await storeSalesDays(shop)) > 0);
  }
  const keptDays = async () => {
    const rows = shop.database.db.selectFrom('sales_days').select(['day', 'sales'])
    return (await rows.where('sales', 'is not', null).orderBy('day').execute()).map(({ day }) => day)
  }

  /** Compares what the shop reads with what a count of everything gives. */
  async function compare(since: number): Promise<Sales> {
    const now = shop.now()
    const range = { from: since, until: now + DAY_MS }
    const read = await readSales(shop.database, { ...range, now })
    const counted = await countSales(shop.database, range)
    expect(inOrder(read)).toEqual(inOrder(counted))
    return counted
  }

  test.each([41, 42, 43])(
    'equal those of a new count, whatever happens to their orders later: seed %i',
    { timeout: 240_000 },
    async (seed) => {
      const random = dice(seed)
      const numbers: string[] = []
      const secrets: string[] = []
      const intents = new Map<string, string>()
      const met = new Set<string>()
      const units = async (number: string) => (await found(number)).lines[0]?.quantity ?? 0
      const refund = async (number: string, amount: number) =>
        refundOrder(shop, {
          ...(await seen(number)),
          refundId: toRefundId(randomUUID()),
          amount: cents(amount),
          reason: '',
          restock: [],
        })
      const dispute = async (number: string, state: 'lost' | 'won') => {
        const intentId = intents.get(number) ?? ''
        const about = { id: toDisputeId(`dp_${number}`), amount: cents(20_00), currency: 'cad' } as const
        await handleDisputeEvent(shop, { ...about, reason: 'fraudulent', intentId, state })
        return { kind: `dispute-${state}` }
      }
      const steps: ((number: string) => Promise<{ kind: string }>)[] = [
        async (number) => {
          const outcome = await changed(number, (await units(number)) + 1, INCREASE)
          shop.pass(random(40) * HOUR)
          return outcome
        },
        async (number) =>
          changed(number, (await units(number)) + 1, INCREASE, { method: 'cash', words: 'Paid in the shop' }),
        async (number) => changed(number, Math.max(1, (await units(number)) - 1), -INCREASE),
        async (number) => {
          await changed(number, (await units(number)) + 1, INCREASE)
          shop.pass(random(40) * HOUR)
          if (random(2) === 0) await keepAll()
          const link = await linkOf(number).catch(() => null)
          if (link === null) return { kind: 'nothing-due' }
          const outcome = await payByLink(shop, link.link, link.key)
          if (outcome.kind !== 'requested') return outcome
          secrets.push(outcome.clientSecret)
          await shop.gateway.confirm(outcome.clientSecret, PAYS)
          await deliverWebhooks(shop)
          return { kind: 'paid-by-link' }
        },
        async (number) => balance(number, { step: 'undo' }),
        async (number) =>
          balance(number, { step: 'settle', increase: { method: 'cash', words: 'Paid here' } }),
        async (number) => refund(number, 1_00 + random(30_00)),
        async (number) => refund(number, (await found(number)).total),
        async (number) => dispute(number, 'lost'),
        async (number) => dispute(number, 'won'),
        async (number) => {
          const outcome = (['stands', 'returned', 'written-off'] as const)[random(3)] ?? 'stands'
          return resolveAttention(shop, { ...(await seen(number)), outcome, note: 'Looked at' })
        },
        async (number) =>
          random(2) === 0
            ? cancelOrder(shop, { ...(await seen(number)), restock: true, reason: '' })
            : { kind: 'kept' },
      ]
      for (let step = 0; step < 90; step += 1) {
        shop.pass(random(20) * HOUR + random(60) * 60_000)
        if (step % 4 === 0) {
          const { number, intentId } = await paid()
          numbers.push(number)
          intents.set(number, intentId)
        } else {
          const number = numbers.at(-1 - random(Math.min(6, numbers.length))) ?? ''
          met.add((await steps[random(steps.length)]!(number)).kind)
          if (random(2) === 0) await settled()
        }
        if (random(3) === 0) await keepAll()
        await compare(shop.now() - WHOLE_MONTH - random(24) * HOUR)
      }
      await keepAll()
      const { paid: slots, items } = await compare(shop.now() - WHOLE_MONTH)
      expect(slots.length).toBeGreaterThan(5)
      expect(items.length).toBe(1)
      expect(secrets.length).toBeGreaterThan(0)
      expect([...met]).toEqual(
        expect.arrayContaining(['items-changed', 'paid-by-link', 'requested', 'cancelled']),
      )
      shop.failures.length = 0
    },
  )

  test('are stored once a day has been over for an hour', async () => {
    await paid()
    const today = Math.floor(shop.now() / DAY_MS)
    await keepAll()
    expect(await keptDays()).not.toContain(today)
    shop.pass((today + 1) * DAY_MS + HOUR - 1 - shop.now())
    await keepAll()
    expect(await keptDays()).not.toContain(today)
    shop.pass(1)
    await keepAll()
    expect(await keptDays()).toContain(today)
  })

  test('are read from their stored rows, and counted again after a change of their orders', async () => {
    const { number } = await paid()
    const day = Math.floor(shop.now() / DAY_MS)
    const since = day * DAY_MS
    shop.pass(2 * DAY_MS)
    await keepAll()
    const row = shop.database.db.updateTable('sales_days').where('day', '=', day)
    await row.set({ sales: JSON.stringify(lieOf(day)) }).execute()
    const stored = { from: since, until: since + DAY_MS, now: shop.now() }
    expect((await readSales(shop.database, stored)).paid).toEqual([])
    await changed(number, 3, INCREASE, { method: 'cash', words: 'Paid in the shop' })
    expect(soldUnits(await compare(since))).toBe(3)
    await keepAll()
    expect(soldUnits(await compare(since))).toBe(3)
  })

  const soFarOf = (day: number) =>
    shop.database.db
      .selectFrom('sales_days')
      .select(['so_far', 'so_far_until', 'changes', 'so_far_changes'])
      .where('day', '=', day)
      .executeTakeFirst()

  test('include today’s up to a quarter of an hour ago, and that part grows without being counted again', async () => {
    shop.pass(DAY_MS - (shop.now() % DAY_MS) + 3 * HOUR + 1)
    const day = Math.floor(shop.now() / DAY_MS)
    await paid()
    const until = Math.ceil(shop.now() / SLOT_MS) * SLOT_MS
    shop.pass(until + SLOT_MS - 1 - shop.now())
    await keepAll()
    expect((await soFarOf(day))?.so_far_until).toBe(until - SLOT_MS)
    shop.pass(1)
    await keepAll()
    expect((await soFarOf(day))?.so_far_until).toBe(until)
    expect((await compare(day * DAY_MS)).paid).toHaveLength(1)

    await shop.database.db
      .updateTable('sales_days')
      .where('day', '=', day)
      .set({ so_far: JSON.stringify(lieOf(day, until)) })
      .execute()
    await paid()
    shop.pass(HOUR)
    await keepAll()
    const range = { from: day * DAY_MS, until: shop.now(), now: shop.now() }
    expect((await readSales(shop.database, range)).paid).toHaveLength(1)
  })

  test('are counted immediately for today after a change, and stored again with the next quarter of an hour', async () => {
    shop.pass(DAY_MS - (shop.now() % DAY_MS) + 3 * HOUR)
    const day = Math.floor(shop.now() / DAY_MS)
    const { number } = await paid()
    shop.pass(HOUR)
    await keepAll()
    await changed(number, 1, -INCREASE)
    expect(soldUnits(await compare(day * DAY_MS))).toBe(1)
    const isKept = async () => {
      const row = await soFarOf(day)
      return row !== undefined && row.so_far_changes === row.changes
    }
    await keepAll()
    expect(await isKept()).toBe(false)
    shop.pass(SLOT_MS)
    await keepAll()
    expect(await isKept()).toBe(true)
    expect(soldUnits(await compare(day * DAY_MS))).toBe(1)
  })

  test('include the part of the first day since midnight in the shop’s time zone, from its row', async () => {
    const { timeZone } = shop.settings
    const since = startOfDay(addDays(shopDay(shop.now(), timeZone), 1), timeZone) ?? 0
    expect(since % DAY_MS).not.toBe(0)
    shop.pass(since - HOUR - shop.now())
    await paid()
    shop.pass(2 * HOUR)
    await paid()
    shop.pass(2 * DAY_MS)
    await keepAll()
    expect(soldUnits(await compare(since))).toBe(soldUnits(await compare(since + HOUR)))
    await shop.database.db.updateTable('order_lines').set({ quantity: 7 }).execute()
    const now = shop.now()
    expect(soldUnits(await readSales(shop.database, { from: since, until: now, now }))).not.toBe(7)
  })

  test('are counted again a day later, in case a change was not noticed', async () => {
    await paid()
    const since = shop.now() - DAY_MS
    shop.pass(2 * DAY_MS)
    await keepAll()
    // As an earlier version of the shop does, which does not know about stored days.
    await shop.database.db.updateTable('order_lines').set({ quantity: 7 }).execute()
    shop.pass(DAY_MS)
    await keepAll()
    expect(soldUnits(await compare(since))).toBe(7)
  })

  test('are counted again when a change arrives while their day is counted', async () => {
    const { number } = await paid()
    const since = shop.now() - DAY_MS
    shop.pass(2 * DAY_MS)
    const day = Math.floor((since + DAY_MS) / DAY_MS)
    await keepAll()
    await shop.database.db
      .updateTable('sales_days')
      .set({ counted_changes: null })
      .where('day', '=', day)
      .execute()
    const counting = storeNextDay(shop.database, { now: shop.now(), timeZone: shop.settings.timeZone })
    await changed(number, 1, -INCREASE)
    await counting
    expect(soldUnits(await compare(since))).toBe(1)
  })

  test('are kept for years, from the first sale on, and counted again only after a change once they are a month old', async () => {
    const { number } = await paid()
    const day = Math.floor(shop.now() / DAY_MS)
    shop.pass(500 * DAY_MS)
    await keepAll()
    expect(await keptDays()).toHaveLength(500)
    expect((await keptDays())[0]).toBe(day)
    await shop.database.db
      .updateTable('sales_days')
      .where('day', '=', day)
      .set({ sales: JSON.stringify(lieOf(day)) })
      .execute()
    shop.pass(DAY_MS)
    await keepAll()
    const stored = { from: day * DAY_MS, until: (day + 1) * DAY_MS, now: shop.now() }
    expect((await readSales(shop.database, stored)).paid).toEqual([])
    await changed(number, 3, INCREASE, { method: 'cash', words: 'Paid in the shop' })
    await keepAll()
    expect(soldUnits(await compare(day * DAY_MS))).toBe(3)
  })
})

/** A stored day, or a part of it, that says that nothing was sold. */
function lieOf(day: number, until = (day + 1) * DAY_MS): DaySales {
  const { paid: _paid, returned: _returned, ...sales } = NO_SALES
  return { paid: [], returned: [], sold: [], pieces: [{ from: day * DAY_MS, until, sales }] }
}

function soldUnits({ items }: Sales): number {
  return items.reduce((sum, { sums }) => sum + sums.units, 0)
}

/** The sales with each slot and each row once, in one order. */
function inOrder({ paid, returned, ...rows }: Sales) {
  const slots = (list: Sales['paid']) =>
    list
      .toSorted((a, b) => a.slot - b.slot || a.orders - b.orders)
      .map(({ slot, orders, cents: sum }) => [slot, orders, sum])
  return {
    paid: slots(paid),
    returned: slots(returned),
    ...Object.fromEntries(
      Object.entries(rows).map(([name, all]) => [name, all.map((row) => JSON.stringify(row)).toSorted()]),
    ),
  }
}

/** A seeded generator: a failure can be reproduced. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}
