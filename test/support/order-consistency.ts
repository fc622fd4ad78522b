import { expect } from 'vitest'
import { findPayments } from '#db/checkout/payments.ts'
import { findOrderByNumber } from '#db/orders/orders.ts'
import { readRefundLedger } from '#db/refunds/refund-ledger.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import { sumReceived } from '#domain/checkout/payment.ts'
import { ADJUSTMENT_KINDS } from '#domain/orders/order-total.ts'
import type { CsvCell } from '#domain/csv.ts'
import { subtotalOf } from '#domain/checkout/line-price.ts'
import { returnedSoFar } from '#domain/refunds/refund.ts'
import type { ReportName } from '#domain/sales/reports.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { exportOrders, orderColumns } from '#operations/orders/export-orders.ts'
import { readDashboard } from '#operations/orders/read-dashboard.ts'
import { readReport } from '#operations/sales/read-figures.ts'
import type { Shop } from '#operations/shop.ts'
import { expectBooksAgree } from '#test/support/books-agree.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'

/** Expects the rows of the database, the staff page and the CSV to agree on an order to the cent. */
export async function expectConsistentOrder(shop: Shop, number: string, when: string): Promise<void> {
  const { db } = shop.database
  const order = (await findOrderByNumber(db, number))!
  const { total, subtotal, lines, adjustments } = order
  const added = adjustments.reduce((sum, { amount }) => sum + amount, 0)
  expect(subtotal + added, when).toBe(total)
  expect(subtotalOf(lines.map(({ unitPrice: price, quantity }) => ({ price, quantity }))), when).toBe(
    subtotal,
  )
  const payments = await findPayments(db, order.id)
  const refunds = await findRefunds(db, order.id)
  const { totals } = (await findOrderView(shop, number, PERMISSIONS))!
  const amounts = (rows: typeof totals) => rows.map(([, text]) => inCents(text))
  const byCards = totals.filter(([label]) => label.startsWith('Paid by '))
  const shown = amounts(totals.filter((row) => !byCards.includes(row) && !row[0].startsWith('Includes ')))
  const cardPayments = payments.filter(({ kind, state }) => kind === 'gift-card' && state !== 'canceled')
  expect(amounts(byCards), when).toEqual(cardPayments.map(({ amount }) => amount))
  expect(shown.at(-1), when).toBe(total)
  expect(
    shown.slice(0, -1).reduce((sum, one) => sum + one, 0),
    when,
  ).toBe(total)
  const rows: CsvCell[][] = []
  for await (const batch of exportOrders(shop, { q: number, state: '', from: '', to: '' }))
    rows.push(...batch)
  const column = (heading: string) => rows.map((row) => row[orderColumns().indexOf(heading)])
  const sum = (heading: string) =>
    column(heading).reduce((all: number, cell) => all + inCents(String(cell ?? 0)), 0)
  expect(
    column('Product').filter((cell) => cell !== null),
    when,
  ).toHaveLength(lines.length)
  expect(sum('Line total (CAD)'), when).toBe(subtotal)
  const kinds = ADJUSTMENT_KINDS.map((kind) => sum(`Order ${kind.replaceAll('-', ' ')} (CAD)`))
  expect(sum('Order subtotal (CAD)') + kinds.reduce((all, one) => all + one, 0), when).toBe(total)
  expect(sum('Order total (CAD)'), when).toBe(total)
  const byGateway = (name: string) => sumReceived(cardPayments.filter(({ gateway }) => gateway === name))
  expect(sum('Order paid by gift card (CAD)'), when).toBe(byGateway('gift-card'))
  expect(sum('Order paid by store credit (CAD)'), when).toBe(byGateway('store-credit'))
  expect(sum('Order paid (CAD)'), when).toBe(sumReceived(payments))
  expect(sum('Order refunded (CAD)'), when).toBe(returnedSoFar(refunds))
  expect(sum('Refund (CAD)'), when).toBe(returnedSoFar(refunds))
  const taxes = ['GST', 'HST', 'PST', 'RST', 'QST', 'other tax'].map((kind) => sum(`Order ${kind} (CAD)`))
  expect(
    taxes.reduce((all, one) => all + one, 0),
    when,
  ).toBe(kinds[0]! + sum('Order tax contained in prices (CAD)'))
}

/** Expects the overview to say what the orders add up to. */
export async function expectOverviewAddsUp(
  shop: Shop,
  numbers: readonly string[],
  when: string,
): Promise<void> {
  const { db } = shop.database
  let revenue = 0
  for (const number of numbers) {
    const { id, paidAt } = (await findOrderByNumber(db, number))!
    if (paidAt === null) continue
    revenue += sumReceived(await findPayments(db, id)) - returnedSoFar(await findRefunds(db, id))
  }
  expect((await readDashboard(shop)).figures.summary.revenue, when).toBe(revenue)
}

/**
 * Expects every report of the paid orders, the exported orders, and the payments and refunds themselves to say the
 * same, to the cent.
 */
export async function expectReportsAgree(shop: Shop, when: string): Promise<void> {
  const { db } = shop.database
  const paid = await db.selectFrom('orders').select('number').where('paid_at', 'is not', null).execute()
  const books = {
    received: 0,
    returned: 0,
    gross: 0,
    tax: 0,
    taxBack: 0,
    itemsBack: 0,
    shippingBack: 0,
    dutyBack: 0,
  }
  for (const { number } of paid) {
    const order = (await findOrderByNumber(db, number))!
    const refunds = await findRefunds(db, order.id)
    books.received += sumReceived(await findPayments(db, order.id))
    books.returned += returnedSoFar(refunds)
    books.gross += order.subtotal
    for (const { kind, amount, tax } of order.adjustments)
      if (kind === 'tax') books.tax += amount + (tax?.contained ?? 0)
    const { splits } = await readRefundLedger(db, order)
    for (const { id, state } of refunds)
      for (const { kind, amount } of (state === 'done' && splits.get(id)) || [])
        if (kind !== 'beyond') books[`${kind}Back` as const] += amount
  }
  const period = { from: '2020-01-01', to: '2049-12-31' }
  const table = async (name: ReportName) => {
    const { columns, rows, total } = await readReport(shop, name, period)
    const at = (label: string) => columns.findIndex((column) => column.label === label)
    return {
      total: (label: string) => Number(total?.[at(label)] ?? 0),
      of: (first: string, label: string) => Number(rows.find(([cell]) => cell === first)?.[at(label)] ?? 0),
    }
  }
  const [statement, taxes, countries, methods, refunds] = await Promise.all(
    (['statement', 'taxes', 'country', 'method', 'refunds'] as const).map(table),
  )
  const revenue = books.received - books.returned
  expect([statement!.total('Charged'), statement!.total('Refunded'), statement!.total('Net')], when).toEqual([
    books.received,
    books.returned,
    revenue,
  ])
  for (const report of [countries!, methods!])
    expect([report.total('Received'), report.total('Returned'), report.total('Revenue')], when).toEqual([
      books.received,
      books.returned,
      revenue,
    ])
  expect(refunds!.total('Returned'), when).toBe(books.returned)
  expect([taxes!.total('Charged'), taxes!.total('Refunded'), taxes!.total('Net')], when).toEqual([
    books.tax,
    books.taxBack,
    books.tax - books.taxBack,
  ])
  expect(statement!.of('Items', 'Refunded'), when).toBe(books.itemsBack)
  expect(statement!.of('Shipping', 'Refunded'), when).toBe(books.shippingBack)
  expect(statement!.of('Import duty', 'Refunded'), when).toBe(books.dutyBack)
  const discounts = statement!.of('Price changes', 'Charged') + statement!.of('Discounts', 'Charged')
  for (const name of ['product', 'size', 'category'] as const) {
    const items = await table(name)
    expect([items.total('Gross sales'), items.total('Discounts'), items.total('Refunded')], when).toEqual([
      books.gross,
      discounts,
      books.itemsBack,
    ])
    expect(items.total('Net sales'), when).toBe(books.gross + discounts - books.itemsBack)
  }
  const exported: CsvCell[][] = []
  for await (const batch of exportOrders(shop, { q: '', state: '', from: '', to: '' }))
    exported.push(...batch)
  const sum = (heading: string) =>
    exported
      .filter((row) => row[orderColumns().indexOf('Paid')] !== null)
      .reduce((all, row) => all + inCents(String(row[orderColumns().indexOf(heading)] ?? 0)), 0)
  expect(
    {
      received: sum('Order paid (CAD)'),
      returned: sum('Refund (CAD)'),
      gross: sum('Line total (CAD)'),
      tax: sum('Order tax (CAD)') + sum('Order tax contained in prices (CAD)'),
    },
    when,
  ).toEqual({ received: books.received, returned: books.returned, gross: books.gross, tax: books.tax })
  await expectBooksAgree(shop, when)
}

/** Expects the gateway to have taken and returned what the payments of these orders say. */
export async function expectGatewayAgrees(
  shop: Shop,
  numbers: readonly string[],
  when: string,
): Promise<void> {
  const { db } = shop.database
  for (const number of numbers) {
    const { id } = (await findOrderByNumber(db, number))!
    const refunds = await db.selectFrom('refunds').selectAll().where('order_id', '=', id).execute()
    for (const payment of await findPayments(db, id)) {
      if (payment.intentId === null) continue
      const intent = await db
        .selectFrom('test_gateway_intents')
        .select(['state', 'amount_cents as amount'])
        .where('id', '=', payment.intentId)
        .executeTakeFirst()
      expect(payment.received, when).toBe(intent?.state === 'succeeded' ? intent.amount : 0)
      const made = await db
        .selectFrom('test_gateway_refunds')
        .select('amount_cents as amount')
        .where('intent_id', '=', payment.intentId)
        .execute()
      const ours = refunds.filter(
        ({ payment_id, corrects, state, source }) =>
          payment_id === payment.id &&
          corrects === null &&
          state === 'done' &&
          ['staff', 'cancellation', 'late-payment'].includes(source),
      )
      expect(
        ours.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
        when,
      ).toBe(made.reduce((sum, { amount }) => sum + amount, 0))
    }
  }
}

/** `C$1,118.00` and `-118.00` in cents. */
function inCents(text: string): number {
  return Math.round(Number(text.replaceAll('−', '-').replaceAll(/[^\d.-]/g, '')) * 100)
}
