import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { wrongTotals } from '#chaos/audit/wrong-totals.ts'
import { MIGRATIONS } from '#db/migrations/migrate.ts'
import { differences, readFigures } from '#db/backups/figures.ts'
import { listMessages } from '#db/inbox/message-list.ts'
import { fillNextBatch, type Backfill } from '#db/upgrades/backfills.ts'
import { foldedMessages, foldedOrders } from '#db/upgrades/folded-search.ts'
import { findLedgerDifferences } from '#db/stock/stock-movements.ts'
import { openDatabase, type ShopDatabase } from '#db/engine/open-database.ts'
import { listOrders } from '#db/orders/order-list.ts'
import { findOrderByNumber } from '#db/orders/orders.ts'
import { findShipments } from '#db/orders/shipments.ts'
import { findPayments, findReceived } from '#db/checkout/payments.ts'
import { findDisputes } from '#db/refunds/disputes.ts'
import { findLineProgress } from '#db/refunds/fulfilment-status.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import { SqlCatalog } from '#providers/catalog/sql-catalog.ts'
import { BuiltInIdentity } from '#providers/identity/built-in-identity.ts'
import { toOrderId, toProductId } from '#domain/ids.ts'
import { cents, formatCad } from '#domain/money.ts'
import { fulfilmentStatus } from '#domain/orders/fulfilment.ts'
import { totalRows } from '#domain/orders/order-total.ts'
import { sizeChartSetting } from '#domain/settings/size-chart.ts'
import { readSettingHistory } from '#operations/settings/read-setting-history.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'

const BY = 'ada@redemption.example'

/** The migrations of the first release, and the later ones. */
const FIRST_RELEASE = new Set(['001-shop', '002-identity', '003-contact'])

describeOnEachDatabase('a shop with sales before an update', (open, { location }) => {
  let folder: string
  let old: ShopDatabase

  /** A database of the first release, next to the one of the suite. */
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
    await run((name) => FIRST_RELEASE.has(name))
  })
  afterEach(async () => {
    await old.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const update = () => run((name) => !FIRST_RELEASE.has(name))

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

  /** An order of C$50 as the first release stored it. */
  async function sell(
    id: string,
    number: string,
    state: string,
    payment: string,
    { tax = 0, shipping = 0 } = {},
  ): Promise<void> {
    const place = { phone: '', address: '', city: '', region: '', country: 'CA', postal: '', note: '' }
    const subtotal = 50_00 - tax - shipping
    const money = {
      subtotal_cents: subtotal,
      tax_cents: tax,
      shipping_cents: shipping,
      total_cents: 50_00,
    }
    const times = { created_at: 1_000, updated_at: 2_000 }
    const shopper = { name: 'Émile Roy', email: `${id}@x.example` }
    const paid_at = state === 'pending' ? null : 1_500
    await insert('orders', {
      id,
      number,
      checkout_id: `checkout-${id}`,
      state,
      paid_at,
      ...shopper,
      ...place,
      ...money,
      ...times,
    })
    const line = { position: 0, product_id: 'tee', name: 'Tee', size: 'M', unit_price_cents: subtotal }
    await insert('order_lines', { order_id: id, ...line, quantity: 1, picture_key: null })
    await insert('payments', {
      order_id: id,
      gateway: 'test',
      intent_id: `pi_${id}`,
      client_secret: null,
      attempt: 1,
      amount_cents: 50_00,
      asked_cents: 50_00,
      currency: 'cad',
      state: payment,
      ...times,
    })
    await insert('outbox', {
      kind: 'order-confirmation',
      payload: JSON.stringify({ orderId: id }),
      dedupe_key: `order-confirmation:${id}`,
      run_after: 0,
      created_at: 0,
    })
  }

  /** The last migration of a version that was in use, from the first on. */
  test.each([
    '003-contact',
    '007-checkout-limits',
    '011-one-order-state',
    '017-held-units',
    '023-mail-service',
    '029-order-corrections',
    '036-backups',
  ])('has the same figures before and after an update from the tables of %s', async (last) => {
    await sell('one', 'R-AAAA-0001', 'paid', 'succeeded', { tax: 98, shipping: 25_00 })
    await sell('two', 'R-AAAA-0002', 'fulfilled', 'succeeded')
    await sell('three', 'R-AAAA-0003', 'pending', 'open')
    const words = { name: 'Bo', email: 'bo@x.example', subject: 'other', message: 'Hello' }
    await insert('contact_messages', { id: 'one', ...words, created_at: 1_000 })
    await run((name) => name <= last && !FIRST_RELEASE.has(name))
    const before = await figures()
    expect(before).toMatchObject({ orders: 3, 'orders.total_cents': 150_00, contact_messages: 1, outbox: 3 })
    await run((name) => name > last && !FIRST_RELEASE.has(name))
    const after = await figures()
    const changed = differences(before, after).filter(({ after: now }) => now !== null)
    expect(changed.filter(({ before: then }) => then !== null)).toEqual([])
    expect(after).toMatchObject({ order_lines: 3, 'orders.total_cents': 150_00 })
    // What moved to the adjustments is there.
    expect(Number(after['orders.subtotal_cents']) + Number(after['order_adjustments.amount_cents'])).toBe(
      150_00,
    )
    expect(await wrongTotals(old.db)).toEqual([])
  })

  const figures = () =>
    readFigures(
      old.engine,
      async (text) => (await sql.raw<Record<string, unknown>>(text).execute(old.db)).rows,
    )

  test('finds its orders by name, with their lines and nothing restocked', async () => {
    await sell('one', 'R-AAAA-0001', 'paid', 'succeeded')
    await update()
    const all = { state: null, from: null, until: null }
    const found = async (query: string) =>
      (await listOrders(old, { ...all, query }, { limit: 9, offset: 0 })).orders.map(({ number }) => number)
    expect(await found('émile')).toEqual(['R-AAAA-0001'])
    await fillInSteps(foldedOrders)
    expect([await found('émile'), await found('emile')]).toEqual([['R-AAAA-0001'], ['R-AAAA-0001']])
    expect(await findOrderByNumber(old.db, 'R-AAAA-0001')).toMatchObject({
      version: 1,
      fulfilment: 'unfulfilled',
      shipments: [],
      lines: [{ name: 'Tee', quantity: 1, restocked: 0 }],
    })
  })

  test('begins its stock ledger with the existing counts', async () => {
    const tee = { name: 'Tee', price_cents: 5_00, category: 'T-Shirts', description: '', version: 1 }
    const times = { created_at: 1, updated_at: 1, archived_at: null }
    await insert('products', { id: 'tee', ...tee, ...times, stock: 7 })
    await insert('products', { id: 'cap', ...tee, ...times, stock: null })
    await insert('product_sizes', { product_id: 'tee', size: 'M', stock: 3 })
    await insert('product_sizes', { product_id: 'tee', size: 'L', stock: null })
    await update()
    const movements = await old.db
      .selectFrom('stock_movements')
      .select(['product_id', 'size', 'delta', 'count_after', 'reason'])
      .orderBy('id')
      .execute()
    expect(movements).toEqual([
      { product_id: 'tee', size: null, delta: 7, count_after: 7, reason: 'opening' },
      { product_id: 'tee', size: 'M', delta: 3, count_after: 3, reason: 'opening' },
    ])
    expect(await findLedgerDifferences(old.db)).toEqual([])
    await old.db.updateTable('products').set({ stock: 6 }).where('id', '=', toProductId('tee')).execute()
    expect(await findLedgerDifferences(old.db)).toEqual([{ productId: 'tee', size: null, units: 1 }])
  })

  test('keeps each size chart as the first version of its history', async () => {
    await run((name) => !FIRST_RELEASE.has(name) && name < '060')
    const chart = { measurements: ['Chest'], rows: [{ size: 'M', lengths: [610] }] }
    const stored = { chart: JSON.stringify(chart), version: 3, updated_at: 2_000 }
    await insert('size_charts', { category: 'Hoodies', ...stored })
    await run((name) => name >= '060')
    const { entries, hasMore } = await readSettingHistory({ database: old }, sizeChartSetting('Hoodies'))
    expect({ entries, hasMore }).toEqual({
      entries: [
        {
          version: 3,
          value: chart,
          changedAt: 2_000,
          changedBy: null,
          isByShop: true,
          summary: 'As it was before versions were kept',
        },
      ],
      hasMore: false,
    })
  })

  test('keeps a payment that does not match its order as set aside, and not as disputed', async () => {
    await sell('aside', 'R-AAAA-0001', 'needs-attention', 'disputed')
    await update()
    expect(await old.db.selectFrom('payments').select('state').execute()).toEqual([{ state: 'set-aside' }])
  })

  test('merges sent and partly refunded into one state, and flags over-refunded orders for review', async () => {
    await sell('sent', 'R-AAAA-0001', 'fulfilled', 'succeeded')
    await sell('part', 'R-AAAA-0002', 'fulfilled', 'succeeded')
    await sell('twice', 'R-AAAA-0003', 'refunded', 'succeeded')
    await sell('seen', 'R-AAAA-0004', 'cancelled', 'succeeded')
    await run((name) => name < '011' && !FIRST_RELEASE.has(name))
    const back = async (id: string, order_id: string, amount_cents: number) => {
      const why = { reason: '', asked_by: 'gateway', idempotency_key: id }
      await insert('refunds', {
        id,
        order_id,
        amount_cents,
        state: 'done',
        ...why,
        created_at: 3_000,
        done_at: 3_000,
      })
    }
    await back('one', 'part', 20_00)
    for (const order of ['twice', 'seen']) {
      await back(`${order}-refund`, order, 50_00)
      await back(`${order}-dispute`, order, 50_00)
    }
    await insert('order_events', { order_id: 'seen', at: 3_001, kind: 'resolved', detail: '{}' })
    await run((name) => name >= '011')
    const orders = await old.db
      .selectFrom('orders')
      .select(['id', 'state', 'version'])
      .orderBy('number')
      .execute()
    expect(orders.map(({ id, state, version }) => [id, state, version])).toEqual([
      ['sent', 'fulfilled', 1],
      ['part', 'refunded-in-part', 2],
      ['twice', 'needs-attention', 2],
      ['seen', 'cancelled', 1],
    ])
    const alerts = old.db
      .selectFrom('outbox')
      .select(['payload', 'order_id'])
      .where('kind', '=', 'over-refunded-alert')
    expect(await alerts.execute()).toEqual([
      {
        order_id: 'twice',
        payload: JSON.stringify({
          orderId: 'twice',
          received: 50_00,
          returned: 100_00,
          id: 'over-refunded-alert-twice',
        }),
      },
    ])
    const events = old.db.selectFrom('order_events').select('detail').where('kind', '=', 'over-refunded')
    expect(await events.execute()).toEqual([{ detail: '{"received":5000,"returned":10000}' }])
  })

  test('has one shipment of each fulfilled order, with the units sent, and knows the units still to be sent', async () => {
    const ids = ['sent', 'restocked', 'returned', 'part', 'open', 'gone', 'given-back']
    for (const [at, id] of ids.entries()) {
      await sell(id, `R-AAAA-000${at}`, at < 4 ? 'fulfilled' : 'paid', 'succeeded')
    }
    await run((name) => name < '032' && !FIRST_RELEASE.has(name))
    await sql`update order_lines set quantity = 3`.execute(old.db)
    const parcel = { carrier: 'UPS', tracking_number: '1Z', tracking_link: 'https://t.example/1Z' }
    await sql`update orders set fulfilled_at = 5000, carrier = ${parcel.carrier},
      tracking_number = ${parcel.tracking_number}, tracking_link = ${parcel.tracking_link}
      where id in ('sent', 'restocked', 'returned', 'part')`.execute(old.db)
    await insert('order_events', { order_id: 'sent', at: 5_000, kind: 'fulfilled', actor: BY, detail: '{}' })
    /** Units of the order that were refunded or returned to stock. */
    const refund = async (id: string, at: number, units: { refunded: number; restocked: number }) => {
      const { id: paymentId } = await old.db
        .selectFrom('payments')
        .select('id')
        .where('order_id', '=', toOrderId(id))
        .executeTakeFirstOrThrow()
      const refundId = `refund-${id}-${at}`
      await insert('refunds', {
        id: refundId,
        order_id: id,
        payment_id: paymentId,
        source: 'staff',
        amount_cents: 1_00,
        state: 'done',
        reason: '',
        asked_by: BY,
        idempotency_key: refundId,
        created_at: at,
        done_at: at,
      })
      const part = { refund_id: refundId, part: 0, order_id: id, line_position: 0 }
      if (units.refunded > 0) await insert('refund_parts', { ...part, quantity: units.refunded })
      const restock = [{ position: 0, quantity: units.restocked }]
      const detail = JSON.stringify({ amount: 1_00, restock: units.restocked > 0 ? restock : [] })
      await insert('order_events', { order_id: id, at, kind: 'refund-asked', actor: BY, detail })
      await sql`update order_lines set restocked = restocked + ${units.restocked}
        where order_id = ${id}`.execute(old.db)
    }
    await refund('restocked', 4_000, { refunded: 1, restocked: 1 })
    await refund('returned', 6_000, { refunded: 1, restocked: 1 })
    await refund('part', 4_000, { refunded: 0, restocked: 1 })
    await refund('part', 6_000, { refunded: 1, restocked: 1 })
    await refund('gone', 4_000, { refunded: 3, restocked: 0 })
    await refund('given-back', 4_000, { refunded: 0, restocked: 2 })
    await run((name) => name >= '032')

    expect(await findShipments(old.db, toOrderId('sent'))).toEqual([
      {
        number: 1,
        at: 5_000,
        by: BY,
        carrier: 'UPS',
        trackingNumber: '1Z',
        trackingLink: 'https://t.example/1Z',
        units: [{ position: 0, quantity: 3 }],
      },
    ])
    const rows = await old.db.selectFrom('orders').select(['id', 'fulfilment']).orderBy('number').execute()
    const states = await Promise.all(
      rows.map(async ({ id, fulfilment }) => {
        const lines = await findLineProgress(old.db, id)
        expect(fulfilmentStatus(lines)).toBe(fulfilment)
        return [id, fulfilment, ...lines.map(({ shipped, removed, open: left }) => [shipped, removed, left])]
      }),
    )
    expect(states).toEqual([
      ['sent', 'fulfilled', [3, 0, 0]],
      ['restocked', 'fulfilled', [2, 1, 0]],
      ['returned', 'fulfilled', [3, 0, 0]],
      ['part', 'fulfilled', [2, 1, 0]],
      ['open', 'unfulfilled', [0, 0, 3]],
      ['gone', 'nothing-to-fulfil', [0, 3, 0]],
      ['given-back', 'unfulfilled', [0, 2, 1]],
    ])
    const all = { query: '', from: null, until: null }
    const { orders } = await listOrders(old, { ...all, state: 'to-fulfil' }, { limit: 9, offset: 0 })
    expect(orders.map(({ id }) => id).toSorted()).toEqual(['given-back', 'open'])
  })

  test('keeps what was received and returned, and refunds no more than is left', async () => {
    await sell('open', 'R-AAAA-0001', 'pending', 'open')
    await sell('paid', 'R-AAAA-0002', 'paid', 'succeeded')
    await sell('returning', 'R-AAAA-0003', 'refunded', 'refunding')
    await sell('returned', 'R-AAAA-0004', 'refunded', 'refunded')
    await update()
    const received = (id: string) => findReceived(old.db, toOrderId(id))
    const [unpaid, paid, returned] = [
      await received('open'),
      await received('paid'),
      await received('returned'),
    ]
    expect({ unpaid, paid, returned }).toEqual({ unpaid: 0, paid: 50_00, returned: 50_00 })
    expect(await findRefunds(old.db, toOrderId('paid'))).toEqual([])
    expect(await findRefunds(old.db, toOrderId('returning'))).toMatchObject([
      { amount: 50_00, state: 'asked' },
    ])
    expect(await findRefunds(old.db, toOrderId('returned'))).toMatchObject([{ amount: 50_00, state: 'done' }])
  })

  test('keeps payments, refunds, disputes and history, and gives each refund its source and payment', async () => {
    await sell('one', 'R-AAAA-0001', 'refunded', 'refunded')
    await sell('two', 'R-AAAA-0002', 'needs-attention', 'set-aside')
    await run((name) => name < '019' && !FIRST_RELEASE.has(name))
    const refund = (id: string, said: Record<string, unknown>) =>
      insert('refunds', {
        order_id: 'one',
        id,
        amount_cents: 10_00,
        state: 'done',
        reason: '',
        asked_by: BY,
        idempotency_key: `refund-${id}`,
        created_at: 3_000,
        done_at: 3_100,
        ...said,
      })
    const returned = (id: string) => ({ idempotency_key: `returned-${id}` })
    const atGateway = { asked_by: 'gateway', gateway_refund_id: 're_1' }
    await refund('by-hand', { ...returned('by-hand'), reason: '' })
    await refund('cancelled', { reason: 'Order cancelled', created_at: 4_000 })
    await refund('dispute', { ...atGateway, ...returned('dispute'), reason: 'Dispute lost: fraudulent' })
    await refund('gateway', {
      ...atGateway,
      ...returned('gateway'),
      reason: 'Refunded at the payment provider',
    })
    await refund('staff', { reason: 'Order cancelled', state: 'failed', done_at: null, failure: 'No' })
    const happened = (kind: string, detail: object, at = 5_000, actor = 'gateway') =>
      insert('order_events', { order_id: 'one', at, kind, detail: JSON.stringify(detail), actor })
    await happened('cancelled', { reason: '' }, 4_000, BY)
    for (const at of [5_000, 5_001]) await happened('stray-payment', { intentId: 'pi_2', amount: at }, at)
    await happened('gateway-unavailable', {})
    await happened('gateway-unavailable', {})
    const about = { amount: 10_00, currency: 'cad', reason: 'fraudulent' }
    await happened('disputed', { disputeId: 'dp_1', ...about }, 6_000)
    await happened('disputed', { disputeId: 'dp_2', ...about, intentId: 'pi_one' }, 6_001)
    await happened('dispute-lost', { disputeId: 'dp_1', ...about, amount: 9_00, intentId: 'pi_one' }, 7_000)
    const history = () =>
      old.db.selectFrom('order_events').select(['id', 'kind', 'detail']).orderBy('id').execute()
    const before = await history()

    await run((name) => name >= '019')
    expect(await history()).toEqual(before)
    expect(await findPayments(old.db, toOrderId('one'))).toEqual([
      {
        id: 'one',
        kind: 'card',
        gateway: 'test',
        intentId: 'pi_one',
        reference: '',
        amount: 50_00,
        received: 50_00,
        currency: 'cad',
        state: 'refunded',
      },
    ])
    expect(await findPayments(old.db, toOrderId('two'))).toMatchObject([
      { intentId: 'pi_two', state: 'set-aside' },
    ])
    const refunds = await findRefunds(old.db, toOrderId('one'))
    expect(refunds.map(({ id, source, by, amount }) => [id, source, by, Number(amount)])).toEqual([
      ['one', 'late-payment', 'system', 50_00],
      ['by-hand', 'by-hand', BY, 10_00],
      ['dispute', 'dispute', 'gateway', 10_00],
      ['gateway', 'gateway', 'gateway', 10_00],
      ['staff', 'staff', BY, 10_00],
      ['cancelled', 'cancellation', BY, 10_00],
    ])
    expect(new Set(refunds.map(({ paymentId }) => paymentId))).toEqual(new Set(['one']))
    expect(refunds[4]).toMatchObject({ state: 'failed', failure: 'No', reason: 'Order cancelled' })
    const dispute = { currency: 'cad', reason: 'fraudulent', intentId: 'pi_one' }
    expect(await findDisputes(old.db, toOrderId('one'))).toEqual([
      { ...dispute, id: 'dp_1', amount: 9_00, state: 'lost', at: 6_000 },
      { ...dispute, id: 'dp_2', amount: 10_00, state: 'open', at: 6_001 },
    ])
    const keys = await old.db.selectFrom('order_events').select('key').orderBy('id').execute()
    expect(keys.map(({ key }) => key)).toEqual([
      null,
      'stray-payment:pi_2',
      null,
      'gateway-unavailable',
      null,
      'disputed:dp_1',
      'disputed:dp_2',
      'dispute-lost:dp_1',
    ])
  })

  test('keeps the total of each order with its adjustments, also of refunded and disputed ones', async () => {
    await sell('whole', 'R-AAAA-0001', 'paid', 'succeeded', { tax: 49, shipping: 25_00 })
    await sell('free', 'R-AAAA-0002', 'pending', 'open')
    await sell('part', 'R-AAAA-0003', 'paid', 'succeeded', { tax: 98 })
    await run((name) => !FIRST_RELEASE.has(name) && name < '018')
    const refund = { order_id: 'part', amount_cents: 20_00, state: 'done', reason: '', asked_by: 'gateway' }
    await insert('refunds', { ...refund, id: 'r', idempotency_key: 'r', created_at: 3_000, done_at: 3_000 })
    const disputed = JSON.stringify({ disputeId: 'dp', amount: 50_00, currency: 'cad', reason: 'fraudulent' })
    const event = { order_id: 'whole', at: 3_000, kind: 'disputed', actor: 'gateway' }
    await insert('order_events', { ...event, detail: disputed })
    await run((name) => name >= '018')
    const totals = async (number: string) => totalRows((await findOrderByNumber(old.db, number))!, formatCad)
    expect(await totals('R-AAAA-0001')).toEqual([
      ['Subtotal', 'C$24.51'],
      ['Tax', 'C$0.49'],
      ['Shipping', 'C$25.00'],
      ['Total', 'C$50.00'],
    ])
    expect(await totals('R-AAAA-0002')).toEqual([
      ['Subtotal', 'C$50.00'],
      ['Tax', 'C$0.00'],
      ['Shipping', 'C$0.00'],
      ['Total', 'C$50.00'],
    ])
    expect(await wrongTotals(old.db)).toEqual([])
    expect(await findRefunds(old.db, toOrderId('part'))).toMatchObject([{ amount: 20_00, state: 'done' }])
    expect(await findDisputes(old.db, toOrderId('whole'))).toMatchObject([{ amount: 50_00, state: 'open' }])
    const cheaper = old.db.updateTable('orders').set({ subtotal_cents: cents(1_00) })
    await expect(cheaper.execute()).rejects.toThrow(/orders_total/)
  })

  test('shows each mail with its order, and a mail about no order with none', async () => {
    await sell('one', 'R-AAAA-0001', 'paid', 'succeeded')
    await insert('outbox', {
      kind: 'password-reset',
      payload: '{"memberId":"m"}',
      dedupe_key: 'reset',
      run_after: 0,
      created_at: 0,
    })
    await update()
    const mails = await old.db.selectFrom('outbox').select(['kind', 'order_id']).orderBy('id').execute()
    expect(mails).toEqual([
      { kind: 'order-confirmation', order_id: 'one' },
      { kind: 'password-reset', order_id: null },
    ])
  })

  test('counts an earlier confirmation mail among the three of its seven days', async () => {
    await run((name) => name === '004-newsletter')
    const times = { created_at: 1_000, asked_at: 5_000, mailed_at: 5_000 }
    await insert('newsletter_subscribers', { id: 'one', email: 'a@x.example', state: 'pending', ...times })
    await run((name) => !FIRST_RELEASE.has(name) && name !== '004-newsletter')
    const subscribers = old.db.selectFrom('newsletter_subscribers')
    const { mail_times } = await subscribers.select('mail_times').executeTakeFirstOrThrow()
    expect(JSON.parse(mail_times)).toEqual([5_000])
  })

  test('makes the existing staff owners', async () => {
    const at = new Date(1_000).toISOString()
    await insert('staff_members', {
      id: 'ada',
      email: 'ada@redemption.example',
      name: 'ada',
      email_verified: 0,
      created_at: at,
      updated_at: at,
    })
    await update()
    expect((await new BuiltInIdentity(old).listMembers()).map(({ role }) => role)).toEqual(['owner'])
  })

  test('finds messages by their text, none of them marked as answered', async () => {
    const words = { name: 'Bo', email: 'bo@x.example', subject: 'other', message: 'The ÉMILE hoodie' }
    await insert('contact_messages', { id: 'one', ...words, created_at: 1_000 })
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
