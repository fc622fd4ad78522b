import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { Product } from '#domain/catalog/product.ts'
import type { CartItem } from '#domain/checkout/cart.ts'
import { NOWHERE } from '#domain/checkout/checkout-form.ts'
import type { GiftDetails } from '#domain/checkout/gift-details.ts'
import { findBookFaults } from '#db/backups/books.ts'
import { findOrder, findOrderByNumber } from '#db/orders/orders.ts'
import { NO_CHOICES } from '#domain/checkout/checkout-choices.ts'
import { toRefundId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { manualOrderSchema } from '#domain/checkout/manual-order.ts'
import { changeItems, priceItemChange } from '#operations/orders/change-items.ts'
import { createManualOrder } from '#operations/orders/create-manual-order.ts'
import { priceManualOrder } from '#operations/orders/price-manual-order.ts'
import { renewCode, setGiftCardState } from '#operations/gift-cards/change-gift-card.ts'
import { recordRefund } from '#operations/refunds/record-refund.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import type { RefundRequest } from '#operations/refunds/refund-request.ts'
import { ADA_AS_OWNER } from '#test/support/order-desk.ts'
import { findPackingOrders } from '#db/packing/packing-orders.ts'
import { findGiftCard, giftCardBalances, hashOfTyped } from '#db/gift-cards/gift-card-ledger.ts'
import { sendDueGiftCards } from '#operations/gift-cards/sell-gift-cards.ts'
import { notificationFacts, unitWords } from '#operations/order-facts.ts'
import { eraseCustomer } from '#operations/orders/erase-customer.ts'
import { readOrder } from '#operations/orders/read-order.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { previewCart } from '#operations/checkout/preview-cart.ts'
import { placeOrder } from '#operations/checkout/place-order.ts'
import { dateFormat } from '#domain/date-format.ts'
import { PERMISSIONS, ROLE_PERMISSIONS } from '#domain/staff/permissions.ts'
import { giftWords } from '#web/storefront/own-order/order-words.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'
import * as ownOrderWords from '#words/en/own-order.ts'
import { GatewayError } from '#providers/payments/payment-gateway.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { deliverWebhooks, one, orderFor, PAYS, place, stockOf } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { CUSTOMER, hoodie, type TestShop } from '#test/support/test-shop.ts'

const TO_CUSTOMER: GiftDetails = { name: '', email: '', message: '', sendOn: '' }
const TO_ADA = { name: 'Ada', email: 'ada@friend.example', message: 'Enjoy.', sendOn: '' } as const
const GIFT_CARD = hoodie({
  name: 'Gift card',
  category: 'Accessories',
  giftAmounts: '25, 50, 10-500',
  stock: null,
  taxFree: true,
  sizes: [
    { size: '25', stock: null },
    { size: '50', stock: null },
  ],
})

describeOnEachDatabase('selling gift cards', (open) => {
  let shop: TestShop
  let card: Product
  let clothes: Product

  shopBeforeEach(open, (opened) => ({ shop, product: card } = opened), GIFT_CARD)

  const gift = (size: string, to: GiftDetails = TO_CUSTOMER, quantity = 1): CartItem => ({
    ...one(card, size, quantity),
    gift: to,
  })
  const alone = { customer: { ...CUSTOMER, ...NOWHERE } }
  const order = (items: CartItem[], amount: number, changes = {}) =>
    orderFor([card, ...(clothes ? [clothes] : [])], items, { amount, ...changes })
  const rowOf = (number: string) =>
    shop.database.db
      .selectFrom('orders')
      .select(['id', 'state', 'delivery', 'fulfilment', 'total_cents'])
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
  const pay = async (clientSecret: string) => {
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
  }

  test('an order of gift cards costs their amounts, keeps for whom each is, and has nothing to fulfil', async () => {
    const items = [gift('50', TO_ADA), gift('50'), gift('37.50', TO_ADA, 2)]
    const { orderNumber, clientSecret, totals } = await place(shop, order(items, 175_00, alone))
    expect(totals).toMatchObject({ subtotal: 175_00, total: 175_00 })
    await pay(clientSecret)
    const { id, ...row } = await rowOf(orderNumber)
    expect(row).toEqual({
      state: 'paid',
      delivery: 'none',
      fulfilment: 'nothing-to-fulfil',
      total_cents: 175_00,
    })
    const found = (await findOrder(shop.database.db, id))!
    const { lines } = found
    // What the owner is told names the amounts, and no address.
    expect(unitWords(lines, [{ position: 2, quantity: 1 }])).toEqual(['1 x Gift card, C$37.50'])
    expect(notificationFacts(found).map(([label]) => label)).not.toContain('Address')
    expect(
      lines.map(({ size, unitPrice, quantity, giftCard, taxFree }) => [
        size,
        unitPrice,
        quantity,
        giftCard,
        taxFree,
      ]),
    ).toEqual([
      ['50', 50_00, 1, true, true],
      ['50', 50_00, 1, true, true],
      ['37.50', 37_50, 2, true, true],
    ])
    const meant = await shop.database.db
      .selectFrom('order_gifts')
      .selectAll()
      .orderBy('line_position')
      .execute()
    const { sendOn: _today, ...ada } = TO_ADA
    expect(meant).toEqual(
      [0, 2].map((line_position) => ({ order_id: id, line_position, ...ada, send_on: null })),
    )
  })

  test('with goods in the order only those are shipped, held, taxed and packed', async () => {
    clothes = await shop.catalog.add(hoodie())
    const items = [gift('50', TO_ADA), one(clothes)]
    const { orderNumber, clientSecret } = await place(shop, order(items, 195_36))
    expect(await stockOf(shop, clothes)).toEqual({ stock: 9, held: 1 })
    await pay(clientSecret)
    expect(await rowOf(orderNumber)).toMatchObject({ delivery: 'ship', fulfilment: 'unfulfilled' })
    const [packed] = await findPackingOrders(shop.database.db, [orderNumber])
    expect(packed!.items.map(({ name, quantity }) => [name, quantity])).toEqual([['Emblem Hoodie', 1]])
  })

  test('goods are not exchanged for a gift card, nor a gift card for anything', async () => {
    clothes = await shop.catalog.add(hoodie())
    const { orderNumber, clientSecret } = await place(shop, order([gift('50', TO_ADA), one(clothes)], 195_36))
    await pay(clientSecret)
    const exchange = async (position: number, to: CartItem) => {
      const change = { position, quantity: 1, to }
      const { version } = (await findOrderByNumber(shop.database.db, orderNumber))!
      const request = { number: orderNumber, version, change, difference: 0, ...ADA_AS_OWNER }
      const outcome = await changeItems(shop, request)
      expect(await priceItemChange(shop, request)).toEqual(outcome)
      return outcome
    }
    const refused = { kind: 'item-unavailable', problem: { kind: 'gift-card' } }
    expect(await exchange(1, one(card, '50'))).toEqual(refused)
    expect(await exchange(0, one(clothes))).toEqual({ kind: 'gift-card' })
    expect(await exchange(0, one(card, '25'))).toEqual({ kind: 'gift-card' })
    expect(await stockOf(shop, clothes)).toEqual({ stock: 9, held: 0 })
  })

  test('staff make no order of a gift card, which would have nobody to send it to', async () => {
    const order = v.parse(manualOrderSchema, {
      orderKey: 'an-order-of-a-card',
      lines: [{ productId: card.id, size: '50', quantity: 1 }],
      delivery: 'in-person',
      shipping: false,
      customer: CUSTOMER,
      method: 'cash',
      reference: '',
      total: 50_00,
    })
    const problems = [{ kind: 'gift-card' }]
    expect((await priceManualOrder(shop, order)).problems).toEqual(problems)
    const outcome = await createManualOrder(shop, { ...order, ...ADA_AS_OWNER })
    expect(outcome).toEqual({ kind: 'lines-unavailable', problems })
  })

  test('placing the checkout again for somebody else rewrites for whom the cards are', async () => {
    const first = order([gift('50', TO_ADA)], 50_00, alone)
    await place(shop, first)
    await place(shop, { ...first, items: [gift('25')], amount: 25_00 })
    expect(await shop.database.db.selectFrom('order_gifts').selectAll().execute()).toEqual([])
  })

  const cards = () =>
    shop.database.db
      .selectFrom('gift_cards')
      .innerJoin('gift_card_entries', 'gift_card_id', 'gift_cards.id')
      .select(['gift_cards.id', 'line_position', 'unit', 'amount_cents', 'code_hash', 'last_four'])
      .select(['recipient_email', 'sender_name', 'message', 'send_on', 'sent_at'])
      .orderBy('line_position')
      .orderBy('unit')
      .execute()
  const giftMails = () => shop.mails.filter(({ kind }) => kind === 'gift-card')
  /** Until nothing is left to do now. */
  const deliver = async () => {
    while ((await deliverOutbox(shop)) > 0);
  }
  const buy = async (items: CartItem[], amount: number) => {
    const { orderNumber, clientSecret } = await place(shop, order(items, amount, alone))
    await pay(clientSecret)
    return rowOf(orderNumber)
  }
  const codeIn = ({ text }: { text: string }) => /Code: ([A-Z]{4}(?:-[A-Z]{4}){3})/.exec(text)![1]!

  test('each paid unit becomes one card, sent to its recipient, whoever reports the payment how often', async () => {
    const { id } = await buy([gift('50', TO_ADA), gift('25', TO_CUSTOMER, 2)], 100_00)
    await deliver()
    expect(
      (await cards()).map(({ line_position, unit, amount_cents }) => [line_position, unit, amount_cents]),
    ).toEqual([
      [0, 0, 50_00],
      [1, 0, 25_00],
      [1, 1, 25_00],
    ])
    expect(
      giftMails()
        .map(({ to }) => to.address)
        .toSorted(),
    ).toEqual(['ada@friend.example', 'ada@shopper.example', 'ada@shopper.example'])
    for (const kind of ['issue-gift-cards', 'gift-card'])
      await shop.database.db
        .updateTable('outbox')
        .set({ done_at: null, run_after: 0 })
        .where('kind', '=', kind)
        .execute()
    await deliver()
    expect(await cards()).toHaveLength(3)
    expect(giftMails()).toHaveLength(3)
    expect(await shop.database.db.selectFrom('order_gifts').selectAll().execute()).toEqual([])
    expect(await readOrder(shop, (await findOrder(shop.database.db, id))!.number)).toMatchObject({
      order: { fulfilment: 'nothing-to-fulfil' },
    })
  })

  test('the code is only in the mail: the shop keeps a digest and its last four letters', async () => {
    await buy([gift('50', TO_ADA)], 50_00)
    await deliver()
    const [mail] = giftMails()
    const code = codeIn(mail!)
    const [sold] = await cards()
    expect(sold).toMatchObject({ last_four: code.slice(-4), sent_at: shop.now() })
    expect(await findGiftCard(shop.database.db, { codeHash: hashOfTyped(shop, code)! })).toMatchObject({
      id: sold!.id,
      balance: 50_00,
    })
    const letters = code.replaceAll('-', '')
    for (const table of [
      'outbox',
      'gift_cards',
      'gift_card_entries',
      'order_events',
      'audit_events',
    ] as const) {
      const stored = JSON.stringify(await shop.database.db.selectFrom(table).selectAll().execute())
      expect(stored).not.toContain(letters)
      expect(stored).not.toContain(code)
    }
  })

  test('the words of the giver reach the recipient as they are, and never as HTML', async () => {
    await buy(
      [gift('50', { ...TO_ADA, name: '<b>Ada</b>', message: 'You & me\n<script>alert(1)</script>' })],
      50_00,
    )
    await deliver()
    const [mail] = giftMails()
    expect(mail!.subject).toBe('[TEST] Ada Prairie sent you a Redemption gift card')
    expect(mail!.text).toContain('You & me\n\n<script>alert(1)</script>')
    expect(mail!.html).toContain('You &amp; me')
    expect(mail!.html).not.toContain('<script>')
  })

  test('a card for another day is owed from the payment on, and sent on that day in the shop’s time zone', async () => {
    shop.settings.timeZone = 'America/Regina'
    await buy([gift('50', { ...TO_ADA, sendOn: '2026-11-24' })], 50_00)
    await deliver()
    expect(await cards()).toMatchObject([{ amount_cents: 50_00, send_on: '2026-11-24', code_hash: null }])
    shop.pass(Date.parse('2026-11-24T05:59:00Z') - shop.now())
    expect(await sendDueGiftCards(shop)).toBe(0)
    shop.pass(60_000)
    expect(await sendDueGiftCards(shop)).toBe(1)
    expect(await sendDueGiftCards(shop)).toBe(0)
    await deliver()
    expect(giftMails()).toHaveLength(1)
  })

  test('the order says over how much and for whom its cards are, to the customer and to staff', async () => {
    shop.settings.timeZone = 'America/Regina'
    const later = { ...TO_ADA, sendOn: '2026-11-24' }
    const items = [gift('50', later), gift('25')]
    const { orderNumber, clientSecret } = await place(shop, order(items, 75_00, alone))
    const saidToStaff = async () => {
      const view = (await findOrderView(shop, orderNumber, PERMISSIONS))!
      return view.lines.map(({ isGiftCard, gifts }) => [isGiftCard, ...gifts.map(({ words }) => words)])
    }
    expect(await saidToStaff()).toEqual([[true, 'For Ada, to be sent on 2026-11-24'], [true]])
    await pay(clientSecret)
    await deliver()
    const own = async () => {
      const found = (await findOrderByNumber(shop.database.db, orderNumber))!
      const [day, calendarDay] = ['America/Regina', 'UTC'].map((timeZone) =>
        dateFormat('en-CA', { dateStyle: 'long', timeZone }),
      ) as [Intl.DateTimeFormat, Intl.DateTimeFormat]
      return [0, 1].flatMap((position) => giftWords(found, position, ownOrderWords, { day, calendarDay }))
    }
    expect(await own()).toEqual([
      'Will be sent to Ada by email on November 24, 2026',
      expect.stringMatching(/^Sent to you by email on November \d+, 2026$/),
    ])
    const confirmation = shop.mails.find(({ kind }) => kind === 'order-confirmation')!
    for (const said of ['Gift card (Amount: C$50.00)', 'For Ada, by email on November 24, 2026'])
      expect(confirmation.text).toContain(said)
    expect(confirmation.text).not.toContain('Size:')
    expect(confirmation.text).not.toContain('took with you')
    const [sold] = await cards()
    const seen = (await findOrderView(shop, orderNumber, PERMISSIONS))!.lines[0]!
    const { path } = seen.gifts[0]!
    expect(path).toBe(`/admin/gift-cards/${sold!.id}`)
    const packer = (await findOrderView(shop, orderNumber, ROLE_PERMISSIONS.packer))!
    expect(packer.lines[0]!.gifts).toEqual([{ words: 'For Ada, to be sent on 2026-11-24', path: null }])
  })

  test('a customer is not deleted while a card is still to be sent; its recipient can be, and gets none then', async () => {
    await buy([gift('50', { ...TO_ADA, sendOn: '2026-11-24' })], 50_00)
    await deliver()
    const erase = (email: string) => eraseCustomer(shop, { email, by: 'owner@shop.example' })
    expect(await erase(CUSTOMER.email)).toMatchObject({ kind: 'orders-in-hand' })
    expect(await erase(TO_ADA.email)).toMatchObject({ kind: 'erased' })
    expect(await cards()).toMatchObject([{ amount_cents: 50_00, recipient_email: '', message: '' }])
    shop.pass(4 * 86_400_000)
    expect(await sendDueGiftCards(shop)).toBe(0)
    expect(await erase(CUSTOMER.email)).toMatchObject({ kind: 'erased' })
    expect(await cards()).toMatchObject([{ sender_name: '' }])
  })

  test('while the mail server is down, a card is neither lost nor sent twice', async () => {
    shop.mailIsDown = true
    await buy([gift('50', TO_ADA)], 50_00)
    await deliver()
    shop.failures.length = 0
    shop.mailIsDown = false
    shop.pass(3_600_000)
    await deliver()
    shop.pass(3_600_000)
    await deliver()
    expect(giftMails()).toHaveLength(1)
    const code = codeIn(giftMails()[0]!)
    expect(await findGiftCard(shop.database.db, { codeHash: hashOfTyped(shop, code)! })).not.toBeNull()
  })

  test('an order without gift cards leaves nothing to issue', async () => {
    clothes = await shop.catalog.add(hoodie())
    const { clientSecret } = await place(shop, orderFor([clothes], [one(clothes)]))
    await pay(clientSecret)
    const tasks = shop.database.db.selectFrom('outbox').select('kind').where('kind', '=', 'issue-gift-cards')
    expect(await tasks.execute()).toEqual([])
  })

  test.each([
    ['an amount outside the range', (): CartItem => gift('9.99')],
    ['an amount in another form', (): CartItem => gift('037.50')],
    ['no gift', (): CartItem => one(card, '50')],
  ])('%s is refused before anything is written', async (_what, item) => {
    expect(await placeOrder(shop, order([item()], 50_00))).toMatchObject({
      kind: 'cart-changed',
      cart: { items: [{ status: 'size-unavailable' }] },
    })
  })

  test('a product that became clothes, or a gift card, is refused in carts from before', async () => {
    const request = order([gift('50')], 50_00, alone)
    await shop.catalog.update(card.id, card.version, hoodie())
    expect(await placeOrder(shop, request)).toMatchObject({ kind: 'cart-changed' })
    const preview = await previewCart(shop, { items: [gift('50')] })
    expect(preview.items).toMatchObject([{ status: 'size-unavailable' }])
  })

  async function refund(number: string, amount: RefundRequest['amount']) {
    const { version } = (await findOrderByNumber(shop.database.db, number))!
    const asked = { number, version, ...ADA_AS_OWNER, refundId: toRefundId(randomUUID()) }
    const outcome = await refundOrder(shop, { ...asked, amount, reason: '', restock: [] })
    while ((await deliverOutbox(shop)) > 0);
    return outcome.kind
  }
  const cardsOf = async (number: string) => {
    const cards = await giftCardBalances(shop.database.db)
      .select(['unit', 'line_position'])
      .where('order_id', '=', (await rowOf(number)).id)
      .orderBy('line_position')
      .orderBy('unit')
      .execute()
    return cards.map(({ state, balance_cents }) => `${state} ${balance_cents}`)
  }

  test('a refunded purchase of a card ends what is unused of it, and only of that one', async () => {
    const { orderNumber, clientSecret } = await place(
      shop,
      order([gift('50'), gift('25', TO_ADA, 2)], 100_00, alone),
    )
    await pay(clientSecret)
    while ((await deliverOutbox(shop)) > 0);
    expect(await cardsOf(orderNumber)).toEqual(['active 5000', 'active 2500', 'active 2500'])
    const one25 = { items: [{ position: 1, quantity: 1 }], shipping: false }
    expect(await refund(orderNumber, one25)).toBe('requested')
    expect((await cardsOf(orderNumber)).toSorted()).toEqual(['active 2500', 'active 5000', 'disabled 0'])
    expect(await refund(orderNumber, cents(75_00))).toBe('requested')
    expect(await rowOf(orderNumber)).toMatchObject({ state: 'refunded' })
    expect(await cardsOf(orderNumber)).toEqual(['disabled 0', 'disabled 0', 'disabled 0'])
    expect(await findBookFaults(shop.database.db)).toEqual([])
  })

  test('a refund that fails gives back what it ended, unless staff had disabled the card, and ends it when it is made after all', async () => {
    const asked = order([gift('50'), gift('25', TO_ADA, 2)], 100_00, alone)
    const { orderNumber, clientSecret } = await place(shop, asked)
    await pay(clientSecret)
    while ((await deliverOutbox(shop)) > 0);
    const disabled = await giftCardBalances(shop.database.db)
      .where('balance_cents', '=', cents(50_00))
      .executeTakeFirstOrThrow()
    await setGiftCardState(shop, disabled.id, { by: '', reason: 'Stolen', state: 'disabled' })
    const repair = shop.gateway.transport.disturb('refund', async () => {
      throw new GatewayError('The account is closed.', false)
    })
    const two = {
      items: [
        { position: 0, quantity: 1 },
        { position: 1, quantity: 1 },
      ],
      shipping: false,
    }
    expect(await refund(orderNumber, two)).toBe('requested')
    expect(shop.failures.splice(0)).toHaveLength(1)
    expect((await cardsOf(orderNumber)).toSorted()).toEqual(['active 2500', 'active 2500', 'disabled 0'])
    repair()
    const { id } = await shop.database.db.selectFrom('refunds').select('id').executeTakeFirstOrThrow()
    const task = { orderId: (await rowOf(orderNumber)).id, refundId: id }
    await recordRefund(shop, task, { id: 're_late', state: 'succeeded', failure: '' })
    expect((await cardsOf(orderNumber)).toSorted()).toEqual(['active 2500', 'disabled 0', 'disabled 0'])
    expect(await findBookFaults(shop.database.db)).toEqual([])
  })

  test('refund paid out in cash from a card that was used: neither by item nor by cancelling the order', async () => {
    clothes = await shop.catalog.add(hoodie({ price: cents(10_00) }))
    const { orderNumber, clientSecret } = await place(shop, order([gift('50')], 50_00, alone))
    await pay(clientSecret)
    while ((await deliverOutbox(shop)) > 0);
    const { id } = await giftCardBalances(shop.database.db).executeTakeFirstOrThrow()
    const { code } = (await renewCode(shop, id))!
    const choices = { ...NO_CHOICES, codes: [code] }
    expect(await placeOrder(shop, order([one(clothes)], 0, { choices }))).toMatchObject({
      kind: 'placed-free',
    })
    const whole = { items: [{ position: 0, quantity: 1 }], shipping: false }
    expect(await refund(orderNumber, whole)).toBe('gift-card-used')
    const { version } = (await findOrderByNumber(shop.database.db, orderNumber))!
    const cancelling = { number: orderNumber, version, ...ADA_AS_OWNER, restock: false, reason: '' }
    expect(await cancelOrder(shop, cancelling)).toEqual({ kind: 'gift-card-used' })
    expect(await cardsOf(orderNumber)).toEqual([`active ${50_00 - 35_20}`])
    expect(await rowOf(orderNumber)).toMatchObject({ state: 'paid' })
  })
})
