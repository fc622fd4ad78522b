import { afterEach, beforeEach, expect, test } from 'vitest'
import { wrongTotals } from '#chaos/audit/wrong-totals.ts'
import { appendSetting } from '#db/settings/settings.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import type { Product } from '#domain/catalog/product.ts'
import { cents } from '#domain/money.ts'
import type { Effect, Promotion } from '#domain/promotions/promotion.ts'
import { PROMOTIONS } from '#domain/settings/promotions.ts'
import { shopDay } from '#domain/shop-day.ts'
import { expireOrders } from '#operations/checkout/payments/expire-orders.ts'
import { placeOrder } from '#operations/checkout/place-order.ts'
import { previewCart } from '#operations/checkout/preview-cart.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { changeItems } from '#operations/orders/change-items.ts'
import {
  exportPartnerSales,
  listPartners,
  openPartnerLink,
  partnerOrders,
  partnerPath,
  sumOrders,
} from '#operations/promotions/partner-sales.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { currentVersion } from '#operations/settings/current-setting.ts'
import { transact } from '#db/engine/transact.ts'
import {
  choosing,
  deliverWebhooks,
  one,
  orderFor,
  ordersByState,
  PAYS,
  place,
  stockOf,
} from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { orderDesk } from '#test/support/order-desk.ts'
import { ALL, promotion } from '#test/support/promotion.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

/** How many buyers want a code at once; a longer run has 500. */
const BUYERS = Number(process.env['CODE_BUYERS'] ?? 60)
const USES = Math.ceil(BUYERS / 10)

const TEN_OFF = { kind: 'percent', milliPercent: 10_000, items: ALL } as const satisfies Effect
/** A hoodie with 10 % off: 106.20, 2.12 tax, 25 shipping. */
const REDUCED = 133_32
const FULL = 145_36

describeOnEachDatabase('promotions', (open, { connectAgain }) => {
  let shop: TestShop
  let product: Product
  const { found, seen, settled, refundOf } = orderDesk(() => ({ shop, product }))

  beforeEach(async () => {
    shop = await openTestShop(open())
    product = await shop.catalog.add(hoodie({ stock: 1_000 }))
    shop.settings.orderLimit = { units: 1_000, percent: 100 }
  })
  afterEach(async () => expect(await wrongTotals(open().db)).toEqual([]))

  async function offer(...promotions: Promotion[]) {
    const { version } = await currentVersion(shop, PROMOTIONS)
    const entry = { value: { promotions }, changedAt: shop.now(), changedBy: null, summary: 'Promotions' }
    await transact(shop.database, (tx) => appendSetting(tx, PROMOTIONS.name, version, entry))
    await shop.changes.publish('settings')
  }
  const code = (
    id: string,
    typed: string,
    effect: Effect = TEN_OFF,
    more: Parameters<typeof promotion>[2] = {},
  ) => promotion(id, effect, { ...more, codes: [typed] })
  const from = (email: string) => ({ customer: { ...CUSTOMER, email } })
  const order = (codes: string[], amount: number, more: object = {}) =>
    orderFor([product], [one(product)], { ...choosing({ codes }), amount, ...more })
  async function pay(request: ReturnType<typeof order>) {
    const { clientSecret, orderNumber } = await place(shop, request)
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    await settled()
    return orderNumber
  }
  const preview = (codes: string[], quantity = 1) =>
    previewCart(shop, {
      items: [one(product, 'M', quantity)],
      destination: CUSTOMER,
      ...choosing({ codes }),
    })

  test('a code takes off what it says, whatever its case and spaces, and the gateway is asked for what is left', async () => {
    await offer(code('drop', 'DROP10'))
    const number = await pay(order([' drop 10 '], REDUCED))
    const placed = await found(number)
    expect(placed).toMatchObject({ state: 'paid', total: REDUCED })
    expect(placed.adjustments).toContainEqual({
      kind: 'discount',
      label: { kind: 'own', name: 'Promotion drop' },
      amount: -11_80,
      linePosition: 0,
    })
    const { amount_cents: asked } = await shop.database.db
      .selectFrom('test_gateway_intents')
      .select('amount_cents')
      .executeTakeFirstOrThrow()
    expect(asked).toBe(REDUCED)
  })

  test('a promotion that applies by itself needs no code, and ends when its time is over', async () => {
    await offer(promotion('sale', TEN_OFF, { conditions: { until: shop.now() + 60_000 } }))
    expect((await preview([])).totals.total).toBe(REDUCED)
    shop.pass(60_000)
    expect((await preview([])).totals.total).toBe(FULL)
  })

  test('a code that does not exist, is paused, or has not begun is refused alike, and nothing is written', async () => {
    await offer(
      code('paused', 'PAUSED', TEN_OFF, { isPaused: true }),
      code('later', 'LATER', TEN_OFF, { conditions: { from: shop.now() + 1 } }),
    )
    for (const typed of ['NOPE', 'PAUSED', 'LATER']) {
      expect((await preview([typed])).codes).toEqual([
        { code: typed, name: null, off: 0, refusal: { kind: 'unknown' } },
      ])
      expect(await placeOrder(shop, order([typed], FULL))).toMatchObject({
        kind: 'field-refused',
        problem: { type: 'code-refused', path: '/codes', message: `${typed} isn't a valid code.` },
      })
    }
    expect(await ordersByState(shop)).toEqual({})
  })

  test('a refusal says what is missing', async () => {
    await offer(code('big', 'BIG', TEN_OFF, { conditions: { leastAmount: cents(130_00) } }))
    const [missing] = (await preview(['BIG'])).codes
    expect(missing?.refusal).toEqual({ kind: 'amount', amount: 12_00 })
    expect(await placeOrder(shop, order(['BIG'], FULL))).toMatchObject({
      problem: { message: 'Add C$12.00 more to use BIG.' },
    })
    expect((await preview(['BIG'], 2)).codes[0]?.off).toBe(23_60)
  })

  test('a code that another offer beats is no obstacle', async () => {
    await offer(promotion('sale', { ...TEN_OFF, milliPercent: 20_000 }), code('drop', 'DROP10'))
    const { codes, totals } = await preview(['DROP10'])
    expect(codes).toMatchObject([{ off: 0, refusal: { kind: 'other-offer' } }])
    expect(await placeOrder(shop, order(['DROP10'], totals.total))).toMatchObject({ kind: 'placed' })
  })

  test('a promotion changed while somebody pays gives the new total first', async () => {
    await offer(code('drop', 'DROP10'))
    const request = order(['DROP10'], REDUCED)
    await offer(code('drop', 'DROP10', { ...TEN_OFF, milliPercent: 5_000 }))
    expect(await placeOrder(shop, request)).toMatchObject({
      kind: 'amount-differs',
      cart: { totals: { subtotal: 118_00 } },
    })
    expect(await ordersByState(shop)).toEqual({})
  })

  test('usage counted on abandoned carts: a use counts when the order is placed, and is given back when it ends', async () => {
    await offer(code('drop', 'DROP10', TEN_OFF, { conditions: { uses: 1 } }))
    await preview(['DROP10'])
    const request = order(['DROP10'], REDUCED)
    await place(shop, request)
    // The same checkout may be placed again.
    await place(shop, request)
    expect(await placeOrder(shop, order(['DROP10'], REDUCED))).toMatchObject({
      problem: { message: 'DROP10 has been used up.' },
    })
    shop.pass(16 * 60_000)
    await expireOrders(shop)
    await place(shop, order(['DROP10'], REDUCED))
  })

  test('a payment after the use went to another order is returned', async () => {
    await offer(code('drop', 'DROP10', TEN_OFF, { conditions: { uses: 1 } }))
    const late = await place(shop, order(['DROP10'], REDUCED))
    const pressed = shop.gateway.confirm(late.clientSecret, PAYS)
    await shop.database.db.updateTable('orders').set({ state: 'expired' }).execute()
    await shop.database.db.deleteFrom('holds').execute()
    await place(shop, order(['DROP10'], REDUCED))
    await pressed
    await deliverWebhooks(shop)
    await settled()
    expect(await found(late.orderNumber)).toMatchObject({ state: 'refunded' })
  })

  test('an order that is cancelled before it is sent gives its use back', async () => {
    await offer(code('drop', 'DROP10', TEN_OFF, { conditions: { uses: 1 } }))
    const number = await pay(order(['DROP10'], REDUCED))
    expect(await placeOrder(shop, order(['DROP10'], REDUCED))).toMatchObject({ kind: 'field-refused' })
    expect(
      await cancelOrder(shop, { ...(await seen(number)), reason: '', restock: true, notify: false } as never),
    ).toMatchObject({ kind: 'cancelled' })
    await settled()
    await place(shop, order(['DROP10'], REDUCED))
  })

  test('limits that a change of case or a plus sign gets round: uses are counted by the normalised email', async () => {
    await offer(code('drop', 'DROP10', TEN_OFF, { conditions: { usesPerCustomer: 1 } }))
    await place(shop, order(['DROP10'], REDUCED, from('ada.prairie@gmail.com')))
    for (const email of ['ADA.Prairie@gmail.com', 'adaprairie+2@gmail.com', 'a.daprairie@googlemail.com']) {
      expect(await placeOrder(shop, order(['DROP10'], REDUCED, from(email)))).toMatchObject({
        problem: { message: "You've already used DROP10." },
      })
    }
    await place(shop, order(['DROP10'], REDUCED, from('ada@elsewhere.example')))
  })

  test('a promotion for a first order, or for named customers, is for nobody else', async () => {
    await offer(
      code('first', 'FIRST', TEN_OFF, { conditions: { firstOrder: true } }),
      code('named', 'NAMED', TEN_OFF, { conditions: { customers: ['Bo@shopper.example'] } }),
    )
    await place(shop, order(['FIRST'], REDUCED))
    expect(await placeOrder(shop, order(['FIRST'], REDUCED))).toMatchObject({
      problem: { message: 'FIRST is for a first order only.' },
    })
    expect(await placeOrder(shop, order(['NAMED'], REDUCED))).toMatchObject({
      problem: { message: "NAMED isn't valid for your email address." },
    })
    await place(shop, order(['NAMED'], REDUCED, from('bo@shopper.example')))
  })

  test('a single-use code is used once', async () => {
    await offer(promotion('bulk', TEN_OFF, { trigger: 'code' }))
    await shop.database.db
      .insertInto('promotion_codes')
      .values(['ONE', 'TWO'].map((one) => ({ code: one, promotion_id: 'bulk', created_at: shop.now() })))
      .execute()
    await place(shop, order(['one'], REDUCED))
    expect(await placeOrder(shop, order(['ONE'], REDUCED))).toMatchObject({
      problem: { message: 'ONE has been used up.' },
    })
    await place(shop, order(['TWO'], REDUCED))
  })

  test('a total of zero places the order without a payment, once, with the limits of others', async () => {
    const all: Effect = { kind: 'percent', milliPercent: 100_000, items: ALL }
    await offer(
      code('all', 'ALL', all, { combinesWith: ['shipping'], conditions: { usesPerCustomer: 1 } }),
      promotion('free', { kind: 'shipping', off: null, methods: [] }, { combinesWith: ['order'] }),
    )
    const request = order(['ALL'], 0)
    expect(await placeOrder(shop, request)).toMatchObject({ kind: 'placed-free', totals: { total: 0 } })
    await settled()
    expect(await ordersByState(shop)).toEqual({ paid: 1 })
    expect(await stockOf(shop, product)).toEqual({ stock: 999, held: 0 })
    expect(shop.mails.map(({ subject }) => subject)).toHaveLength(2)
    expect(await placeOrder(shop, request)).toMatchObject({ kind: 'already-paid' })
    expect(await placeOrder(shop, order(['ALL'], 0))).toMatchObject({ kind: 'field-refused' })
    const intents = await shop.database.db.selectFrom('test_gateway_intents').selectAll().execute()
    expect(intents).toEqual([])
  })

  test('a refund of a unit returns its share, and of everything leaves nothing', async () => {
    await offer(code('drop', 'DROP10'))
    const items = [one(product, 'M', 3)]
    const amount = 118_00 * 3 - 35_40 + 6_37 + 25_00
    const request = orderFor([product], items, { ...choosing({ codes: ['DROP10'] }), amount })
    const number = await pay(request)
    const refund = async (units: number, shipping: boolean) =>
      refundOrder(
        shop,
        await refundOf(number, {
          amount: { items: [{ position: 0, quantity: units, sent: 0 }], shipping },
        }),
      )
    expect(await refund(1, false)).toMatchObject({ kind: 'requested' })
    await settled()
    expect(await refund(2, true)).toMatchObject({ kind: 'requested' })
    await settled()
    expect(await found(number)).toMatchObject({ state: 'refunded' })
    const refunds = await findRefunds(shop.database.db, (await found(number)).id)
    const returned = refunds.map((refund) => Number(refund.amount)).toSorted((a, b) => a - b)
    expect(returned).toEqual([106_20 + 2_12, amount - 106_20 - 2_12])
  })

  test('another size of the same item costs what it cost, by the promotion as it was', async () => {
    await offer(code('drop', 'DROP10'))
    const number = await pay(order(['DROP10'], REDUCED))
    await offer()
    const to = { productId: product.id, size: 'S', quantity: 1 } as const
    expect(
      await changeItems(shop, {
        ...(await seen(number)),
        change: { position: 0, quantity: 1, to },
        difference: 0,
      } as never),
    ).toEqual({ kind: 'items-changed' })
    expect(await found(number)).toMatchObject({ total: REDUCED })
  })

  test('another item keeps the percentage of the order', async () => {
    const tee = await shop.catalog.add(hoodie({ name: 'Tee', price: cents(58_00) }))
    await offer(code('drop', 'DROP10'))
    const number = await pay(order(['DROP10'], REDUCED))
    await offer()
    const to = { productId: tee.id, size: 'S', quantity: 1 } as const
    const less = 54_00 + 1_08
    expect(
      await changeItems(shop, {
        ...(await seen(number)),
        change: { position: 0, quantity: 1, to },
        difference: -less,
      } as never),
    ).toEqual({ kind: 'items-changed' })
    expect(await found(number)).toMatchObject({ total: REDUCED - less })
  })

  test('a month of a partner is what a sum by hand says, on their page, for staff and in the file', async () => {
    const DAY = 24 * 60 * 60_000
    const mia = { partner: 'Mia' }
    await offer(
      code('mia', 'MIA10', TEN_OFF, mia),
      code('mia-ships', 'MIASHIPS', { kind: 'shipping', off: null, methods: [] }, mia),
      code('noah', 'NOAH', TEN_OFF, { partner: 'Noah' }),
    )
    const month = shopDay(shop.now(), shop.settings.timeZone).slice(0, 7)
    await pay(order(['MIA10'], REDUCED, from('before@x.example')))
    shop.pass(40 * DAY)
    const first = await pay(order(['MIA10'], REDUCED, from('a@x.example')))
    shop.pass(60_000)
    const second = await pay(order(['MIASHIPS'], 118_00 + 2_36, from('b@x.example')))
    await pay(order(['NOAH'], REDUCED, from('c@x.example')))
    await pay(order([], FULL, from('d@x.example')))
    await placeOrder(shop, order(['MIA10'], REDUCED, from('unpaid@x.example')))
    await refundOrder(shop, await refundOf(second, { amount: cents(20_36) }))
    await settled()

    // 133.32 + 120.36 paid, 11.80 + 25.00 off, 20.36 back.
    const byHand = { orders: 2, revenue: 253_68, discount: 36_80, refunds: 20_36, net: 233_32 }
    const partners = await listPartners(shop)
    expect(partners.map(({ name }) => name)).toEqual(['Mia', 'Noah'])
    const today = shopDay(shop.now(), shop.settings.timeZone)
    const days = { from: `${today.slice(0, 7)}-01`, to: today }
    expect(sumOrders(await partnerOrders(shop, partners[0]!, days))).toEqual(byHand)
    const link = new URL(partnerPath(shop, partners[0]!), 'http://shop.example')
    const key = link.searchParams.get('key') ?? ''
    const opened = await openPartnerLink(shop, { id: 'mia', key })
    expect(opened?.months.find((one) => one.month === today.slice(0, 7))).toMatchObject(byHand)
    expect(opened?.months.find((one) => one.month === month)).toMatchObject({ orders: 1, net: REDUCED })
    expect(JSON.stringify(opened)).not.toMatch(/x\.example|R-/)
    const rows: unknown[][] = []
    for await (const batch of exportPartnerSales(shop, days)) rows.push(...batch)
    expect(rows).toEqual([
      ['Mia', 'MIA10', first, today, '133.32', '11.80', '0.00', '133.32'],
      ['Mia', 'MIASHIPS', second, today, '120.36', '25.00', '20.36', '100.00'],
      ['Noah', 'NOAH', expect.any(String), today, '133.32', '11.80', '0.00', '133.32'],
    ])

    expect(await openPartnerLink(shop, { id: 'noah', key })).toBeNull()
    await offer(code('mia', 'MIA10', TEN_OFF, { partner: 'Mia K' }))
    expect(await openPartnerLink(shop, { id: 'mia', key })).toBeNull()
  })

  test(
    'buyers at once, in two processes, use a code exactly as often as it allows',
    { timeout: 300_000 },
    async () => {
      await offer(code('drop', 'DROP10', TEN_OFF, { conditions: { uses: USES } }))
      const second = await openTestShop(await connectAgain())
      second.settings.orderLimit = shop.settings.orderLimit
      const outcomes = await Promise.all(
        Array.from({ length: BUYERS }, (_, at) =>
          placeUntilAnswered(
            at % 2 === 0 ? shop : second,
            order(['DROP10'], REDUCED, from(`b${at}@x.example`)),
          ),
        ),
      )
      const kinds = Object.groupBy(outcomes, ({ kind }) => kind)
      expect(kinds.placed).toHaveLength(USES)
      expect(kinds['field-refused']).toHaveLength(BUYERS - USES)
      const uses = await shop.database.db.selectFrom('promotion_uses').selectAll().execute()
      expect(uses).toHaveLength(USES)
    },
  )
})

async function placeUntilAnswered(shop: TestShop, request: Parameters<typeof placeOrder>[1]) {
  for (;;) {
    const outcome = await placeOrder(shop, request)
    if (outcome.kind !== 'busy') return outcome
  }
}
