import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { movementsOutOfStep } from '#chaos/audit/movements-out-of-step.ts'
import { ordersBesideLedger } from '#chaos/audit/orders-beside-ledger.ts'
import { findLedgerDifferences } from '#db/stock/stock-movements.ts'
import { findReceived } from '#db/checkout/payments.ts'
import { findLineProgress } from '#db/refunds/fulfilment-status.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import type { Product } from '#domain/catalog/product.ts'
import { cents } from '#domain/money.ts'
import { fulfilmentStatus } from '#domain/orders/fulfilment.ts'
import { toRefundId } from '#domain/ids.ts'
import { isDerivedState, leftToRefund, returnedSoFar, derivedState } from '#domain/refunds/refund.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { countOrderTabs } from '#operations/orders/list-orders.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { resolveAttention } from '#operations/orders/resolve-attention.ts'
import { undoFulfilment } from '#operations/orders/undo-fulfilment.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { fulfilParcels } from '#operations/packing/fulfil-parcels.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { restockOrder } from '#operations/refunds/restock-order.ts'
import { GatewayError } from '#providers/payments/payment-gateway.ts'
import { deliverWebhooks, one, orderFor, PAYS, place } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { ADA_AS_OWNER, orderDesk, TRACKING } from '#test/support/order-desk.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'
import { walkSeeds } from '#test/support/walk-seeds.ts'

const STOCK = 500
const ORDERED = [3, 2]

describeOnEachDatabase('random shipments, refunds and undone parcels', (open) => {
  afterEach(async () => {
    expect(await findLedgerDifferences(open().db)).toEqual([])
    expect(await movementsOutOfStep(open().db)).toEqual([])
    expect(await ordersBesideLedger(open().db)).toEqual([])
  })

  let shop: TestShop
  let product: Product
  let sock: Product
  const { found, seen, settled } = orderDesk(() => ({ shop, product }))

  beforeEach(async () => {
    shop = await openTestShop(open())
    product = await shop.catalog.add(hoodie({ stock: STOCK }))
    sock = await shop.catalog.add(hoodie({ name: 'Crew Sock', stock: STOCK }))
  })

  async function paid(): Promise<string> {
    const [hoodies = 0, socks = 0] = ORDERED
    const request = orderFor([product, sock], [one(product, 'M', hoodies), one(sock, 'M', socks)])
    const { clientSecret, orderNumber } = await place(shop, request)
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    return orderNumber
  }

  test.each(walkSeeds([11, 12, 13, 14]))(
    'lose no unit, and neither stock nor money changes by sending: seed %i',
    { timeout: 120_000 },
    async (seed) => {
      const random = dice(seed)
      shop.gateway.transport.disturb('refund', async (go) => {
        if (random(4) === 0) throw new GatewayError('Not today.', false)
        return go()
      })
      const numbers: string[] = []
      const met = new Set<string>()
      const units = () =>
        [0, 1]
          .map((position) => ({ position, quantity: random(3) }))
          .filter(({ quantity }) => quantity > 0)
          .map((unit) => (random(3) === 0 ? { ...unit, sent: random(unit.quantity + 1) } : unit))
      const stock = async () => {
        const counts = await Promise.all([product, sock].map(({ id }) => shop.catalog.find(id)))
        return counts.map((found_) => found_?.stock ?? 0)
      }
      const steps: ((number: string) => Promise<{ kind: string } | null>)[] = [
        async (number) => fulfilOrder(shop, { ...(await seen(number)), ...TRACKING, items: units() }),
        async (number) => fulfilOrder(shop, { ...(await seen(number)), ...TRACKING, items: units() }),
        async (number) =>
          random(3) === 0 ? fulfilOrder(shop, { ...(await seen(number)), ...TRACKING }) : null,
        async (number) =>
          fulfilParcels(shop, {
            parcels: [{ number, carrier: '', trackingNumber: random(2) === 0 ? '' : 'CP 1' }],
            ...ADA_AS_OWNER,
          }),
        async (number) =>
          undoFulfilment(shop, { ...(await seen(number)), shipment: 1 + random(4), reason: 'A mistake' }),
        async (number) => {
          const items = units()
          const before = await stock()
          const outcome = await refundOrder(shop, {
            ...(await seen(number)),
            refundId: toRefundId(randomUUID()),
            amount: random(3) === 0 ? cents(1 + random(60_00)) : { items, shipping: random(8) === 0 },
            reason: '',
            restock: random(2) === 0 ? items : [],
          })
          if (outcome.kind !== 'requested') expect(await stock()).toEqual(before)
          return outcome
        },
        async (number) =>
          random(12) === 0
            ? cancelOrder(shop, { ...(await seen(number)), restock: random(2) === 0, reason: '' })
            : null,
        async (number) => resolveAttention(shop, { ...(await seen(number)), outcome: 'stands', note: '' }),
        async (number) =>
          restockOrder(shop, { ...(await seen(number)), units: units(), reason: 'Came back' }),
        async () => ({ kind: `delivered ${Math.sign(await deliverOutbox(shop))}` }),
      ]
      for (let step = 0; step < 260; step += 1) {
        shop.pass(1)
        if (step % 20 === 0) numbers.push(await paid())
        const number = numbers.at(-1 - random(Math.min(numbers.length, 3)))!
        const at = random(steps.length)
        const onlySends = at < 5
        const before = onlySends && { stock: await stock(), left: await leftOf(number) }
        const outcome = await steps[at]!(number)
        met.add(outcome?.kind ?? '')
        if (before) expect({ stock: await stock(), left: await leftOf(number) }).toEqual(before)
        await checkUnits(number)
      }
      await settled()
      shop.failures.length = 0
      let restocked = [0, 0]
      let waiting = 0
      for (const number of numbers) {
        await checkUnits(number)
        const { lines, state, fulfilment } = await found(number)
        restocked = restocked.map((sum, at) => sum + (lines[at]?.restocked ?? 0))
        const isOpen = fulfilment === 'unfulfilled' || fulfilment === 'partially-fulfilled'
        if (isOpen && (state === 'paid' || state === 'refunded-in-part')) waiting += 1
      }
      expect(await stock()).toEqual(
        ORDERED.map((ordered, at) => STOCK - ordered * numbers.length + (restocked[at] ?? 0)),
      )
      expect((await countOrderTabs(shop, 100))['to-fulfil']).toBe(waiting)
      expect([...met]).toEqual(
        expect.arrayContaining([
          'fulfilled',
          'not-open',
          'fulfilment-undone',
          'requested',
          'resolved',
          'restocked',
        ]),
      )
    },
  )

  async function leftOf(number: string) {
    const { id } = await found(number)
    const { db } = shop.database
    return leftToRefund(await findReceived(db, id), await findRefunds(db, id))
  }

  /** Every unit is sent, open or removed, and the stored status and state are those that follow from it. */
  async function checkUnits(number: string): Promise<void> {
    const { db } = shop.database
    const order = await found(number)
    const standings = await findLineProgress(db, order.id)
    const sent = await db
      .selectFrom('order_shipment_lines as line')
      .innerJoin('order_shipments as parcel', (join) =>
        join.onRef('parcel.order_id', '=', 'line.order_id').onRef('parcel.number', '=', 'line.shipment'),
      )
      .select(['line_position as position', (e) => e.fn.sum<number>('quantity').as('units')])
      .where('line.order_id', '=', order.id)
      .where('undone_at', 'is', null)
      .groupBy('line_position')
      .execute()
    for (const [position, { shipped, removed, open: left }] of standings.entries()) {
      const { quantity = 0 } = order.lines[position] ?? {}
      expect(shipped + removed + left).toBe(quantity)
      expect(Math.min(shipped, removed, left)).toBeGreaterThanOrEqual(0)
      expect(shipped).toBe(Number(sent.find((row) => row.position === position)?.units ?? 0))
    }
    expect(order.fulfilment).toBe(fulfilmentStatus(standings))
    const refunds = await findRefunds(db, order.id)
    const received = await findReceived(db, order.id)
    expect(returnedSoFar(refunds)).toBeLessThanOrEqual(received)
    if (isDerivedState(order.state)) {
      expect(order.state, number).toBe(derivedState({ received, refunds, fulfilment: order.fulfilment }))
    }
  }
})

/** A seeded generator: a failure can be reproduced. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}
