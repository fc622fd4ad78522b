import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { recordEvent } from '#db/orders/order-events.ts'
import { lockingOrders } from '#db/orders/orders.ts'
import { transact } from '#db/engine/transact.ts'
import { toDisputeId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { Product } from '#domain/catalog/product.ts'
import { addOrderNote } from '#operations/orders/add-order-note.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { expireOrders } from '#operations/checkout/payments/expire-orders.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { handleDisputeEvent } from '#operations/refunds/handle-dispute-event.ts'
import { handleRefundEvent } from '#operations/refunds/handle-refund-event.ts'
import { placeOrder } from '#operations/checkout/place-order.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { releaseHold } from '#operations/checkout/payments/release-hold.ts'
import { resolveAttention } from '#operations/orders/resolve-attention.ts'
import { settlePayment } from '#operations/checkout/payments/settle-payment.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { ADA_AS_OWNER, BY, TRACKING, orderDesk } from '#test/support/order-desk.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'

describeOnEachDatabase('the history of an order', (open, { connectAgain }) => {
  let shop: TestShop
  let product: Product
  const { placed, paid, found, seen, refundOf } = orderDesk(() => ({ shop, product }), 1)

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie())

  const unpaid = async () => {
    const { request, orderNumber, clientSecret } = await placed()
    const intent = (await shop.gateway.findIntentBySecret(clientSecret))!
    return { number: orderNumber, intent, request }
  }
  const settled = async () => {
    const { number, intentId } = await paid()
    return { number, intentId, change: await seen(number) }
  }
  const dispute = {
    id: toDisputeId('dp_1'),
    amount: cents(10_00),
    currency: 'cad',
    reason: 'fraudulent',
  } as const
  const external = { id: 're_1', key: '', amount: cents(10_00), failure: '' } as const

  /** Changes that may run while another one has the order locked: prepared first, then started. */
  const changes: Record<string, () => Promise<{ number: string; begin: () => Promise<unknown> }>> = {
    'a dispute event': async () => {
      const { number, intentId } = await settled()
      return { number, begin: () => handleDisputeEvent(shop, { ...dispute, intentId, state: 'lost' }) }
    },
    'an external refund event': async () => {
      const { number, intentId } = await settled()
      return { number, begin: () => handleRefundEvent(shop, { ...external, intentId, state: 'succeeded' }) }
    },
    'a payment event': async () => {
      const { number, intent } = await unpaid()
      return { number, begin: () => settlePayment(shop, { ...intent, state: 'succeeded' }) }
    },
    'a refund': async () => {
      const { number } = await settled()
      const request = await refundOf(number)
      return { number, begin: () => refundOrder(shop, request) }
    },
    'a parcel': async () => {
      const { number, change } = await settled()
      return { number, begin: () => fulfilOrder(shop, { ...change, ...TRACKING }) }
    },
    'a cancellation': async () => {
      const { number, change } = await settled()
      return { number, begin: () => cancelOrder(shop, { ...change, restock: true, reason: '' }) }
    },
    'a resolution': async () => {
      const { number } = await settled()
      await shop.database.db.updateTable('orders').set({ state: 'needs-attention' }).execute()
      const change = await seen(number)
      return { number, begin: () => resolveAttention(shop, { ...change, outcome: 'stands', note: '' }) }
    },
    'a note': async () => {
      const { number } = await settled()
      const note = { number, noteId: randomUUID(), text: 'Called', ...ADA_AS_OWNER }
      return { number, begin: () => addOrderNote(shop, note) }
    },
    'a card that is declined': async () => {
      const { number } = await unpaid()
      const { id } = await found(number)
      return { number, begin: () => releaseHold(shop, id, { reason: 'declined', attempt: 'ch_1' }) }
    },
    'the end of a hold': async () => {
      const { number } = await unpaid()
      shop.pass(15 * 60_000)
      return { number, begin: () => expireOrders(shop) }
    },
    'another try at the checkout': async () => {
      const { number, request } = await unpaid()
      return { number, begin: () => placeOrder(shop, request) }
    },
  }

  test.each(Object.keys(changes))(
    'lists events in the order in which they took effect, even when %s has to wait for another change',
    async (name) => {
      const { number, begin } = await changes[name]!()
      const { id } = await found(number)
      const other = await connectAgain()
      const isLocked = Promise.withResolvers<void>()
      const mayEnd = Promise.withResolvers<void>()
      const first = transact(other, async (tx) => {
        await lockingOrders(tx).select('id').where('id', '=', id).execute()
        isLocked.resolve()
        await mayEnd.promise
        await recordEvent(tx, id, shop.now(), 'note', { text: 'The first' }, BY)
      })
      await isLocked.promise
      const second = begin()
      // Long enough for the change to wait at the lock.
      await new Promise((resolve) => setTimeout(resolve, 60))
      shop.pass(5_000)
      mayEnd.resolve()
      await first
      await second
      const history = await open()
        .db.selectFrom('order_events')
        .select(['kind', 'at'])
        .where('order_id', '=', id)
        .orderBy('id')
        .execute()
      const since = history.findIndex(({ at }) => at === shop.now())
      expect(history[since]?.kind).toBe('note')
      expect(history.length).toBeGreaterThan(since + 1)
      expect(history.map(({ at }) => at)).toEqual(history.map(({ at }) => at).toSorted((a, b) => a - b))
    },
  )
})
