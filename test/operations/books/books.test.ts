import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { recordTakesMoney } from '#db/engine/test-orders.ts'
import { NOWHERE } from '#domain/checkout/checkout-form.ts'
import { issueGiftCard } from '#test/support/gift-card.ts'
import { expireOrders } from '#operations/checkout/payments/expire-orders.ts'
import type { Product } from '#domain/catalog/product.ts'
import { ENTRY_KINDS, inOrder } from '#domain/books/journal.ts'
import { toRefundId } from '#domain/ids.ts'
import { cents, signedCents } from '#domain/money.ts'
import { ACCOUNTS_SETTING } from '#domain/settings/accounts.ts'
import { lockMonths } from '#operations/books/lock-months.ts'
import { postBooks } from '#operations/books/post-books.ts'
import { readBalances, readDays, readJournal, writeJournal } from '#operations/books/read-books.ts'
import { adjustGiftCard, giveStoreCredit } from '#operations/gift-cards/change-gift-card.ts'
import { changeItems } from '#operations/orders/change-items.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { expectBooksAgree } from '#test/support/books-agree.ts'
import { choosing, deliverWebhooks, one, orderFor, PAYS, place } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { BY, orderDesk } from '#test/support/order-desk.ts'
import { saveAsStaff } from '#test/support/rounding-shop.ts'
import { ADA } from '#test/support/staff-browser.ts'
import { CUSTOMER, hoodie, type TestShop } from '#test/support/test-shop.ts'

const GIFT_CARD = hoodie({
  name: 'Gift card',
  category: 'Accessories',
  giftAmounts: '25, 50, 10-500',
  stock: null,
  taxFree: true,
  sizes: [{ size: '50', stock: null }],
})
const EVER = { from: '2020-01-01', to: '2049-12-31' }

describeOnEachDatabase('the books', (open) => {
  let shop: TestShop
  let product: Product
  const desk = orderDesk(() => ({ shop, product }))

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie({ price: cents(100_00), stock: 20 }))
  beforeEach(() => shop.identity.addMember(ADA))

  async function posted(): Promise<void> {
    while ((await postBooks(shop)) > 0);
  }

  /** The entries in short: `Refund: sales 10.00, gatewayDue -10.00`. */
  async function journal(): Promise<string[]> {
    await posted()
    return (await readJournal(shop, EVER, 1)).rows.map(
      ({ kind, postings }) =>
        `${ENTRY_KINDS[kind]}: ${inOrder(postings)
          .map(({ account, name, amount }) => `${account}${name && ` ${name}`} ${(amount / 100).toFixed(2)}`)
          .join(', ')}`,
    )
  }

  const refund = async (number: string, amount: number) =>
    refundOrder(shop, {
      ...(await desk.seen(number)),
      refundId: toRefundId(randomUUID()),
      reason: '',
      restock: [],
      amount: cents(amount),
    })

  /** What accounts have, in cents: debits less credits. */
  async function balanceOf(...accounts: string[]): Promise<number[]> {
    await posted()
    const all = await readBalances(shop, EVER)
    return accounts.map((account) =>
      all
        .filter((sums) => sums.account === account)
        .reduce((so, { debit, credit }) => so + debit - credit, 0),
    )
  }

  /** Two gift cards of 50 that are paid, and to be issued. */
  async function boughtCards() {
    const card = await shop.catalog.add(GIFT_CARD)
    const toCustomer = { name: '', email: '', message: '', sendOn: '' }
    const gift = { ...one(card, '50', 2), gift: toCustomer }
    const placed = await place(
      shop,
      orderFor([card], [gift], { amount: cents(100_00), customer: { ...CUSTOMER, ...NOWHERE } }),
    )
    await shop.gateway.confirm(placed.clientSecret, PAYS)
    await deliverWebhooks(shop)
    return placed
  }

  test('an order, a change of it and a refund are entries that balance, each once however often they are posted', async () => {
    const { number } = await desk.paid()
    const [sale, ...others] = await journal()
    expect(sale).toMatch(/^Order paid: gatewayDue test [\d.]+, .*sales -200\.00/)
    expect(others).toEqual([])
    const tee = await shop.catalog.add(hoodie({ name: 'Tee', price: cents(140_00), stock: 9 }))
    const task = { change: { position: 0, quantity: 1, to: one(tee) }, difference: 40_80 }
    const increase = { method: 'cash' as const, words: 'At the desk' }
    const changed = await changeItems(shop, { ...(await desk.seen(number)), ...task, increase })
    expect(changed).toEqual({ kind: 'items-changed' })
    await refund(number, 10_00)
    await desk.settled()
    const entries = await journal()
    expect(entries.map((entry) => entry.split(':')[0])).toEqual([
      'Order paid',
      'Change of what was entered',
      'Balance paid',
      'Refund',
    ])
    expect(entries[2]).toBe('Balance paid: cash 40.80, customers -40.80')
    await expectBooksAgree(shop, 'after a refund')
    expect(await journal()).toEqual(entries)
    const { rows } = await readJournal(shop, { orderNumber: number }, 1)
    expect(rows).toHaveLength(4)
    expect((await readDays(shop, EVER, 1)).rows).toHaveLength(1)
  })

  test('store credit that is given is owed, and an expense', async () => {
    await giveStoreCredit(shop, {
      amount: cents(25_00),
      reason: 'Sorry',
      email: 'a@b.example',
      name: '',
      by: BY,
    })
    expect(await journal()).toEqual(['Gift card or store credit: given 25.00, storeCredit -25.00'])
  })

  test('what happens while two processes enter the same is entered afterwards', async () => {
    const credit = { amount: cents(25_00), reason: '', email: 'a@b.example', name: '', by: BY }
    const given = await giveStoreCredit(shop, credit)
    const { id } = given.kind === 'changed' ? given.card : expect.fail(given.kind)
    const { database } = shop
    const second = {
      selectFrom: database.db.selectFrom.bind(database.db),
      deleteFrom: database.db.deleteFrom.bind(database.db),
      transaction: () => ({
        async execute(work: Parameters<ReturnType<typeof database.db.transaction>['execute']>[0]) {
          await posted()
          await database.db.transaction().execute(work)
          await adjustGiftCard(shop, id, { amount: signedCents(5_00), reason: '', by: BY })
        },
      }),
    } as unknown as typeof database.db
    await postBooks({ ...shop, database: { ...database, db: second } })
    expect(await journal()).toEqual([
      'Gift card or store credit: given 25.00, storeCredit -25.00',
      'Gift card or store credit: given 5.00, storeCredit -5.00',
    ])
  })

  test('test orders leave the books when a gateway takes money, and come back without one', async () => {
    await desk.paid()
    const before = await journal()
    expect(before).toHaveLength(1)
    await recordTakesMoney(shop.database, true)
    expect(await journal()).toEqual([])
    expect(await readBalances(shop, EVER)).toEqual([])
    await recordTakesMoney(shop.database, false)
    expect(await journal()).toEqual(before)
  })

  test('a locked month stays as it was: later changes are entered in the month in which they happen', async () => {
    const { number } = await desk.paid()
    await posted()
    const day = (await readDays(shop, EVER, 1)).rows[0]!.day
    const month = day.slice(0, 7)
    const lock = (before: string | null, through: string | null) => lockMonths(shop, { before, through })
    expect(await lock(null, month)).toEqual({ kind: 'not-over' })
    shop.pass(40 * 86_400_000)
    expect(await lock('2020-01', month)).toEqual({ kind: 'changed-meanwhile', through: null })
    expect(await lock(null, month)).toEqual({ kind: 'done' })
    const locked = await readJournal(shop, { from: day, to: day }, 1)
    const tee = await shop.catalog.add(hoodie({ name: 'Tee', price: cents(90_00), stock: 9 }))
    const change = { change: { position: 0, quantity: 1, to: one(tee) }, difference: -10_20 }
    expect(await changeItems(shop, { ...(await desk.seen(number)), ...change })).toEqual({
      kind: 'items-changed',
    })
    await desk.settled()
    await expectBooksAgree(shop, 'after a change of a locked month')
    expect(await readJournal(shop, { from: day, to: day }, 1)).toEqual(locked)
    const later = await readJournal(shop, { orderNumber: number }, 1)
    expect(later.rows.map(({ kind }) => kind)).toEqual(['sale', 'change', 'refund'])
    expect(later.rows[1]!.day > day).toBe(true)
    await recordTakesMoney(shop.database, true)
    await posted()
    expect(await readJournal(shop, { from: day, to: day }, 1)).toEqual(locked)
    expect((await readBalances(shop, EVER)).map(({ debit, credit }) => debit - credit)).toEqual(
      (await readBalances(shop, EVER)).map(() => 0),
    )
    await recordTakesMoney(shop.database, false)
    expect(await lock(month, null)).toEqual({ kind: 'done' })
    await expectBooksAgree(shop, 'after unlocking')
  })

  test('a sum that is refunded of gift cards, which stay worth what they were, is given, and the clearing ends at zero', async () => {
    const { orderNumber } = await boughtCards()
    await desk.settled()
    expect(await balanceOf('cardsBetween', 'giftCards', 'given')).toEqual([0, -100_00, 0])
    await refund(orderNumber, 30_00)
    await desk.settled()
    expect(await balanceOf('cardsBetween', 'giftCards', 'given')).toEqual([0, -100_00, 30_00])
    expect((await journal()).at(-1)).toBe('Refund: given 30.00, gatewayDue test -30.00')
    const choice = { items: [{ position: 0, quantity: 1, sent: 0 }], shipping: false }
    const asked = { ...(await desk.seen(orderNumber)), refundId: toRefundId(randomUUID()), restock: [] }
    expect(await refundOrder(shop, { ...asked, reason: '', amount: choice })).toEqual({ kind: 'requested' })
    await desk.settled()
    const [clearing, cards, kept] = await balanceOf('cardsBetween', 'giftCards', 'given')
    expect([clearing, cards]).toEqual([0, -50_00])
    expect(kept).toBeLessThanOrEqual(30_00)
    await expectBooksAgree(shop, 'after a unit')
    await refund(orderNumber, 20_00)
    await desk.settled()
    expect(await balanceOf('cardsBetween', 'giftCards', 'given')).toEqual([0, 0, 0])
    await expectBooksAgree(shop, 'after the rest')
  })

  test('gift cards that are refunded before they are issued leave nothing in the clearing, nor what is issued after', async () => {
    const { orderNumber } = await boughtCards()
    await refund(orderNumber, 30_00)
    expect(await balanceOf('giftCards')).toEqual([0])
    await desk.settled()
    expect(await balanceOf('cardsBetween', 'giftCards', 'given')).toEqual([0, -100_00, 30_00])
    const other = await boughtCards()
    const choice = { items: [{ position: 0, quantity: 1, sent: 0 }], shipping: false }
    const asked = { ...(await desk.seen(other.orderNumber)), refundId: toRefundId(randomUUID()), restock: [] }
    expect(await refundOrder(shop, { ...asked, reason: '', amount: choice })).toEqual({ kind: 'requested' })
    await desk.settled()
    expect(await balanceOf('cardsBetween', 'giftCards', 'given')).toEqual([0, -150_00, 30_00])
  })

  test('what test orders did to cards that stay is given once a gateway takes money, and so is their store credit', async () => {
    const code = await issueGiftCard(shop, 50_00)
    const { amount } = orderFor([product], [one(product)])
    const checkout = { ...choosing({ codes: [code] }), amount: amount - 50_00 }
    const { clientSecret, orderNumber } = await place(shop, orderFor([product], [one(product)], checkout))
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    await desk.settled()
    const before = await balanceOf('cardsBetween', 'giftCards', 'storeCredit', 'given')
    expect(before).toEqual([0, 0, 0, 50_00])
    const asked = { ...(await desk.seen(orderNumber)), refundId: toRefundId(randomUUID()), restock: [] }
    const credit = { ...asked, reason: '', amount: cents(60_00), as: 'store-credit' as const }
    expect(await refundOrder(shop, credit)).toEqual({ kind: 'requested' })
    await desk.settled()
    const after = await balanceOf('cardsBetween', 'giftCards', 'storeCredit', 'given')
    expect(after[0]).toBe(0)
    await recordTakesMoney(shop.database, true)
    const owed = (after[1] ?? 0) + (after[2] ?? 0)
    expect(await balanceOf('cardsBetween', 'giftCards', 'storeCredit', 'given')).toEqual([
      0,
      after[1],
      after[2],
      -owed,
    ])
    expect((await journal()).join()).not.toMatch(/sales|gatewayDue/)
    await recordTakesMoney(shop.database, false)
    expect(await balanceOf('cardsBetween', 'giftCards', 'storeCredit', 'given')).toEqual(after)
  })

  test('a test payment that came too late leaves the books with the others', async () => {
    const { clientSecret } = await desk.placed()
    shop.pass(20 * 60_000)
    shop.gateway.transport.failNext(1)
    await expireOrders(shop)
    shop.failures.splice(0)
    await shop.database.db.updateTable('products').set({ stock: 0 }).execute()
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    await desk.settled()
    const before = await journal()
    expect(before.map((entry) => entry.split(':')[0])).toContain('Payment that came too late')
    await recordTakesMoney(shop.database, true)
    expect(await journal()).toEqual([])
    await recordTakesMoney(shop.database, false)
    expect(await journal()).toEqual(before)
  })

  test('files have the accounts of the owner’s chart, by event and by day', async () => {
    await desk.paid()
    await desk.paid()
    await posted()
    await saveAsStaff(shop, ACCOUNTS_SETTING, {
      ...ACCOUNTS_SETTING.fallback,
      sales: '8400 Erlöse',
      own: 'test = 1360 Geldtransit',
    })
    const file = async (isByDay: boolean) => {
      let text = ''
      for await (const part of writeJournal(shop, EVER, { format: 'hledger', isByDay })) text += part
      return text
    }
    expect(await file(false)).toMatch(/ {4}assets:1360 Geldtransit:test {2}[\d.]+ CAD\n/)
    expect((await file(false)).match(/income:8400 Erlöse {2}-200\.00 CAD/g)).toHaveLength(2)
    expect((await file(true)).match(/income:8400 Erlöse {2}-400\.00 CAD/g)).toHaveLength(1)
  })
})
