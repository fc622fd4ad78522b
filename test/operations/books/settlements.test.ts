import type { ExpressionBuilder } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readAccountSums, readEntries } from '#db/books/journal.ts'
import type { Database } from '#db/schema.ts'
import type { Product } from '#domain/catalog/product.ts'
import type { AccountKind } from '#domain/books/accounts.ts'
import { ENTRY_KINDS, inOrder } from '#domain/books/journal.ts'
import { cents } from '#domain/money.ts'
import { TEST_REFUNDS } from '#providers/payments/test-gateway/test-refunds.ts'
import { decideSettlement } from '#operations/books/decide-settlement.ts'
import {
  countUnmatched,
  listPayouts,
  readPayout,
  readSettled,
  readUnmatched,
  walkPayouts,
} from '#operations/books/read-payouts.ts'
import { fetchSettlements } from '#operations/books/fetch-settlements.ts'
import { lockMonths } from '#operations/books/lock-months.ts'
import { postBooks } from '#operations/books/post-books.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { openStripeShop, type StripeShop } from '#test/support/stripe-shop.ts'
import { ADA } from '#test/support/staff-browser.ts'
import { hoodie } from '#test/support/test-shop.ts'

const EVER = { from: '2020-01-01', to: '2049-12-31' }
const HOUR_MS = 3_600_000

describeOnEachDatabase('what Stripe settles, in the books', (open) => {
  let here: StripeShop
  let product: Product

  beforeEach(async () => {
    here = await openStripeShop(open())
    await here.shop.identity.addMember(ADA)
    product = await here.shop.catalog.add(hoodie({ price: cents(100_00), stock: 5_000 }))
  })
  afterEach(() => here.close())

  /** Reads everything that Stripe has, half an hour and more after the last time, and enters it. */
  async function fetched() {
    here.shop.pass(HOUR_MS)
    for (let round = 0; round < 30; round += 1) await fetchSettlements(here.shop)
    while ((await postBooks(here.shop)) > 0);
  }

  async function journal(): Promise<string[]> {
    const entries = await readEntries(here.shop.database.db, EVER, { limit: 10_000 })
    return entries.map(
      ({ kind, orderNumber, postings }) =>
        `${ENTRY_KINDS[kind]}${orderNumber === null ? '' : ' #'}: ${inOrder(postings)
          .map(({ account, name, amount }) => `${account}${name && ` ${name}`} ${(amount / 100).toFixed(2)}`)
          .join(', ')}`,
    )
  }

  async function balanceOf(account: string): Promise<number> {
    const sums = await readAccountSums(here.shop.database.db, EVER)
    return sums
      .filter((one) => one.account === account)
      .reduce((sum, { debit, credit }) => sum + debit - credit, 0)
  }

  test('a payment is settled less its fee, and paid out to the bank, once however often that is read', async () => {
    const { number } = await here.buys(product)
    const at = () => here.stripe.ledger.balance
    expect(at()).toBe(123_02)
    await here.refund(number, 20_00)
    here.stripe.ledger.moveBalance('stripe_fee', 'fee', -3_00)
    here.stripe.ledger.payOut()
    await fetched()
    const settled = (await journal()).filter((line) => !/^(Order paid|Refund) #/.test(line))
    expect(settled.toSorted()).toEqual([
      'Fee of the payment provider: gatewayFees 3.00, gatewayBalance -3.00',
      'Payout: bank 100.02, gatewayBalance -100.02',
      'Settled by the payment provider #: gatewayBalance 123.02, gatewayFees 3.98, gatewayDue stripe -127.00',
      'Settled by the payment provider #: gatewayDue stripe 20.00, gatewayBalance -20.00',
    ])
    await fetched()
    await fetched()
    expect(await journal()).toHaveLength(6)
    expect(await balanceOf('gatewayDue')).toBe(0)
    expect(await balanceOf('gatewayBalance')).toBe(0)
    expect(at()).toBe(0)
  })
  test('what is of no payment of the shop is entered apart, and listed with why', async () => {
    await here.buys(product)
    here.stripe.ledger.payElsewhere(50_00)
    here.stripe.ledger.moveBalance('adjustment', 'other_adjustment', 7_00)
    await fetched()
    const rows = await here.shop.database.db
      .selectFrom('gateway_transactions')
      .select(['unmatched', 'category'])
      .where('unmatched', 'is not', null)
      .orderBy('category')
      .execute()
    expect(rows).toEqual([
      { unmatched: 'kind', category: 'adjustment' },
      { unmatched: 'unknown-payment', category: 'charge' },
    ])
    expect(await balanceOf('gatewayOther')).toBe(-57_00)
    expect(await balanceOf('gatewayDue')).toBe(0)
    here.stripe.ledger.payOut()
    await fetched()
    expect(await balanceOf('gatewayBalance')).toBe(0)
  })

  test('a balance in another currency is not entered, and listed', async () => {
    here.stripe.ledger.settlesIn = { currency: 'usd', rate: 0.7 }
    await here.buys(product)
    here.stripe.ledger.payOut()
    await fetched()
    const why = here.shop.database.db.selectFrom('gateway_transactions').select('unmatched')
    expect(await why.execute()).toEqual([{ unmatched: 'currency' }, { unmatched: 'currency' }])
    expect(await journal()).toHaveLength(1)
  })

  test('what happened in a locked month before it was read is entered in an open one', async () => {
    await here.buys(product)
    while ((await postBooks(here.shop)) > 0);
    const month = (await readEntries(here.shop.database.db, EVER, { limit: 1 }))[0]!.day.slice(0, 7)
    here.shop.pass(40 * 24 * HOUR_MS)
    expect(await lockMonths(here.shop, { before: null, through: month })).toEqual({ kind: 'done' })
    await fetched()
    const [sale, settled] = await readEntries(here.shop.database.db, EVER, { limit: 9 })
    expect([sale?.kind, settled?.kind]).toEqual(['sale', 'settled'])
    expect(settled!.day.slice(0, 7) > month).toBe(true)
    expect(await balanceOf('gatewayDue')).toBe(0)
  })

  test('staff say what is unmatched, and take that back: the books enter the difference', async () => {
    const { shop, stripe } = here
    await here.buys(product)
    const id = stripe.ledger.payElsewhere(50_00)
    await fetched()
    const waiting = async () => (await readUnmatched(shop, false, 1)).rows.map((one) => one.id)
    expect(await waiting()).toEqual([id])
    const decide = async (account: AccountKind | null) => {
      expect(await decideSettlement(shop, id, { account })).toEqual({ kind: 'done' })
      while ((await postBooks(shop)) > 0);
    }
    await decide('cash')
    expect([await balanceOf('gatewayOther'), await balanceOf('cash')]).toEqual([0, -50_00])
    expect([await waiting(), await countUnmatched(shop)]).toEqual([[], 0])
    await decide(null)
    const fee = 50_00 * 0.029 + 30
    expect([await balanceOf('gatewayOther'), await balanceOf('cash')]).toEqual([fee - 50_00, 0])
    expect((await readUnmatched(shop, true, 1)).rows[0]?.decision).toEqual({ account: null })
    expect(await decideSettlement(shop, id, null)).toEqual({ kind: 'done' })
    expect(await waiting()).toEqual([id])
    while ((await postBooks(shop)) > 0);
    expect(await balanceOf('gatewayOther')).toBe(-50_00)
    expect(await balanceOf('gatewayBalance')).toBe(stripe.ledger.balance)
    expect(await decideSettlement(shop, 'txn_none', { account: null })).toEqual({ kind: 'not-found' })
    const matched = shop.database.db.selectFrom('gateway_transactions').select('id').where('id', '<>', id)
    const [of] = await matched.execute()
    expect(await decideSettlement(shop, of!.id, { account: 'cash' })).toEqual({ kind: 'matched' })
  })

  test('a payout has what is in it, adds up to what the bank gets, and is a file', async () => {
    const { shop, stripe } = here
    const { number } = await here.buys(product)
    await here.refund(number, 20_00)
    stripe.ledger.moveBalance('stripe_fee', 'fee', -3_00)
    const first = stripe.ledger.payOut()
    const byHand = (await here.buys(product), stripe.ledger.payOut({ automatic: false }))
    await fetched()
    const { payout, contents } = (await readPayout(shop, first, 1))!
    expect(payout).toMatchObject({
      amount: 100_02,
      state: 'in-transit',
      sums: { payments: 127_00, refunds: -20_00, disputes: 0, fees: -6_98, other: 0, total: 100_02 },
    })
    expect(contents.rows.map(({ kind, orderNumber }) => [kind, orderNumber]).toSorted()).toEqual(
      [
        ['payment', number],
        ['refund', number],
        ['fee', null],
      ].toSorted(),
    )
    expect((await readPayout(shop, byHand, 1))?.payout).toMatchObject({ sums: null, contents: 'untold' })
    stripe.ledger.bankAnswers(first, 'failed')
    const again = stripe.ledger.payOut()
    await fetched()
    const states = (await listPayouts(shop, 1)).rows.map(({ id, state, failure, sums }) => [
      id,
      state,
      failure,
      sums?.other,
    ])
    expect(states).toContainEqual([first, 'failed', 'The bank account has been closed', 0])
    expect(states).toContainEqual([again, 'in-transit', '', 100_02])
    expect(await balanceOf('gatewayBalance')).toBe(0)
    const { months } = await readSettled(shop)
    expect(months).toEqual([{ month: '2026-11', settled: 234_00, fees: 10_96, paidOut: 223_04, left: 0 }])
    const lines: unknown[] = []
    for await (const batch of walkPayouts(shop, { payoutId: first })) lines.push(...batch)
    expect(lines).toHaveLength(4)
    expect(lines.at(-1)).toEqual(expect.arrayContaining([first, 'Came back', 'Payout', '-100.02', 'CAD']))
    let all = 0
    for await (const batch of walkPayouts(shop, EVER)) all += batch.length
    expect(all).toBe(4 + 1 + 2)
  })

  test('a payment that the shop learns of later is matched then', async () => {
    const { number, intentId } = await here.buys(product)
    const { db } = here.shop.database
    const rename = (from: string, to: string) =>
      db.updateTable('payments').set({ intent_id: to }).where('intent_id', '=', from).execute()
    await rename(intentId, 'pi_hidden')
    await fetched()
    expect(await balanceOf('gatewayDue')).toBe(127_00)
    await rename('pi_hidden', intentId)
    await fetched()
    expect(await balanceOf('gatewayDue')).toBe(0)
    expect(await balanceOf('gatewayOther')).toBe(0)
    expect(await readEntries(db, { orderNumber: number }, { limit: 9 })).toHaveLength(2)
  })

  test('a key that may not read the balance fails no payment, is told, and is asked again', async () => {
    await here.buys(product)
    here.stripe.ledger.isRestricted = true
    await fetched()
    expect(here.shop.failures.splice(0)).toHaveLength(1)
    const state = () =>
      here.shop.database.db.selectFrom('settlement_rounds').select('failure').executeTakeFirst()
    expect((await state())?.failure).toMatch(/does not have the required permissions.*rak_balance_read/)
    here.stripe.ledger.isRestricted = false
    await fetched()
    expect((await state())?.failure).toBe(null)
    expect(await balanceOf('gatewayDue')).toBe(0)
  })

  test('a round ends after some pages, and the next one, in another process, goes on after the last', async () => {
    await here.buys(product)
    for (let at = 0; at < 1_250; at += 1) here.stripe.ledger.moveBalance('stripe_fee', 'fee', -1)
    here.shop.pass(HOUR_MS)
    const stored = async () =>
      Number(
        (
          await here.shop.database.db
            .selectFrom('gateway_transactions')
            .select(count)
            .executeTakeFirstOrThrow()
        ).count,
      )
    const count = (e: ExpressionBuilder<Database, 'gateway_transactions'>) =>
      e.fn.countAll<number>().as('count')
    await Promise.all([fetchSettlements(here.shop), fetchSettlements(here.shop)])
    expect(await stored()).toBe(1_000)
    here.stripe.cut(2)
    await fetchSettlements(here.shop)
    expect(await stored()).toBe(1_000)
    here.shop.failures.length = 0
    await fetched()
    expect(await stored()).toBe(1_251)
  })

  test.each([1, 2, 3])(
    'after all payouts nothing is due and nothing is left at Stripe: walk %i',
    async (seed) => {
      const random = seeded(seed)
      const orders: { number: string; intentId: string; left: number }[] = []
      const payouts: string[] = []
      const disputed = new Set<string>()
      const { ledger } = here.stripe
      const steps: (() => Promise<unknown> | void)[] = [
        async () => orders.push({ ...(await here.buys(product)), left: 127_00 }),
        async () => {
          const order = await here.buys(product, 'is disputed')
          disputed.add(order.intentId)
          orders.push({ ...order, left: 0 })
        },
        async () => {
          const order = orders[random(orders.length)]
          const amounts = [1 + random(30_00), TEST_REFUNDS.pendsFirst, TEST_REFUNDS.failsLater]
          const amount = amounts[random(amounts.length)]!
          if (!order || order.left < amount) return
          order.left -= amount
          await here.refund(order.number, amount)
        },
        async () => {
          ledger.letBanksDecide()
          await here.settled()
          const [intentId] = disputed
          if (intentId === undefined || random(2) === 0) return
          disputed.delete(intentId)
          ledger.turnDispute(intentId, 'won')
          await here.settled()
        },
        () => void ledger.moveBalance('stripe_fee', 'fee', -1 - random(500)),
        () => void ledger.payElsewhere(1 + random(90_00)),
        () => void payouts.push(ledger.payOut({ automatic: random(4) > 0 })),
        () => {
          const payout = payouts.shift()
          if (payout !== undefined) ledger.bankAnswers(payout, random(3) === 0 ? 'failed' : 'paid')
        },
        () => here.shop.pass(random(40) * HOUR_MS),
        async () => {
          await fetched()
          expect(await balanceOf('gatewayBalance')).toBe(ledger.balance)
        },
      ]
      for (let step = 0; step < 60; step += 1) await steps[random(steps.length)]!()
      ledger.letBanksDecide()
      await here.settled()
      ledger.payOut()
      await fetched()
      expect(await balanceOf('gatewayBalance')).toBe(0)
      expect(ledger.balance).toBe(0)
      const due = new Map<string | null, number>()
      const entries = await readEntries(here.shop.database.db, EVER, { limit: 10_000 })
      for (const { orderNumber, postings } of entries)
        for (const { account, amount } of postings)
          if (account === 'gatewayDue') due.set(orderNumber, (due.get(orderNumber) ?? 0) + amount)
      expect(due.size).toBe(orders.length)
      expect([...due.values()].filter((sum) => sum !== 0)).toEqual([])
      const paid = here.shop.database.db
        .selectFrom('gateway_payouts')
        .select(['amount_cents as amount'])
        .where('state', '<>', 'failed')
      const sum = (await paid.execute()).reduce((so, { amount }) => so + Number(amount), 0)
      expect(await balanceOf('bank')).toBe(sum)
      expect(here.shop.failures).toEqual([])
    },
  )
})

/** Whole numbers below a limit, the same in each run. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
