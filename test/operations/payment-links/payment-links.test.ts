import { NOT_CHARGED } from '#domain/refunds/waive-increase.ts'
import { expect, test } from 'vitest'
import { findBookFaults } from '#db/backups/books.ts'
import { findPayments } from '#db/checkout/payments.ts'
import { PAYMENT_LINK_MS } from '#domain/checkout/payment-link.ts'
import { TARIFF } from '#domain/checkout/tariff.ts'
import type { Product } from '#domain/catalog/product.ts'
import { toDisputeId } from '#domain/ids.ts'
import { cents, formatCents } from '#domain/money.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { closeOrphanPayments } from '#operations/checkout/payments/close-orphan-payments.ts'
import { reconcilePayments } from '#operations/checkout/payments/reconcile-payments.ts'
import { settlePayment } from '#operations/checkout/payments/settle-payment.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { changeAddress } from '#operations/orders/change-address.ts'
import { changeItems } from '#operations/orders/change-items.ts'
import { eraseCustomer } from '#operations/orders/erase-customer.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { countOrderTabs, listOrders } from '#operations/orders/list-orders.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { claimOrder } from '#operations/packing/claim-order.ts'
import { expirePaymentLinks } from '#operations/payment-links/expire-payment-links.ts'
import { openPaymentLink, payByLink } from '#operations/payment-links/pay-by-link.ts'
import { resendMail } from '#operations/orders/resend-mail.ts'
import { resolveAttention } from '#operations/orders/resolve-attention.ts'
import { handleDisputeEvent } from '#operations/refunds/handle-dispute-event.ts'
import { handleRefundEvent } from '#operations/refunds/handle-refund-event.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { GatewayError } from '#providers/payments/payment-gateway.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'
import { DECLINED, deliverWebhooks, gatewayTotals, PAYS, stockOf } from '#test/support/buyer.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { BY, TRACKING, TWO_HOODIES } from '#test/support/order-desk.ts'
import { expectConsistentOrder } from '#test/support/order-consistency.ts'
import { CUSTOMER, hoodie, type TestShop } from '#test/support/test-shop.ts'
import { BY_LINK, linkDesk, INCREASE } from './link-desk.ts'

const QUEBEC_TAXED = { country: 'CA', region: 'Quebec' }

describeOnEachDatabase('a payment link for an increase', (open) => {
  let shop: TestShop
  let product: Product
  const desk = linkDesk(() => ({ shop, product }))
  const { waiting, secretOf, pay, balance, paymentsOf, orderRow, seen, found, settled, subjects, stateOf } =
    desk
  const tabs = () => countOrderTabs(shop, 99)
  const words = () => JSON.stringify(shop.mails)

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie({ stock: 10 }))

  test('asks the customer by email, and the order waits until it is paid', async () => {
    const { number, ...link } = await waiting()
    await settled()
    expect(subjects()).toEqual([`ada: Please pay C$120.36 for your Redemption order ${number}`])
    expect(words()).toContain(`http://shop.example/pay/${link.link}?key=${link.key}`)
    expect(words()).toContain('3 x Emblem Hoodie, M, instead of 2 x Emblem Hoodie, M')
    expect(await orderRow(number)).toEqual({
      state: 'paid',
      due: INCREASE,
      link: 'open',
      total: TWO_HOODIES + INCREASE,
    })
    expect(await tabs()).toEqual({
      'to-fulfil': 0,
      'ready-for-pickup': 0,
      'to-review': 0,
      'on-hold': 0,
      'needs-attention': 0,
      pending: 1,
      '': 1,
    })
    expect((await stockOf(shop, product)).stock).toBe(7)
    const change = await seen(number)
    expect(await fulfilOrder(shop, { ...change, ...TRACKING })).toEqual({ kind: 'balance-due' })
    expect(await claimOrder(shop, { ...change, bench: 'a-bench', takeOver: null })).toEqual({
      kind: 'balance-due',
    })
    expect(await refundOrder(shop, await desk.refundOf(number))).toEqual({ kind: 'balance-due' })
    expect(await desk.changed(number, 4, INCREASE)).toEqual({ kind: 'balance-due' })

    await pay(await secretOf(link))
    await settled()
    expect((await paymentsOf(number)).toSorted()).toEqual([
      `card succeeded ${TWO_HOODIES}`,
      `link succeeded ${INCREASE}`,
    ])
    expect(await orderRow(number)).toMatchObject({ state: 'paid', due: 0, link: 'none' })
    expect(await tabs()).toEqual({
      'to-fulfil': 1,
      'ready-for-pickup': 0,
      'to-review': 0,
      'on-hold': 0,
      'needs-attention': 0,
      pending: 0,
      '': 1,
    })
    expect(subjects().at(-1)).toBe(`ada: We've received your payment for order ${number}`)
    expect((await findOrderView(shop, number, PERMISSIONS))?.history[0]?.words).toBe(
      'Received the payment by link: C$120.36',
    )
    expect(await findBookFaults(shop.database.db)).toEqual([])
  })

  test('is settled once, however often the gateway reports it', async () => {
    const { number, ...link } = await waiting()
    const intent = await pay(await secretOf(link))
    const { version } = await found(number)
    const paid = { kind: 'paid', orderNumber: number }
    const again = [settlePayment(shop, intent), settlePayment(shop, intent)]
    expect(await Promise.all(again)).toEqual([paid, paid])
    await reconcilePayments(shop)
    expect((await found(number)).version).toBe(version)
    expect(await payByLink(shop, link.link, link.key)).toEqual({ kind: 'not-payable' })
    await settled()
    expect(subjects().filter((subject) => subject.includes('received'))).toHaveLength(1)
    expect((await gatewayTotals(shop)).taken).toBe(TWO_HOODIES + INCREASE)
  })

  test('opens only with its key', async () => {
    const { link, key } = await waiting()
    expect(await openPaymentLink(shop, link, `${key.slice(1)}A`)).toBeNull()
    expect(await payByLink(shop, 'another', key)).toEqual({ kind: 'unknown-link' })
    expect((await openPaymentLink(shop, link, key))?.state).toBe('payable')
  })

  test('has one payment at the gateway, which the search for orphans leaves alone', async () => {
    const { number, ...link } = await waiting()
    const secrets = await Promise.all([secretOf(link), secretOf(link)])
    expect(new Set(secrets).size).toBe(1)
    shop.pass(30 * 60_000)
    expect(await closeOrphanPayments(shop)).toBe(0)
    expect(await secretOf(link)).toBe(secrets[0])
    await pay(secrets[0]!)
    expect((await orderRow(number)).due).toBe(0)
  })

  test('whose webhook was lost is found by the reconciler, even days later', async () => {
    const { number, ...link } = await waiting()
    const clientSecret = await secretOf(link)
    shop.pass(5 * 24 * 60 * 60_000)
    await shop.gateway.confirm(clientSecret, PAYS)
    await reconcilePayments(shop)
    expect(await orderRow(number)).toMatchObject({ due: 0, link: 'none' })
  })

  test('survives declined cards, and stops after too many', async () => {
    const { number, ...link } = await waiting()
    for (let card = 0; card < 5; card += 1) {
      await pay(await secretOf(link), DECLINED)
      shop.pass(1_000)
    }
    expect(await payByLink(shop, link.link, link.key)).toMatchObject({ kind: 'too-many-declines' })
    expect((await stockOf(shop, product)).stock).toBe(7)
    shop.pass(60 * 60_000)
    await pay(await secretOf(link))
    expect((await orderRow(number)).due).toBe(0)
    const view = await findOrderView(shop, number, PERMISSIONS)
    expect(view?.history.map((event) => event.words)).toContain('Declined the card for the payment link')
  })

  test('shows a message when the gateway does not answer, and works afterwards', async () => {
    const { link, key } = await waiting()
    const repair = shop.gateway.transport.disturb('createIntent', async () => {
      throw new GatewayError('Not today.', true)
    })
    expect(await payByLink(shop, link, key)).toEqual({ kind: 'unavailable' })
    expect(shop.failures.splice(0)).toHaveLength(1)
    repair()
    expect((await payByLink(shop, link, key)).kind).toBe('requested')
  })

  test('expires after seven days: its payment is cancelled, and the order needs attention', async () => {
    const { number, ...link } = await waiting()
    const clientSecret = await secretOf(link)
    shop.pass(PAYMENT_LINK_MS - 1)
    expect(await expirePaymentLinks(shop)).toBe(0)
    shop.pass(1)
    expect(await payByLink(shop, link.link, link.key)).toEqual({ kind: 'not-payable' })
    expect(await expirePaymentLinks(shop)).toBe(1)
    expect((await shop.gateway.findIntentBySecret(clientSecret))?.state).toBe('canceled')
    expect(await tabs()).toEqual({
      'to-fulfil': 0,
      'ready-for-pickup': 0,
      'to-review': 0,
      'on-hold': 0,
      'needs-attention': 1,
      pending: 0,
      '': 1,
    })
    const attention = { q: '', state: 'needs-attention', from: '', to: '', page: 1 } as const
    expect((await listOrders(shop, attention)).rows).toMatchObject([{ number, balanceDue: INCREASE }])
    expect((await openPaymentLink(shop, link.link, link.key))?.state).toBe('expired')
    // Sent again, it is the same address, with another payment.
    expect(await balance(number, { step: 'send' })).toEqual({ kind: 'link-sent' })
    await pay(await secretOf(link))
    expect(await orderRow(number)).toMatchObject({ state: 'paid', due: 0, link: 'none' })
  })

  test('that was paid in its last moment is settled instead of expired', async () => {
    const { number, ...link } = await waiting()
    await shop.gateway.confirm(await secretOf(link), PAYS)
    shop.pass(PAYMENT_LINK_MS)
    await expirePaymentLinks(shop)
    expect(await orderRow(number)).toMatchObject({ due: 0, link: 'none' })
    expect(await paymentsOf(number)).toContain(`link succeeded ${INCREASE}`)
  })

  test('can be cancelled, and money that still arrives counts while the balance is due', async () => {
    const { number, ...link } = await waiting()
    const intent = (await shop.gateway.findIntentBySecret(await secretOf(link)))!
    expect(await balance(number, { step: 'cancel' })).toEqual({ kind: 'link-cancelled' })
    expect((await shop.gateway.findIntent(intent.id))?.state).toBe('canceled')
    expect(await orderRow(number)).toMatchObject({ due: INCREASE, link: 'closed' })
    expect((await openPaymentLink(shop, link.link, link.key))?.state).toBe('cancelled')
    const late = { ...intent, state: 'succeeded' } as const
    expect(await settlePayment(shop, late)).toEqual({ kind: 'paid', orderNumber: number })
    expect(await orderRow(number)).toMatchObject({ due: 0, link: 'none' })
  })

  test('whose cancellation did not reach the gateway is cancelled by the reconciler', async () => {
    const { number, ...link } = await waiting()
    const clientSecret = await secretOf(link)
    const repair = shop.gateway.transport.disturb('cancelIntent', async () => {
      throw new GatewayError('Not today.', true)
    })
    shop.pass(1_000)
    expect(await balance(number, { step: 'cancel' })).toEqual({ kind: 'link-cancelled' })
    expect(shop.failures.splice(0)).toHaveLength(1)
    repair()
    await reconcilePayments(shop)
    expect((await shop.gateway.findIntentBySecret(clientSecret))?.state).toBe('canceled')
  })

  test.each([
    ['waive', 'Waived what was left to pay: C$120.36 (Our mistake)', TWO_HOODIES],
    ['cash', 'Recorded what was left to pay as paid: C$120.36, cash (Our mistake)', TWO_HOODIES + INCREASE],
  ] as const)(
    'can be settled in another way: %s; money that arrives afterwards is refunded in full',
    async (method, history, total) => {
      const { number, ...link } = await waiting()
      const intent = (await shop.gateway.findIntentBySecret(await secretOf(link)))!
      await settled()
      const increase = { method, words: 'Our mistake' }
      expect(await balance(number, { step: 'settle', increase })).toEqual({ kind: 'balance-settled' })
      expect(await orderRow(number)).toEqual({ state: 'paid', due: 0, link: 'none', total })
      expect((await findOrderView(shop, number, PERMISSIONS))?.history[0]?.words).toBe(history)
      await settled()
      expect(subjects().at(-1)).toBe(`ada: Nothing is left to pay for order ${number}`)
      expect((await openPaymentLink(shop, link.link, link.key))?.state).toBe('settled')

      // As if the cancellation had crossed the payment.
      await shop.database.db
        .updateTable('test_gateway_intents')
        .set({ state: 'succeeded' })
        .where('id', '=', intent.id)
        .execute()
      const late = { ...intent, state: 'succeeded' } as const
      expect(await settlePayment(shop, late)).toEqual({ kind: 'refunded', orderNumber: number })
      expect(await settlePayment(shop, late)).toEqual({ kind: 'refunded', orderNumber: number })
      await settled()
      expect(await paymentsOf(number)).toContain(`link refunded ${INCREASE}`)
      expect((await gatewayTotals(shop)).returned).toBe(INCREASE)
      expect(await stateOf(number)).toBe('paid')
      expect(subjects().slice(-1)).toEqual([`ada: Your refund is on its way: order ${number}`])
      expect(await findBookFaults(shop.database.db)).toEqual([])
    },
  )

  test('can be undone: items, stock and total are as before', async () => {
    const { number, ...link } = await waiting()
    await settled()
    expect(await balance(number, { step: 'undo' })).toEqual({ kind: 'change-undone' })
    expect(await orderRow(number)).toEqual({ state: 'paid', due: 0, link: 'none', total: TWO_HOODIES })
    expect((await found(number)).lines.map(({ quantity }) => quantity)).toEqual([2])
    expect((await stockOf(shop, product)).stock).toBe(8)
    await settled()
    expect(words()).toContain('so there is nothing to pay')
    expect((await openPaymentLink(shop, link.link, link.key))?.state).toBe('settled')
    expect((await findOrderView(shop, number, PERMISSIONS))?.history[0]?.words).toBe(
      'Undid the change of items: 2 x Emblem Hoodie, M, instead of 3 x Emblem Hoodie, M',
    )
  })

  test('cannot be undone once the former items are sold out, and nothing changes then', async () => {
    const tee = await shop.catalog.add(hoodie({ name: 'Heavy Tee', price: cents(200_00), stock: 3 }))
    const { number } = await desk.paid()
    const change = { position: 0, quantity: 1, to: { productId: tee.id, size: 'S' as const, quantity: 1 } }
    const difference = 82_00 + 1_64
    expect(
      await changeItems(shop, { ...(await seen(number)), change, difference, increase: BY_LINK }),
    ).toEqual({
      kind: 'items-changed',
    })
    await shop.database.db.updateTable('products').set({ stock: 0 }).where('id', '=', product.id).execute()
    const before = await found(number)
    expect(await balance(number, { step: 'undo' })).toEqual({ kind: 'undo-sold-out' })
    expect(await found(number)).toEqual(before)
    expect((await stockOf(shop, tee)).stock).toBe(2)
    await shop.database.db.updateTable('products').set({ stock: 1 }).where('id', '=', product.id).execute()
    expect(await balance(number, { step: 'undo' })).toEqual({ kind: 'change-undone' })
    expect((await found(number)).lines.map(({ size, quantity }) => [size, quantity])).toEqual([['M', 2]])
    expect((await stockOf(shop, tee)).stock).toBe(3)
    expect((await stockOf(shop, product)).stock).toBe(0)
  })

  test('charges for another address, and undoing brings the address back', async () => {
    const { number } = await desk.paid()
    const tariff = {
      ...TARIFF,
      taxes: [...TARIFF.taxes, { label: 'QST', milliPercent: 20_000, within: QUEBEC_TAXED }],
    }
    const recipient = { ...CUSTOMER, city: 'Québec', region: 'Quebec', postal: 'G1R 4S9' }
    const difference = 47_20
    const change = { recipient, difference, increase: BY_LINK }
    expect(await changeAddress(shop, { ...(await seen(number)), ...change }, tariff)).toEqual({
      kind: 'address-changed',
    })
    expect(await orderRow(number)).toMatchObject({ due: difference, link: 'open' })
    await settled()
    expect(words()).toContain('It now goes to 12 Broadway Ave')
    expect(await balance(number, { step: 'undo' })).toEqual({ kind: 'change-undone' })
    expect((await found(number)).customer).toEqual(CUSTOMER)
    expect((await found(number)).total).toBe(TWO_HOODIES)
    await settled()
    expect((await findOrderView(shop, number, PERMISSIONS))?.history[0]?.words).toMatch(
      /^Undid the change of address: 12 Broadway Ave, Saskatoon/,
    )
  })

  test('does not prevent staff from sending the order, which is a separate choice', async () => {
    const { number, ...link } = await waiting()
    const sent = await fulfilOrder(shop, { ...(await seen(number)), ...TRACKING, despiteBalance: true })
    expect(sent).toEqual({ kind: 'fulfilled' })
    expect(await orderRow(number)).toMatchObject({ state: 'fulfilled', due: INCREASE, link: 'open' })
    expect(await balance(number, { step: 'undo' })).toEqual({ kind: 'partly-sent' })
    await pay(await secretOf(link))
    expect(await orderRow(number)).toMatchObject({ state: 'fulfilled', due: 0 })
  })

  test('ends with the order: later payments are refunded', async () => {
    const { number, ...link } = await waiting()
    const due = (await findOrderView(shop, number, PERMISSIONS))!
    expect(due.payment).toMatchObject({
      state: `Paid, except ${formatCents(cents(INCREASE))}`,
      left: { words: formatCents(cents(TWO_HOODIES)) },
    })
    expect({ refundable: due.refundable, may: due.may.refund }).toEqual({ refundable: null, may: false })
    const intent = (await shop.gateway.findIntentBySecret(await secretOf(link)))!
    const cancelled = await cancelOrder(shop, { ...(await seen(number)), restock: true, reason: '' })
    expect(cancelled).toEqual({ kind: 'cancelled' })
    expect((await shop.gateway.findIntent(intent.id))?.state).toBe('canceled')
    const costs = { state: 'cancelled', due: 0, link: 'none', total: TWO_HOODIES }
    expect(await orderRow(number)).toEqual(costs)
    expect((await found(number)).adjustments.at(-1)).toMatchObject({ label: NOT_CHARGED })
    await expectConsistentOrder(shop, number, 'cancelled')
    await settled()
    const mail = shop.mails.find(({ subject }) => subject.includes(`order ${number} is cancelled`))
    for (const said of ['Not charged: −C$118.00', 'Total: C$265.72', 'refunding C$265.72']) {
      expect(mail?.text).toContain(said)
    }
    expect((await stockOf(shop, product)).stock).toBe(10)
    const late = { ...intent, state: 'succeeded' } as const
    expect(await settlePayment(shop, late)).toEqual({ kind: 'refunded', orderNumber: number })
    expect(await orderRow(number)).toEqual(costs)
    await expectConsistentOrder(shop, number, 'paid too late')
  })

  test('that ended is not resent, and its payment, which was never requested, is not shown', async () => {
    const { number } = await waiting()
    while ((await deliverOutbox(shop)) > 0);
    const linkMail = async () => {
      const { mails, payments } = (await findOrderView(shop, number, PERMISSIONS))!
      const mail = mails.find(({ name }) => name === 'Payment link')!
      return { id: mail.id, mayResend: mail.mayResend, payments: payments.length }
    }
    const { id: mailId, ...before } = await linkMail()
    expect(before).toEqual({ mayResend: true, payments: 2 })
    await cancelOrder(shop, { ...(await seen(number)), restock: true, reason: '' })
    expect(await linkMail()).toEqual({ id: mailId, mayResend: false, payments: 1 })
    expect(await resendMail(shop, { ...(await seen(number)), mailId })).toEqual({
      kind: 'not-possible',
      state: 'cancelled',
    })
  })

  test('that is paid while staff cancel the order stays paid, and staff must reload', async () => {
    const { number, ...link } = await waiting()
    await shop.gateway.confirm(await secretOf(link), PAYS)
    const change = await seen(number)
    expect(await cancelOrder(shop, { ...change, restock: true, reason: '' })).toEqual({
      kind: 'changed-meanwhile',
    })
    await deliverWebhooks(shop)
    expect(await orderRow(number)).toMatchObject({ state: 'paid', due: 0 })
  })

  test('that was paid is refunded with the rest, and the cancellation names the whole sum', async () => {
    const { number, ...link } = await waiting()
    await pay(await secretOf(link))
    await settled()
    shop.mails.length = 0
    await cancelOrder(shop, { ...(await seen(number)), restock: true, reason: '' })
    await settled()
    expect(subjects()).toEqual([`ada: Your Redemption order ${number} is cancelled`])
    expect(words()).toContain("We're refunding C$386.08 to your card")
    expect((await gatewayTotals(shop)).returned).toBe(TWO_HOODIES + INCREASE)
    expect((await paymentsOf(number)).toSorted()).toEqual([
      `card refunded ${TWO_HOODIES}`,
      `link refunded ${INCREASE}`,
    ])
  })

  test('of another amount than asked is set aside, and the order needs attention', async () => {
    const { number, ...link } = await waiting()
    const intent = (await shop.gateway.findIntentBySecret(await secretOf(link)))!
    const other = { ...intent, state: 'succeeded', amount: cents(INCREASE + 1) } as const
    expect(await settlePayment(shop, other)).toEqual({ kind: 'needs-attention', orderNumber: number })
    expect(await settlePayment(shop, other)).toEqual({ kind: 'needs-attention', orderNumber: number })
    expect(await orderRow(number)).toMatchObject({ state: 'needs-attention', due: INCREASE, link: 'closed' })
    expect(await paymentsOf(number)).toContain(`link set-aside ${INCREASE + 1}`)
  })

  /** An order whose link was paid with another amount than requested, which is therefore set aside. */
  async function paidOtherwise(amount: number) {
    const { number, ...link } = await waiting()
    const intent = (await shop.gateway.findIntentBySecret(await secretOf(link)))!
    await shop.database.db
      .updateTable('test_gateway_intents')
      .set({ amount_cents: cents(amount) })
      .where('id', '=', intent.id)
      .execute()
    await shop.gateway.confirm(intent.clientSecret, PAYS)
    await deliverWebhooks(shop)
    expect(await stateOf(number)).toBe('needs-attention')
    await settled()
    return { number, ...link, intent: (await shop.gateway.findIntent(intent.id))! }
  }
  const stands = async (number: string) =>
    resolveAttention(shop, { ...(await seen(number)), outcome: 'stands', note: 'Agreed' })

  test('that was set aside counts once staff accept it: more than was asked settles the balance', async () => {
    const amount = INCREASE + 1_00
    const { number, intent, ...link } = await paidOtherwise(amount)
    expect(await stands(number)).toEqual({ kind: 'resolved' })
    expect(await orderRow(number)).toMatchObject({ state: 'paid', due: 0, link: 'none' })
    expect(await paymentsOf(number)).toContain(`link succeeded ${amount}`)
    expect((await openPaymentLink(shop, link.link, link.key))?.state).toBe('paid')
    await settled()
    expect(subjects().at(-1)).toBe(`ada: We've received your payment for order ${number}`)
    expect(words()).toContain('received C$121.36 for the change')
    expect(await settlePayment(shop, intent)).toEqual({ kind: 'paid', orderNumber: number })
    const history = (await findOrderView(shop, number, PERMISSIONS))!.history.map((event) => event.words)
    expect(history).toContain('Counted the payment by link: C$121.36')
    expect(await findBookFaults(shop.database.db)).toEqual([])
    expect(await refundOrder(shop, { ...(await desk.refundOf(number)), amount: cents(1_00) })).toEqual({
      kind: 'requested',
    })
  })

  test('that was set aside counts once staff accept it: what is missing stays due, and can be paid by the same link', async () => {
    const { number, intent, ...link } = await paidOtherwise(100_00)
    expect(await balance(number, { step: 'send' })).toEqual({
      kind: 'not-possible',
      state: 'needs-attention',
    })
    expect(await stands(number)).toEqual({ kind: 'resolved' })
    const rest = INCREASE - 100_00
    expect(await orderRow(number)).toMatchObject({ state: 'paid', due: rest, link: 'closed' })
    expect((await findOrderView(shop, number, PERMISSIONS))?.history[0]?.words).toBe(
      'Counted the payment by link: C$100.00; C$20.36 is still to be paid',
    )
    expect((await findOrderView(shop, number, PERMISSIONS))?.balance).toMatchObject({
      amount: 'C$20.36',
      mayUndo: false,
    })
    expect(await settlePayment(shop, intent)).toEqual({ kind: 'paid', orderNumber: number })
    expect(await orderRow(number)).toMatchObject({ due: rest })
    expect(await balance(number, { step: 'undo' })).toEqual({ kind: 'not-possible', state: 'paid' })
    expect(await balance(number, { step: 'send' })).toEqual({ kind: 'link-sent' })
    await settled()
    expect(subjects().at(-1)).toBe(`ada: Please pay C$20.36 for your Redemption order ${number}`)
    await pay(await secretOf(link))
    expect(await orderRow(number)).toEqual({
      state: 'paid',
      due: 0,
      link: 'none',
      total: TWO_HOODIES + INCREASE,
    })
    expect((await paymentsOf(number)).toSorted()).toEqual([
      `card succeeded ${TWO_HOODIES}`,
      `link succeeded ${100_00}`,
      `link succeeded ${rest}`,
    ])
    expect(await findBookFaults(shop.database.db)).toEqual([])
  })

  test('for less than a card can be charged is not sent again', async () => {
    const { number } = await paidOtherwise(INCREASE - 49)
    await stands(number)
    expect(await balance(number, { step: 'send' })).toEqual({ kind: 'too-little-for-link', least: 50 })
    expect(
      await balance(number, { step: 'settle', increase: { method: 'waive', words: 'A few cents' } }),
    ).toEqual({
      kind: 'balance-settled',
    })
    expect(await orderRow(number)).toEqual({
      state: 'paid',
      due: 0,
      link: 'none',
      total: TWO_HOODIES + INCREASE - 49,
    })
    expect(await findBookFaults(shop.database.db)).toEqual([])
  })

  test('whose other payment was returned at the gateway can be sent and paid again', async () => {
    const { number, intent, ...link } = await paidOtherwise(100_00)
    await handleRefundEvent(shop, {
      id: 're_whole',
      key: '',
      intentId: intent.id,
      amount: cents(100_00),
      state: 'succeeded',
      failure: '',
    })
    expect(await paymentsOf(number)).toContain(`link refunded ${100_00}`)
    expect(await stands(number)).toEqual({ kind: 'resolved' })
    expect(await orderRow(number)).toMatchObject({ due: INCREASE, link: 'closed' })
    expect(await balance(number, { step: 'send' })).toEqual({ kind: 'link-sent' })
    await pay(await secretOf(link))
    expect(await orderRow(number)).toMatchObject({ due: 0, link: 'none' })
  })

  test('in another currency counts for nothing once staff accept it, and the link can be paid', async () => {
    const { number, ...link } = await waiting()
    const intent = (await shop.gateway.findIntentBySecret(await secretOf(link)))!
    const foreign = { ...intent, state: 'succeeded', currency: 'usd' } as const
    expect(await settlePayment(shop, foreign)).toEqual({ kind: 'needs-attention', orderNumber: number })
    expect(await stands(number)).toEqual({ kind: 'resolved' })
    expect(await settlePayment(shop, foreign)).toEqual({ kind: 'paid', orderNumber: number })
    expect(await orderRow(number)).toMatchObject({ state: 'paid', due: INCREASE, link: 'closed' })
    expect(await balance(number, { step: 'send' })).toEqual({ kind: 'link-sent' })
    await pay(await secretOf(link))
    expect(await orderRow(number)).toMatchObject({ state: 'paid', due: 0, link: 'none' })
  })

  const refundedAtGateway = async (number: string, amount: number) => {
    const { id } = await found(number)
    const { intentId } = (await findPayments(shop.database.db, id)).find(({ kind }) => kind === 'card')!
    await handleRefundEvent(shop, {
      id: `re_${number}`,
      key: '',
      intentId: intentId!,
      amount: cents(amount),
      state: 'succeeded',
      failure: '',
    })
  }

  test('ends when everything paid is refunded at the gateway: the customer is emailed, and owes nothing', async () => {
    const { number, ...link } = await waiting()
    const intent = (await shop.gateway.findIntentBySecret(await secretOf(link)))!
    await settled()
    shop.pass(1_000)
    await refundedAtGateway(number, TWO_HOODIES)
    const costs = { due: 0, link: 'none', total: TWO_HOODIES }
    expect(await orderRow(number)).toEqual({ state: 'needs-attention', ...costs })
    expect((await found(number)).adjustments.at(-1)).toMatchObject({ label: NOT_CHARGED })
    expect((await openPaymentLink(shop, link.link, link.key))?.state).toBe('settled')
    expect(await payByLink(shop, link.link, link.key)).toEqual({ kind: 'not-payable' })
    const history = (await findOrderView(shop, number, PERMISSIONS))!.history.map((event) => event.words)
    expect(history).toContain(
      'Closed the payment link, because everything paid was returned: C$120.36 is not charged',
    )
    await reconcilePayments(shop)
    expect((await shop.gateway.findIntent(intent.id))?.state).toBe('canceled')
    await settled()
    expect(subjects()).toContain(`ada: Nothing is left to pay for order ${number}`)
    expect(words()).toContain('Everything you paid for order')
    expect(words()).toContain("We've refunded the full C$265.72 that you paid")
    await expectConsistentOrder(shop, number, 'refunded at the gateway')
    const late = { ...intent, state: 'succeeded' } as const
    expect(await settlePayment(shop, late)).toEqual({ kind: 'refunded', orderNumber: number })
    await settled()
    expect(await orderRow(number)).toMatchObject(costs)
    expect(await findBookFaults(shop.database.db)).toEqual([])
  })

  test('stays due after a part was refunded at the gateway', async () => {
    const { number, ...link } = await waiting()
    await refundedAtGateway(number, 100_00)
    expect(await orderRow(number)).toMatchObject({ state: 'refunded-in-part', due: INCREASE, link: 'open' })
    await pay(await secretOf(link))
    expect(await orderRow(number)).toMatchObject({ state: 'refunded-in-part', due: 0 })
  })

  test('ends when staff resolve that everything was returned, and when a dispute takes all of it', async () => {
    const { number } = await paidOtherwise(100_00)
    const returned = { ...(await seen(number)), outcome: 'returned', note: '' } as const
    expect(await resolveAttention(shop, returned)).toEqual({ kind: 'resolved' })
    expect(await orderRow(number)).toMatchObject({ state: 'refunded', due: 0, link: 'none' })
    const disputed = await waiting()
    const { intentId } = (await findPayments(shop.database.db, disputed.id)).find(
      ({ kind }) => kind === 'card',
    )!
    const dispute = {
      id: toDisputeId('dp_1'),
      intentId: intentId!,
      amount: cents(TWO_HOODIES),
      currency: 'cad',
    }
    await handleDisputeEvent(shop, { ...dispute, reason: 'fraudulent', state: 'lost' })
    expect(await orderRow(disputed.number)).toMatchObject({ due: 0, link: 'none', total: TWO_HOODIES })
    expect(await findBookFaults(shop.database.db)).toEqual([])
  })

  test('is refused for less than a card can be charged, and without an email address', async () => {
    const cheap = await shop.catalog.add(hoodie({ name: 'Sticker', price: cents(118_40), stock: 3 }))
    const { number } = await desk.paid()
    const change = { position: 0, quantity: 1, to: { productId: cheap.id, size: 'M' as const, quantity: 1 } }
    const tiny = { change, difference: 41, increase: BY_LINK }
    expect(await changeItems(shop, { ...(await seen(number)), ...tiny })).toEqual({
      kind: 'too-little-for-link',
      least: 50,
    })
    await shop.database.db.updateTable('orders').set({ email: '' }).where('number', '=', number).execute()
    expect(await desk.changed(number, 3, INCREASE)).toEqual({ kind: 'no-email' })
  })

  test('keeps the customer’s data until it is settled, and is erased with it', async () => {
    const { number, id } = await waiting()
    const erase = () =>
      eraseCustomer(shop, { email: CUSTOMER.email, by: BY, permissions: PERMISSIONS } as never)
    await fulfilOrder(shop, { ...(await seen(number)), ...TRACKING, despiteBalance: true })
    expect(JSON.stringify(await erase())).toContain('a change to it is not paid for yet')
    await balance(number, { step: 'settle', increase: { method: 'waive', words: 'Ada asked' } })
    await erase()
    const rows = await shop.database.db
      .selectFrom('payment_links')
      .selectAll()
      .where('order_id', '=', id)
      .execute()
    expect(rows.map(({ change, undo }) => [JSON.parse(change), undo])).toEqual([
      [{ kind: 'items', before: '', after: '' }, null],
    ])
  })
})
