import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { beforeEach, expect, test } from 'vitest'
import { findGiftCard } from '#db/gift-cards/gift-card-ledger.ts'
import { findLedgerDifferences } from '#db/stock/stock-movements.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import { findReturns } from '#db/returns/returns.ts'
import type { LeasedMessage } from '#db/webhooks/webhook-queue.ts'
import type { Product } from '#domain/catalog/product.ts'
import { toReturnId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { limitEmail } from '#domain/promotions/limit-email.ts'
import { RETURNS, type ReturnsSetting } from '#domain/settings/returns.ts'
import { WEBHOOK_DATA, type WebhookBody } from '#domain/webhooks/payloads.ts'
import { TOPIC_NAMES, type WebhookThing, type WebhookTopic } from '#domain/webhooks/topics.ts'
import { ROLE_PERMISSIONS } from '#domain/staff/permissions.ts'
import { readBalances } from '#operations/books/read-books.ts'
import { giveStoreCredit } from '#operations/gift-cards/change-gift-card.ts'
import { eraseCustomer } from '#operations/orders/erase-customer.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import {
  askForReturn,
  cancelOwnReturn,
  readOwnReturns,
  type ReturnRequest,
} from '#operations/returns/ask-for-return.ts'
import {
  annotateReturn,
  decideReturn,
  receiveReturn,
  refundReturn,
  type ReturnRefund,
} from '#operations/returns/receive-return.ts'
import { readAnyReport } from '#operations/sales/read-figures.ts'
import { webhookBody } from '#operations/webhooks/webhook-body.ts'
import { addEndpoint } from '#operations/webhooks/webhooks.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { expectBooksAgree } from '#test/support/books-agree.ts'
import { choosing, DISPUTED, gatewayTotals, stockOf } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { openStoreCredit } from '#test/support/gift-card.ts'
import { ADA_AS_OWNER, BY, orderDesk, TRACKING, TWO_HOODIES } from '#test/support/order-desk.ts'
import { saveAsStaff } from '#test/support/rounding-shop.ts'
import { ADA } from '#test/support/staff-browser.ts'
import { CUSTOMER, hoodie, type TestShop } from '#test/support/test-shop.ts'

const DAY_MS = 86_400_000
const AS_PACKER = { by: 'pat@redemption.example', permissions: ROLE_PERMISSIONS.packer }
const PLAIN: ReturnRefund = { shipping: false, keepFee: true }

describeOnEachDatabase('returns', (open) => {
  let shop: TestShop
  let product: Product
  const desk = orderDesk(() => ({ shop, product }))

  shopBeforeEach(
    open,
    (opened) => ({ shop, product } = opened),
    hoodie({ stock: 10, sizes: [{ size: 'M', stock: 10 }] }),
  )

  beforeEach(() => shop.identity.addMember(ADA))

  const rules = (changes: Partial<ReturnsSetting> = {}) =>
    saveAsStaff(shop, RETURNS, { ...RETURNS.fallback, isOn: true, ...changes })

  async function sent(...order: Parameters<typeof desk.paid>) {
    const { number } = await desk.paid(...order)
    await fulfilOrder(shop, { ...(await desk.seen(number)), ...TRACKING })
    await desk.settled()
    return desk.found(number)
  }

  const wanted = (quantity: number, changes: Partial<ReturnRequest> = {}): ReturnRequest => ({
    id: toReturnId(randomUUID()),
    units: [{ position: 0, quantity, reason: 'too-small' }],
    wish: 'money',
    method: '',
    note: '',
    ...changes,
  })

  async function asked(order: { id: Parameters<typeof findReturns>[1] }, request = wanted(1)) {
    const outcome = await askForReturn(shop, order, request)
    if (outcome.kind !== 'asked') throw new Error(`It was not asked for: ${outcome.kind}`)
    return outcome.found
  }

  const found = async (order: { id: Parameters<typeof findReturns>[1] }) =>
    findReturns(shop.database.db, order.id)
  const seen = ({ units }: { units: readonly { number: number }[] }, ...conditions: string[]) =>
    units.map(({ number }, at) => ({ number, condition: (conditions[at] ?? 'stock') as 'stock' }))
  const refunded = async (order: { id: Parameters<typeof findRefunds>[1] }) =>
    (await findRefunds(shop.database.db, order.id)).map(({ amount, source }) => `${source} ${amount}`)

  test('what the rules allow is accepted at once, and nothing is offered before an owner turns returns on', async () => {
    const order = await sent()
    expect(await askForReturn(shop, order, wanted(1))).toEqual({ kind: 'not-offered' })
    expect((await readOwnReturns(shop, order)).isOffered).toBe(false)
    await rules()
    expect(await asked(order)).toMatchObject({ number: 1, state: 'accepted', review: [], dueAt: null })
    expect((await desk.historyOf(order.number)).at(-1)).toBe('return-asked')
  })

  test('more than was sent, a unit twice and another form of a second tab are refused; the same form asks once', async () => {
    await rules()
    const unsent = await desk.found((await desk.paid()).number)
    expect(await askForReturn(shop, unsent, wanted(1))).toEqual({ kind: 'too-many' })
    const order = await sent()
    expect(await askForReturn(shop, order, wanted(3))).toEqual({ kind: 'too-many' })
    expect(await askForReturn(shop, order, wanted(1, { units: [] }))).toEqual({ kind: 'nothing-chosen' })
    const both = wanted(2)
    const [one, other] = await Promise.all([
      askForReturn(shop, order, both),
      askForReturn(shop, order, wanted(2)),
    ])
    expect([one.kind, other.kind].toSorted()).toEqual(['asked', 'too-many'])
    const again = await askForReturn(shop, order, both)
    expect(again.kind).toBe(one.kind)
    expect(await found(order)).toHaveLength(1)
  })

  test('units that were refunded cannot be returned, and those of a cancelled return can', async () => {
    await rules()
    const order = await sent()
    const items = [{ position: 0, quantity: 1, sent: 1 }]
    await refundOrder(
      shop,
      await desk.refundOf(order.number, { amount: { items, shipping: false }, restock: [] }),
    )
    await desk.settled()
    expect(await askForReturn(shop, order, wanted(2))).toEqual({ kind: 'too-many' })
    const { id } = await asked(order, wanted(1))
    expect(await askForReturn(shop, order, wanted(1))).toEqual({ kind: 'too-many' })
    expect(await cancelOwnReturn(shop, order, id)).toBe(true)
    expect(await cancelOwnReturn(shop, order, id)).toBe(false)
    expect((await asked(order)).number).toBe(2)
  })

  test('late, final sale, another country and faulty goods wait for staff, with a deadline', async () => {
    await rules({ days: '10', transitDays: '5', staffDays: '2' })
    const order = await sent()
    shop.pass(15 * DAY_MS - 60_000)
    expect((await asked(order)).state).toBe('accepted')
    shop.pass(120_000)
    const late = await asked(order)
    expect(late).toMatchObject({ state: 'asked', review: ['late'], dueAt: shop.now() + 2 * DAY_MS })
    await rules({ products: [product.id], countries: 'US', days: '365' })
    const faulty = wanted(1, { units: [{ position: 0, quantity: 1, reason: 'faulty' }] })
    const other = await sent()
    expect((await asked(other)).review).toEqual(['final', 'country'])
    expect((await asked(other, faulty)).review).toEqual(['country', 'faulty'])
  })

  test('receiving with a refund restocks, and returns what the units cost less the fee, once', async () => {
    await rules({ methods: 'Label from us: 6.95\nOwn label: 0' })
    const order = await sent()
    expect(await askForReturn(shop, order, wanted(1, { method: 'Teleport' }))).toEqual({
      kind: 'unknown-method',
    })
    const before = (await stockOf(shop, product)).stock
    const one = await asked(order, wanted(1, { method: 'Label from us' }))
    const change = { id: one.id, version: one.version, ...ADA_AS_OWNER, units: seen(one), refund: PLAIN }
    const outcomes = await Promise.all([receiveReturn(shop, change), receiveReturn(shop, change)])
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['changed', 'return-changed'])
    await desk.settled()
    // A hoodie with its tax, less the label.
    expect(await refunded(order)).toEqual([`staff ${118_00 + 2_36 - 6_95}`])
    expect(shop.mails.find(({ kind }) => kind === 'order-refunded')?.text).toContain(
      'Fee that we kept: C$6.95',
    )
    expect((await stockOf(shop, product)).stock).toBe(before! + 1)
    expect((await found(order))[0]).toMatchObject({ state: 'refunded', receivedBy: BY })
    expect(await desk.stateOf(order.number)).toBe('refunded-in-part')
    expect((await desk.historyOf(order.number)).slice(-3)).toContain('return-received')
    await expectBooksAgree(shop, 'after a return')
    const fee = { account: 'returnFees', before: 0, debit: 0, credit: 6_81 }
    expect(await readBalances(shop, { from: '2020-01-01', to: '2049-12-31' })).toContainEqual(
      expect.objectContaining(fee),
    )
    expect(await findLedgerDifferences(shop.database.db)).toEqual([])
  })

  test('a fee that takes all of the refund is said as that, and nothing is received', async () => {
    await rules({ methods: 'Label from us: 500' })
    const order = await sent()
    const one = await asked(order, wanted(1, { method: 'Label from us' }))
    const receipt = { id: one.id, version: one.version, ...ADA_AS_OWNER, units: seen(one) }
    expect(await receiveReturn(shop, { ...receipt, refund: PLAIN })).toEqual({ kind: 'fee-takes-all' })
    expect((await found(order))[0]).toMatchObject({ state: 'accepted' })
    const free = { ...PLAIN, keepFee: false }
    expect((await receiveReturn(shop, { ...receipt, refund: free })).kind).toBe('changed')
  })

  test('what is worn out does not go back to stock, and what was not in the parcel is not refunded', async () => {
    await rules()
    const order = await sent()
    const before = (await stockOf(shop, product)).stock
    const both = await asked(order, wanted(2))
    const change = { id: both.id, version: both.version, ...ADA_AS_OWNER, refund: PLAIN }
    const nothing = { ...change, units: seen(both, 'missing', 'missing') }
    expect(await receiveReturn(shop, nothing)).toEqual({ kind: 'nothing-came' })
    const half = { ...change, units: seen(both).slice(1) }
    expect(await receiveReturn(shop, half)).toEqual({ kind: 'unknown-units' })
    await receiveReturn(shop, { ...change, units: seen(both, 'discarded', 'missing') })
    await desk.settled()
    expect(await refunded(order)).toEqual([`staff ${118_00 + 2_36}`])
    expect((await stockOf(shop, product)).stock).toBe(before)
    expect((await asked(order)).number).toBe(2)
  })

  test('a packer receives and cannot refund; a manager refunds later, as store credit with the bonus', async () => {
    await rules({ creditBonus: '10' })
    const order = await sent()
    const one = await asked(order, wanted(1, { wish: 'credit' }))
    const receipt = { id: one.id, version: one.version, ...AS_PACKER, units: seen(one) }
    expect(await receiveReturn(shop, { ...receipt, refund: PLAIN })).toEqual({ kind: 'not-permitted' })
    expect((await found(order))[0]?.state).toBe('accepted')
    expect((await receiveReturn(shop, { ...receipt, refund: null })).kind).toBe('changed')
    const [received] = await found(order)
    expect(received?.state).toBe('received')
    const money = { id: one.id, version: received!.version, ...ADA_AS_OWNER, ...PLAIN }
    expect((await refundReturn(shop, money)).kind).toBe('changed')
    expect((await refundReturn(shop, money)).kind).toBe('return-changed')
    expect(await refunded(order)).toEqual([`store-credit ${118_00 + 2_36}`])
    const entries = await shop.database.db.selectFrom('gift_card_entries').select('amount_cents').execute()
    expect(entries.map((entry) => entry.amount_cents).toSorted()).toEqual([12_04, 118_00 + 2_36].toSorted())
  })

  test('what store credit had paid is credit again without the bonus, which is for money alone', async () => {
    await rules({ creditBonus: '10' })
    const paidByCredit = cents(200_00)
    const { email, name } = CUSTOMER
    await giveStoreCredit(shop, { email, name, amount: paidByCredit, reason: 'A raffle', by: BY })
    const checkoutId = randomUUID()
    const codes = [await openStoreCredit(shop, email, checkoutId)]
    const paid = { checkoutId, ...choosing({ codes }), amount: cents(TWO_HOODIES - paidByCredit) }
    const order = await sent(undefined, paid)
    const both = await asked(order, wanted(2, { wish: 'credit' }))
    const change = { id: both.id, version: both.version, ...ADA_AS_OWNER, units: seen(both) }
    expect((await receiveReturn(shop, { ...change, refund: { ...PLAIN, shipping: true } })).kind).toBe(
      'changed',
    )
    const credit = await findGiftCard(shop.database.db, { email: limitEmail(email) })
    expect(credit?.balance).toBe(TWO_HOODIES + 6_57)
  })

  test('a unit goes back to stock once, also when its return is declined there, and accepted after all', async () => {
    await rules()
    const order = await sent()
    const before = (await stockOf(shop, product)).stock
    const { id, units } = await asked(order)
    const now = async () => ({ id, version: (await found(order))[0]!.version, ...ADA_AS_OWNER })
    const receive = async () =>
      receiveReturn(shop, { ...(await now()), units: seen({ units }), refund: null })
    const decide = async (isAccepted: boolean) =>
      decideReturn(shop, { ...(await now()), isAccepted, answer: '' })
    expect((await receive()).kind).toBe('changed')
    expect((await decide(false)).kind).toBe('changed')
    expect((await askForReturn(shop, order, wanted(2))).kind).toBe('too-many')
    expect((await decide(true)).kind).toBe('changed')
    expect((await receive()).kind).toBe('changed')
    expect((await stockOf(shop, product)).stock).toBe(before! + 1)
  })

  test('a customer who asks and cancels without end fills neither a mailbox nor the table', async () => {
    await rules()
    const order = await sent()
    for (let count = 0; count < 20; count += 1) await cancelOwnReturn(shop, order, (await asked(order)).id)
    expect(await askForReturn(shop, order, wanted(1))).toEqual({ kind: 'not-offered' })
    expect((await readOwnReturns(shop, order)).isOffered).toBe(false)
  })

  test('a return that names a refund of its order is not taken: its own refund would have that id', async () => {
    await rules()
    const order = await sent()
    await refundOrder(shop, await desk.refundOf(order.number, { amount: cents(5_00) }))
    const [{ id } = { id: '' }] = await findRefunds(shop.database.db, order.id)
    expect(await askForReturn(shop, order, wanted(1, { id: toReturnId(id) }))).toEqual({
      kind: 'not-offered',
    })
  })

  test('every unit and the shipping refunded leave the fees, and the fees refunded leave exactly nothing', async () => {
    await rules({ methods: 'Post: 3.33' })
    const order = await sent()
    for (const shipping of [false, true]) {
      const one = await asked(order, wanted(1, { method: 'Post' }))
      const change = { id: one.id, version: one.version, ...ADA_AS_OWNER, units: seen(one) }
      await receiveReturn(shop, { ...change, refund: { ...PLAIN, shipping } })
      await desk.settled()
    }
    const { taken, returned } = await gatewayTotals(shop)
    expect(taken - returned).toBe(6_66)
    await refundOrder(shop, await desk.refundOf(order.number, { amount: (taken - returned) as never }))
    await desk.settled()
    expect((await gatewayTotals(shop)).returned).toBe(taken)
    expect(await desk.stateOf(order.number)).toBe('refunded')
  })

  test('staff decide what the rules left to them; a decision on an older version changes nothing', async () => {
    await rules({ countries: 'US' })
    const order = await sent()
    const { id, version } = await asked(order)
    const decision = { id, version, ...ADA_AS_OWNER, isAccepted: false, answer: 'Worn outside' }
    expect(await receiveReturn(shop, { ...decision, units: [], refund: null })).toEqual({
      kind: 'return-not-possible',
      state: 'asked',
    })
    await annotateReturn(shop, { ...decision, staffNote: 'Third time', label: '' })
    expect(await decideReturn(shop, decision)).toEqual({ kind: 'return-changed' })
    const declined = await decideReturn(shop, { ...decision, version: version + 1 })
    expect(declined).toMatchObject({ found: { state: 'declined', answer: 'Worn outside', dueAt: null } })
    const after = { ...decision, version: version + 2, isAccepted: true, answer: '' }
    expect(await decideReturn(shop, after)).toMatchObject({ found: { state: 'accepted' } })
  })

  test('the customer is told of each step, with the label and how to send it', async () => {
    await rules({ countries: 'US', instructions: 'Returns, 1 Broadway Ave' })
    const order = await sent()
    shop.mails.length = 0
    const one = await asked(order)
    const change = { id: one.id, ...ADA_AS_OWNER }
    await desk.settled()
    await decideReturn(shop, { ...change, version: 1, isAccepted: true, answer: 'This once' })
    await desk.settled()
    await annotateReturn(shop, { ...change, version: 2, label: 'CP-4477', staffNote: 'Secret' })
    await desk.settled()
    await receiveReturn(shop, { ...change, version: 3, units: seen(one), refund: null })
    await desk.settled()
    const number = `${order.number}-1`
    expect(desk.subjects()).toEqual([
      `ada: We're looking at your return ${number}`,
      `ada: Send us your return ${number}`,
      `ada: Send us your return ${number}`,
      `ada: We've received your return ${number}`,
    ])
    expect(shop.mails[1]?.text).toContain('This once')
    for (const part of ['CP-4477', 'Returns, 1 Broadway Ave', '1 x'])
      expect(shop.mails[2]?.text).toContain(part)
    expect(shop.mails.some(({ text }) => text.includes('Secret'))).toBe(false)
  })

  test('a disputed order is left to the bank', async () => {
    await rules()
    const order = await sent(DISPUTED)
    await shop.database.db
      .insertInto('disputes')
      .values({
        id: 'dp_1' as never,
        order_id: order.id,
        intent_id: null,
        amount_cents: order.total,
        currency: 'CAD',
        reason: 'fraudulent',
        state: 'open',
        opened_at: shop.now(),
        decided_at: null,
      })
      .execute()
    expect(await askForReturn(shop, order, wanted(1))).toEqual({ kind: 'disputed' })
  })

  test('a customer with a return on its way stays reachable; then what they wrote is erased', async () => {
    await rules()
    const order = await sent()
    const one = await asked(order, wanted(1, { note: 'Call Ada on 306 555 0123' }))
    expect((await eraseCustomer(shop, { email: CUSTOMER.email, by: BY })).kind).toBe('orders-in-hand')
    await cancelOwnReturn(shop, order, one.id)
    expect((await eraseCustomer(shop, { email: CUSTOMER.email, by: BY })).kind).toBe('erased')
    expect((await found(order))[0]?.note).toBe('')
  })

  test('the report has what comes back by product, size and reason, without what was kept, declined or missing', async () => {
    await rules()
    const today = { from: '2020-01-01', to: '2049-12-31' }
    const order = await sent()
    await asked(order)
    const kept = await asked(order)
    await cancelOwnReturn(shop, order, kept.id)
    const both = await asked(
      await sent(),
      wanted(2, { units: [{ position: 0, quantity: 2, reason: 'faulty' }] }),
    )
    const decided = { id: both.id, version: both.version, ...ADA_AS_OWNER }
    await decideReturn(shop, { ...decided, isAccepted: true, answer: '' })
    const received = { ...decided, version: both.version + 1, units: seen(both, 'second', 'missing') }
    expect((await receiveReturn(shop, { ...received, refund: null })).kind).toBe('changed')
    const { rows, total } = await readAnyReport(shop, 'returns', today)
    const [tooSmall, faulty] = [6, 9]
    for (const row of rows) expect([row[3], row[tooSmall], row[faulty]]).toEqual([2, 1, 1])
    expect(rows.map((row) => row.slice(0, 5))).toEqual([
      [product.name, 'All sizes', 4, 2, 50],
      [product.name, 'M', 4, 2, 50],
    ])
    expect(total?.slice(0, 4)).toEqual(['Total', null, 4, 2])
  })

  test('other programs are told of each state of a return, in order, without what its customer wrote', async () => {
    await rules()
    shop.settings.webhooksToInner = true
    const added = await addEndpoint(shop, {
      url: 'https://hooks.example/in',
      topics: TOPIC_NAMES,
      isOn: true,
    })
    expect(added).toHaveProperty('endpoint')
    const order = await sent()
    const first = await asked(order, wanted(1, { note: 'Far too tight for Ada' }))
    const came = { id: first.id, version: first.version, units: seen(first), refund: PLAIN }
    const { permissions } = ADA_AS_OWNER
    expect((await receiveReturn(shop, { ...came, by: BY, permissions })).kind).toBe('changed')
    const second = await asked(order)
    expect(await cancelOwnReturn(shop, order, second.id)).toBe(true)
    const messages = await shop.database.db
      .selectFrom('webhook_messages')
      .selectAll()
      .where('thing', 'like', 'return:%')
      .orderBy('id')
      .execute()
    expect(messages.map(({ topic, thing }) => `${topic} ${thing.slice(7)}`)).toEqual([
      ...['asked', 'accepted', 'received', 'refunded'].map((state) => `return.${state} ${first.id}`),
      ...['asked', 'accepted', 'cancelled'].map((state) => `return.${state} ${second.id}`),
    ])
    for (const { topic, thing, facts, happened_at: happenedAt } of messages) {
      const told = {
        topic: topic as WebhookTopic,
        thing: thing as WebhookThing,
        facts: JSON.parse(facts),
        happenedAt,
      }
      const made = await webhookBody(shop, { ...told, body: null } as LeasedMessage)
      const { data } = JSON.parse(made.kind === 'send' ? made.body : '{}') as WebhookBody
      expect(data).toMatchObject({ event: topic.slice('return.'.length), return: { order: order.number } })
      expect(v.safeParse(WEBHOOK_DATA[told.topic].schema, data)).toMatchObject({ success: true })
      expect(JSON.stringify(data)).not.toMatch(/Ada|tight/)
    }
  })
})
