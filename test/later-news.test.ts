import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { findDisputes } from '#db/disputes.ts'
import { findOrderByNumber } from '#db/orders.ts'
import { findRefunds } from '#db/refunds.ts'
import { cents, type Cents } from '#domain/money.ts'
import type { Order } from '#domain/order.ts'
import type { Product } from '#domain/product.ts'
import { cancelOrder } from '#operations/cancel-order.ts'
import { deliverOutbox } from '#operations/deliver-outbox.ts'
import { hearOfDispute } from '#operations/hear-of-dispute.ts'
import { hearOfRefund } from '#operations/hear-of-refund.ts'
import { readOverview } from '#operations/read-overview.ts'
import { reconcileRefunds } from '#operations/reconcile-refunds.ts'
import { refundOrder } from '#operations/refund-order.ts'
import { resolveAttention } from '#operations/resolve-attention.ts'
import { settlePayment } from '#operations/settle-payment.ts'
import { GatewayError, type GatewayDispute, type GatewayRefund } from '#providers/payments/payment-gateway.ts'
import { TEST_REFUNDS } from '#providers/payments/test-refunds.ts'
import { deliverWebhooks, DISPUTED, one, orderFor, PAYS, place, stockOf } from './buyer.ts'
import { describeOnEachDatabase } from './each-database.ts'
import { hoodie, openTestShop, type TestShop } from './test-shop.ts'

const BY = 'ada@redemption.example'
const TOTAL = cents(118_00 + 2_36 + 25_00)
const HOUR = 3_600_000

describeOnEachDatabase('what the gateway tells later', (open, { connectAgain }) => {
  let shop: TestShop
  let product: Product

  beforeEach(async () => {
    shop = await openTestShop(open())
    product = await shop.catalog.add(hoodie())
  })

  const found = async (number: string): Promise<Order> =>
    (await findOrderByNumber(shop.database.db, number)) ?? expect.fail(`There is no order ${number}`)
  const settled = async () => {
    while ((await deliverOutbox(shop)) > 0);
  }
  /** An order that was paid, and the payment's name at the gateway. */
  const paid = async (card = PAYS) => {
    const { clientSecret, orderNumber: number } = await place(shop, orderFor([product], [one(product)]))
    await shop.gateway.confirm(clientSecret, card)
    await deliverWebhooks(shop)
    await settled()
    shop.mails.length = 0
    const intent = (await shop.gateway.findIntentBySecret(clientSecret))!
    return { intentId: intent.id, clientSecret, ...(await found(number)) }
  }
  const askBack = async (number: string, amount: Cents): Promise<string> => {
    const refundId = randomUUID()
    const { version } = await found(number)
    const request = { number, version, by: BY, refundId, amount, reason: 'Torn seam', restock: [] }
    expect(await refundOrder(shop, request)).toEqual({ kind: 'asked' })
    return refundId
  }
  const news = (
    refundId: string,
    intentId: string,
    state: GatewayRefund['state'],
    changes: Partial<GatewayRefund> = {},
  ): GatewayRefund => ({
    id: 're_1',
    key: `refund-${refundId}`,
    intentId,
    amount: TEST_REFUNDS.pendsFirst,
    state,
    failure: state === 'failed' ? 'lost_or_stolen_card' : '',
    ...changes,
  })
  const refundsOf = async (number: string) =>
    (await findRefunds(shop.database.db, (await found(number)).id)).map(
      ({ state, isTaken, failure }) =>
        `${state}${isTaken ? ' at the gateway' : ''}${failure && `: ${failure}`}`,
    )
  const historyOf = async (number: string) => {
    const events = shop.database.db.selectFrom('order_events').select('kind').orderBy('id')
    const rows = await events.where('order_id', '=', (await found(number)).id).execute()
    return rows.map(({ kind }) => kind)
  }
  const stateOf = async (number: string) => (await found(number)).state
  const paymentOf = async (number: string) => {
    const payments = shop.database.db.selectFrom('payments').select('state')
    return (await payments.where('order_id', '=', (await found(number)).id).executeTakeFirstOrThrow()).state
  }
  const subjects = () =>
    shop.mails.map(({ to, subject }) => `${to.address.split('@')[0]}: ${subject.slice(7)}`)
  const revenue = async () => (await readOverview(shop)).periods[2]?.revenue

  test('a refund that waits for a bank is asked for until the bank has it, and nobody is told before', async () => {
    const { number } = await paid()
    await askBack(number, TEST_REFUNDS.pendsFirst)
    await settled()
    expect(await refundsOf(number)).toEqual(['asked at the gateway'])
    expect([await stateOf(number), subjects(), await revenue()]).toEqual(['paid', [], TOTAL])
    shop.pass(10_000)
    await deliverWebhooks(shop)
    await settled()
    expect(await refundsOf(number)).toEqual(['done at the gateway'])
    expect(await stateOf(number)).toBe('refunded-in-part')
    expect(subjects()).toEqual([`ada: Your refund for Redemption order ${number}`])
    expect(await revenue()).toBe(TOTAL - TEST_REFUNDS.pendsFirst)
    expect((await historyOf(number)).slice(-3)).toEqual(['refund-asked', 'refund-pending', 'money-returned'])
  })

  test('a refund that comes back is money of the shop again, and a person’s business, once', async () => {
    const { number } = await paid()
    await askBack(number, TEST_REFUNDS.failsLater)
    await settled()
    expect([await stateOf(number), await revenue()]).toEqual([
      'refunded-in-part',
      TOTAL - TEST_REFUNDS.failsLater,
    ])
    shop.mails.length = 0
    shop.pass(10_000)
    await deliverWebhooks(shop)
    await settled()
    expect(await refundsOf(number)).toEqual(['failed at the gateway: expired or canceled card'])
    expect([await stateOf(number), await revenue()]).toEqual(['needs-attention', TOTAL])
    expect(subjects()).toEqual([`owner: A refund of order ${number} came back`])
    expect(shop.mails[0]?.text).toContain('C$51.26')
    expect(shop.mails[0]?.text).toContain('expired or canceled card')
    await askBack(number, TOTAL)
    await settled()
    expect([await stateOf(number), await paymentOf(number)]).toEqual(['refunded', 'refunded'])
  })

  test('a refund that was made at the gateway itself is in the books once, and out again when it comes back', async () => {
    const { number, intentId } = await paid()
    const elsewhere = (state: GatewayRefund['state'], changes: Partial<GatewayRefund> = {}) =>
      news('', intentId, state, { id: 're_by_hand', key: '', amount: cents(30_00), ...changes })
    expect(await hearOfRefund(shop, elsewhere('pending'))).toBe(true)
    expect(await refundsOf(number)).toEqual([])
    const other = await openTestShop(await connectAgain())
    await Promise.all([shop, other, shop, other].map((told) => hearOfRefund(told, elsewhere('succeeded'))))
    await settled()
    expect(await refundsOf(number)).toEqual(['done at the gateway'])
    expect([await stateOf(number), await revenue()]).toEqual(['refunded-in-part', TOTAL - 30_00])
    expect(subjects()).toEqual([`ada: Your refund for Redemption order ${number}`])
    await hearOfRefund(shop, elsewhere('failed'))
    await settled()
    expect([await stateOf(number), await revenue()]).toEqual(['needs-attention', TOTAL])
    expect(await hearOfRefund(shop, elsewhere('succeeded', { intentId: 'pi_of_nobody' }))).toBe(false)
  })

  test('a refund that was made at the gateway itself, and is heard of before its payment, finds the order paid', async () => {
    const { clientSecret, orderNumber } = await place(shop, orderFor([product], [one(product)]))
    await shop.gateway.confirm(clientSecret, PAYS)
    const { id } = (await shop.gateway.findIntentBySecret(clientSecret))!
    const refund = news('', id, 'succeeded', { id: 're_by_hand', key: '', amount: cents(30_00) })
    expect(await hearOfRefund(shop, refund)).toBe(true)
    await deliverWebhooks(shop)
    expect(await historyOf(orderNumber)).toEqual(['placed', 'paid', 'money-returned'])
    expect(await stateOf(orderNumber)).toBe('refunded-in-part')
  })

  test('a stray payment that is refunded at the gateway takes nothing out of the books of its order', async () => {
    const { number, intentId } = await paid()
    const own = (await shop.gateway.findIntent(intentId))!
    const stray = { ...own, id: 'pi_stray' }
    await settlePayment(shop, stray)
    const find = shop.gateway.findIntent.bind(shop.gateway)
    shop.gateway.findIntent = async (id) => (id === stray.id ? stray : find(id))
    expect(await hearOfRefund(shop, news('', stray.id, 'succeeded', { id: 're_stray', key: '' }))).toBe(false)
    expect([await refundsOf(number), await revenue()]).toEqual([[], TOTAL])
  })

  test('money that staff noted as returned by hand is not counted again when the gateway tells of it', async () => {
    const { number, intentId } = await paid()
    await shop.database.db.updateTable('orders').set({ state: 'needs-attention' }).execute()
    const { version } = await found(number)
    await resolveAttention(shop, { number, version, by: BY, outcome: 'returned', note: '' })
    const refund = news('', intentId, 'succeeded', { id: 're_by_hand', key: '', amount: TOTAL })
    await hearOfRefund(shop, refund)
    expect([await refundsOf(number), await revenue()]).toEqual([['done at the gateway'], 0])
    await hearOfRefund(shop, { ...refund, state: 'failed', failure: 'closed account' })
    expect([await stateOf(number), await revenue()]).toEqual(['needs-attention', TOTAL])
  })

  test('news of a refund, in every order, doubled and on two processes, ends with what the gateway ended with', async () => {
    const other = await openTestShop(await connectAgain())
    const steps = ['pending', 'succeeded', 'failed'] as const
    const orders = steps.flatMap((first) =>
      steps.filter((second) => second !== first).map((second) => [first, second] as const),
    )
    for (const [first, second] of orders) {
      const { number, intentId } = await paid()
      const refundId = await askBack(number, TEST_REFUNDS.pendsFirst)
      const told = [first, second, ...steps].flatMap((state) => [state, state])
      await Promise.all(
        told.map((state, i) => hearOfRefund(i % 2 ? other : shop, news(refundId, intentId, state))),
      )
      await settled()
      expect(await refundsOf(number)).toEqual(['failed at the gateway: lost_or_stolen_card'])
      expect([await stateOf(number), await paymentOf(number)]).toEqual(['needs-attention', 'succeeded'])
      expect(subjects().filter((subject) => subject.startsWith('owner'))).toHaveLength(1)
    }
  })

  test('a failure that overtakes the gateway’s own answer stands', async () => {
    const { number, intentId } = await paid()
    const refundId = await askBack(number, TEST_REFUNDS.pendsFirst)
    const refund = shop.gateway.refund.bind(shop.gateway)
    shop.gateway.refund = async (request) => {
      const made = await refund(request)
      await hearOfRefund(shop, news(refundId, intentId, 'failed', { id: made.id }))
      return { ...made, state: 'succeeded' }
    }
    await settled()
    expect(await refundsOf(number)).toEqual(['failed at the gateway: lost_or_stolen_card'])
    expect(subjects()).toEqual([`owner: The refund of order ${number} failed`])
  })

  test('news that a refund failed which the shop did not ask for, or over another amount or payment, changes nothing', async () => {
    const { number, intentId } = await paid()
    const refundId = await askBack(number, TEST_REFUNDS.pendsFirst)
    const strays: Partial<GatewayRefund>[] = [{ key: '' }, { key: 'refund-x' }, { amount: cents(1) }]
    for (const changes of [...strays, { intentId: 'pi_x' }]) {
      const isOfOurPayment = changes.intentId === undefined
      expect(await hearOfRefund(shop, news(refundId, intentId, 'failed', changes))).toBe(isOfOurPayment)
    }
    expect(await refundsOf(number)).toEqual(['asked'])
  })

  test('a cancelled order whose refund comes back is brought to a person, and refunded again', async () => {
    const { number, intentId, version } = await paid()
    await cancelOrder(shop, { number, version, by: BY, restock: true, reason: '' })
    await settled()
    const [refund] = await findRefunds(shop.database.db, (await found(number)).id)
    await hearOfRefund(shop, news(refund?.id ?? '', intentId, 'failed', { amount: TOTAL }))
    expect(await stateOf(number)).toBe('needs-attention')
    shop.pass(1)
    await askBack(number, TOTAL)
    expect(await refundsOf(number)).toEqual(['failed at the gateway: lost_or_stolen_card', 'asked'])
    expect((await stockOf(shop, product)).stock).toBe(10)
  })

  test('a pending refund whose webhook is lost is asked about, and made once', async () => {
    const { number } = await paid()
    await askBack(number, TEST_REFUNDS.pendsFirst)
    await settled()
    await shop.database.db.updateTable('test_gateway_events').set({ delivered_at: 1 }).execute()
    shop.pass(HOUR)
    expect(await reconcileRefunds(shop)).toBe('')
    expect(await refundsOf(number)).toEqual(['done at the gateway'])
  })

  test('a refund that waits for a bank is asked about for thirty days; one in the outbox is left to it', async () => {
    const { number } = await paid()
    await askBack(number, TEST_REFUNDS.pendsFirst)
    let asked = 0
    const refund = shop.gateway.refund.bind(shop.gateway)
    shop.gateway.refund = async (request) => {
      asked += 1
      return { ...(await refund(request)), state: 'pending' }
    }
    await reconcileRefunds(shop)
    expect(asked).toBe(0)
    await settled()
    await reconcileRefunds(shop)
    expect(asked).toBe(2)
    shop.pass(31 * 24 * HOUR)
    await reconcileRefunds(shop)
    expect(asked).toBe(2)
  })

  test('a refund whose answer never came is not asked for again by itself, and news of it is still heard', async () => {
    const { number, intentId } = await paid()
    const amount = cents(50_00)
    const refundId = await askBack(number, amount)
    shop.gateway.refund = async () => {
      throw new GatewayError('The answer was lost.', true)
    }
    for (let hours = 0; hours < 60; hours += 1) {
      await deliverOutbox(shop)
      await reconcileRefunds(shop)
      shop.pass(HOUR * 1.3)
    }
    await settled()
    expect(shop.failures.splice(0)).toHaveLength(36)
    expect(await refundsOf(number)).toEqual(['unconfirmed: The answer was lost.'])
    expect(subjects()).toEqual([`owner: The refund of order ${number} was never confirmed`])
    await hearOfRefund(shop, news(refundId, intentId, 'pending', { amount }))
    expect(await refundsOf(number)).toEqual(['asked at the gateway'])
    await hearOfRefund(shop, news(refundId, intentId, 'succeeded', { amount }))
    await settled()
    expect([await refundsOf(number), await revenue()]).toEqual([['done at the gateway'], TOTAL - amount])
    expect(subjects().slice(1)).toEqual([`ada: Your refund for Redemption order ${number}`])
  })

  test('a process that is killed between giving a refund up and telling of it leaves nobody untold', async () => {
    const { number } = await paid()
    await askBack(number, cents(50_00))
    await shop.database.db
      .updateTable('outbox')
      .set({ gave_up_at: shop.now() })
      .where('kind', '=', 'refund')
      .execute()
    await reconcileRefunds(shop)
    await reconcileRefunds(shop)
    await settled()
    expect(await refundsOf(number)).toEqual(['unconfirmed: The gateway did not answer.'])
    expect(subjects()).toEqual([`owner: The refund of order ${number} was never confirmed`])
  })

  test('a dispute brings the order to a person with reason and amount, and its loss is money gone', async () => {
    const { number, clientSecret } = await paid(DISPUTED)
    shop.pass(5_000)
    await deliverWebhooks(shop)
    await settled()
    expect(await stateOf(number)).toBe('needs-attention')
    expect(subjects()).toEqual([`owner: The payment of order ${number} is disputed`])
    expect(shop.mails[0]?.text).toContain('C$145.36')
    expect(shop.mails[0]?.text).toContain('fraudulent')
    expect(await revenue()).toBe(TOTAL)
    shop.pass(60_000)
    await deliverWebhooks(shop)
    await settled()
    expect(await refundsOf(number)).toEqual(['done at the gateway'])
    expect([await revenue(), await paymentOf(number)]).toEqual([0, 'refunded'])
    expect(subjects().slice(1)).toEqual([`owner: The dispute about order ${number} is lost`])
    expect((await historyOf(number)).slice(-2)).toEqual(['disputed', 'dispute-lost'])
    const replayed = (await shop.gateway.findIntentBySecret(clientSecret))!
    expect(replayed.state).toBe('succeeded')
    const { version } = await found(number)
    expect(await cancelOrder(shop, { number, version, by: BY, restock: true, reason: 'Lost' })).toEqual({
      kind: 'cancelled',
    })
    expect(await refundsOf(number)).toHaveLength(1)
    expect((await stockOf(shop, product)).stock).toBe(10)
  })

  const disputeOver = (intentId: string, state: GatewayDispute['state']): GatewayDispute => ({
    id: 'dp_1',
    intentId,
    amount: TOTAL,
    currency: 'cad',
    reason: 'product_not_received',
    state,
  })

  test('news of a dispute, doubled, late and on two processes, counts the money once', async () => {
    const other = await openTestShop(await connectAgain())
    const { number, intentId, id } = await paid()
    const steps = ['lost', 'open', 'lost', 'open', 'open', 'lost'] as const
    await Promise.all(
      steps.map((state, i) => hearOfDispute(i % 2 ? other : shop, disputeOver(intentId, state))),
    )
    await settled()
    expect(await findDisputes(shop.database.db, id)).toMatchObject([{ id: 'dp_1', state: 'lost' }])
    expect([await refundsOf(number), await revenue()]).toEqual([['done at the gateway'], 0])
    const lost = subjects().filter((subject) => subject.endsWith('is lost'))
    expect(lost).toHaveLength(1)
  })

  test('a dispute that is won is a line in the history, even when its beginning comes after its end', async () => {
    const { number, intentId } = await paid()
    await hearOfDispute(shop, disputeOver(intentId, 'won'))
    await hearOfDispute(shop, disputeOver(intentId, 'open'))
    await settled()
    expect((await historyOf(number)).slice(-1)).toEqual(['dispute-won'])
    expect([await stateOf(number), await revenue(), subjects()]).toEqual(['paid', TOTAL, []])
  })

  test('a dispute that overtakes the news of its payment finds the order paid', async () => {
    const { clientSecret, orderNumber } = await place(shop, orderFor([product], [one(product)]))
    await shop.gateway.confirm(clientSecret, PAYS)
    const { id } = (await shop.gateway.findIntentBySecret(clientSecret))!
    shop.gateway.failNext(1)
    await expect(hearOfDispute(shop, disputeOver(id, 'open'))).rejects.toThrow('could not be reached')
    expect(await hearOfDispute(shop, disputeOver(id, 'open'))).toBe(true)
    await deliverWebhooks(shop)
    expect((await found(orderNumber)).paidAt).not.toBe(null)
    expect(await historyOf(orderNumber)).toEqual(['placed', 'paid', 'disputed'])
    const { version } = await found(orderNumber)
    await resolveAttention(shop, { number: orderNumber, version, by: BY, outcome: 'stands', note: '' })
    expect(await stateOf(orderNumber)).toBe('paid')
    expect((await stockOf(shop, product)).stock).toBe(9)
  })

  test('a dispute about a payment of somebody else, or in a foreign currency, takes nothing out of the books', async () => {
    const { number, intentId } = await paid()
    expect(await hearOfDispute(shop, disputeOver('pi_of_nobody', 'lost'))).toBe(false)
    await hearOfDispute(shop, { ...disputeOver(intentId, 'lost'), currency: 'usd' })
    expect([await refundsOf(number), await stateOf(number)]).toEqual([[], 'needs-attention'])
  })

  test('a dispute that is lost after the money was refunded is gone twice, and the books say so', async () => {
    const { number, intentId } = await paid()
    await askBack(number, TOTAL)
    await settled()
    await hearOfDispute(shop, disputeOver(intentId, 'lost'))
    expect(await stateOf(number)).toBe('needs-attention')
    expect(await revenue()).toBe(-TOTAL)
  })
})
