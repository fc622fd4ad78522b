import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MIGRATIONS } from '#db/migrations/migrate.ts'
import { listMessages } from '#db/inbox/message-list.ts'
import { fillNextBatch, type Backfill } from '#db/upgrades/backfills.ts'
import { foldedMessages, foldedOrders } from '#db/upgrades/folded-search.ts'
import { labelKinds } from '#db/upgrades/label-kinds.ts'
import { readOrderContent } from '#db/orders/order-content.ts'
import { openDatabase, type ShopDatabase } from '#db/engine/open-database.ts'
import { listOrders } from '#db/orders/order-list.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import { SqlCatalog } from '#providers/catalog/sql-catalog.ts'
import { toOrderId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { labelText } from '#domain/orders/amount-label.ts'
import * as words from '#words/en/totals.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { refundReason } from '#web/views/orders/refund-reason.ts'

describeOnEachDatabase('a shop of 0.2.0 after the update', (open, { location }) => {
  let folder: string
  let old: ShopDatabase

  /** The tables of 0.2.0, next to those of the suite. */
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'redemption-upgrade-'))
    const place = location()
    if (place.engine === 'sqlite') {
      old = await openDatabase({ ...place, file: join(folder, 'shop.db') })
    } else {
      await sql`drop schema if exists old_shop cascade`.execute(open().db)
      await sql`create schema old_shop`.execute(open().db)
      const url = new URL(place.url)
      url.searchParams.set('options', '-c search_path=old_shop,public')
      old = await openDatabase({ engine: 'postgres', url: url.href })
    }
    await run((name) => name < '083')
  })
  afterEach(async () => {
    await old.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const update = () => run((name) => name >= '083')

  /** Row by row, the whole of it twice, as after a kill before the first batch was noted. */
  async function fillInSteps(backfill: Backfill): Promise<void> {
    for (let times = 0; times < 2; times += 1) {
      while ((await fillNextBatch(old, backfill, { limit: 1, now: 0 }))?.isDone === false);
      await old.db.deleteFrom('backfills').execute()
    }
  }

  async function run(isWanted: (name: string) => boolean): Promise<void> {
    const db = old.db as unknown as Kysely<unknown>
    for (const [name, { up }] of Object.entries(MIGRATIONS)) {
      if (isWanted(name)) await db.transaction().execute((tx) => up(tx, old.engine))
    }
  }

  async function insert(table: string, row: Record<string, unknown>): Promise<void> {
    const db = old.db as unknown as Kysely<Record<string, Record<string, unknown>>>
    await db.insertInto(table).values(row).execute()
  }

  /** A paid order, of nobody without `more`. */
  async function insertOrder(more: Record<string, unknown> = {}): Promise<void> {
    const place = { phone: '', address: '', city: '', region: '', country: 'CA', postal: '', note: '' }
    await insert('orders', {
      id: 'one',
      number: 'R-AAAA-0001',
      checkout_id: 'checkout-one',
      state: 'paid',
      paid_at: 1_500,
      name: '',
      email: '',
      ...place,
      subtotal_cents: 50_00,
      total_cents: 50_00,
      created_at: 1_000,
      updated_at: 2_000,
      search_text: '',
      ...more,
    })
  }

  test('finds its orders by name, also without the accents, and refuses a total that is not their sum', async () => {
    const named = { name: 'Émile Roy', email: 'one@x.example' }
    await insertOrder({ ...named, search_text: 'r-aaaa-0001\némile roy\none@x.example' })
    if (old.engine === 'sqlite') {
      await insert('order_search', { order_id: 'one', body: 'r-aaaa-0001\némile roy\none@x.example' })
    }
    await update()
    const found = async (q: string) =>
      (await listOrders(old, { filter: { q }, timeZone: 'UTC' }, { limit: 9, offset: 0 })).orders.map(
        ({ number }) => number,
      )
    expect(await found('émile')).toEqual(['R-AAAA-0001'])
    await fillInSteps(foldedOrders)
    expect([await found('émile'), await found('emile')]).toEqual([['R-AAAA-0001'], ['R-AAAA-0001']])
    const cheaper = old.db.updateTable('orders').set({ subtotal_cents: cents(1_00) })
    await expect(cheaper.execute()).rejects.toThrow(/orders_total/)
  })

  test('reads the amounts of its orders as they were called, and names them by kind', async () => {
    const amount = (kind: string, label: string, more = {}) => ({ kind, label, amount_cents: 0, ...more })
    const rate = (tax_kind: string, milli_percent: number) => ({ tax_kind, milli_percent })
    const rows = [
      amount('tax', 'Tax'),
      amount('tax', 'Tax (2%)', rate('other', 2_000)),
      amount('tax', 'QST (9.975%)', rate('qst', 9_975)),
      amount('tax', 'Eco fee of 2024', rate('other', 1_000)),
      amount('shipping', 'Shipping'),
      amount('shipping', 'Shipping (Express)'),
      amount('shipping', 'Pickup in Saskatoon'),
      amount('duty', 'Import duty'),
      amount('price-change', 'Not charged'),
      amount('price-change', 'Price change'),
      amount('price-change', 'Our mistake'),
    ]
    await insertOrder()
    for (const [position, row] of rows.entries()) {
      await insert('order_adjustments', { order_id: 'one', position, ...row })
    }
    await update()
    const labels = async () => {
      const { adjustments } = await readOrderContent(old.db, toOrderId('one'))
      return adjustments.map(({ label }) => label)
    }
    const before = await labels()
    expect(before.map((label) => labelText(label, words))).toEqual(rows.map(({ label }) => label))
    await fillInSteps(labelKinds)
    expect(await labels()).toEqual(before)
    const stored = await old.db.selectFrom('order_adjustments').select(['label_kind', 'label']).execute()
    expect(stored.map(({ label_kind, label }) => `${label_kind} ${label}`.trim())).toEqual([
      'tax',
      'tax',
      'tax QST',
      'own Eco fee of 2024',
      'shipping',
      'shipping Express',
      'own Pickup in Saskatoon',
      'duty',
      'not-charged',
      'price-change',
      'own Our mistake',
    ])
  })

  test('keeps why money was returned as kinds, which read as the sentences did, and what staff wrote', async () => {
    await insertOrder()
    const times = { created_at: 1_000, updated_at: 1_000 }
    const paid = { order_id: 'one', kind: 'card', gateway: 'test', attempt: 1, currency: 'cad' }
    await insert('payments', { id: 'paid', ...paid, amount_cents: 50_00, state: 'succeeded', ...times })
    const rows = [
      ['staff', 'Torn seam'],
      ['staff', ''],
      ['staff', 'Items changed'],
      ['cancellation', 'Order cancelled'],
      ['by-hand', 'Order cancelled'],
      ['late-payment', 'Paid after the order was refunded'],
      ['dispute', 'Dispute lost: product not received'],
      ['by-hand', 'Refunded by hand while the payment was disputed'],
      ['gateway', 'Refunded at the payment provider'],
      ['gateway', ''], // its customer was erased
    ] as const
    for (const [at, [source, reason]] of rows.entries()) {
      const refund = { order_id: 'one', payment_id: 'paid', source, reason, amount_cents: 1, state: 'done' }
      const times = { created_at: at, done_at: at }
      await insert('refunds', {
        id: `r${at}`,
        ...refund,
        asked_by: 'system',
        idempotency_key: `${at}`,
        ...times,
      })
    }
    await update()
    const refunds = await findRefunds(old.db, toOrderId('one'))
    expect(refunds.map(refundReason)).toEqual([
      ...rows.slice(0, -1).map(([, reason]) => reason),
      'Refunded at the payment provider',
    ])
    expect(refunds.filter(({ reason }) => reason !== '').map(({ reason }) => reason)).toEqual([
      'Torn seam',
      'product not received',
    ])
  })

  test('finds messages by their text, also without the accents', async () => {
    const words = { name: 'Bo', email: 'bo@x.example', subject: 'other', message: 'The ÉMILE hoodie' }
    const search_text = 'bo\nbo@x.example\nthe émile hoodie'
    await insert('contact_messages', { id: 'one', ...words, created_at: 1_000, search_text })
    await update()
    const found = (query: string) =>
      listMessages(old.db, { query, state: 'unanswered' }, { limit: 9, offset: 0 })
    const one = { total: 1, messages: [{ id: 'one', version: 1, answered: null }] }
    expect(await found('émile')).toMatchObject(one)
    await fillInSteps(foldedMessages)
    expect([await found('émile'), await found('emile')]).toMatchObject([one, one])
  })

  test('finds its products by plain letters', async () => {
    const brulee = { name: 'Crème Brûlée', price_cents: 5_00, category: 'T-Shirts', description: '' }
    await insert('products', { id: 'one', ...brulee, version: 1, created_at: 1_000, updated_at: 1_000 })
    await insert('product_search', { product_id: 'one', body: 'crème brûlée\n\nt-shirts' })
    await update()
    const found = await new SqlCatalog(old).list({ query: 'creme brulee', limit: 9, offset: 0 })
    expect(found).toMatchObject({ total: 1, products: [{ id: 'one', name: 'Crème Brûlée' }] })
  })
})
