import { expect, test } from 'vitest'
import { findBookFaults } from '#db/backups/books.ts'
import { findPayments } from '#db/checkout/payments.ts'
import type { Product } from '#domain/catalog/product.ts'
import { toDisputeId } from '#domain/ids.ts'
import { cents, type Cents } from '#domain/money.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { settlePayment } from '#operations/checkout/payments/settle-payment.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { resolveAttention } from '#operations/orders/resolve-attention.ts'
import { handleDisputeEvent } from '#operations/refunds/handle-dispute-event.ts'
import { handleRefundEvent } from '#operations/refunds/handle-refund-event.ts'
import type { GatewayDispute } from '#providers/payments/payment-gateway.ts'
import { gatewayTotals } from '#test/support/buyer.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { expectConsistentOrder } from '#test/support/order-consistency.ts'
import { TWO_HOODIES } from '#test/support/order-desk.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'
import { linkDesk, INCREASE } from './link-desk.ts'

describeOnEachDatabase('an order that waits for its balance, and whose money was returned', (open) => {
  let shop: TestShop
  let product: Product
  const desk = linkDesk(() => ({ shop, product }))
  const {
    waiting,
    found,
    seen,
    settled,
    secretOf,
    linkOf,
    pay,
    balance,
    orderRow,
    paymentsOf,
    stateOf,
    subjects,
  } = desk

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie({ stock: 10 }))

  const cardOf = async (number: string) => {
    const payments = await findPayments(shop.database.db, (await found(number)).id)
    return payments.find(({ kind }) => kind === 'card')!.intentId!
  }
  async function dispute(number: string, state: GatewayDispute['state'], amount: Cents = TWO_HOODIES) {
    await disputeUnsettled(number, state, amount)
    await settled()
  }
  async function disputeUnsettled(
    number: string,
    state: GatewayDispute['state'],
    amount: Cents,
    intentId?: string,
  ) {
    shop.pass(1_000)
    const news: GatewayDispute = {
      id: toDisputeId(`dp_${number}`),
      intentId: intentId ?? (await cardOf(number)),
      amount,
      currency: 'cad',
      reason: 'fraudulent',
      state,
    }
    const repair = shop.gateway.transport.disturb('findDispute', async () => news)
    await handleDisputeEvent(shop, news)
    repair()
  }
  const stands = async (number: string) =>
    resolveAttention(shop, { ...(await seen(number)), outcome: 'stands', note: 'Agreed' })
  const words = async (number: string) =>
    (await findOrderView(shop, number, PERMISSIONS))!.history.map((event) => event.words)
  async function refundedAtGateway(
    intentId: string,
    amount: Cents,
    state: 'succeeded' | 'failed' = 'succeeded',
  ) {
    await handleRefundEvent(shop, { id: `re_${intentId}`, key: '', intentId, amount, state, failure: '' })
  }

  test('owes the balance again when the dispute that took the money is won after all', async () => {
    const { number, ...link } = await waiting()
    const before = await found(number)
    await dispute(number, 'lost')
    expect(await orderRow(number)).toMatchObject({ due: 0, link: 'none', total: TWO_HOODIES })
    await dispute(number, 'won')
    expect(await orderRow(number)).toEqual({
      state: 'needs-attention',
      due: INCREASE,
      link: 'closed',
      total: TWO_HOODIES + INCREASE,
    })
    expect(await found(number)).toMatchObject({ adjustments: before.adjustments, lines: before.lines })
    expect(await words(number)).toContain(
      'What was not charged is to be paid again, because the dispute was won: C$120.36',
    )
    await expectConsistentOrder(shop, number, 'won')
    expect(await findBookFaults(shop.database.db)).toEqual([])
    await dispute(number, 'won')
    expect(await orderRow(number)).toMatchObject({ due: INCREASE })
    expect(await stands(number)).toEqual({ kind: 'resolved' })
    expect(await balance(number, { step: 'send' })).toEqual({ kind: 'link-sent' })
    await pay(await secretOf(link))
    expect(await orderRow(number)).toMatchObject({ state: 'paid', due: 0, link: 'none' })
    expect(await paymentsOf(number)).toContain(`link succeeded ${INCREASE}`)
    await settled()
  })

  test('owes the balance again when staff let it stand after the refund of its money came back from the bank', async () => {
    const { number, ...link } = await waiting()
    const before = await found(number)
    await refundedAtGateway(await cardOf(number), TWO_HOODIES)
    expect(await orderRow(number)).toMatchObject({ due: 0, link: 'none', total: TWO_HOODIES })
    await refundedAtGateway(await cardOf(number), TWO_HOODIES, 'failed')
    expect((await findOrderView(shop, number, PERMISSIONS))!.may).toMatchObject({ refund: true })
    expect(await orderRow(number)).toMatchObject({ state: 'needs-attention', due: 0, total: TWO_HOODIES })
    expect(await stands(number)).toEqual({ kind: 'resolved' })
    expect(await orderRow(number)).toEqual({
      state: 'paid',
      due: INCREASE,
      link: 'closed',
      total: TWO_HOODIES + INCREASE,
    })
    expect(await found(number)).toMatchObject({ adjustments: before.adjustments, lines: before.lines })
    expect(await words(number)).toContain(
      'What was not charged is to be paid again, because the refund came back: C$120.36',
    )
    expect(await findBookFaults(shop.database.db)).toEqual([])
    expect(await balance(number, { step: 'send' })).toEqual({ kind: 'link-sent' })
    await pay(await secretOf(link))
    expect(await orderRow(number)).toMatchObject({ state: 'paid', due: 0, link: 'none' })
    await expectConsistentOrder(shop, number, 'paid')
    await settled()
  })

  test('owes nothing again when only a late payment by link is still with the shop, because its refund came back', async () => {
    const { number, ...link } = await waiting()
    const secret = await secretOf(link)
    await refundedAtGateway(await cardOf(number), TWO_HOODIES)
    await pay(secret)
    await settled()
    const { id, intentId } = (await findPayments(shop.database.db, (await found(number)).id)).find(
      ({ kind }) => kind === 'link',
    )!
    const late = { id: 're_late', key: `refund-link-${id}`, intentId: intentId!, amount: cents(INCREASE) }
    await handleRefundEvent(shop, { ...late, state: 'failed', failure: 'closed account' })
    expect(await paymentsOf(number)).toContain(`link succeeded ${INCREASE}`)
    expect(await stands(number)).toEqual({ kind: 'resolved' })
    expect(await orderRow(number)).toMatchObject({ due: 0, link: 'none', total: TWO_HOODIES })
    await settled()
  })

  test('owes nothing again when a dispute about a late payment by link is won', async () => {
    const { number, ...link } = await waiting()
    const secret = await secretOf(link)
    await refundedAtGateway(await cardOf(number), TWO_HOODIES)
    await pay(secret)
    const intent = (await shop.gateway.findIntentBySecret(secret))!
    for (const state of ['lost', 'won'] as const)
      await disputeUnsettled(number, state, cents(INCREASE), intent.id)
    expect(await orderRow(number)).toMatchObject({ due: 0, link: 'none', total: TWO_HOODIES })
    await settled()
    expect(await findBookFaults(shop.database.db)).toEqual([])
  })

  test('sends no mail that nothing is left to pay when the balance is due again before that is sent', async () => {
    const { number } = await waiting()
    shop.mails.length = 0
    await disputeUnsettled(number, 'lost', TWO_HOODIES)
    await disputeUnsettled(number, 'won', TWO_HOODIES)
    expect(await orderRow(number)).toMatchObject({ due: INCREASE })
    await settled()
    expect(shop.mails.map(({ kind }) => kind)).not.toContain('payment-link-closed')
  })

  test('owes nothing again while the other payment is still returned, or once the order was cancelled', async () => {
    const { number } = await waiting()
    await refundedAtGateway(await cardOf(number), TWO_HOODIES)
    await dispute(number, 'lost', cents(1_00))
    await dispute(number, 'won', cents(1_00))
    expect(await orderRow(number)).toMatchObject({ due: 0, link: 'none', total: TWO_HOODIES })
    const cancelled = await waiting()
    await dispute(cancelled.number, 'lost')
    await cancelOrder(shop, { ...(await seen(cancelled.number)), restock: true, reason: 'Lost' })
    await dispute(cancelled.number, 'won')
    expect(await orderRow(cancelled.number)).toMatchObject({ due: 0, link: 'none', total: TWO_HOODIES })
  })

  test('may lose and win its dispute more than once, and then have its change undone', async () => {
    const { number } = await waiting()
    for (const state of ['lost', 'won', 'lost', 'won'] as const) await dispute(number, state)
    expect(await orderRow(number)).toMatchObject({ due: INCREASE, total: TWO_HOODIES + INCREASE })
    const closed = () => subjects().filter((subject) => subject.includes('Nothing is left to pay')).length
    expect(closed()).toBe(2)
    expect(await balance(number, { step: 'undo' })).toEqual({ kind: 'change-undone' })
    expect(await orderRow(number)).toMatchObject({ due: 0, link: 'none', total: TWO_HOODIES })
    await expectConsistentOrder(shop, number, 'undone')
    await settled()
    expect(closed()).toBe(3)
  })

  test('has each payment by link refunded that arrives while nothing is due, not only the first', async () => {
    const { number, ...link } = await waiting()
    for (let round = 0; round < 2; round += 1) {
      const secret = await secretOf(link)
      await dispute(number, 'lost')
      await pay(secret)
      await settled()
      await dispute(number, 'won')
      await stands(number)
      expect(await balance(number, { step: 'send' })).toEqual({ kind: 'link-sent' })
    }
    const returned = `link refunded ${INCREASE}`
    expect((await paymentsOf(number)).filter((payment) => payment === returned)).toHaveLength(2)
    expect((await gatewayTotals(shop)).returned).toBe(2 * INCREASE)
    expect(shop.mails.filter(({ kind }) => kind === 'balance-returned')).toHaveLength(2)
    expect(await findBookFaults(shop.database.db)).toEqual([])
  })

  test('owes again only the cost of the last change, not what was not charged of an earlier one', async () => {
    const { number } = await waiting()
    // Staff gave the reason under which the shop itself waives a balance.
    const increase = { method: 'waive', words: 'Not charged' } as const
    expect(await balance(number, { step: 'settle', increase })).toEqual({ kind: 'balance-settled' })
    expect(await desk.changed(number, 4, INCREASE)).toEqual({ kind: 'items-changed' })
    await dispute(number, 'lost')
    await dispute(number, 'won')
    expect(await orderRow(number)).toMatchObject({ due: INCREASE, total: TWO_HOODIES + INCREASE })
    await stands(number)
    await balance(number, { step: 'send' })
    await pay(await secretOf(await linkOf(number)))
    expect(await orderRow(number)).toMatchObject({ state: 'paid', due: 0 })
    await expectConsistentOrder(shop, number, 'paid')
  })

  async function paidOtherwise(amount: Cents) {
    const { number, ...link } = await waiting()
    const intent = (await shop.gateway.findIntentBySecret(await secretOf(link)))!
    await settlePayment(shop, { ...intent, state: 'succeeded', amount })
    return { number, ...link, intent }
  }

  test('is paid, not partially refunded, when a payment by link that never counted was returned', async () => {
    const { number, intent, ...link } = await paidOtherwise(cents(100_00))
    await refundedAtGateway(intent.id, cents(100_00))
    expect(await stands(number)).toEqual({ kind: 'resolved' })
    expect(await orderRow(number)).toMatchObject({ state: 'paid', due: INCREASE, link: 'closed' })
    await balance(number, { step: 'send' })
    await pay(await secretOf(link))
    expect(await orderRow(number)).toMatchObject({ state: 'paid', due: 0 })
  })

  test('is partially refunded as soon as staff accept a payment by link of which a part was returned', async () => {
    const { number, intent } = await paidOtherwise(cents(100_00))
    await refundedAtGateway(intent.id, cents(20_00))
    expect(await stands(number)).toEqual({ kind: 'resolved' })
    expect(await orderRow(number)).toMatchObject({ state: 'refunded-in-part', due: INCREASE - 80_00 })
  })

  test('is partially refunded when a payment by link was returned that staff had accepted', async () => {
    const { number, intent } = await paidOtherwise(cents(INCREASE + 1_00))
    expect(await stands(number)).toEqual({ kind: 'resolved' })
    expect(await stateOf(number)).toBe('paid')
    await refundedAtGateway(intent.id, cents(INCREASE + 1_00))
    expect(await stateOf(number)).toBe('refunded-in-part')
  })
})
