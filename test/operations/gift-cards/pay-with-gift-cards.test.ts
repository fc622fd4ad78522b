import { afterEach, beforeEach, expect, test } from 'vitest'
import { wrongTotals } from '#chaos/audit/wrong-totals.ts'
import { findPayments } from '#db/checkout/payments.ts'
import { findGiftCard, listEntries } from '#db/gift-cards/gift-card-ledger.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import type { Product } from '#domain/catalog/product.ts'
import type { GiftCardId } from '#domain/ids.ts'
import { cents, signedCents } from '#domain/money.ts'
import { addDays, shopDay } from '#domain/shop-day.ts'
import { expireOrders } from '#operations/checkout/payments/expire-orders.ts'
import { placeOrder } from '#operations/checkout/place-order.ts'
import { previewCart } from '#operations/checkout/preview-cart.ts'
import {
  adjustGiftCard,
  issueAsStaff,
  renewCode,
  setGiftCardState,
} from '#operations/gift-cards/change-gift-card.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { readAnyReport } from '#operations/sales/read-figures.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import {
  choosing,
  deliverWebhooks,
  DECLINED,
  one,
  orderFor,
  ordersByState,
  PAYS,
  place,
  stockOf,
} from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { orderDesk } from '#test/support/order-desk.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

/** A hoodie: 118.00, 2.36 tax, 25.00 shipping. */
const FULL = 145_36
const WHY = { reason: 'Won the raffle', by: 'owner@shop.test' }

describeOnEachDatabase('paying with gift cards', (open, { connectAgain }) => {
  let shop: TestShop
  let product: Product
  const { found, seen, settled, refundOf } = orderDesk(() => ({ shop, product }))

  beforeEach(async () => {
    shop = await openTestShop(open())
    product = await shop.catalog.add(hoodie({ stock: 1_000 }))
    shop.settings.orderLimit = { units: 1_000, percent: 100 }
  })
  afterEach(async () => expect(await wrongTotals(open().db)).toEqual([]))

  async function issue(amount: number) {
    const { id } = await issueAsStaff(shop, { amount: cents(amount), ...WHY })
    return { id, code: (await renewCode(shop, id))!.code }
  }
  const order = (codes: string[], amount: number, more: object = {}) =>
    orderFor([product], [one(product)], { ...choosing({ codes }), amount, ...more })
  const balance = async (id: GiftCardId) => (await findGiftCard(open().db, { id }))?.balance
  const kinds = async (id: GiftCardId) =>
    (await listEntries(open().db, id)).map(({ kind, amount }) => `${kind} ${amount}`).toReversed()
  const paymentsOf = async (number: string) =>
    (await findPayments(open().db, (await found(number)).id))
      .map(({ kind, state, received }) => `${kind} ${state} ${received}`)
      .toSorted()
  async function pay(request: ReturnType<typeof order>) {
    const { clientSecret, orderNumber } = await place(shop, request)
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    await settled()
    return orderNumber
  }
  const preview = (codes: string[]) =>
    previewCart(shop, { items: [one(product)], destination: CUSTOMER, ...choosing({ codes }) })
  const asked = async () =>
    (await open().db.selectFrom('test_gateway_intents').select('amount_cents').execute()).map(
      (row) => row.amount_cents,
    )

  test('several cards pay as far as they go, the gateway is asked for exactly what is left, and taxes stay as they are', async () => {
    const [small, large] = [await issue(20_00), await issue(50_00)]
    const codes = [small.code, large.code.toLowerCase()]
    const shown = await preview(codes)
    expect(shown.totals.total).toBe(FULL)
    expect(shown.codes.map(({ giftCard, off, refusal }) => [giftCard, off, refusal])).toEqual([
      [{ lastFour: small.code.slice(-4), amount: 20_00 }, 0, null],
      [{ lastFour: large.code.slice(-4), amount: 50_00 }, 0, null],
    ])
    const number = await pay(order(codes, FULL - 70_00))
    expect(await asked()).toEqual([FULL - 70_00])
    expect(await found(number)).toMatchObject({ state: 'paid', total: FULL })
    expect(await paymentsOf(number)).toEqual([
      `card succeeded ${FULL - 70_00}`,
      'gift-card succeeded 2000',
      'gift-card succeeded 5000',
    ])
    expect([await balance(small.id), await balance(large.id)]).toEqual([0, 0])
  })

  test('an order that a card covers is placed and paid without a gateway, once', async () => {
    const card = await issue(200_00)
    const request = order([card.code], 0)
    expect(await placeOrder(shop, request)).toMatchObject({ kind: 'placed-free', totals: { total: FULL } })
    expect(await placeOrder(shop, request)).toMatchObject({ kind: 'already-paid' })
    await settled()
    expect(await ordersByState(shop)).toEqual({ paid: 1 })
    expect(await stockOf(shop, product)).toEqual({ stock: 999, held: 0 })
    expect(await asked()).toEqual([])
    expect(await balance(card.id)).toBe(200_00 - FULL)
  })

  test('the rest is never below what the gateway charges: the card keeps a little', async () => {
    const card = await issue(FULL - 20)
    await pay(order([card.code], 50))
    expect(await balance(card.id)).toBe(30)
  })

  test('what is on the card when Pay is pressed counts: another rest is agreed to first', async () => {
    const card = await issue(50_00)
    await adjustGiftCard(shop, card.id, { ...WHY, amount: signedCents(-10_00) })
    expect(await placeOrder(shop, order([card.code], FULL - 50_00))).toMatchObject({ kind: 'amount-differs' })
    expect(await ordersByState(shop)).toEqual({})
    await place(shop, order([card.code], FULL - 40_00))
  })

  test('codes guessed: one that does not exist and one that is disabled are refused alike, and nothing is written', async () => {
    const card = await issue(50_00)
    await setGiftCardState(shop, card.id, { ...WHY, state: 'disabled' })
    const unknown = card.code === 'BCDFGHJKMNPRTVWX' ? 'BCDFGHJKMNPRTVWY' : 'BCDFGHJKMNPRTVWX'
    for (const code of [unknown, card.code]) {
      expect((await preview([code])).codes).toEqual([
        { code, name: null, off: 0, refusal: { kind: 'unknown' } },
      ])
      expect(await placeOrder(shop, order([code], FULL - 50_00))).toMatchObject({
        kind: 'field-refused',
        problem: { type: 'code-refused', path: '/codes', message: `${code} isn't a valid code.` },
      })
    }
    expect(await ordersByState(shop)).toEqual({})
  })

  test('a card that is disabled while somebody pays is refused at its field, and the order is as it was', async () => {
    const card = await issue(50_00)
    const request = order([card.code], FULL - 50_00)
    await place(shop, request)
    await setGiftCardState(shop, card.id, { ...WHY, state: 'disabled' })
    expect(await placeOrder(shop, request)).toMatchObject({
      problem: { type: 'code-refused', path: '/codes' },
    })
    expect(await ordersByState(shop)).toEqual({ pending: 1 })
    const without = { ...request, ...choosing({ codes: [] }), amount: FULL }
    await place(shop, without)
    expect(await balance(card.id)).toBe(50_00)
  })

  test('placing a checkout again takes nothing twice, and only the difference of another cart', async () => {
    const card = await issue(100_00)
    const request = order([card.code], FULL - 100_00)
    await place(shop, request)
    await place(shop, request)
    expect(await kinds(card.id)).toEqual(['issue 10000', 'debit -10000'])
    const other = await issue(FULL)
    expect(
      await placeOrder(shop, { ...request, ...choosing({ codes: [other.code, card.code] }), amount: 0 }),
    ).toMatchObject({
      kind: 'placed-free',
    })
    expect(await kinds(card.id)).toEqual(['issue 10000', 'debit -10000', 'credit-back 10000'])
    expect(await balance(other.id)).toBe(0)
  })

  test('an unpaid order that ends gives back what cards were to pay, once, and takes it again when it comes back', async () => {
    const card = await issue(100_00)
    const request = order([card.code], FULL - 100_00)
    await place(shop, request)
    shop.pass(16 * 60_000)
    await expireOrders(shop)
    await expireOrders(shop)
    expect(await kinds(card.id)).toEqual(['issue 10000', 'debit -10000', 'credit-back 10000'])
    await pay(request)
    expect(await kinds(card.id)).toEqual(['issue 10000', 'debit -10000', 'credit-back 10000', 'debit -10000'])
  })

  test('a declined card keeps what gift cards pay until the order ends', async () => {
    const card = await issue(100_00)
    const { clientSecret, orderNumber } = await place(shop, order([card.code], FULL - 100_00))
    await shop.gateway.confirm(clientSecret, DECLINED)
    await deliverWebhooks(shop)
    expect(await balance(card.id)).toBe(0)
    const cancelled = { ...(await seen(orderNumber)), reason: '', restock: true }
    expect(await cancelOrder(shop, cancelled)).toMatchObject({ kind: 'cancelled' })
    expect(await balance(card.id)).toBe(100_00)
  })

  test('a payment that comes after the end takes the gift card again, or is returned when others took it', async () => {
    for (const [left, state] of [
      [100_00, 'paid'],
      [99_99, 'refunded'],
    ] as const) {
      const card = await issue(100_00)
      const late = await place(shop, order([card.code], FULL - 100_00))
      const pressed = shop.gateway.confirm(late.clientSecret, PAYS)
      shop.pass(16 * 60_000)
      await endUnpaid(late.orderNumber)
      await adjustGiftCard(shop, card.id, { ...WHY, amount: signedCents(left - 100_00 || -1) })
      if (left === 100_00) await adjustGiftCard(shop, card.id, { ...WHY, amount: signedCents(1) })
      await pressed
      await deliverWebhooks(shop)
      await settled()
      expect(await found(late.orderNumber)).toMatchObject({ state })
      expect(await balance(card.id)).toBe(state === 'paid' ? 0 : left)
    }
  })
  /** As if the gateway had not answered when the order expired. */
  async function endUnpaid(number: string) {
    const gone = new AbortController()
    gone.abort()
    await expireOrders(shop, gone.signal)
    for (let round = 0; (await found(number)).state === 'pending' && round < 50; round += 1)
      await expireOrders(shop, AbortSignal.timeout(1))
    expect(await found(number)).toMatchObject({ state: 'expired' })
  }

  test('refund paid out in cash from a card bought with a stolen one: the bank card gets what it paid, gift cards the rest', async () => {
    const card = await issue(100_00)
    const number = await pay(order([card.code], FULL - 100_00))
    const refund = async (amount: number) =>
      refundOrder(shop, await refundOf(number, { amount: cents(amount) }))
    expect(await refund(40_00)).toMatchObject({ kind: 'requested' })
    await settled()
    expect(await balance(card.id)).toBe(0)
    expect(await refund(20_00)).toMatchObject({ kind: 'requested' })
    await settled()
    expect(await balance(card.id)).toBe(20_00 - 5_36)
    expect(await refund(FULL - 60_00)).toMatchObject({ kind: 'requested' })
    await settled()
    expect(await found(number)).toMatchObject({ state: 'refunded' })
    expect(await balance(card.id)).toBe(100_00)
    const refunds = await findRefunds(open().db, (await found(number)).id)
    expect(refunds.map(({ source, amount, state }) => `${source} ${amount} ${state}`).toSorted()).toEqual([
      'gift-card 1464 done',
      'gift-card 8536 done',
      'staff 4000 done',
      'staff 536 done',
    ])
    const returned = await open().db.selectFrom('test_gateway_refunds').select('amount_cents').execute()
    expect(returned.map((row) => row.amount_cents).toSorted((a, b) => b - a)).toEqual([40_00, 5_36])
  })

  test('a cancelled order returns to each what it paid', async () => {
    const card = await issue(100_00)
    const number = await pay(order([card.code], FULL - 100_00))
    const cancelled = { ...(await seen(number)), reason: '', restock: true }
    expect(await cancelOrder(shop, cancelled)).toMatchObject({ kind: 'cancelled' })
    await settled()
    expect(await balance(card.id)).toBe(100_00)
    expect(await stockOf(shop, product)).toEqual({ stock: 1_000, held: 0 })
  })

  test('balance spent twice by two tabs: of 20 checkouts of 60 for a card of 100 at once, in two processes, one gets its full share', async () => {
    const cheap = await shop.catalog.add(hoodie({ name: 'Tee', price: cents(34_31), stock: 100 }))
    const total = 34_31 + 69 + 25_00
    expect(total).toBe(60_00)
    const card = await issue(100_00)
    const second = { ...(await openTestShop(await connectAgain())), signedLinks: shop.signedLinks }
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, at) => {
        const request = orderFor([cheap], [one(cheap)], { ...choosing({ codes: [card.code] }), amount: 0 })
        return placeOrder(at % 2 === 0 ? shop : second, request)
      }),
    )
    expect(outcomes.filter(({ kind }) => kind === 'placed-free')).toHaveLength(1)
    expect(outcomes.filter(({ kind }) => kind === 'amount-differs')).toHaveLength(19)
    await settled()
    expect(await balance(card.id)).toBe(40_00)
    expect(await ordersByState(shop)).toEqual({ paid: 1 })
  })

  test('what is owed by day is the sum of the ledger, to the cent', async () => {
    const card = await issue(100_00)
    const days = [shopDay(shop.now(), shop.settings.timeZone)]
    const number = await pay(order([card.code], FULL - 100_00))
    shop.pass(24 * 60 * 60_000)
    await refundOrder(shop, await refundOf(number, { amount: cents(FULL - 40_00) }))
    await settled()
    await adjustGiftCard(shop, card.id, { ...WHY, amount: signedCents(-10_00) })
    days.push(shopDay(shop.now(), shop.settings.timeZone))
    const read = (from: string, to: string) => readAnyReport(shop, 'gift-cards', { from, to })
    const { columns, rows, total } = await read(days[0]!, days[1]!)
    expect(columns.map(({ label }) => label)).toEqual([
      'Day',
      'Issued',
      'Paid with',
      'Given back',
      'Refunded to',
      'Adjusted',
      'Ended',
      'Owed',
    ])
    expect(rows).toEqual([
      [days[0], 100_00, -100_00, 0, 0, 0, 0, 0],
      [days[1], 0, 0, 0, 60_00, -10_00, 0, 50_00],
    ])
    expect(total).toEqual(['Total', 100_00, -100_00, 0, 60_00, -10_00, 0, 50_00])
    const later = await read(addDays(days[1]!, 1), addDays(days[1]!, 2))
    expect(later).toMatchObject({ rows: [], total: ['Total', 0, 0, 0, 0, 0, 0, 50_00] })
    expect(await balance(card.id)).toBe(50_00)
  })

  test('codes in logs: a code is in no table, mail, log or history', async () => {
    const card = await issue(50_00)
    await pay(order([card.code], FULL - 50_00))
    const tables = [
      'orders',
      'order_events',
      'payments',
      'gift_cards',
      'gift_card_entries',
      'outbox',
      'audit_events',
    ] as const
    const rows = await Promise.all(tables.map((table) => open().db.selectFrom(table).selectAll().execute()))
    expect(JSON.stringify([rows, shop.mails])).not.toContain(card.code)
  })
})
