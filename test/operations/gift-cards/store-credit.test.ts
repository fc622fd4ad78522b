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
import { adjustGiftCard, giveStoreCredit } from '#operations/gift-cards/change-gift-card.ts'
import { readGiftCards, readLiability } from '#operations/gift-cards/read-gift-cards.ts'
import { eraseCustomer } from '#operations/orders/erase-customer.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import type { RefundRequest } from '#operations/refunds/refund-request.ts'
import { choosing } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { issueGiftCard } from '#test/support/gift-card.ts'
import { BY, ONE_HOODIE, orderDesk } from '#test/support/order-desk.ts'
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
    expect(mailed()[1]?.text).toContain('gave you C$5.00 of store credit')
    expect(mailed()[1]?.text).toContain('You have C$25.00')
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
})
