import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { wrongTotals } from '#chaos/audit/wrong-totals.ts'
import { findBookFaults } from '#db/backups/books.ts'
import { findGiftCard, listEntries } from '#db/gift-cards/gift-card-ledger.ts'
import type { CreditHolder } from '#db/gift-cards/store-credit.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import type { Product } from '#domain/catalog/product.ts'
import { toStaffId } from '#domain/ids.ts'
import { cents, signedCents } from '#domain/money.ts'
import { limitEmail } from '#domain/promotions/limit-email.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { expireOrders } from '#operations/checkout/payments/expire-orders.ts'
import type { OrderRequest } from '#operations/checkout/order-request.ts'
import { placeOrder } from '#operations/checkout/place-order.ts'
import { previewCart } from '#operations/checkout/preview-cart.ts'
import { adjustGiftCard, giveStoreCredit, setGiftCardState } from '#operations/gift-cards/change-gift-card.ts'
import { readGiftCards, readLiability } from '#operations/gift-cards/read-gift-cards.ts'
import { OPENED_MS } from '#operations/gift-cards/use-store-credit.ts'
import { eraseCustomer } from '#operations/orders/erase-customer.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import type { RefundRequest } from '#operations/refunds/refund-request.ts'
import { choosing, one, orderFor, place } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { issueGiftCard, openStoreCredit } from '#test/support/gift-card.ts'
import { BY, ONE_HOODIE, orderDesk } from '#test/support/order-desk.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const WHY = { reason: 'The parcel came late', by: BY }
const ADA: CreditHolder = { email: CUSTOMER.email, name: CUSTOMER.name }

describeOnEachDatabase('store credit', (open, { connectAgain }) => {
  let shop: TestShop
  let product: Product
  const desk = orderDesk(() => ({ shop, product }), 1)

  beforeEach(async () => {
    shop = await openTestShop(open())
    product = await shop.catalog.add(hoodie({ stock: 1_000 }))
  })
  afterEach(async () => {
    expect(await wrongTotals(open().db)).toEqual([])
    expect(await findBookFaults(open().db)).toEqual([])
  })

  const give = (amount: number, holder = ADA) =>
    giveStoreCredit(shop, { ...holder, amount: cents(amount), ...WHY })
  const creditOf = (email: string = ADA.email) => findGiftCard(open().db, { email: limitEmail(email) })
  const balance = async (email?: string) => (await creditOf(email))?.balance ?? 0
  const mailed = () => shop.mails.filter(({ kind }) => kind === 'store-credit')
  const refund = async (number: string, changes: Partial<RefundRequest> = {}) =>
    refundOrder(shop, await desk.refundOf(number, { as: 'store-credit', ...changes }))

  test('is one for an address however it is spelt, and the customer is told at the first spelling', async () => {
    expect(await give(20_00)).toMatchObject({
      kind: 'changed',
      card: { kind: 'store-credit', balance: 20_00 },
    })
    const other = { email: ` ${ADA.email.replace('@', '+sale@').toUpperCase()}`, name: 'Someone' }
    expect(await give(5_00, other)).toMatchObject({ kind: 'changed', card: { balance: 25_00 } })
    await desk.settled()
    expect(mailed().map(({ to }) => to.address)).toEqual([ADA.email, ADA.email])
    // The two leave together, in no order.
    const texts = mailed().map(({ text }) => text)
    for (const given of ['C$20.00', 'C$5.00']) {
      expect(texts).toContainEqual(expect.stringContaining(`gave you ${given} of store credit`))
    }
    for (const text of texts) expect(text).toContain('You have C$25.00')
    expect(await readLiability(shop)).toBe(25_00)
    const { rows } = await readGiftCards(shop, { query: 'ADA@', state: 'credit' }, 1)
    expect(rows).toMatchObject([{ email: ADA.email, name: ADA.name, balance: 25_00 }])
  })

  test('is given and ended with a reason, never above the most nor below zero, and the audit trail has no address', async () => {
    const [id, at] = [toStaffId('ada'), new Date(shop.now()).toISOString()]
    const staff = { id, email: BY, name: 'Ada', role: 'owner', created_at: at, updated_at: at } as const
    await open().db.insertInto('staff_members').values(staff).execute()
    shop.author = { id, email: BY, address: '', userAgent: '' }
    await give(2_000_00)
    expect(await give(1)).toEqual({ kind: 'above-the-most', balance: 2_000_00 })
    const credit = (await creditOf())!
    const end = (amount: number) => adjustGiftCard(shop, credit.id, { ...WHY, amount: signedCents(-amount) })
    expect(await end(2_000_01)).toEqual({ kind: 'too-much', balance: 2_000_00 })
    expect(await end(2_000_00)).toMatchObject({ kind: 'changed', card: { balance: 0 } })
    const events = await open().db.selectFrom('audit_events').selectAll().orderBy('id').execute()
    expect(events.map(({ action, subject_name: name }) => [action, name])).toEqual([
      ['store-credit-given', 'C$2,000.00'],
      ['gift-card-adjusted', 'store credit'],
    ])
    expect(JSON.stringify(events.map(({ changes }) => changes))).toContain(WHY.reason)
    expect(JSON.stringify(events.map(({ changes, subject_id }) => [changes, subject_id]))).not.toContain(
      ADA.email,
    )
  })

  test('of an address that two members give to at once, in two processes, is one with both sums', async () => {
    const second = { ...(await openTestShop(await connectAgain())), signedLinks: shop.signedLinks }
    const both = await Promise.all(
      [shop, second].map((one) => giveStoreCredit(one, { ...ADA, amount: cents(10_00), ...WHY })),
    )
    expect(both.map(({ kind }) => kind)).toEqual(['changed', 'changed'])
    expect(await balance()).toBe(20_00)
  })

  test('a customer with store credit is not deleted before it is ended, and nothing of them stays after that', async () => {
    await give(20_00)
    await desk.settled()
    const erase = () => eraseCustomer(shop, { email: ADA.email, by: BY })
    expect(await erase()).toMatchObject({
      kind: 'orders-in-hand',
      found: { storeCredit: [{ balance: 20_00 }] },
    })
    const { id } = (await creditOf())!
    await adjustGiftCard(shop, id, { ...WHY, amount: signedCents(-20_00) })
    expect(await erase()).toMatchObject({ kind: 'erased' })
    expect(await erase()).toEqual({ kind: 'nothing-stored' })
    const tables = ['gift_cards', 'gift_card_entries', 'outbox'] as const
    const rows = await Promise.all(tables.map((table) => open().db.selectFrom(table).selectAll().execute()))
    expect(JSON.stringify(rows)).not.toContain(ADA.email)
    expect(JSON.stringify(rows)).not.toContain(ADA.name)
  })

  test('a refund as store credit is there at once, counts like every refund, and the gateway returns nothing', async () => {
    const { number } = await desk.paid()
    expect(await refund(number, { amount: cents(45_36) })).toEqual({ kind: 'requested' })
    expect(await balance()).toBe(45_36)
    await desk.settled()
    expect(await desk.stateOf(number)).toBe('refunded-in-part')
    expect(await desk.revenue()).toBe(ONE_HOODIE - 45_36)
    expect(await refund(number, { amount: cents(100_01) })).toEqual({ kind: 'too-much', left: 100_00 })
    const all = { items: [{ position: 0, quantity: 1 }], shipping: true }
    expect(await refund(number, { amount: all })).toEqual({ kind: 'requested' })
    await desk.settled()
    expect(await desk.stateOf(number)).toBe('refunded')
    expect(await balance()).toBe(ONE_HOODIE)
    expect(await readLiability(shop)).toBe(ONE_HOODIE)
    expect(await open().db.selectFrom('test_gateway_refunds').selectAll().execute()).toEqual([])
    const refunds = await findRefunds(open().db, (await desk.found(number)).id)
    expect(refunds.map(({ source, amount, state }) => `${source} ${amount} ${state}`).toSorted()).toEqual([
      'store-credit 10000 done',
      'store-credit 4536 done',
    ])
    expect(await desk.historyOf(number)).toEqual(
      expect.arrayContaining(['refund-asked', 'returned-to-store-credit']),
    )
    const told = shop.mails.filter(({ kind }) => kind === 'order-refunded')
    expect(told).toHaveLength(2)
    expect(told[0]?.text).toContain('You have it as store credit')
    expect(mailed()).toEqual([])
  })

  test('what a gift card paid of an order goes back to that card, also when the rest becomes store credit', async () => {
    const code = await issueGiftCard(shop, 100_00)
    const { number } = await desk.paid(undefined, { ...choosing({ codes: [code] }), amount: 45_36 })
    expect(await refund(number, { amount: cents(ONE_HOODIE) })).toEqual({ kind: 'requested' })
    expect(await balance()).toBe(45_36)
    expect(await readLiability(shop)).toBe(ONE_HOODIE)
    expect(await desk.stateOf(number)).toBe('refunded')
  })

  test('a refund that is sent again is one, and not the same once it should go elsewhere', async () => {
    const { number } = await desk.paid()
    const asked = await desk.refundOf(number, { as: 'store-credit' })
    expect(await refundOrder(shop, asked)).toEqual({ kind: 'requested' })
    expect(await refundOrder(shop, asked)).toEqual({ kind: 'requested' })
    expect(await refundOrder(shop, { ...asked, as: undefined })).toEqual({ kind: 'changed-meanwhile' })
    expect(await balance()).toBe(50_00)
  })

  test('an order without an address has no store credit to be refunded to', async () => {
    const { number } = await desk.paid()
    await open().db.updateTable('orders').set({ email: '' }).where('number', '=', number).execute()
    expect(await refund(number)).toEqual({ kind: 'no-credit-holder' })
    expect(await desk.refundsOf(number)).toEqual([])
  })

  test('why money was refunded, which may name the customer, is in no ledger that outlives them', async () => {
    const code = await issueGiftCard(shop, 100_00)
    const { number } = await desk.paid(undefined, { ...choosing({ codes: [code] }), amount: 45_36 })
    await refund(number, { amount: cents(ONE_HOODIE), reason: 'Ada Prairie called' })
    const entries = await open().db.selectFrom('gift_card_entries').selectAll().execute()
    expect(entries.filter(({ kind }) => kind === 'refund')).toHaveLength(2)
    expect(JSON.stringify(entries)).not.toContain('Ada Prairie called')
    const credit = (await creditOf())!
    expect(await listEntries(open().db, credit.id)).toMatchObject([{ kind: 'refund', reason: '' }])
  })

  const order = (codes: string[], amount: number, more: Partial<OrderRequest> = {}) =>
    orderFor([product], [one(product)], { ...choosing({ codes }), amount, ...more })
  const opened = async (checkoutId: string = randomUUID(), email = ADA.email) => ({
    checkoutId,
    code: await openStoreCredit(shop, email, checkoutId),
  })
  const kinds = async () =>
    (await listEntries(open().db, (await creditOf())!.id))
      .map(({ kind, amount }) => `${kind} ${amount}`)
      .toReversed()

  test('pays beside a gift card and a bank card, and a refund goes back to each: the bank card first', async () => {
    await give(30_00)
    const gift = await issueGiftCard(shop, 20_00)
    const { checkoutId, code } = await opened()
    const rest = ONE_HOODIE - 50_00
    const { number } = await desk.paid(undefined, { ...order([gift, code], rest), checkoutId })
    expect(await balance()).toBe(0)
    const paid = await desk.found(number)
    expect(paid.giftCards).toMatchObject([
      { lastFour: gift.slice(-4), amount: 20_00 },
      { lastFour: '', amount: 30_00 },
    ])
    const view = await findOrderView(shop, number, PERMISSIONS)
    expect(view?.totals).toContainEqual(['Paid by store credit', 'C$30.00'])
    expect(view?.payments.map(({ gateway }) => gateway)).toContain('Store credit')
    const part = cents(rest + 30_00)
    expect(await refund(number, { as: undefined, amount: part })).toEqual({ kind: 'requested' })
    await desk.settled()
    expect(await balance()).toBe(10_00)
    expect(await refund(number, { as: undefined, amount: cents(20_00) })).toEqual({ kind: 'requested' })
    await desk.settled()
    expect(await balance()).toBe(30_00)
    expect(await desk.stateOf(number)).toBe('refunded')
    const refunds = await findRefunds(open().db, paid.id)
    expect(refunds.map(({ source, amount }) => `${source} ${amount}`).toSorted()).toEqual([
      'gift-card 2000',
      'staff 9536',
      'store-credit 1000',
      'store-credit 2000',
    ])
    expect(shop.mails.some(({ text }) => text.includes('You have it as store credit'))).toBe(true)
  })

  test('is in the confirmation under its own name, and pays all of an order without a gateway', async () => {
    await give(200_00)
    const { checkoutId, code } = await opened()
    const placed = await placeOrder(shop, order([code], 0, { checkoutId }))
    expect(placed).toMatchObject({ kind: 'placed-free', totals: { total: ONE_HOODIE } })
    await desk.settled()
    const told = shop.mails.find(({ kind }) => kind === 'order-confirmation')
    expect(told?.text).toContain('Paid by store credit: C$145.36')
    expect(await open().db.selectFrom('test_gateway_intents').selectAll().execute()).toEqual([])
  })

  test('is given back when the order ends unpaid, and is not there for another checkout', async () => {
    await give(50_00)
    const { checkoutId, code } = await opened()
    const request = order([code], ONE_HOODIE - 50_00, { checkoutId })
    await place(shop, request)
    await place(shop, request)
    expect(await kinds()).toEqual(['issue 5000', 'debit -5000'])
    shop.pass(16 * 60_000)
    await expireOrders(shop)
    expect(await kinds()).toEqual(['issue 5000', 'debit -5000', 'credit-back 5000'])
    expect(await placeOrder(shop, order([code], ONE_HOODIE - 50_00))).toMatchObject({
      problem: { type: 'code-refused', message: expect.stringContaining('no longer open for this order') },
    })
  })

  test('two links of one checkout, or one that is too old, pay once and not at all', async () => {
    await give(50_00)
    const { checkoutId, code } = await opened()
    const { code: again } = await opened(checkoutId)
    const shown = (codes: string[]) =>
      previewCart(shop, { items: [one(product)], checkoutId, ...choosing({ codes }) })
    const both = await shown([code, again])
    expect(both.totals.giftCards).toEqual([{ lastFour: '', amount: 50_00 }])
    expect(both.codes.map(({ refusal }) => refusal?.kind ?? null)).toEqual([null, 'unknown'])
    shop.pass(OPENED_MS + 1)
    expect((await shown([code])).totals.giftCards).toBeUndefined()
  })

  test('spent twice by two tabs: of 20 checkouts at once for the same credit, in two processes, one gets it', async () => {
    const cheap = await shop.catalog.add(hoodie({ name: 'Tee', price: cents(34_31), stock: 100 }))
    await give(100_00)
    const second = { ...(await openTestShop(await connectAgain())), signedLinks: shop.signedLinks }
    const ids = Array.from({ length: 20 }, () => randomUUID())
    const codes: string[] = []
    for (const id of ids) {
      shop.pass(60 * 60_000)
      codes.push((await opened(id)).code)
    }
    await open().db.updateTable('credit_links').set({ opened_at: shop.now() }).execute()
    second.pass(shop.now() - second.now())
    const outcomes = await Promise.all(
      ids.map((checkoutId, at) =>
        placeOrder(
          at % 2 === 0 ? shop : second,
          orderFor([cheap], [one(cheap)], { ...choosing({ codes: [codes[at]!] }), checkoutId, amount: 0 }),
        ),
      ),
    )
    expect(outcomes.filter(({ kind }) => kind === 'placed-free')).toHaveLength(1)
    expect(outcomes.filter(({ kind }) => kind === 'amount-differs')).toHaveLength(19)
    await desk.settled()
    expect(await balance()).toBe(40_00)
  })

  test('that is disabled or deleted while somebody pays is refused, and nothing is written', async () => {
    await give(50_00)
    const { checkoutId, code } = await opened()
    await setGiftCardState(shop, (await creditOf())!.id, { ...WHY, state: 'disabled' })
    expect(await placeOrder(shop, order([code], ONE_HOODIE - 50_00, { checkoutId }))).toMatchObject({
      problem: { type: 'code-refused', path: '/codes' },
    })
    expect(await balance()).toBe(50_00)
  })
})
