import { english } from '#words/en/english.ts'
import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { movementsOutOfStep } from '#chaos/audit/movements-out-of-step.ts'
import { ordersBesideLedger } from '#chaos/audit/orders-beside-ledger.ts'
import { findLedgerDifferences } from '#db/stock/stock-movements.ts'
import { findPayments } from '#db/checkout/payments.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import type { CsvCell } from '#domain/csv.ts'
import { toRefundId, toDisputeId } from '#domain/ids.ts'
import { cents, type Cents } from '#domain/money.ts'
import { mayBecome, type OrderState } from '#domain/orders/order.ts'
import type { Product } from '#domain/catalog/product.ts'
import { addOrderNote } from '#operations/orders/add-order-note.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { expireOrders } from '#operations/checkout/payments/expire-orders.ts'
import { exportOrders, orderColumns } from '#operations/orders/export-orders.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import type { OrderFilter } from '#domain/orders/order-filters.ts'
import { listOrders } from '#operations/orders/list-orders.ts'
import { handleDisputeEvent } from '#operations/refunds/handle-dispute-event.ts'
import { handleRefundEvent } from '#operations/refunds/handle-refund-event.ts'
import { orderPath } from '#operations/order-link.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { resendMail } from '#operations/orders/resend-mail.ts'
import { resolveAttention } from '#operations/orders/resolve-attention.ts'
import { undoFulfilment } from '#operations/orders/undo-fulfilment.ts'
import { settlePayment } from '#operations/checkout/payments/settle-payment.ts'
import { GatewayError } from '#providers/payments/payment-gateway.ts'
import { TEST_REFUNDS } from '#providers/payments/test-gateway/test-refunds.ts'
import { orderWords } from '#web/storefront/own-order/order-words.ts'
import { deliverWebhooks, DISPUTED, gatewayTotals, PAYS, stockOf } from '#test/support/buyer.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { ADA_AS_OWNER, BY, TRACKING, TWO_HOODIES, orderDesk } from '#test/support/order-desk.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

describeOnEachDatabase('an order after the checkout', (open, { connectAgain }) => {
  afterEach(async () => {
    expect(await findLedgerDifferences(open().db)).toEqual([])
    expect(await movementsOutOfStep(open().db)).toEqual([])
    expect(await ordersBesideLedger(open().db)).toEqual([])
  })

  let shop: TestShop
  let product: Product
  const { placed, paid, found, seen, settled, refundOf, stateOf, historyOf, subjects } = orderDesk(() => ({
    shop,
    product,
  }))

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie())

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

  const sentAtOnce = () => ({
    number: 1,
    at: shop.now(),
    by: BY,
    ...TRACKING,
    units: [{ position: 0, quantity: 2 }],
  })

  test('a fulfilled order mails the tracking details to the shopper, with a link to their order', async () => {
    const order = await paid()
    expect(await fulfilOrder(shop, { ...order, ...TRACKING })).toEqual({ kind: 'fulfilled' })
    await settled()
    const sent = await found(order.number)
    const { state, shipments, version } = sent
    expect({ state, shipments }).toEqual({ state: 'fulfilled', shipments: [sentAtOnce()] })
    expect(version).toBe(order.version + 1)
    const [mail] = shop.mails
    expect(shop.mails).toHaveLength(1)
    expect(mail?.to.address).toBe('ada@shopper.example')
    expect(mail?.text).toContain(TRACKING.trackingLink)
    expect(mail?.text).toContain(`http://shop.example${orderPath(shop, sent)}`)
    expect(await history(order.number)).toEqual([
      'placed by shopper',
      'paid by gateway',
      `fulfilled by ${BY}`,
    ])
  })

  test('only a paid and unsent order can be fulfilled', async () => {
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
    const unknown = { number: 'R-0000-0000', version: 1, ...ADA_AS_OWNER }
    expect(await fulfilOrder(shop, { ...unknown, ...TRACKING })).toEqual({ kind: 'unknown-order' })
  })

  test('an order that was sent and refunded in part has the same state, whichever came first', async () => {
    const refund = async (number: string) => {
      await refundOrder(shop, await refundOf(number))
      await settled()
    }
    const send = async (number: string) => {
      const sent = await fulfilOrder(shop, { ...(await seen(number)), ...TRACKING })
      expect(sent).toEqual({ kind: 'fulfilled' })
      await settled()
    }
    const list = async (state: OrderFilter['state']) =>
      (await listOrders(shop, { q: '', state, from: '', to: '', page: 1 })).rows.map((row) => row.number)
    const toSend = await paid()
    const first = await paid()
    await send(first.number)
    await refund(first.number)
    const second = await paid()
    await refund(second.number)
    expect((await list('to-fulfil')).toSorted()).toEqual([toSend.number, second.number].toSorted())
    const { version } = await found(second.number)
    await send(second.number)
    expect((await found(second.number)).version).toBe(version + 1)
    for (const { number } of [first, second]) {
      const order = await found(number)
      expect({ state: order.state, shipments: order.shipments }).toEqual({
        state: 'refunded-in-part',
        shipments: [sentAtOnce()],
      })
      const again = await fulfilOrder(shop, { ...(await seen(number)), ...TRACKING })
      expect(again).toEqual({ kind: 'not-possible', state: 'refunded-in-part' })
      expect(orderWords(order, english).heading).toBe('On its way')
    }
    expect(subjects().filter((subject) => subject.endsWith('is on its way'))).toHaveLength(1)
    const both = [first.number, second.number].toSorted()
    expect((await list('refunded-in-part')).toSorted()).toEqual(both)
    expect(await list('fulfilled')).toEqual([])
    expect(await list('to-fulfil')).toEqual([toSend.number])
    const rows: CsvCell[][] = []
    for await (const some of exportOrders(shop, { q: '', state: 'refunded-in-part', from: '', to: '' }))
      rows.push(...some)
    const cells = ['State', 'Fulfilled'].map((column) => orderColumns().indexOf(column))
    const sentAt = new Date(shop.now()).toISOString()
    expect(rows.map((row) => cells.map((at) => row[at]))).toEqual([
      ['Partially refunded', sentAt],
      ['Partially refunded', sentAt],
      ['Partially refunded', sentAt],
      ['Partially refunded', sentAt],
    ])
  })

  test('when two staff members act at the same time, one fulfils or cancels, and the other must reload', async () => {
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

  test('staff resolve an order that was set aside', async () => {
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
    await shop.catalog.update(product.id, product.version, { ...product, stock: 1 })
    expect(await resolveAttention(shop, { ...soldOut, outcome: 'stands', note: '' })).toEqual({
      kind: 'sold-out',
    })
    expect(await stateOf(soldOut.number)).toBe('needs-attention')
  })

  test('a note is stored once however often it is sent, with its author', async () => {
    const { number } = await paid()
    const note = { number, noteId: randomUUID(), text: 'Called the customer', ...ADA_AS_OWNER }
    expect(await addOrderNote(shop, note)).toEqual({ kind: 'noted' })
    expect(await addOrderNote(shop, note)).toEqual({ kind: 'noted' })
    expect(await addOrderNote(shop, { ...note, text: 'No answer' })).toEqual({ kind: 'note-id-taken' })
    expect((await history(number)).filter((line) => line.startsWith('note'))).toEqual([`note by ${BY}`])
  })

  test('a mail is resent once, whoever requests it, and not while it is still waiting', async () => {
    const other = await openTestShop(await connectAgain())
    const { number } = await paid()
    const mails = await shop.database.db
      .selectFrom('outbox')
      .select(['id', 'kind'])
      .where('kind', '=', 'order-confirmation')
      .execute()
    const mailId = mails[0]?.id ?? 0
    const ask = { number, mailId, ...ADA_AS_OWNER }
    await Promise.all([resendMail(shop, ask), resendMail(other, ask), resendMail(shop, ask)])
    await settled()
    expect(subjects()).toEqual([`ada: Your Redemption order ${number}`])
    await fulfilOrder(shop, { ...(await seen(number)), ...TRACKING })
    const waiting = await shop.database.db
      .selectFrom('outbox')
      .select('id')
      .where('kind', '=', 'order-fulfilled')
      .executeTakeFirstOrThrow()
    expect(await resendMail(shop, { ...ask, mailId: waiting.id })).toEqual({ kind: 'still-waiting' })
    expect(await resendMail(shop, { ...ask, mailId: 999_999 })).toEqual({ kind: 'unknown-mail' })
  })

  test('any sequence of events follows the state table, refunds no more than was paid, and flags over-refunds', async () => {
    const random = dice(20_261_121)
    const states = new Map<string, OrderState>()
    const orders: { number: string; clientSecret: string }[] = []
    await shop.catalog.update(product.id, product.version, { ...product, stock: 60 })
    const answers = new Set<string>()
    const met = new Set<string>()
    /** What each order had returned so far. */
    const returnedBefore = new Map<string, number>()
    /** The rows of returned money so far: none is deleted or changes its amount. */
    const written = new Map<string, Map<string, number>>()
    /** Orders whose loss was written off, with what had been returned then. */
    const writtenOff = new Map<string, number>()
    const refund = async (number: string, amount: Cents) =>
      answers.add((await refundOrder(shop, await refundOf(number, { amount }))).kind)
    const intentOf = async (number: string) =>
      (await findPayments(shop.database.db, (await found(number)).id))[0]?.intentId ?? ''
    const sum = (refunds: { amount: number }[]) => refunds.reduce((total, { amount }) => total + amount, 0)
    const readOrders = async () => {
      const { db } = shop.database
      const read = await db
        .selectFrom('orders')
        .innerJoin('payments', 'payments.order_id', 'orders.id')
        .select(['orders.id', 'number', 'orders.state', 'received_cents as received'])
        .execute()
      const refunds = await db
        .selectFrom('refunds')
        .select(['order_id as id', 'amount_cents as amount', 'state', 'asked_by as by'])
        .select(['refunds.id as refundId', 'done_at as doneAt'])
        .execute()
      const alerts = await db
        .selectFrom('order_events')
        .select(['order_id as id', 'detail'])
        .where('kind', '=', 'over-refunded')
        .orderBy('order_events.id')
        .execute()
      return read.map(({ id, number, state, received }) => {
        const own = refunds.filter((refund) => refund.id === id)
        const returned = sum(own.filter((refund) => refund.state === 'done'))
        const lastAlert = alerts.findLast((event) => event.id === id)?.detail ?? null
        return { number, state, received, returned, refunds: own, lastAlert }
      })
    }
    const dispute = async (number: string, state: 'open' | 'won' | 'lost') => {
      const { id, total } = await found(number)
      const refunds = await findRefunds(shop.database.db, id)
      const waiting = refunds.find((one) => one.state === 'asked')
      if (waiting) met.add(`${state} meets a refund ${waiting.isTaken ? 'of the bank' : 'of the outbox'}`)
      const about = { intentId: await intentOf(number), currency: 'cad', reason: 'fraudulent', state }
      // Half of them over a part of it; two of one order, whose events arrive in any order.
      const [name, amount] = random(2) === 0 ? ['whole', total] : ['part', cents(60_00)]
      await handleDisputeEvent(shop, { ...about, id: toDisputeId(`dp-${name}-${number}`), amount })
    }
    shop.gateway.transport.disturb('refund', async (send) => {
      if (random(5) === 0) throw new GatewayError('Not today.', false)
      return send()
    })
    const steps: ((order: { number: string; clientSecret: string }) => Promise<unknown>)[] = [
      async ({ number }) => fulfilOrder(shop, { ...(await seen(number)), ...TRACKING }),
      async ({ number }) =>
        fulfilOrder(shop, {
          ...(await seen(number)),
          ...TRACKING,
          items: [{ position: 0, quantity: 1 + random(2) }],
        }),
      async ({ number }) =>
        random(3) === 0 &&
        undoFulfilment(shop, { ...(await seen(number)), shipment: 1 + random(3), reason: 'A mistake' }),
      // Rarely: a cancelled order has no further events.
      async ({ number }) =>
        random(6) === 0 &&
        cancelOrder(shop, { ...(await seen(number)), restock: random(2) === 0, reason: '' }),
      async ({ number }) => refund(number, cents(1 + random(200_00))),
      async ({ number }) => refund(number, TWO_HOODIES),
      async ({ number }) => refund(number, TEST_REFUNDS.pendsFirst),
      async ({ number }) => {
        await refund(number, TEST_REFUNDS.pendsFirst)
        if (random(2) === 0) await deliverOutbox(shop)
        await dispute(number, random(2) === 0 ? 'open' : 'lost')
      },
      async ({ number }) => {
        const outcome = (['stands', 'returned', 'written-off', 'written-off'] as const)[random(4)]!
        const returned = (await readOrders()).find((order) => order.number === number)?.returned ?? 0
        const { kind } = await resolveAttention(shop, { ...(await seen(number)), outcome, note: '' })
        if (kind === 'resolved' && outcome === 'written-off') writtenOff.set(number, returned)
      },
      async ({ number }) => random(2) === 0 && dispute(number, 'open'),
      async ({ number }) => random(6) === 0 && dispute(number, 'won'),
      async ({ number }) => random(4) === 0 && dispute(number, 'lost'),
      async ({ number }) =>
        random(4) === 0 &&
        handleRefundEvent(shop, {
          id: `re-${number}-${random(2)}`,
          intentId: await intentOf(number),
          key: '',
          amount: cents(70_00),
          state: 'succeeded',
          failure: '',
        }),
      // The bank decides about the refunds that wait for it.
      async () => shop.pass(10_000),
      async ({ clientSecret }) => {
        await shop.gateway.confirm(clientSecret, random(3) === 0 ? DISPUTED : PAYS)
        if (random(3) > 0) await deliverWebhooks(shop)
      },
      async () => deliverWebhooks(shop),
      async () => deliverOutbox(shop),
      async () => {
        if (random(8) === 0) shop.pass(15 * 60_000)
        shop.gateway.transport.failNext(random(2))
        await expireOrders(shop)
        shop.gateway.transport.failNext(0)
      },
    ]
    for (let step = 0; step < 800; step += 1) {
      shop.pass(1)
      if (step % 32 === 0) {
        const { orderNumber: number, clientSecret } = await placed()
        orders.push({ number, clientSecret })
      }
      // Mostly the newest ones: an order needs many events.
      const order = orders.at(-1 - random(Math.min(orders.length, random(4) === 0 ? 12 : 3)))!
      await steps[random(steps.length)]!(order)
      for (const { number, state, received, returned, refunds, lastAlert } of await readOrders()) {
        const before = states.get(number)
        if (before !== undefined && before !== state) {
          expect(mayBecome(before, state), `${before} -> ${state}`).toBe(true)
        }
        states.set(number, state)
        const ours = refunds.filter(({ by }) => by !== 'gateway')
        const refunded = ours.filter((refund) => refund.state === 'asked' || refund.state === 'done')
        expect(sum(refunded)).toBeLessThanOrEqual(received)
        const rows = new Map(refunds.map(({ refundId, amount }) => [refundId, amount]))
        for (const [id, amount] of written.get(number) ?? []) expect(rows.get(toRefundId(id))).toBe(amount)
        written.set(number, rows)
        expect(sum(refunds.filter(({ doneAt }) => doneAt !== null))).toBe(returned)
        const hasGrown = returned > (returnedBefore.get(number) ?? 0)
        returnedBefore.set(number, returned)
        if (returned <= received) continue
        if (hasGrown) expect(lastAlert).toBe(JSON.stringify({ received, returned }))
        const isAccepted = returned <= (writtenOff.get(number) ?? 0)
        if (!isAccepted)
          expect(state, `${number} returned ${returned} of ${received}`).toBe('needs-attention')
        met.add(isAccepted ? 'written off' : 'returned twice')
      }
    }
    await settled()
    shop.failures.length = 0
    expect([...answers]).toEqual(expect.arrayContaining(['requested', 'too-much']))
    expect([...met]).toEqual(
      expect.arrayContaining([
        'open meets a refund of the bank',
        'open meets a refund of the outbox',
        'lost meets a refund of the bank',
        'lost meets a refund of the outbox',
        'returned twice',
        'written off',
      ]),
    )
    for (const { number } of orders) {
      const alerts = (await historyOf(number)).filter((kind) => kind === 'over-refunded').length
      expect(
        subjects().filter((one) => one.includes(`More was refunded for order ${number} than`)),
      ).toHaveLength(alerts)
    }
    const totals = await gatewayTotals(shop)
    expect(totals.returned).toBeLessThanOrEqual(totals.taken)
  })
})

/** A seeded generator: a failure can be reproduced. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}
