import { expect, test } from 'vitest'
import { toOrderId, toPaymentId, toProductId, toRefundId } from '#domain/ids.ts'
import { cents, signedCents } from '#domain/money.ts'
import type { Adjustment } from '#domain/orders/order-total.ts'
import { divideOrder } from '#domain/orders/unit-shares.ts'
import type { Refund } from '#domain/refunds/refund.ts'
import { REPORTS, stockReport, summaryOf, type Report } from './reports.ts'
import {
  placeOfSale,
  salesOfBalance,
  salesOfOrder,
  salesOfReturned,
  sumOfSales,
  type SoldLine,
  type SoldOrder,
} from './sales.ts'

const SK = { country: 'CA', region: 'Saskatchewan' }
const PAID_AT = Date.parse('2026-11-02T18:00:00Z')
const TEE: SoldLine = {
  productId: toProductId('tee'),
  name: 'Tee',
  size: 'M',
  category: 'T-Shirts',
  unitPrice: cents(20_00),
  quantity: 2,
}
const KIDS: SoldLine = {
  ...TEE,
  productId: toProductId('kids'),
  name: 'Kids Tee',
  unitPrice: cents(10_00),
  quantity: 1,
  taxFree: true,
}

const amount = (kind: Adjustment['kind'], sum: number, more: Partial<Adjustment> = {}): Adjustment => ({
  kind,
  label: { kind: 'own', name: kind },
  amount: signedCents(sum),
  ...more,
})
const tax = (name: 'gst' | 'pst', milliPercent: number, sum: number, ofShipping: number): Adjustment => ({
  kind: 'tax',
  label: { kind: 'tax', name: name.toUpperCase(), milliPercent },
  amount: signedCents(sum),
  tax: { kind: name, milliPercent, ofShipping: cents(ofShipping), contained: cents(0) },
})

function order(changes: Partial<SoldOrder> = {}): SoldOrder {
  const lines = changes.lines ?? [TEE, KIDS]
  const adjustments = changes.adjustments ?? [
    amount('shipping', 10_00),
    amount('discount', -4_00, { linePosition: 0, label: { kind: 'own', name: 'Autumn' } }),
    tax('gst', 5_000, 2_19, 39),
  ]
  const gross = lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0)
  const total = adjustments.reduce((sum, one) => sum + one.amount, gross)
  return {
    id: toOrderId('one'),
    paidAt: PAID_AT,
    place: SK,
    total,
    lines,
    adjustments,
    shares: divideOrder({ lines, adjustments }),
    received: [{ gateway: 'test', amount: total }],
    ...changes,
  }
}

const cellsOf = ({ rows, total }: Report) => ({ rows, total })

test('what is charged, by part, adds up to what was received', () => {
  const sales = salesOfOrder(order())
  expect(cellsOf(REPORTS.statement.of(sales))).toEqual({
    rows: [
      ['Items', 50_00, 0, 50_00],
      ['Discounts', -4_00, 0, -4_00],
      ['Shipping', 10_00, 0, 10_00],
      ['GST (5%)', 2_19, 0, 2_19],
    ],
    total: ['Revenue', 58_19, 0, 58_19],
  })
  expect(summaryOf(sales)).toMatchObject({
    revenue: 58_19,
    orders: 1,
    average: 58_19,
    gross: 50_00,
    discounts: -4_00,
    net: 46_00,
    shipping: 10_00,
    tax: 2_19,
    units: 3,
  })
})

test('a tax is reported with what it was charged on; the rest of the order is exempt', () => {
  // 36.00 of 46.00 are taxed, and so 7.83 of the 10.00 for shipping.
  expect(cellsOf(REPORTS.taxes.of(salesOfOrder(order())))).toEqual({
    rows: [
      ['Saskatchewan, Canada', 'GST (5%)', 43_83, 0, 2_19, 0, 2_19],
      ['Saskatchewan, Canada', 'No tax', 0, 12_17, 0, 0, 0],
    ],
    total: ['Total', null, null, 12_17, 2_19, 0, 2_19],
  })
  const abroad = order({ place: { country: 'US', region: 'Ohio' }, adjustments: [amount('shipping', 10_00)] })
  expect(REPORTS.taxes.of(salesOfOrder(abroad)).rows).toEqual([
    ['Ohio, United States', 'No tax', 0, 60_00, 0, 0, 0],
  ])
})

test('a tax that prices contain is reported, and adds nothing to the revenue', () => {
  const gst: Adjustment = {
    ...tax('gst', 5_000, 0, 0),
    tax: { kind: 'gst', milliPercent: 5_000, ofShipping: cents(0), contained: cents(1_90) },
  }
  const sales = salesOfOrder(order({ lines: [TEE], adjustments: [gst] }))
  expect(REPORTS.taxes.of(sales).rows).toEqual([
    ['Saskatchewan, Canada', 'GST (5%), in prices', 38_10, 0, 1_90, 0, 1_90],
  ])
  expect(REPORTS.statement.of(sales).total).toEqual(['Revenue', 40_00, 0, 40_00])
  expect(REPORTS.country.of(sales).total).toEqual(['Total', 1, 40_00, 0, 40_00])
})

test('a gift card that is sold is money owed: no sale, and taken off what was received', () => {
  const card: SoldLine = {
    ...TEE,
    productId: toProductId('card'),
    name: 'Gift card',
    unitPrice: cents(50_00),
    quantity: 1,
    taxFree: true,
    giftCard: true,
  }
  const sales = salesOfOrder(order({ lines: [TEE, card], adjustments: [] }))
  expect(summaryOf(sales)).toMatchObject({ revenue: 40_00, orders: 1, gross: 40_00, net: 40_00, units: 2 })
  expect(REPORTS.product.of(sales).rows).toEqual([['Tee', 2, 0, 40_00, 0, 0, 40_00]])
  expect(REPORTS.statement.of(sales).total).toEqual(['Revenue', 40_00, 0, 40_00])
  expect(REPORTS.country.of(sales).rows).toEqual([['Canada', 1, 40_00, 0, 40_00]])
  expect(REPORTS.taxes.of(sales).rows).toEqual([['Saskatchewan, Canada', 'No tax', 0, 40_00, 0, 0, 0]])
  expect(cellsOf(REPORTS.method.of(sales))).toEqual({
    rows: [
      ['test', 90_00, 0, 90_00],
      ['Gift cards sold', -50_00, 0, -50_00],
    ],
    total: ['Total', 40_00, 0, 40_00],
  })
})

test('promotions are reported as soon as an order has what they took off, an order once for each', () => {
  const adjustments = [
    amount('shipping', 10_00),
    amount('discount', -3_00, { linePosition: 0, label: { kind: 'own', name: 'Autumn' } }),
    amount('discount', -1_00, { linePosition: 1, label: { kind: 'own', name: 'Autumn' } }),
    amount('shipping-discount', -10_00, { label: { kind: 'own', name: 'Free shipping' } }),
  ]
  expect(REPORTS.promotion.of(salesOfOrder(order())).rows).toHaveLength(1)
  expect(REPORTS.promotion.of(salesOfOrder(order({ adjustments: [] }))).rows).toEqual([])
  const sales = sumOfSales([salesOfOrder(order({ adjustments })), salesOfOrder(order({ adjustments }))])
  expect(cellsOf(REPORTS.promotion.of(sales))).toEqual({
    rows: [
      ['Autumn', 2, -8_00, 0, 92_00],
      ['Free shipping', 2, 0, -20_00, 92_00],
    ],
    total: ['Total', 4, -8_00, -20_00, null],
  })
})

const refund = (id: string, sum: number, more: Partial<Refund> = {}): Refund => ({
  id: toRefundId(id),
  paymentId: toPaymentId('one'),
  source: 'staff',
  amount: cents(sum),
  state: 'done',
  isTaken: true,
  reason: '',
  cause: null,
  by: 'staff',
  failure: '',
  createdAt: PAID_AT,
  ...more,
})

function refunded(refunds: readonly Refund[], parts: Parameters<typeof salesOfReturned>[0]['parts'] = []) {
  const { shares, adjustments, total, lines, place } = order()
  const whole = lines.map((line) => ({ ...line, pictureKey: null, restocked: 0, restockedSent: 0 }))
  return salesOfReturned(
    { place, shares, adjustments, total, received: total, due: 0, lines: whole, refunds, parts },
    refunds.map(({ id, amount: sum, source }) => ({
      id,
      at: PAID_AT,
      amount: sum,
      isCorrection: false,
      source,
      gateway: 'test',
    })),
  )
}

test('a refund by item is of its units, with their share of discount and tax', () => {
  const part = { refundId: toRefundId('r'), position: 0, quantity: 1, sent: 0, which: [0], isCounted: true }
  const sales = sumOfSales([salesOfOrder(order()), refunded([refund('r', 18_90)], [part])])
  expect(REPORTS.product.of(sales).rows).toEqual([
    ['Tee', 2, 1, 40_00, -4_00, 18_00, 18_00],
    ['Kids Tee', 1, 0, 10_00, 0, 0, 10_00],
  ])
  expect(REPORTS.taxes.of(sales).rows[0]).toEqual([
    'Saskatchewan, Canada',
    'GST (5%)',
    43_83,
    0,
    2_19,
    90,
    1_29,
  ])
  expect(REPORTS.statement.of(sales).total).toEqual(['Revenue', 58_19, 18_90, 39_29])
})

test('a refund of all the money is of all units, though none was named', () => {
  const sales = sumOfSales([
    salesOfOrder(order()),
    refunded([refund('r', 58_19, { source: 'cancellation' })]),
  ])
  expect(summaryOf(sales)).toMatchObject({
    revenue: 0,
    net: 0,
    tax: 0,
    shipping: 0,
    units: 3,
    unitsRefunded: 3,
  })
  expect(REPORTS.refunds.of(sales).rows).toEqual([['Order cancelled', 1, 3, 58_19]])
})

test('a refund of another sum is divided among everything that is left, and names no units', () => {
  const sales = refunded([refund('r', 10_00)])
  expect(REPORTS.statement.of(sales).total).toEqual(['Revenue', 0, 10_00, -10_00])
  expect(summaryOf(sales)).toMatchObject({ unitsRefunded: 0, returned: 10_00 })
  const items = REPORTS.product.of(sales).total
  expect(items?.[5]).toBe(REPORTS.statement.of(sales).rows.find(([part]) => part === 'Items')?.[2])
})

test('a balance counts on its day, and its order as it is now: the difference is named', () => {
  const later = salesOfBalance({ at: PAID_AT, place: SK, gateway: 'cash', amount: 8_00 })
  const first = salesOfOrder(order({ received: [{ gateway: 'test', amount: 50_19 }] }))
  expect(REPORTS.statement.of(first).rows.at(-1)).toEqual([
    'Difference from the orders’ totals',
    -8_00,
    0,
    -8_00,
  ])
  expect(REPORTS.statement.of(first).total).toEqual(['Revenue', 50_19, 0, 50_19])
  expect(REPORTS.statement.of(sumOfSales([first, later])).total).toEqual(['Revenue', 58_19, 0, 58_19])
  expect(REPORTS.method.of(sumOfSales([first, later])).rows).toEqual([
    ['test', 50_19, 0, 50_19],
    ['cash', 8_00, 0, 8_00],
  ])
})

test('what is collected or handed over is sold where the shop is, and regions count where there is a list', () => {
  const home = { country: 'CA', region: 'Saskatchewan' }
  const of = (delivery: string, country: string, region: string) =>
    placeOfSale({ delivery, country, region }, home)
  expect(of('ship', 'CA', 'Quebec')).toEqual({ country: 'CA', region: 'Quebec' })
  expect(of('ship', 'FR', 'Île-de-France')).toEqual({ country: 'FR', region: '' })
  expect(of('pickup', 'CA', 'Quebec')).toEqual(home)
  expect(of('in-person', '', '')).toEqual(home)
})

test('stock is worth its price, and lasts as long as it sells like in the period; what runs out first comes first; who waits is counted', () => {
  const size = (name: string, stock: number | null) => ({
    productId: 'tee',
    name: 'Tee',
    size: name,
    stock,
    price: 20_00,
  })
  const { rows, total } = stockReport(
    salesOfOrder(order()),
    [size('L', 5), size('M', 8), size('S', null)],
    30,
    [
      { topic: { productId: 'tee', size: 'L' }, waiting: 4 },
      { topic: { productId: 'cap', size: 'M' }, waiting: 9 },
    ],
  )
  expect(rows).toEqual([
    ['Tee', 'M', 8, 160_00, 2, 20, 120, 0],
    ['Tee', 'L', 5, 100_00, 0, 0, null, 4],
    ['Tee', 'S', null, null, 0, null, null, 0],
  ])
  expect(total).toEqual(['Total', null, 13, 260_00, 2, null, null, 4])
})
