import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { confirmSubscriber } from '#db/newsletter/newsletter-subscribers.ts'
import type { Database } from '#db/schema.ts'
import type { Product } from '#domain/catalog/product.ts'
import { addOrderNote } from '#operations/orders/add-order-note.ts'
import { applyRetention } from '#operations/upkeep/apply-retention.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { toAnswerId } from '#domain/ids.ts'
import { answerMessage } from '#operations/inbox/answer-message.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { eraseCustomer } from '#operations/orders/erase-customer.ts'
import { expireOrders } from '#operations/checkout/payments/expire-orders.ts'
import { changeAddress } from '#operations/orders/change-address.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { readOrder } from '#operations/orders/read-order.ts'
import { reconcilePayments } from '#operations/checkout/payments/reconcile-payments.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { restockOrder } from '#operations/refunds/restock-order.ts'
import { resendMail } from '#operations/orders/resend-mail.ts'
import { sendContactMessage } from '#operations/inbox/send-contact-message.ts'
import { subscribeToNewsletter } from '#operations/newsletter/subscribe-to-newsletter.ts'
import {
  deliverWebhooks,
  DISPUTED,
  gatewayTotals,
  one,
  orderFor,
  PAYS,
  place,
  stockOf,
} from '#test/support/buyer.ts'
import { GatewayError } from '#providers/payments/payment-gateway.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { ADA_AS_OWNER, BY, TRACKING, orderDesk } from '#test/support/order-desk.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const DAY_MS = 24 * 3_600_000
const email: string = CUSTOMER.email
const NOTE = 'Ring at the back door'

describeOnEachDatabase('erasing a customer’s data', (open, { location }) => {
  let shop: TestShop
  let product: Product
  const desk = orderDesk(() => ({ shop, product }))

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie())

  const erase = (of = email) => eraseCustomer(shop, { email: of, by: BY })

  async function sent(): Promise<string> {
    const order = await desk.paid()
    const moved = { ...CUSTOMER, address: '5 Elm Lane' }
    await changeAddress(shop, { ...order, recipient: moved, difference: 0 })
    await fulfilOrder(shop, { ...(await desk.seen(order.number)), ...TRACKING })
    await desk.settled()
    return order.number
  }

  /** Every row of every table of the shop, as one text. What the gateway has is not the shop's. */
  async function everythingKept(): Promise<string> {
    const { db } = shop.database
    const named = (await db.introspection.getTables()).map(({ name }) => name as keyof Database)
    const tables = named.filter((name) => !name.startsWith('test_gateway_'))
    const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
    return JSON.stringify(rows)
  }

  test('removes the customer from orders, messages and newsletter, and every amount stays the same', async () => {
    const number = await sent()
    await addOrderNote(shop, {
      number,
      noteId: 'note-number-1',
      text: `${CUSTOMER.name} called`,
      ...ADA_AS_OWNER,
    })
    await refundOrder(shop, await desk.refundOf(number, { reason: `${CUSTOMER.name} was unhappy` }))
    await sendContactMessage(shop, { name: CUSTOMER.name, email, subject: 'general', message: NOTE })
    await subscribeToNewsletter(shop, email)
    await desk.settled()
    const before = await readOrder(shop, number)
    const revenue = await desk.revenue()

    await answerMessage(
      shop,
      (await shop.database.db.selectFrom('contact_messages').select('id').executeTakeFirstOrThrow()).id,
      { id: toAnswerId('one'), text: `Dear ${email}`, by: BY },
    )
    expect(await erase()).toEqual({ kind: 'erased', orders: 1, messages: 1, subscriptions: 1 })
    expect(await shop.database.db.selectFrom('message_answers').selectAll().execute()).toEqual([])
    await desk.settled()
    const kept = await everythingKept()
    const { country, region, ...personal } = CUSTOMER
    for (const text of [
      ...Object.values(personal),
      CUSTOMER.name.toLowerCase(),
      NOTE,
      TRACKING.trackingNumber,
      TRACKING.trackingLink,
      '5 Elm Lane',
    ]) {
      expect(kept).not.toContain(text)
    }
    expect(shop.mails).toEqual([])

    const after = await readOrder(shop, number)
    const amountsOf = ({ order, payments, refunds }: NonNullable<typeof after>) => ({
      ...order,
      customer: { country: order.customer.country, region: order.customer.region },
      shipments: order.shipments.map(({ number, at, units }) => ({ number, at, units })),
      note: null,
      version: null,
      erasure: null,
      payments,
      refunds: refunds.map(({ id, amount, state, by }) => ({ id, amount, state, by })),
    })
    expect(amountsOf(after!)).toEqual(amountsOf(before!))
    expect(await desk.revenue()).toBe(revenue)
    expect(after?.order.customer).toMatchObject({ country, region, name: '', email: '' })
    expect(after?.order.erasure).toEqual({ at: shop.now(), why: 'request' })
    expect(after?.order.version).toBeGreaterThan(before?.order.version ?? 0)
    expect(after?.events.at(-1)).toMatchObject({ kind: 'erased', actor: BY, detail: { why: 'request' } })
    const erasures = await shop.database.db.selectFrom('erasures').selectAll().execute()
    expect(erasures).toMatchObject([{ at: shop.now(), by: BY, orders: 1, messages: 1, subscriptions: 1 }])
  })

  test('deletes what staff typed about returned units too', async () => {
    const number = await sent()
    const units = [{ position: 0, quantity: 1 }]
    const amount = { items: units, shipping: false }
    await refundOrder(shop, await desk.refundOf(number, { amount, reason: '' }))
    await desk.settled()
    const reason = `${CUSTOMER.name} brought it back`
    const returned = await restockOrder(shop, { ...(await desk.seen(number)), units, reason })
    expect(returned.kind).toBe('restocked')
    expect(await everythingKept()).toContain(reason)
    const { db } = shop.database
    const events = db.selectFrom('order_events').select('detail').where('kind', '=', 'restocked')
    const { detail } = await events.executeTakeFirstOrThrow()
    expect(await erase()).toMatchObject({ kind: 'erased' })
    expect(await everythingKept()).not.toContain(CUSTOMER.name)
    expect((await events.executeTakeFirstOrThrow()).detail).toBe(
      JSON.stringify({ ...JSON.parse(detail), reason: '' }),
    )
  })

  test('leaves nothing in the free parts of the database file either, which backups copy', async () => {
    const place = location()
    if (place.engine === 'postgres') return // PostgreSQL keeps old rows until it cleans up, out of our reach
    const number = await sent()
    const text = `${CUSTOMER.name} called ${'about the parcel '.repeat(100)}`
    await addOrderNote(shop, { number, noteId: 'note-number-1', text, ...ADA_AS_OWNER })
    await sendContactMessage(shop, { name: CUSTOMER.name, email, subject: 'general', message: text })
    await desk.settled()
    const inFile = () => {
      const file = new DatabaseSync(place.file)
      file.exec('pragma wal_checkpoint(truncate)')
      file.close()
      const bytes = readFileSync(place.file, 'latin1').toLowerCase()
      const texts = [CUSTOMER.name, email, CUSTOMER.address, CUSTOMER.phone, '5 Elm Lane', 'about the parcel']
      return texts.filter((one) => bytes.includes(one.toLowerCase()))
    }
    expect(inFile()).toContain(email)
    expect(await erase()).toMatchObject({ kind: 'erased' })
    await desk.settled()
    // The gateway of tests is in the same file.
    const { db } = shop.database
    for (const table of ['test_gateway_intents', 'test_gateway_events'] as const) {
      await db.deleteFrom(table).execute()
    }
    expect(inFile()).toEqual([])
  })

  test('finds nothing a second time, and records nothing', async () => {
    await sent()
    const outcomes = [await erase(), await erase()].map(({ kind }) => kind)
    expect(outcomes).toEqual(['erased', 'nothing-stored'])
    expect(await shop.database.db.selectFrom('erasures').select('id').execute()).toHaveLength(1)
  })

  test('is done once when two staff members do it at the same time', async () => {
    await sent()
    const outcomes = await Promise.all([erase(), erase()])
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['erased', 'nothing-stored'])
  })

  test('matches the address regardless of case, and affects no other customer', async () => {
    const number = await sent()
    const others = [`x${email}`, `${email}.example`, email.replace('d', "'d"), email.replace('a', 'á')]
    for (const other of others) {
      await place(shop, orderFor([product], [one(product)], { customer: { ...CUSTOMER, email: other } }))
      await subscribeToNewsletter(shop, other)
      await sendContactMessage(shop, { name: 'Bo', email: other, subject: 'other', message: `Not ${email}` })
    }
    expect(await erase(` ${email.toUpperCase()}`)).toMatchObject({ orders: 1, messages: 0, subscriptions: 0 })
    const { db } = shop.database
    const left = await db.selectFrom('orders').select('email').where('number', '!=', number).execute()
    expect(left.map((order) => order.email).toSorted()).toEqual(others.toSorted())
    expect(await db.selectFrom('contact_messages').select('id').execute()).toHaveLength(4)
    expect(await db.selectFrom('newsletter_subscribers').select('id').execute()).toHaveLength(4)
  })

  test('is refused with the reason while an order is in progress', async () => {
    await subscribeToNewsletter(shop, email)
    const obstacle = async () => {
      const outcome = await erase()
      return outcome.kind === 'orders-in-hand' ? outcome.found.orders[0]?.obstacle : outcome.kind
    }
    await desk.placed()
    expect(await obstacle()).toBe('it may still be paid: cancel it, or wait until it expires')
    shop.pass(1_000)
    const order = await desk.paid()
    expect(await obstacle()).toBe('it is paid but not sent: fulfil or cancel it first')
    await fulfilOrder(shop, { ...order, ...TRACKING })
    await refundOrder(shop, await desk.refundOf(order.number))
    expect(await obstacle()).toBe('a refund is on its way')
    expect(await shop.database.db.selectFrom('newsletter_subscribers').select('id').execute()).toHaveLength(1)
    expect((await desk.found(order.number)).customer).toEqual(CUSTOMER)
  })

  test('is refused while an order is disputed', async () => {
    const { number } = await desk.paid(DISPUTED)
    shop.pass(6_000)
    await deliverWebhooks(shop)
    expect((await erase()).kind).toBe('orders-in-hand')
    expect((await desk.found(number)).customer).toEqual(CUSTOMER)
  })

  test('includes an order that was cancelled before it was paid, and leaves its stock unchanged', async () => {
    const { orderNumber } = await desk.placed()
    await cancelOrder(shop, {
      ...(await desk.seen(orderNumber)),
      restock: true,
      reason: `${CUSTOMER.name} asked`,
    })
    const stock = await stockOf(shop, product)
    expect(await erase()).toMatchObject({ kind: 'erased', orders: 1 })
    expect(await stockOf(shop, product)).toEqual(stock)
    expect(await everythingKept()).not.toContain(CUSTOMER.name)
  })

  test('returns a later payment of an expired order, and sells nothing', async () => {
    const { orderNumber, clientSecret } = await desk.placed()
    shop.pass(20 * 60_000)
    const repair = shop.gateway.transport.disturb('cancelIntent', async () => {
      throw new GatewayError('Not today.', true)
    })
    await expireOrders(shop)
    repair()
    shop.failures.length = 0
    expect(await desk.stateOf(orderNumber)).toBe('expired')
    expect(await erase()).toMatchObject({ kind: 'erased', orders: 1 })
    const { stock } = await stockOf(shop, product)
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    await desk.settled()
    expect(await desk.stateOf(orderNumber)).toBe('refunded')
    const { taken, returned } = await gatewayTotals(shop)
    expect(returned).toBe(taken)
    expect((await stockOf(shop, product)).stock).toBe(stock)
    expect(shop.mails.map(({ kind }) => kind)).toEqual(['refund-alert'])
    expect(JSON.stringify(shop.mails)).toContain('The customer could not be emailed.')
    expect(shop.failures).toEqual([])
  })

  test('drops waiting mails, and none can be resent', async () => {
    const order = await desk.paid()
    await fulfilOrder(shop, { ...order, ...TRACKING })
    expect((await erase()).kind).toBe('erased')
    await desk.settled()
    expect(shop.mails).toEqual([])
    const mails = (await readOrder(shop, order.number))?.mails ?? []
    expect(mails.length).toBeGreaterThan(0)
    for (const { id } of mails) {
      expect(await resendMail(shop, { number: order.number, mailId: id, ...ADA_AS_OWNER })).toEqual({
        kind: 'erased',
      })
    }
    expect(shop.failures).toEqual([])
  })

  test('leaves a refund possible, without a mail to the customer, and the totals agree', async () => {
    const number = await sent()
    await erase()
    expect(await refundOrder(shop, await desk.refundOf(number))).toEqual({ kind: 'requested' })
    await desk.settled()
    expect(await desk.refundsOf(number)).toEqual(['done at the gateway'])
    expect(shop.mails).toEqual([])
  })

  test('also works for a customer who only subscribed or wrote a message', async () => {
    await subscribeToNewsletter(shop, 'bo@x.example')
    const { id } = await shop.database.db
      .selectFrom('newsletter_subscribers')
      .select('id')
      .executeTakeFirstOrThrow()
    await confirmSubscriber(shop.database.db, { id, mailedAt: shop.now(), now: shop.now() })
    await deliverOutbox(shop)
    expect(await erase('bo@x.example')).toMatchObject({ orders: 0, messages: 0, subscriptions: 1 })
    await desk.settled()
    expect(shop.mails).toEqual([])
    expect(await erase('nobody@x.example')).toEqual({ kind: 'nothing-stored' })
  })
})

describeOnEachDatabase('orders that were never paid', (open, { connectAgain }) => {
  let shop: TestShop
  let product: Product
  const desk = orderDesk(() => ({ shop, product }))

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie())

  async function expired(): Promise<string> {
    const { orderNumber } = await desk.placed()
    shop.pass(16 * 60_000)
    await expireOrders(shop)
    shop.pass(61_000)
    await reconcilePayments(shop)
    return orderNumber
  }

  test('keep the customer for 30 days and then lose it; number, lines, stock and history stay', async () => {
    const number = await expired()
    const stock = await stockOf(shop, product)
    shop.pass(30 * DAY_MS - 61_000)
    await applyRetention(shop)
    expect((await desk.found(number)).customer).toEqual(CUSTOMER)
    shop.pass(1)
    expect(await applyRetention(shop)).toBe(1)
    const order = await desk.found(number)
    expect(order).toMatchObject({ state: 'expired', note: '', erasure: { why: 'never-paid' } })
    expect(order.customer).toMatchObject({ name: '', email: '', phone: '', address: '', country: 'CA' })
    expect(order.lines).toHaveLength(1)
    expect(await desk.historyOf(number)).toEqual(['placed', 'expired', 'erased'])
    expect(await stockOf(shop, product)).toEqual(stock)
    expect(await applyRetention(shop)).toBe(0)
  })

  test('let a browser that still has the checkout create another order', async () => {
    const { request, orderNumber } = await desk.placed()
    shop.pass(16 * 60_000)
    await expireOrders(shop)
    shop.pass(61_000)
    await reconcilePayments(shop)
    shop.pass(31 * DAY_MS)
    await applyRetention(shop)
    const again = await place(shop, request)
    expect(again.orderNumber).not.toBe(orderNumber)
    expect((await desk.found(orderNumber)).erasure?.why).toBe('never-paid')
  })

  test('do not include paid orders and those whose payment is still open at the gateway, which keep their customer', async () => {
    const { number } = await desk.paid()
    await cancelOrder(shop, { ...(await desk.seen(number)), restock: true, reason: '' })
    await desk.settled()
    const { orderNumber: unclosed } = await desk.placed()
    const repair = shop.gateway.transport.disturb('cancelIntent', async () => {
      throw new GatewayError('The gateway is down.', true)
    })
    shop.pass(16 * 60_000)
    await expireOrders(shop)
    shop.pass(31 * DAY_MS)
    expect(await applyRetention(shop)).toBe(0)
    shop.failures.length = 0
    for (const kept of [number, unclosed]) expect((await desk.found(kept)).customer).toEqual(CUSTOMER)
    repair()
    shop.pass(DAY_MS)
    expect(await applyRetention(shop)).toBe(1)
    expect((await desk.found(unclosed)).erasure?.why).toBe('never-paid')
    expect((await desk.found(number)).customer).toEqual(CUSTOMER)
  })

  test('are erased in batches, once each, even by two processes at the same time', async () => {
    const other = await openTestShop(await connectAgain())
    for (let i = 0; i < 4; i += 1) await desk.placed()
    shop.pass(16 * 60_000)
    await expireOrders(shop)
    shop.pass(61_000)
    await reconcilePayments(shop)
    shop.pass(31 * DAY_MS)
    other.pass(shop.now() - other.now())
    await Promise.all([applyRetention(shop), applyRetention(other)])
    const events = shop.database.db.selectFrom('order_events').select('order_id').where('kind', '=', 'erased')
    expect(await events.execute()).toHaveLength(4)
  })
})
