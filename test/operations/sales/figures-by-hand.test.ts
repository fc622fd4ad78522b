import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { findBookFaults } from '#db/backups/books.ts'
import type { Product } from '#domain/catalog/product.ts'
import { NOWHERE } from '#domain/checkout/checkout-form.ts'
import type { CartItem } from '#domain/checkout/cart.ts'
import type { CsvCell } from '#domain/csv.ts'
import { toRefundId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { quarterOf, type Period } from '#domain/sales/period.ts'
import type { ReportName } from '#domain/sales/reports.ts'
import { PROMOTIONS } from '#domain/settings/promotions.ts'
import { TAX } from '#domain/settings/tax.ts'
import { shopDay } from '#domain/shop-day.ts'
import { readBalances } from '#operations/books/read-books.ts'
import { placeOrder } from '#operations/checkout/place-order.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { changeItems } from '#operations/orders/change-items.ts'
import { exportOrders, orderColumns } from '#operations/orders/export-orders.ts'
import { exportPartnerSales, partnerColumns } from '#operations/promotions/partner-sales.ts'
import { readPromotionSales } from '#operations/promotions/promotion-figures.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import type { RefundRequest } from '#operations/refunds/refund-request.ts'
import { readFigures, readReport } from '#operations/sales/read-figures.ts'
import { storeSalesDays } from '#operations/upkeep/store-sales-days.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { choosing, deliverWebhooks, one, orderFor, PAYS } from '#test/support/buyer.ts'
import { expectBooksAgree } from '#test/support/books-agree.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { issueGiftCard } from '#test/support/gift-card.ts'
import { orderDesk } from '#test/support/order-desk.ts'
import { ALL, promotion } from '#test/support/promotion.ts'
import { saveAsStaff } from '#test/support/rounding-shop.ts'
import { ADA } from '#test/support/staff-browser.ts'
import { CUSTOMER, hoodie, type TestShop } from '#test/support/test-shop.ts'

const IN = {
  saskatchewan: CUSTOMER,
  ontario: { ...CUSTOMER, city: 'Toronto', region: 'Ontario', postal: 'M5V 2T6' },
  quebec: { ...CUSTOMER, city: 'Montreal', region: 'Quebec', postal: 'H2X 1Y4' },
  alberta: { ...CUSTOMER, city: 'Calgary', region: 'Alberta', postal: 'T2P 1J9' },
  ohio: { ...CUSTOMER, city: 'Columbus', country: 'US', region: 'Ohio', postal: '43004' },
  nowhere: { ...CUSTOMER, ...NOWHERE },
}

describeOnEachDatabase('forty orders of two quarters', (open) => {
  let shop: TestShop
  let products: Record<'hoodie' | 'tee' | 'kids' | 'card', Product>
  const { seen, settled } = orderDesk(() => ({ shop, product: products.hoodie }))

  shopBeforeEach(
    open,
    ({ shop: opened, product }) => {
      shop = opened
      products = { hoodie: product, tee: product, kids: product, card: product }
    },
    hoodie({ price: cents(100_00), stock: 1_000 }),
  )

  async function buy(
    items: CartItem[],
    to: keyof typeof IN,
    amount: number,
    codes: string[] = [],
  ): Promise<string> {
    const request = orderFor(Object.values(products), items, {
      customer: IN[to],
      ...choosing({ codes }),
      amount,
    })
    const outcome = await placeOrder(shop, request)
    if (outcome.kind !== 'placed') throw new Error(`The order was not placed: ${outcome.kind}`)
    await shop.gateway.confirm(outcome.clientSecret, PAYS)
    await deliverWebhooks(shop)
    await settled()
    return outcome.orderNumber
  }

  async function times(count: number, buyOne: () => Promise<string>): Promise<string[]> {
    const numbers: string[] = []
    while (numbers.length < count) numbers.push(await buyOne())
    return numbers
  }

  const refund = async (number: string, amount: RefundRequest['amount']) => {
    const task = { ...(await seen(number)), refundId: toRefundId(randomUUID()), reason: '', restock: [] }
    expect(await refundOrder(shop, { ...task, amount })).toMatchObject({ kind: 'requested' })
  }
  const units = (...positions: number[]) => ({
    items: positions.map((position) => ({ position, quantity: 1 })),
    shipping: false,
  })
  const change = async (number: string, to: Product, difference: number) => {
    const increase = difference > 0 ? { increase: { method: 'cash' as const, words: 'At the desk' } } : {}
    const task = { change: { position: 0, quantity: 1, to: one(to) }, difference, ...increase }
    expect(await changeItems(shop, { ...(await seen(number)), ...task })).toEqual({ kind: 'items-changed' })
  }

  test('add up as by hand, in every report and file', async () => {
    await shop.identity.addMember(ADA)
    const tax = {
      ...TAX.fallback,
      mode: 'by-destination' as const,
      registrations: ['gst-hst CA', 'pst CA Saskatchewan', 'qst CA Quebec'],
    }
    await saveAsStaff(shop, TAX, tax)
    const ten = promotion(
      'ten',
      { kind: 'percent', milliPercent: 10_000, items: ALL },
      { codes: ['TEN'], partner: 'Mia' },
    )
    await saveAsStaff(shop, PROMOTIONS, { promotions: [ten] })
    const own = { stock: 1_000, price: cents(40_00), category: 'T-Shirts' } as const
    products.tee = await shop.catalog.add(hoodie({ ...own, name: 'Tee' }))
    products.kids = await shop.catalog.add(
      hoodie({ ...own, name: 'Kids Tee', price: cents(20_00), taxFree: true }),
    )
    products.card = await shop.catalog.add(
      hoodie({
        name: 'Gift card',
        category: 'Accessories',
        giftAmounts: '50',
        stock: null,
        taxFree: true,
        sizes: [{ size: '50', stock: null }],
      }),
    )
    const { hoodie: coat, tee, kids, card } = products
    const gift: CartItem = { ...one(card, '50'), gift: { name: '', email: '', message: '', sendOn: '' } }

    const first = quarterOf(shopDay(shop.now(), shop.settings.timeZone))
    const home = await times(10, () => buy([one(tee), one(coat)], 'saskatchewan', 183_15))
    const reduced = await times(8, () => buy([one(coat)], 'ontario', 129_95, ['TEN']))
    const changed = await times(6, () => buy([one(tee, 'M', 2)], 'quebec', 120_72))
    await times(5, () => buy([one(coat)], 'ohio', 125_00))
    const cards = await times(4, () => buy([gift], 'nowhere', 50_00))
    const withCard = await times(4, async () =>
      buy([one(tee)], 'saskatchewan', 42_15, [await issueGiftCard(shop, 30_00)]),
    )
    const both = await times(2, () => buy([one(coat), gift], 'saskatchewan', 177_65, ['TEN']))
    await times(1, () => buy([one(kids)], 'alberta', 45_00))

    shop.pass(92 * 86_400_000)
    const second = quarterOf(shopDay(shop.now(), shop.settings.timeZone))
    for (const number of [home[0]!, withCard[0]!])
      await cancelOrder(shop, { ...(await seen(number)), restock: true, reason: '' })
    await refund(reduced[0]!, units(0))
    await refund(reduced[1]!, cents(10_00))
    await refund(cards[0]!, units(0))
    await refund(both[0]!, units(0, 1))
    await change(changed[0]!, coat, 68_99)
    await change(changed[1]!, kids, -27_24)
    await settled()
    while ((await storeSalesDays(shop)) > 0);

    const all: Period = { from: first.from, to: second.to }
    const report = async (name: ReportName, period = all) => {
      const { rows, total } = await readReport(shop, name, period)
      return [...rows, ...(total ? [total] : [])]
    }
    expect((await readFigures(shop, all)).summary).toEqual({
      revenue: 4_384_17,
      received: 4_878_31,
      returned: 494_14,
      orders: 40,
      average: 120_23,
      gross: 3_600_00,
      discounts: -100_00,
      refunded: 366_93,
      net: 3_133_07,
      shipping: 848_08,
      tax: 451_07 - 48_05,
      units: 52,
      unitsRefunded: 5,
    })
    expect(await report('product')).toEqual([
      ['Emblem Hoodie', 26, 3, 2_600_00, -100_00, 286_93, 2_213_07],
      ['Tee', 24, 2, 960_00, 0, 80_00, 880_00],
      ['Kids Tee', 2, 0, 40_00, 0, 0, 40_00],
      ['Total', 52, 5, 3_600_00, -100_00, 366_93, 3_133_07],
    ])
    expect((await report('category')).map(([name, sold, , gross]) => [name, sold, gross])).toEqual([
      ['Hoodies', 26, 2_600_00],
      ['T-Shirts', 26, 1_000_00],
      ['Total', 52, 3_600_00],
    ])
    expect(await report('country')).toEqual([
      ['Canada', 35, 4_253_31, 494_14, 3_759_17],
      ['United States', 5, 625_00, 0, 625_00],
      ['Total', 40, 4_878_31, 494_14, 4_384_17],
    ])
    expect(await report('method')).toEqual([
      ['Test gateway', 4_989_32, 564_14, 4_425_18],
      ['Gift card', 120_00, 30_00, 90_00],
      ['Cash', 68_99, 0, 68_99],
      ['Gift cards sold', -300_00, -100_00, -200_00],
      ['Total', 4_878_31, 494_14, 4_384_17],
    ])
    expect(await report('promotion')).toEqual([
      ['Promotion ten', 10, -100_00, 0, 1_294_90],
      ['Total', 10, -100_00, 0, null],
    ])
    expect(await report('refunds')).toEqual([
      ['Refunded by staff', 5, 4, 338_84],
      ['Order cancelled', 2, 3, 225_30],
      ['Returned to gift cards', 1, 0, 30_00],
      ['Total', 8, 7, 594_14],
    ])
    expect(await report('statement')).toEqual([
      ['Items', 3_600_00, 366_93, 3_233_07],
      ['Discounts', -100_00, 0, -100_00],
      ['Shipping', 900_00, 51_92, 848_08],
      ['GST (5%)', 139_08, 16_00, 123_08],
      ['HST (13%)', 119_60, 12_85, 106_75],
      ['PST (6%)', 128_40, 19_20, 109_20],
      ['QST (9.975%)', 63_99, 0, 63_99],
      ['Difference from the orders’ totals', 27_24, 27_24, 0],
      ['Revenue', 4_878_31, 494_14, 4_384_17],
    ])
    expect(await report('taxes', first)).toEqual([
      ['Alberta, Canada', 'No tax', 0, 45_00, 0, 0, 0],
      ['Ohio, United States', 'No tax', 0, 625_00, 0, 0, 0],
      ['Ontario, Canada', 'HST (13%)', 920_00, 0, 119_60, 0, 119_60],
      ['Quebec, Canada', 'GST (5%)', 641_67, 0, 32_08, 0, 32_08],
      ['Quebec, Canada', 'QST (9.975%)', 641_67, 0, 63_99, 0, 63_99],
      ['Quebec, Canada', 'No tax', 0, 28_33, 0, 0, 0],
      ['Saskatchewan, Canada', 'GST (5%)', 2_140_00, 0, 107_00, 0, 107_00],
      ['Saskatchewan, Canada', 'PST (6%)', 2_140_00, 0, 128_40, 0, 128_40],
      ['Total', null, null, 698_33, 451_07, 0, 451_07],
    ])
    expect(await report('taxes', second)).toEqual([
      ['Ontario, Canada', 'HST (13%)', 0, 0, 0, 12_85, -12_85],
      ['Saskatchewan, Canada', 'GST (5%)', 0, 0, 0, 16_00, -16_00],
      ['Saskatchewan, Canada', 'PST (6%)', 0, 0, 0, 19_20, -19_20],
      ['Total', null, null, 0, 0, 48_05, -48_05],
    ])

    const rows: CsvCell[][] = []
    for await (const batch of exportOrders(shop, { q: '', state: '', from: '', to: '' })) rows.push(...batch)
    const sum = (table: readonly CsvCell[][], headings: readonly string[], heading: string) =>
      table.reduce((so, row) => so + Math.round(Number(row[headings.indexOf(heading)] ?? 0) * 100), 0)
    const inFile = (heading: string) => sum(rows, orderColumns(), heading)
    expect({
      lines: inFile('Line total (CAD)'),
      quantity: inFile('Quantity') / 100,
      discount: inFile('Order discount (CAD)'),
      shipping: inFile('Order shipping (CAD)'),
      tax: inFile('Order tax (CAD)'),
      gst: inFile('Order GST (CAD)'),
      total: inFile('Order total (CAD)'),
      paid: inFile('Order paid (CAD)'),
      byCard: inFile('Order paid by gift card (CAD)'),
      refunded: [inFile('Order refunded (CAD)'), inFile('Refund (CAD)')],
    }).toEqual({
      lines: 3_600_00 + 300_00,
      quantity: 52 + 6,
      discount: -100_00,
      shipping: 900_00,
      tax: 451_07,
      gst: 139_08,
      total: 4_851_07 + 300_00,
      paid: 4_878_31 + 300_00,
      byCard: 120_00,
      refunded: [594_14, 594_14],
    })
    const partner: CsvCell[][] = []
    for await (const batch of exportPartnerSales(shop, all)) partner.push(...batch)
    expect(
      ['Revenue', 'Discount', 'Refunds', 'Net'].map((name) =>
        sum(partner, partnerColumns(), `${name} (CAD)`),
      ),
    ).toEqual([1_294_90, 100_00, 211_60, 1_083_30])
    expect((await readPromotionSales(shop)).get('ten')).toEqual({
      orders: 10,
      revenue: 1_294_90,
      discount: 100_00,
      refunds: 211_60,
    })
    expect(await findBookFaults(shop.database.db)).toEqual([])
    await expectBooksAgree(shop, 'by hand')
    const between = (await readBalances(shop, all)).find(({ account }) => account === 'cardsBetween')!
    expect(between.debit - between.credit).toBe(0)
  })
})
