import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { findOrderByNumber } from '#db/orders.ts'
import { findReceived, findRefunds } from '#db/refunds.ts'
import { cents } from '#domain/money.ts'
import { mayBecome, type Order, type OrderState } from '#domain/order.ts'
import type { Product } from '#domain/product.ts'
import { leftToRefund } from '#domain/refund.ts'
import { addOrderNote } from '#operations/add-order-note.ts'
import { cancelOrder } from '#operations/cancel-order.ts'
import { deliverOutbox } from '#operations/deliver-outbox.ts'
import { expireOrders } from '#operations/expire-orders.ts'
import { fulfilOrder } from '#operations/fulfil-order.ts'
import { orderPath } from '#operations/order-link.ts'
import { reconcilePayments } from '#operations/reconcile-payments.ts'
import { refundOrder, type RefundRequest } from '#operations/refund-order.ts'
import { resendMail } from '#operations/resend-mail.ts'
import { resolveAttention } from '#operations/resolve-attention.ts'
import { settlePayment } from '#operations/settle-payment.ts'
import { GatewayError } from '#providers/payments/payment-gateway.ts'
import { deliverWebhooks, gatewayBooks, one, orderFor, PAYS, place, stockOf } from './buyer.ts'
import { describeOnEachDatabase } from './each-database.ts'
import { hoodie, openTestShop, type TestShop } from './test-shop.ts'

const BY = 'ada@redemption.example'
const TRACKING = { carrier: 'Canada Post', trackingNumber: 'CP 1', trackingLink: 'https://track.example/CP1' }
const TWO_HOODIES = cents(118_00 * 2 + 4_72 + 25_00)

describeOnEachDatabase('the life of an order after it was placed', (open, { connectAgain }) => {
  let shop: TestShop
  let product: Product

  beforeEach(async () => {
    shop = await openTestShop(open())
    product = await shop.catalog.add(hoodie())
  })

  const placed = async () => {
    const request = orderFor([product], [one(product, 'M', 2)])
    return { request, ...(await place(shop, request)) }
  }
  const found = async (number: string): Promise<Order> =>
    (await findOrderByNumber(shop.database.db, number)) ?? expect.fail(`There is no order ${number}`)
  const paid = async () => {
    const { clientSecret, orderNumber } = await placed()
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    await deliverOutbox(shop)
    shop.mails.length = 0
    return { ...(await seen(orderNumber)), clientSecret }
  }
  const seen = async (number: string) => ({ number, version: (await found(number)).version, by: BY })
  const refundOf = async (number: string, changes: Partial<RefundRequest> = {}): Promise<RefundRequest> => ({
    ...(await seen(number)),
    refundId: randomUUID(),
    amount: cents(50_00),
    reason: 'Torn seam',
    restock: [],
    ...changes,
  })
  const stateOf = async (number: string) => (await found(number)).state
  const history = async (number: string) => {
    const { id } = await found(number)
    const rows = await shop.database.db
      .selectFrom('order_events')
      .select(['kind', 'actor'])
      .where('order_id', '=', id)
      .orderBy('id')
      .execute()
    return rows.map(({ kind, actor }) => `${kind} by ${actor}`)
  }
  const settled = async () => {
    while ((await deliverOutbox(shop)) > 0);
  }
  const subjects = () => shop.mails.map(({ to, subject }) => `${to.address}: ${subject.split(' R-')[0]}`)

  test('a fulfilled order tells the shopper how to follow the parcel, with a link to their order', async () => {
    const order = await paid()
    expect(await fulfilOrder(shop, { ...order, ...TRACKING })).toEqual({ kind: 'fulfilled' })
    await settled()
    const { id, state, fulfilment, version } = await found(order.number)
    expect([state, fulfilment]).toEqual(['fulfilled', { at: shop.now(), ...TRACKING }])
    expect(version).toBe(order.version + 1)
    const [mail] = shop.mails
    expect(shop.mails).toHaveLength(1)
    expect(mail?.to.address).toBe('ada@shopper.example')
    expect(mail?.text).toContain(TRACKING.trackingLink)
    expect(mail?.text).toContain(`http://shop.example${orderPath(shop, { id, number: order.number })}`)
    expect(await history(order.number)).toEqual([
      'placed by shopper',
      'paid by gateway',
      `fulfilled by ${BY}`,
    ])
  })

  test('only what was paid and not sent can be sent', async () => {
    const { orderNumber } = await placed()
    const waiting = await fulfilOrder(shop, { ...(await seen(orderNumber)), ...TRACKING })
    expect(waiting).toEqual({ kind: 'not-possible', state: 'pending' })
    const order = await paid()
    await fulfilOrder(shop, { ...order, ...TRACKING })
    const again = await fulfilOrder(shop, { ...(await seen(order.number)), ...TRACKING })
    expect(again).toEqual({ kind: 'not-possible', state: 'fulfilled' })
    expect(await cancelOrder(shop, { ...(await seen(order.number)), restock: true, reason: '' })).toEqual({
      kind: 'not-possible',
      state: 'fulfilled',
    })
    const nobody = { number: 'R-0000-0000', version: 1, by: BY }
    expect(await fulfilOrder(shop, { ...nobody, ...TRACKING })).toEqual({ kind: 'unknown-order' })
  })

  test('of two members of staff at once, one fulfils or cancels, and the other is told to look again', async () => {
    const other = await openTestShop(await connectAgain())
    for (let round = 0; round < 4; round += 1) {
      const order = await paid()
      const outcomes = await Promise.all([
        fulfilOrder(shop, { ...order, ...TRACKING }),
        cancelOrder(other, { ...order, restock: true, reason: '' }),
        fulfilOrder(other, { ...order, ...TRACKING }),
      ])
      const kinds = outcomes.map(({ kind }) => kind)
      expect(kinds.filter((kind) => kind === 'changed-meanwhile')).toHaveLength(2)
      expect(kinds.filter((kind) => kind === 'fulfilled' || kind === 'cancelled')).toHaveLength(1)
    }
  })

  test('a refund in part is asked for until the gateway has made it, and the shopper hears of it then', async () => {
    const order = await paid()
    expect(await refundOrder(shop, await refundOf(order.number))).toEqual({ kind: 'asked' })
    expect(await findRefunds(shop.database.db, (await found(order.number)).id)).toMatchObject([
      { amount: 50_00, state: 'asked', reason: 'Torn seam', by: BY },
    ])
    expect(await stateOf(order.number)).toBe('paid')
    await settled()
    expect(await stateOf(order.number)).toBe('refunded-in-part')
    expect((await gatewayBooks(shop)).returned).toBe(50_00)
    expect(subjects()).toEqual(['ada@shopper.example: [TEST] Your refund for Redemption order'])
    expect(shop.mails[0]?.text).toContain('C$50.00')
    const rest = cents(TWO_HOODIES - 50_00)
    await refundOrder(shop, await refundOf(order.number, { amount: rest }))
    await settled()
    expect(await stateOf(order.number)).toBe('refunded')
    expect(shop.mails).toHaveLength(2)
  })

  test('the same refund pressed twice goes back once, and none goes over what was paid', async () => {
    const { number } = await paid()
    const request = await refundOf(number, { amount: cents(200_00) })
    expect(await refundOrder(shop, request)).toEqual({ kind: 'asked' })
    expect(await refundOrder(shop, request)).toEqual({ kind: 'asked' })
    const more = await refundOf(number, { amount: cents(TWO_HOODIES - 200_00 + 1) })
    expect(await refundOrder(shop, more)).toEqual({ kind: 'too-much', left: TWO_HOODIES - 200_00 })
    await settled()
    await settled()
    expect((await gatewayBooks(shop)).returned).toBe(200_00)
  })

  test('two members of staff who refund at the same time cannot give back more than was paid', async () => {
    const other = await openTestShop(await connectAgain())
    const { number } = await paid()
    const whole = { amount: TWO_HOODIES }
    const first = await refundOf(number, whole)
    const second = await refundOf(number, whole)
    const outcomes = await Promise.all([refundOrder(shop, first), refundOrder(other, second)])
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['asked', 'changed-meanwhile'])
    await Promise.all([deliverOutbox(shop), deliverOutbox(other)])
    const books = await gatewayBooks(shop)
    expect(books.returned).toBe(books.taken)
  })

  test('pieces go back on the shelf by line, and never more than were sold', async () => {
    const { number } = await paid()
    expect(await stockOf(shop, product)).toEqual({ stock: 8, held: 0 })
    shop.told.length = 0
    const restock = (quantity: number) => [{ position: 0, quantity }]
    await refundOrder(shop, await refundOf(number, { restock: restock(1) }))
    expect(await stockOf(shop, product)).toEqual({ stock: 9, held: 0 })
    expect(await refundOrder(shop, await refundOf(number, { restock: restock(2) }))).toEqual({
      kind: 'too-many-pieces',
    })
    expect(
      await refundOrder(shop, await refundOf(number, { restock: [{ position: 7, quantity: 1 }] })),
    ).toEqual({ kind: 'too-many-pieces' })
    await cancelOrder(shop, { ...(await seen(number)), restock: true, reason: '' })
    expect(await stockOf(shop, product)).toEqual({ stock: 10, held: 0 })
  })

  test('a paid order that is cancelled is refunded whole, and its pieces go back if staff say so', async () => {
    for (const restock of [true, false]) {
      const { stock } = await stockOf(shop, product)
      const order = await paid()
      expect(await cancelOrder(shop, { ...order, restock, reason: 'Misprint' })).toEqual({
        kind: 'cancelled',
      })
      await settled()
      expect(await stateOf(order.number)).toBe('cancelled')
      expect((await stockOf(shop, product)).stock).toBe(restock ? stock : Number(stock) - 2)
      expect(subjects()).toEqual(['ada@shopper.example: [TEST] Your Redemption order'])
      expect(shop.mails[0]?.text).toContain('We are returning C$265.72')
    }
    const books = await gatewayBooks(shop)
    expect(books.returned).toBe(books.taken)
  })

  test('an unpaid order that is cancelled gives its pieces back and cannot be paid any more', async () => {
    const { clientSecret, orderNumber, request } = await placed()
    await cancelOrder(shop, { ...(await seen(orderNumber)), restock: false, reason: '' })
    expect(await stockOf(shop, product)).toEqual({ stock: 10, held: 0 })
    expect((await shop.gateway.confirm(clientSecret, PAYS)).kind).toBe('refused')
    const again = await place(shop, request)
    expect(again.orderNumber).not.toBe(orderNumber)
    expect(shop.mails).toEqual([])
  })

  test('money for a cancelled order that the gateway could not stop goes back, once', async () => {
    const { clientSecret, orderNumber } = await placed()
    const cancellation = { ...(await seen(orderNumber)), restock: true, reason: '' }
    shop.gateway.failNext(1)
    expect(await cancelOrder(shop, cancellation)).toEqual({ kind: 'cancelled' })
    expect(shop.failures.splice(0)).toHaveLength(1)
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    await settled()
    const intent = (await shop.gateway.findIntentBySecret(clientSecret))!
    expect(await settlePayment(shop, intent)).toEqual({ kind: 'refunded', orderNumber })
    await settled()
    const books = await gatewayBooks(shop)
    expect([books.returned, await stateOf(orderNumber)]).toEqual([books.taken, 'refunded'])
    expect(shop.mails[0]?.text).toContain('We are returning C$265.72')
    expect(shop.mails).toHaveLength(1)
  })

  test('a cancelled payment that was left open is stopped as soon as the gateway can be reached', async () => {
    const { clientSecret, orderNumber } = await placed()
    shop.gateway.failNext(1)
    await cancelOrder(shop, { ...(await seen(orderNumber)), restock: true, reason: '' })
    shop.failures.length = 0
    shop.pass(60_000)
    await reconcilePayments(shop)
    expect((await shop.gateway.findIntentBySecret(clientSecret))?.state).toBe('canceled')
  })

  test('an order that is paid while staff cancel it is paid, and they are told to look again', async () => {
    const { clientSecret, orderNumber } = await placed()
    const cancellation = { ...(await seen(orderNumber)), restock: true, reason: '' }
    await shop.gateway.confirm(clientSecret, PAYS)
    expect(await cancelOrder(shop, cancellation)).toEqual({ kind: 'changed-meanwhile' })
    expect(await stateOf(orderNumber)).toBe('paid')
  })

  test('a refund that the gateway refuses is brought to a person, with the gateway’s words, and can be asked again', async () => {
    const { number, clientSecret } = await paid()
    const refund = shop.gateway.refund.bind(shop.gateway)
    shop.gateway.refund = async () => {
      throw new GatewayError('The card account is closed.', false)
    }
    await refundOrder(shop, await refundOf(number))
    await settled()
    expect(shop.failures.splice(0)).toHaveLength(1)
    const { id, state } = await found(number)
    expect(state).toBe('needs-attention')
    expect(await findRefunds(shop.database.db, id)).toMatchObject([
      { state: 'failed', failure: 'The card account is closed.' },
    ])
    const replayed = (await shop.gateway.findIntentBySecret(clientSecret))!
    await settlePayment(shop, replayed)
    await settled()
    expect(subjects()).toEqual(['owner@shop.example: [TEST] The refund of order'])
    shop.gateway.refund = refund
    await refundOrder(shop, await refundOf(number, { amount: TWO_HOODIES }))
    await settled()
    expect(await stateOf(number)).toBe('refunded')
  })

  test('while the gateway is away a refund waits, and is made once after', async () => {
    const { number } = await paid()
    shop.gateway.failNext(1)
    await refundOrder(shop, await refundOf(number))
    await deliverOutbox(shop)
    expect(shop.failures.splice(0)).toHaveLength(1)
    expect((await gatewayBooks(shop)).returned).toBe(0)
    shop.pass(60_000)
    await settled()
    expect((await gatewayBooks(shop)).returned).toBe(50_00)
  })

  test('a person decides about an order that was set aside', async () => {
    const setAside = async () => {
      const { clientSecret, orderNumber } = await placed()
      const intent = (await shop.gateway.findIntentBySecret(clientSecret))!
      await settlePayment(shop, { ...intent, state: 'succeeded', amount: cents(1_00) })
      expect(await stateOf(orderNumber)).toBe('needs-attention')
      return seen(orderNumber)
    }
    const stands = await setAside()
    expect(await stockOf(shop, product)).toEqual({ stock: 10, held: 0 })
    await resolveAttention(shop, { ...stands, outcome: 'stands', note: 'Agreed by phone' })
    expect(await stateOf(stands.number)).toBe('paid')
    expect(await stockOf(shop, product)).toEqual({ stock: 8, held: 0 })
    const returned = await setAside()
    await resolveAttention(shop, { ...returned, outcome: 'returned', note: '' })
    expect(await stateOf(returned.number)).toBe('refunded')
    const soldOut = await setAside()
    await shop.database.db.updateTable('products').set({ stock: 1 }).execute()
    expect(await resolveAttention(shop, { ...soldOut, outcome: 'stands', note: '' })).toEqual({
      kind: 'sold-out',
    })
    expect(await stateOf(soldOut.number)).toBe('needs-attention')
  })

  test('a note is kept once however often it is sent, and by whom it is from', async () => {
    const { number } = await paid()
    const note = { number, noteId: randomUUID(), text: 'Called the shopper', by: BY }
    await addOrderNote(shop, note)
    await addOrderNote(shop, note)
    expect((await history(number)).filter((line) => line.startsWith('note'))).toEqual([`note by ${BY}`])
  })

  test('a mail is sent again once, whoever asks, and not while it still waits', async () => {
    const other = await openTestShop(await connectAgain())
    const { number } = await paid()
    const mails = await shop.database.db
      .selectFrom('outbox')
      .select(['id', 'kind'])
      .where('kind', '=', 'order-confirmation')
      .execute()
    const mailId = mails[0]?.id ?? 0
    const ask = { number, mailId, by: BY }
    await Promise.all([resendMail(shop, ask), resendMail(other, ask), resendMail(shop, ask)])
    await settled()
    expect(subjects()).toEqual(['ada@shopper.example: [TEST] Your Redemption order'])
    await fulfilOrder(shop, { ...(await seen(number)), ...TRACKING })
    const waiting = await shop.database.db
      .selectFrom('outbox')
      .select('id')
      .where('kind', '=', 'order-fulfilled')
      .executeTakeFirstOrThrow()
    expect(await resendMail(shop, { ...ask, mailId: waiting.id })).toEqual({ kind: 'still-waiting' })
    expect(await resendMail(shop, { ...ask, mailId: 999_999 })).toEqual({ kind: 'unknown-mail' })
  })

  test('whatever happens in whatever order, no state leaves the table and no refund exceeds the payment', async () => {
    const random = dice(20_261_121)
    const states = new Map<string, OrderState>()
    const orders: { number: string; clientSecret: string }[] = []
    await shop.database.db.updateTable('products').set({ stock: 60 }).execute()
    const refund = shop.gateway.refund.bind(shop.gateway)
    shop.gateway.refund = async (request) => {
      if (random(5) === 0) throw new GatewayError('Not today.', false)
      return refund(request)
    }
    const steps: ((order: { number: string; clientSecret: string }) => Promise<unknown>)[] = [
      async ({ number }) => fulfilOrder(shop, { ...(await seen(number)), ...TRACKING }),
      async ({ number }) =>
        cancelOrder(shop, { ...(await seen(number)), restock: random(2) === 0, reason: '' }),
      async ({ number }) => refundOrder(shop, await refundOf(number, { amount: cents(1 + random(200_00)) })),
      async ({ number }) => refundOrder(shop, await refundOf(number, { amount: TWO_HOODIES })),
      async ({ number }) => resolveAttention(shop, { ...(await seen(number)), outcome: 'stands', note: '' }),
      async ({ clientSecret }) => shop.gateway.confirm(clientSecret, PAYS),
      async () => deliverWebhooks(shop),
      async () => deliverOutbox(shop),
      async () => {
        if (random(4) === 0) shop.pass(15 * 60_000)
        shop.gateway.failNext(random(2))
        await expireOrders(shop)
        shop.gateway.failNext(0)
      },
    ]
    for (let step = 0; step < 120; step += 1) {
      if (step % 12 === 0) {
        const { orderNumber: number, clientSecret } = await placed()
        orders.push({ number, clientSecret })
      }
      const order = orders[random(orders.length)]!
      await steps[random(steps.length)]!(order)
      for (const { number } of orders) {
        const { id, state } = await found(number)
        const before = states.get(number)
        if (before !== undefined && before !== state) {
          expect(mayBecome(before, state), `${before} -> ${state}`).toBe(true)
        }
        states.set(number, state)
        const { received } = await findReceived(shop.database.db, id)
        const refunds = await findRefunds(shop.database.db, id)
        expect(leftToRefund(received, refunds)).toBeGreaterThanOrEqual(0)
      }
    }
    shop.failures.length = 0
    const books = await gatewayBooks(shop)
    expect(books.returned).toBeLessThanOrEqual(books.taken)
  }, 30_000)
})

/** The same throws every time: a failure can be looked at again. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}
