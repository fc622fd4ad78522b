import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { movementsOutOfStep } from '#chaos/audit/movements-out-of-step.ts'
import { ordersBesideLedger } from '#chaos/audit/orders-beside-ledger.ts'
import { findLedgerDifferences } from '#db/stock/stock-movements.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import { findReturns } from '#db/returns/returns.ts'
import type { Product } from '#domain/catalog/product.ts'
import type { Size } from '#domain/catalog/size.ts'
import { FIRST_ROOM, type Drop } from '#domain/drops/drop.ts'
import { toMessageId, toReturnId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { RETURNS, type ReturnsSetting } from '#domain/settings/returns.ts'
import { ROLE_PERMISSIONS } from '#domain/staff/permissions.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { withdrawFromContract } from '#operations/orders/withdraw-from-contract.ts'
import { settleBalance } from '#operations/payment-links/settle-balance.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { readReturn } from '#operations/returns/read-returns.ts'
import { askForReturn, cancelOwnReturn, type ReturnRequest } from '#operations/returns/ask-for-return.ts'
import { readExchangeOffers, releaseEndedHolds } from '#operations/returns/exchange.ts'
import { decideReturn, exchangeReturn, receiveReturn } from '#operations/returns/receive-return.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { gatewayTotals } from '#test/support/buyer.ts'
import { drop } from '#test/support/drop.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { expectConsistentOrder, expectReportsAgree } from '#test/support/order-consistency.ts'
import { ADA_AS_OWNER, orderDesk, TRACKING } from '#test/support/order-desk.ts'
import { saveAsStaff } from '#test/support/rounding-shop.ts'
import { ADA } from '#test/support/staff-browser.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'

const DAY_MS = 86_400_000
const AS_PACKER = { by: 'pat@redemption.example', permissions: ROLE_PERMISSIONS.packer }
const SIZES = [
  { size: 'M', stock: 10 },
  { size: 'L', stock: 2 },
]

describeOnEachDatabase('exchanges', (open) => {
  let shop: TestShop
  let product: Product
  let coat: Product
  const desk = orderDesk(() => ({ shop, product }))

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie({ stock: 12, sizes: SIZES }))

  beforeEach(async () => {
    await shop.identity.addMember(ADA)
    await rules()
  })

  const rules = (changes: Partial<ReturnsSetting> = {}) =>
    saveAsStaff(shop, RETURNS, { ...RETURNS.fallback, isOn: true, exchanges: true, ...changes })

  /** Another product, at this price. */
  async function another(price: number) {
    const sizes = [{ size: 'M', stock: 5 }]
    coat = await shop.catalog.add(hoodie({ name: 'Comet Coat', price: cents(price), stock: 5, sizes }))
  }

  async function sent() {
    const { number } = await desk.paid()
    await fulfilOrder(shop, { ...(await desk.seen(number)), ...TRACKING })
    await desk.settled()
    shop.mails.length = 0
    return desk.found(number)
  }

  const forIt = (quantity: number, size: Size, of = product): ReturnRequest => ({
    id: toReturnId(randomUUID()),
    units: [
      {
        position: 0,
        quantity,
        reason: 'too-small',
        exchange: { productId: of.id, name: of.name, size, price: of.price },
      },
    ],
    wish: 'exchange',
    method: '',
    note: '',
  })

  async function asked(order: { id: Parameters<typeof findReturns>[1] }, request: ReturnRequest) {
    const outcome = await askForReturn(shop, order, request)
    if (outcome.kind !== 'asked') throw new Error(`It was not asked for: ${outcome.kind}`)
    return outcome.found
  }

  const found = async (order: { id: Parameters<typeof findReturns>[1] }) =>
    (await findReturns(shop.database.db, order.id)).at(-1)!

  async function received(order: { id: Parameters<typeof findReturns>[1] }, ...conditions: string[]) {
    const { id, version, units } = await found(order)
    const seen = units.map(({ number }, at) => ({
      number,
      condition: (conditions[at] ?? 'stock') as 'stock',
    }))
    return { id, version, ...ADA_AS_OWNER, units: seen, refund: null, exchange: true }
  }

  async function left(of = product) {
    const sizes = shop.database.db.selectFrom('product_sizes').select(['size', 'stock'])
    const rows = await sizes.where('product_id', '=', of.id).orderBy('position').execute()
    return rows.map(({ size, stock }) => `${size} ${stock}`)
  }

  async function expectSound(number: string) {
    const { db } = shop.database
    await expectConsistentOrder(shop, number, 'an exchange')
    await expectReportsAgree(shop, 'an exchange')
    expect(await findLedgerDifferences(db)).toEqual([])
    expect(await movementsOutOfStep(db)).toEqual([])
    expect(await ordersBesideLedger(db)).toEqual([])
  }

  async function refundAll(number: string) {
    const { taken, returned } = await gatewayTotals(shop)
    await refundOrder(shop, await desk.refundOf(number, { amount: cents(taken - returned) }))
    await desk.settled()
    const totals = await gatewayTotals(shop)
    expect(totals.returned).toBe(totals.taken)
    expect(await desk.stateOf(number)).toBe('refunded')
  }

  test('another size is held at once, costs nothing whatever the price is now, and is packed when the first is here', async () => {
    const order = await sent()
    expect((await asked(order, forIt(1, 'L'))).heldUntil).toBe(shop.now() + 14 * DAY_MS)
    expect(await left()).toEqual(['M 8', 'L 1'])
    await expectSound(order.number)
    await shop.database.db
      .updateTable('products')
      .set({ price_cents: cents(199_00) })
      .execute()
    const receipt = await received(order)
    const outcomes = await Promise.all([receiveReturn(shop, receipt), receiveReturn(shop, receipt)])
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['changed', 'return-changed'])
    await desk.settled()
    const after = await desk.found(order.number)
    expect(after.lines.map(({ size, quantity }) => `${quantity} ${size}`)).toEqual(['1 M', '1 L'])
    expect(after).toMatchObject({ total: order.total, state: 'paid', fulfilment: 'partially-fulfilled' })
    expect(await findRefunds(shop.database.db, order.id)).toEqual([])
    expect(await left()).toEqual(['M 9', 'L 1'])
    expect(await found(order)).toMatchObject({ state: 'exchanged', heldUntil: null })
    expect(desk.subjects()).toContain(`ada: Your exchange is next: return ${order.number}-1`)
    await expectSound(order.number)
    expect((await fulfilOrder(shop, { ...(await desk.seen(order.number)), ...TRACKING })).kind).toBe(
      'fulfilled',
    )
    expect(await desk.stateOf(order.number)).toBe('fulfilled')
    // What came for it can be returned like anything else.
    expect(
      (
        await askForReturn(shop, order, {
          ...forIt(1, 'L'),
          units: [{ position: 1, quantity: 1, reason: 'other' }],
          wish: 'money',
        })
      ).kind,
    ).toBe('asked')
    await refundAll(order.number)
    await expectSound(order.number)
  })

  test('all units of a line in two sizes of which one is held twice over is told, with nothing held', async () => {
    const order = await sent()
    const other = await sent()
    await asked(other, forIt(2, 'L'))
    expect(await askForReturn(shop, order, forIt(1, 'L'))).toMatchObject({
      kind: 'sold-out',
      item: { size: 'L' },
    })
    expect(
      await askForReturn(shop, order, {
        ...forIt(1, 'L'),
        units: [{ position: 0, quantity: 1, reason: 'other' }],
      }),
    ).toEqual({ kind: 'no-exchange' })
    expect(await findReturns(shop.database.db, order.id)).toEqual([])
    await receiveReturn(shop, await received(other))
    await desk.settled()
    const after = await desk.found(other.number)
    expect(after.lines.map(({ size, quantity }) => `${quantity} ${size}`)).toEqual(['2 L'])
    expect(after).toMatchObject({ total: other.total, fulfilment: 'unfulfilled', state: 'paid' })
    expect(await left()).toEqual(['M 8', 'L 0'])
    await expectSound(other.number)
  })

  test('what is held is let go when its days are over, when the customer keeps theirs, and when staff decline', async () => {
    const order = await sent()
    const one = await asked(order, forIt(1, 'L'))
    expect(await cancelOwnReturn(shop, order, one.id)).toBe(true)
    expect(await left()).toEqual(['M 8', 'L 2'])
    const two = await asked(order, forIt(1, 'L'))
    await decideReturn(shop, { ...two, ...ADA_AS_OWNER, isAccepted: false, answer: '' })
    await desk.settled()
    expect(shop.mails.at(-1)?.text).toContain('We no longer hold what you wanted instead.')
    expect(await left()).toEqual(['M 8', 'L 2'])
    await asked(order, forIt(1, 'L'))
    shop.pass(14 * DAY_MS - 1)
    expect(await releaseEndedHolds(shop)).toBe(0)
    shop.pass(1)
    expect(await releaseEndedHolds(shop)).toBe(1)
    expect(await releaseEndedHolds(shop)).toBe(0)
    await desk.settled()
    expect(await left()).toEqual(['M 8', 'L 2'])
    expect(desk.subjects().at(-1)).toBe(`ada: We no longer hold your exchange: return ${order.number}-3`)
    // It is there still, so it is sent all the same.
    expect((await receiveReturn(shop, await received(order))).kind).toBe('changed')
    expect(await left()).toEqual(['M 9', 'L 1'])
    await expectSound(order.number)
  })

  test('what sold out after its days is not sent: nothing changes, and staff refund instead', async () => {
    const order = await sent()
    await asked(order, forIt(1, 'L'))
    shop.pass(14 * DAY_MS)
    await releaseEndedHolds(shop)
    await asked(await sent(), forIt(2, 'L'))
    const before = await found(order)
    const receipt = await received(order)
    expect(await receiveReturn(shop, receipt)).toMatchObject({ kind: 'exchange-sold-out' })
    expect(await found(order)).toEqual(before)
    expect(await left()).toEqual(['M 6', 'L 0'])
    const refund = { shipping: false, keepFee: true }
    expect((await receiveReturn(shop, { ...receipt, exchange: false, refund })).kind).toBe('changed')
    await desk.settled()
    expect(await found(order)).toMatchObject({ state: 'refunded' })
    await expectSound(order.number)
  })

  test('what went into a drop after its days is not sent: who gets one is decided there', async () => {
    await another(118_00)
    const order = await sent()
    const same = await sent()
    await asked(order, forIt(1, 'M', coat))
    await asked(same, forIt(1, 'L'))
    shop.pass(14 * DAY_MS)
    await releaseEndedHolds(shop)
    const saved = drop({ products: [product.id, coat.id], soldFrom: shop.now(), perPerson: 1 })
    await saveAsStaff(shop, DROPS, { drops: [saved] })
    const before = await found(order)
    const receipt = await received(order)
    expect(await receiveReturn(shop, receipt)).toMatchObject({ kind: 'exchange-reserved' })
    expect(await found(order)).toEqual(before)
    expect((await receiveReturn(shop, { ...receipt, exchange: false })).kind).toBe('changed')
    const { id, version } = await found(order)
    const later = { id, version, ...ADA_AS_OWNER }
    expect(await exchangeReturn(shop, later)).toMatchObject({ kind: 'exchange-reserved' })
    expect((await readReturn(shop, `${order.number}-1`))?.exchange).toMatchObject({
      kind: 'exchange-reserved',
    })
    expect(await left(coat)).toEqual(['M 5'])
    // Another size of the piece itself changes nothing about who got one.
    expect((await receiveReturn(shop, await received(same))).kind).toBe('changed')
    await expectSound(order.number)
  })

  test('what is held for its days is sent, whatever drop it went into meanwhile', async () => {
    await another(118_00)
    const order = await sent()
    await asked(order, forIt(1, 'M', coat))
    const saved = drop({ products: [coat.id], soldFrom: shop.now(), perPerson: 1 })
    await saveAsStaff(shop, DROPS, { drops: [saved] })
    expect((await receiveReturn(shop, await received(order))).kind).toBe('changed')
    expect(await left(coat)).toEqual(['M 4'])
  })

  test('what was not in the parcel is not exchanged, and what cannot be sold does not go back to stock', async () => {
    const order = await sent()
    await asked(order, forIt(2, 'L'))
    expect((await receiveReturn(shop, await received(order, 'discarded', 'missing'))).kind).toBe('changed')
    await desk.settled()
    expect(await left()).toEqual(['M 8', 'L 1'])
    expect(shop.mails.find(({ subject }) => subject.includes('exchange'))?.text).toContain(
      'Not in your parcel',
    )
    await expectSound(order.number)
    expect((await askForReturn(shop, order, forIt(1, 'L'))).kind).toBe('asked')
  })

  test('a dearer piece is charged by link before it is sent, a cheaper one refunded, each to the cent with its tax', async () => {
    await another(150_00)
    const order = await sent()
    await asked(order, forIt(1, 'M', coat))
    expect((await receiveReturn(shop, await received(order))).kind).toBe('changed')
    await desk.settled()
    const after = await desk.found(order.number)
    expect(after.total - order.total).toBe(32_00 + 64)
    expect(after.lines.map(({ name, quantity }) => `${quantity} ${name}`)).toEqual([
      `1 ${product.name}`,
      '1 Comet Coat',
    ])
    expect((await fulfilOrder(shop, { ...(await desk.seen(order.number)), ...TRACKING })).kind).toBe(
      'balance-due',
    )
    const task = await desk.seen(order.number)
    expect((await settleBalance(shop, { ...task, step: 'undo' })).kind).not.toBe('change-undone')
    expect(
      (await settleBalance(shop, { ...task, step: 'settle', increase: { method: 'cash', words: '' } })).kind,
    ).toBe('balance-settled')
    await desk.settled()
    await expectSound(order.number)
    const other = await sent()
    await another(18_00)
    await asked(other, forIt(2, 'M', coat))
    expect((await receiveReturn(shop, await received(other))).kind).toBe('changed')
    await desk.settled()
    expect(
      (await findRefunds(shop.database.db, other.id)).map(({ amount, cause }) => `${cause} ${amount}`),
    ).toEqual([`items ${2 * (100_00 + 2_00)}`])
    expect(other.total - (await desk.found(other.number)).total).toBe(2 * (100_00 + 2_00))
    await expectSound(other.number)
  })

  test('what an exchange sends starts the days of its own line anew, and those of no other', async () => {
    await rules({ days: '10', transitDays: '5' })
    const order = await sent()
    shop.pass(9 * DAY_MS)
    await asked(order, forIt(1, 'L'))
    await receiveReturn(shop, await received(order))
    await desk.settled()
    shop.pass(60_000)
    await fulfilOrder(shop, { ...(await desk.seen(order.number)), ...TRACKING })
    shop.pass(7 * DAY_MS)
    const back = async (position: number) => {
      const units = [{ position, quantity: 1, reason: 'too-small' as const }]
      const one = await asked(order, { ...forIt(1, 'L'), wish: 'money', units })
      await cancelOwnReturn(shop, order, one.id)
      return one.review
    }
    expect((await desk.found(order.number)).lines.map(({ size }) => size)).toEqual(['M', 'L'])
    expect([await back(0), await back(1)]).toEqual([['late'], []])
    const both = [0, 1].map((position) => ({ position, quantity: 1, reason: 'too-small' as const }))
    expect((await asked(order, { ...forIt(1, 'L'), wish: 'money', units: both })).review).toEqual(['late'])
  })

  test('an exchange gives a withdrawal from the contract no more time', async () => {
    const order = await sent()
    shop.pass(18 * DAY_MS)
    await asked(order, forIt(1, 'L'))
    await receiveReturn(shop, await received(order))
    await desk.settled()
    shop.pass(60_000)
    await fulfilOrder(shop, { ...(await desk.seen(order.number)), ...TRACKING })
    shop.pass(10 * DAY_MS)
    const { name, email } = order.customer
    const withdrawal = { name, email, contract: order.number, part: '' }
    await withdrawFromContract(shop, toMessageId(randomUUID()), withdrawal, 'en')
    await desk.settled()
    expect(await found(order)).toMatchObject({ isWithdrawal: true, state: 'asked', review: ['withdrawn'] })
  })

  test('what was sent only after an exchange, and is not of it, counts for the whole order', async () => {
    await rules({ days: '10', transitDays: '5' })
    const { number } = await desk.paid()
    const part = [{ position: 0, quantity: 1 }]
    await fulfilOrder(shop, { ...(await desk.seen(number)), ...TRACKING, items: part })
    const order = await desk.found(number)
    shop.pass(9 * DAY_MS)
    await asked(order, forIt(1, 'L'))
    await receiveReturn(shop, await received(order))
    await desk.settled()
    shop.pass(60_000)
    await fulfilOrder(shop, { ...(await desk.seen(number)), ...TRACKING })
    shop.pass(7 * DAY_MS)
    const units = [{ position: 0, quantity: 1, reason: 'too-small' as const }]
    expect((await asked(order, { ...forIt(1, 'L'), wish: 'money', units })).review).toEqual([])
  })

  test('a price that changed while the customer chose is shown again', async () => {
    await another(150_00)
    const order = await sent()
    const request = forIt(1, 'M', { ...coat, price: cents(140_00) })
    expect(await askForReturn(shop, order, request)).toEqual({ kind: 'price-changed' })
    expect(await left(coat)).toEqual(['M 5'])
  })

  test.each([
    ['drawn', { isDrawn: true }],
    ['behind a waiting room', { room: FIRST_ROOM }],
    ['limited to so many a person', { perPerson: 1 }],
  ])(
    'a piece that is %s takes the place of no other, however it is asked for',
    async (_why, { isDrawn = false, ...of }: Partial<Drop> & { isDrawn?: boolean }) => {
      await another(118_00)
      const order = await sent()
      const offered = async () =>
        (await readExchangeOffers(shop, order.lines)).flatMap(({ name, takesAnyPlace }) =>
          takesAnyPlace ? [name] : [],
        )
      expect(await offered()).toContain('Comet Coat')
      const draw = { entriesFrom: shop.now(), payHours: 12, showsCounts: true, checksCard: false }
      const soldFrom = shop.now() + DAY_MS
      const saved = drop({ products: [product.id, coat.id], soldFrom, ...of, draw: isDrawn ? draw : null })
      await saveAsStaff(shop, DROPS, { drops: [saved] })
      shop.pass(DAY_MS)
      expect(await offered()).toEqual([])
      expect(await askForReturn(shop, order, forIt(1, 'M', coat))).toEqual({ kind: 'no-exchange' })
      expect(await left(coat)).toEqual(['M 5'])
      // Another size of the piece itself changes nothing about who got one.
      expect((await askForReturn(shop, order, forIt(1, 'L'))).kind).toBe('asked')
    },
  )

  test('a gift card and a piece of another category take the place of no other', async () => {
    const order = await sent()
    const sizes = [{ size: '100', stock: null }]
    const gift = await shop.catalog.add(
      hoodie({
        name: 'Gift card',
        giftAmounts: '100',
        stock: null,
        taxFree: true,
        sizes,
        price: cents(100_00),
      }),
    )
    const cap = await shop.catalog.add(
      hoodie({ name: 'Comet Cap', category: 'Accessories', stock: 5, sizes: [{ size: 'M', stock: 5 }] }),
    )
    expect(await askForReturn(shop, order, forIt(1, '100', gift))).toEqual({ kind: 'no-exchange' })
    expect(await askForReturn(shop, order, forIt(1, 'M', cap))).toEqual({ kind: 'no-exchange' })
    expect(await left(cap)).toEqual(['M 5'])
  })

  test('a packer exchanges what was agreed; what was received first is exchanged later, once', async () => {
    const order = await sent()
    await asked(order, forIt(1, 'L'))
    const receipt = { ...(await received(order)), ...AS_PACKER }
    expect((await receiveReturn(shop, { ...receipt, exchange: false })).kind).toBe('changed')
    const { id, version } = await found(order)
    const later = { id, version, ...AS_PACKER }
    expect((await exchangeReturn(shop, later)).kind).toBe('changed')
    expect((await exchangeReturn(shop, later)).kind).toBe('return-changed')
    expect(await left()).toEqual(['M 9', 'L 1'])
    await expectSound(order.number)
  })
})
