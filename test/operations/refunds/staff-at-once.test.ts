import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { findBookFaults } from '#db/backups/books.ts'
import { findPayments } from '#db/checkout/payments.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import { findLedgerDifferences } from '#db/stock/stock-movements.ts'
import type { Product } from '#domain/catalog/product.ts'
import { sumReceived } from '#domain/checkout/payment.ts'
import { toDisputeId, toRefundId } from '#domain/ids.ts'
import { cents, type Cents } from '#domain/money.ts'
import { overRefund, returnedSoFar } from '#domain/refunds/refund.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { resolveAttention } from '#operations/orders/resolve-attention.ts'
import { handleDisputeEvent } from '#operations/refunds/handle-dispute-event.ts'
import { handleRefundEvent } from '#operations/refunds/handle-refund-event.ts'
import { reconcileRefunds } from '#operations/refunds/reconcile-refunds.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { restockOrder } from '#operations/refunds/restock-order.ts'
import type { GatewayDispute } from '#providers/payments/payment-gateway.ts'
import { gatewayTotals } from '#test/support/buyer.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { expectConsistentOrder } from '#test/support/order-consistency.ts'
import { TRACKING, TWO_HOODIES } from '#test/support/order-desk.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'
import { linkDesk, INCREASE } from '#test/operations/payment-links/link-desk.ts'

const STRAY = cents(100_00)
const DONE = new Set([
  'requested',
  'cancelled',
  'fulfilled',
  'items-changed',
  'resolved',
  'restocked',
  'balance-settled',
])

describeOnEachDatabase('two staff members who act on one order at the same time', (open) => {
  let shop: TestShop
  let product: Product
  const desk = linkDesk(() => ({ shop, product }))
  const { found, seen, settled, refundOf, paid, changed } = desk

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie({ stock: 500 }))

  const sum = async (number: string, amount: Cents) => refundOrder(shop, await refundOf(number, { amount }))
  const ACTS = {
    'refund a part': async (number: string) => sum(number, cents(200_00)),
    'refund everything': async (number: string) => sum(number, TWO_HOODIES),
    'refund an item': async (number: string) => {
      const amount = { items: [{ position: 0, quantity: 2 }], shipping: false }
      return refundOrder(shop, await refundOf(number, { amount, restock: amount.items }))
    },
    cancel: async (number: string) =>
      cancelOrder(shop, { ...(await seen(number)), restock: true, reason: 'Asked for it' }),
    fulfil: async (number: string) => fulfilOrder(shop, { ...(await seen(number)), ...TRACKING }),
    'change to one': async (number: string) => changed(number, 1, -(118_00 + 2_36)),
    'change to three by link': async (number: string) => changed(number, 3, INCREASE),
    restock: async (number: string) =>
      restockOrder(shop, { ...(await seen(number)), units: [{ position: 0, quantity: 1 }], reason: '' }),
  } as const
  type Act = keyof typeof ACTS
  const names = Object.keys(ACTS) as Act[]
  const pairs = names.flatMap((one, at) => names.slice(at).map((other): [Act, Act] => [one, other]))

  async function check(number: string, when: string) {
    for (let round = 0; round < 3; round += 1) {
      shop.pass(60 * 60_000)
      await settled()
      await reconcileRefunds(shop)
    }
    const { db } = shop.database
    await expectConsistentOrder(shop, number, when)
    expect(await findBookFaults(db), when).toEqual([])
    expect(await findLedgerDifferences(db), when).toEqual([])
    const { id } = await found(number)
    const refunds = await findRefunds(db, id)
    const received = sumReceived(await findPayments(db, id))
    expect(overRefund(received, refunds), when).toBe(0)
    const { taken, returned } = await gatewayTotals(shop)
    expect(returned, when).toBeLessThanOrEqual(taken)
    return { refunds, returned }
  }

  test('cannot both succeed: one of them does, and the other must reload', { timeout: 120_000 }, async () => {
    for (const [one, other] of pairs) {
      const { number } = await paid()
      const before = await gatewayTotals(shop)
      const outcomes = await Promise.all([ACTS[one](number), ACTS[other](number)])
      const kinds = outcomes.map(({ kind }) => kind)
      const when = `${one} and ${other}: ${kinds.join()}`
      expect(kinds.filter((kind) => DONE.has(kind)).length, when).toBeLessThanOrEqual(1)
      const { refunds, returned } = await check(number, when)
      expect(returned - before.returned, when).toBe(Number(returnedSoFar(refunds)))
    }
  })

  test.each(['stands', 'returned'] as const)(
    'cannot both resolve a payment by link that was set aside as %s and refund it',
    async (outcome) => {
      const number = await desk.payWrongAmount(STRAY)
      const resolution = { ...(await seen(number)), outcome, note: '' }
      const both = await Promise.all([resolveAttention(shop, resolution), sum(number, STRAY)])
      expect(both.filter(({ kind }) => DONE.has(kind))).toHaveLength(1)
      await check(number, both.map(({ kind }) => kind).join())
    },
  )

  const dispute = (number: string, intentId: string, state: GatewayDispute['state']): GatewayDispute => ({
    id: toDisputeId(`dp_${number}`),
    intentId,
    amount: TWO_HOODIES,
    currency: 'cad',
    reason: 'fraudulent',
    state,
  })

  test.each(['open', 'lost', 'won'] as const)(
    'do not return money twice during a dispute that is %s at the same time',
    { timeout: 60_000 },
    async (state) => {
      for (const act of names) {
        const { number, intentId } = await paid()
        const before = await gatewayTotals(shop)
        const news = dispute(number, intentId, state)
        const repair = shop.gateway.transport.disturb('findDispute', async () => news)
        if (state !== 'open') await handleDisputeEvent(shop, { ...news, state: 'open' })
        await Promise.all([
          ACTS[act](number),
          handleDisputeEvent(shop, news),
          handleDisputeEvent(shop, news),
          handleDisputeEvent(shop, { ...news, state: 'open' }),
        ])
        await settled()
        repair()
        shop.failures.length = 0
        await expectConsistentOrder(shop, number, `${act}, ${state}`)
        expect(await findBookFaults(shop.database.db), `${act}, ${state}`).toEqual([])
        const { id } = await found(number)
        const refunds = await findRefunds(shop.database.db, id)
        expect(refunds.filter(({ source }) => source === 'dispute')).toHaveLength(state === 'lost' ? 1 : 0)
        const { returned } = await gatewayTotals(shop)
        if (state === 'lost') {
          expect(returned - before.returned + TWO_HOODIES, act).toBe(Number(returnedSoFar(refunds)))
        }
      }
    },
  )

  test('do not affect the result of a refund, which is recorded once though it arrives twice, late and meanwhile', async () => {
    for (const act of names) {
      const { number, intentId } = await paid()
      const refundId = toRefundId(randomUUID())
      const request = await refundOf(number, { refundId, amount: cents(40_00) })
      expect(await refundOrder(shop, request)).toEqual({ kind: 'requested' })
      const key = `refund-${refundId}`
      const made = { id: `re_${refundId}`, key, intentId, amount: cents(40_00), failure: '' }
      await Promise.all([
        settled(),
        ACTS[act](number),
        handleRefundEvent(shop, { ...made, state: 'succeeded' }),
        handleRefundEvent(shop, { ...made, state: 'pending' }),
        handleRefundEvent(shop, { ...made, state: 'succeeded' }),
      ])
      await handleRefundEvent(shop, { ...made, state: 'pending' })
      await settled()
      const { id } = await found(number)
      const refunds = await findRefunds(shop.database.db, id)
      expect(refunds.filter((one) => one.id === refundId)).toMatchObject([{ state: 'done', amount: 40_00 }])
      const rows = shop.database.db.selectFrom('order_events').select('id').where('order_id', '=', id)
      const returned = await rows
        .where('kind', '=', 'money-returned')
        .where('detail', 'like', '%4000%')
        .execute()
      expect(returned, act).toHaveLength(1)
      await expectConsistentOrder(shop, number, act)
      expect(await findBookFaults(shop.database.db), act).toEqual([])
    }
  })
})
