import { beforeEach, describe, expect, test } from 'vitest'
import { toOrderId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { paymentGatewayContract } from '#providers/payments/payment-gateway.contract.ts'
import { TestGateway } from '#providers/payments/test-gateway/test-gateway.ts'
import type { Delivery } from '#providers/payments/test-gateway/test-gateway-events.ts'
import { TEST_REFUNDS } from '#providers/payments/test-gateway/test-refunds.ts'
import { faultOfObject } from '#test/fakes/stripe-document.ts'
import { DECLINED, DISPUTED, PAYS } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'

describeOnEachDatabase('The built-in test gateway', (open, { connectAgain }) => {
  let gateway: TestGateway
  let time: number
  const now = () => time

  beforeEach(async () => {
    time = Date.parse('2026-11-21T12:00:00Z')
    gateway = await TestGateway.open(open(), { now })
  })

  /** Delivers the webhooks that are due; those that `take` does not accept are sent again later. */
  async function arrivals(from = gateway, take: (nth: number) => boolean = () => true): Promise<Delivery[]> {
    const arrived: Delivery[] = []
    await from.deliverWebhooks(async (delivery) => take(arrived.push(delivery)))
    return arrived
  }

  async function ask(orderId = 'order-1', from = gateway) {
    return from.createIntent({
      orderId: toOrderId(orderId),
      amount: cents(10_00),
      idempotencyKey: `${orderId}-1`,
    })
  }

  paymentGatewayContract(() => ({
    gateway,
    pay: async (clientSecret) => void (await gateway.confirm(clientSecret, PAYS)),
    payWithDisputedCard: async (clientSecret) => void (await gateway.confirm(clientSecret, DISPUTED)),
    checkCard: async (clientSecret, card) =>
      void (await gateway.confirm(
        clientSecret,
        { good: PAYS, other: { ...PAYS, cvc: '987' }, declined: DECLINED }[card],
      )),
    tryDeclinedCard: async (clientSecret) => void (await gateway.confirm(clientSecret, DECLINED)),
    sentWebhooks: () => arrivals(),
    later: async () => void (time += 120_000),
    cutNextCall: () => gateway.transport.failNext(1),
  }))

  describe('as a stand-in for a real one', () => {
    test('keeps its books and its signing key when the process ends', async () => {
      const { clientSecret } = await ask()
      const reopened = await TestGateway.open(await connectAgain(), { now })
      await reopened.confirm(clientSecret, PAYS)
      const [told] = await arrivals(reopened)
      expect(gateway.readEvent(told!.rawBody, new Headers(told!.headers))).toMatchObject({
        intent: { clientSecret, state: 'succeeded' },
      })
    })

    test('has refunds and disputes with the names and values of Stripe’s document', async () => {
      const { id, clientSecret } = await ask()
      await gateway.confirm(clientSecret, DISPUTED)
      const refund = { intentId: id, amount: TEST_REFUNDS.pendsFirst, idempotencyKey: 'refund-1' }
      const { clientSecret: paid, id: paidId } = await gateway.createIntent({
        orderId: toOrderId('order-2'),
        amount: cents(100_00),
        idempotencyKey: 'order-2-1',
      })
      await gateway.confirm(paid, PAYS)
      await gateway.refund({ ...refund, intentId: paidId })
      time += 120_000
      const objects = (await arrivals()).map(({ rawBody }) => JSON.parse(rawBody).data.object)
      const kinds = objects.map(({ object }) => object as string)
      expect(kinds.filter((kind) => kind !== 'payment_intent').toSorted()).toEqual([
        'dispute',
        'dispute',
        'refund',
      ])
      for (const object of objects) {
        if (object.object !== 'payment_intent') expect(faultOfObject(object, 'some')).toBe(null)
      }
    })

    test('signs with another secret in each shop', async () => {
      const { value } = await open().db.selectFrom('settings').select('value').executeTakeFirstOrThrow()
      await open().db.deleteFrom('settings').execute()
      await TestGateway.open(open())
      const other = await open().db.selectFrom('settings').select('value').executeTakeFirstOrThrow()
      expect(other.value).not.toBe(value)
      expect(value.length).toBeGreaterThan(40)
    })

    test('sends a webhook that was not accepted again until it is, with a new signature', async () => {
      await gateway.confirm((await ask()).clientSecret, PAYS)
      const [first] = await arrivals(gateway, () => false)
      expect(await arrivals()).toEqual([])
      time += 3_000
      const [second] = await arrivals()
      expect(second?.rawBody).toBe(first?.rawBody)
      expect(second?.headers).not.toEqual(first?.headers)
      time += 3_000
      expect(await arrivals()).toEqual([])
    })

    test('lets another process send the webhook that a killed one was sending, after three seconds', async () => {
      await gateway.confirm((await ask()).clientSecret, PAYS)
      const other = await TestGateway.open(await connectAgain(), { now })
      let killed = () => {}
      const inHand = new Promise<void>((begun) => {
        void gateway.deliverWebhooks(() => {
          begun()
          return new Promise((resolve) => (killed = () => resolve(false)))
        })
      })
      await inHand
      expect(await arrivals(other)).toEqual([])
      time += 3_000
      expect(await arrivals(other)).toHaveLength(1)
      killed()
    })

    test('shares the webhooks between two processes, and sends none twice', async () => {
      const orders = Array.from({ length: 60 }, (_, i) => `order-${i}`)
      for (const order of orders) await gateway.confirm((await ask(order)).clientSecret, PAYS)
      const other = await TestGateway.open(await connectAgain(), { now })
      const rounds = await Promise.all([arrivals(), arrivals(other)])
      const ids = [...rounds.flat(), ...(await arrivals())].map(({ id }) => id)
      expect({ sent: ids.length, distinct: new Set(ids).size }).toEqual({ sent: 60, distinct: 60 })
    })

    test('sends webhooks of one payment one after the other, and those of several at the same time', async () => {
      for (const order of ['order-1', 'order-2']) {
        const { clientSecret } = await ask(order)
        for (const card of [DECLINED, PAYS]) {
          await gateway.confirm(clientSecret, card)
          time += 1
        }
      }
      const inHand: string[] = []
      let most = 0
      await gateway.deliverWebhooks(async ({ payment }) => {
        expect(inHand).not.toContain(payment)
        most = Math.max(most, inHand.push(payment))
        await new Promise((resolve) => setTimeout(resolve, 5))
        inHand.splice(inHand.indexOf(payment), 1)
        return true
      })
      expect(most).toBe(2)
    })

    test('sends the other webhooks although one makes the shop fail', async () => {
      for (const order of ['order-1', 'order-2', 'order-3']) {
        await gateway.confirm((await ask(order)).clientSecret, PAYS)
      }
      const arrived: string[] = []
      const round = gateway.deliverWebhooks(async ({ rawBody }) => {
        if (rawBody.includes('order-2')) throw new Error('broken')
        arrived.push(rawBody)
        return true
      })
      await expect(round).rejects.toThrow('Some webhooks could not be delivered')
      expect(arrived).toHaveLength(2)
      time += 3_000
      expect(await arrivals()).toHaveLength(1)
    })

    test('can send webhooks more than once and out of order', async () => {
      const untidy = await TestGateway.open(open(), {
        now,
        arrange: (deliveries) => [...deliveries.toReversed(), ...deliveries],
      })
      const { clientSecret } = await ask('order-1', untidy)
      await untidy.confirm(clientSecret, DECLINED)
      time += 1
      await untidy.confirm(clientSecret, PAYS)
      const states = (await arrivals(untidy)).map(({ rawBody, headers }) => {
        const event = untidy.readEvent(rawBody, new Headers(headers))
        return event?.kind === 'intent' && event.intent.state
      })
      const [declined, succeeded] = ['requires_payment_method', 'succeeded']
      expect(states).toEqual([succeeded, declined, declined, succeeded])
    })

    test('accepts the signature of a webhook for five minutes', async () => {
      await gateway.confirm((await ask()).clientSecret, PAYS)
      const [{ rawBody, headers: sent } = { rawBody: '', headers: {} }] = await arrivals()
      const headers = new Headers(sent)
      time += 300_000
      expect(gateway.readEvent(rawBody, headers)).not.toBe(null)
      time += 1_000
      expect(gateway.readEvent(rawBody, headers)).toBe(null)
    })

    test('charges a card once, however often it is confirmed, also simultaneously', async () => {
      const { clientSecret } = await ask()
      const answers = await Promise.all(Array.from({ length: 20 }, () => gateway.confirm(clientSecret, PAYS)))
      expect(new Set(answers.map(({ kind }) => kind))).toEqual(new Set(['intent']))
      expect(await arrivals()).toHaveLength(1)
    })

    test('never stores a card number or a security code', async () => {
      await gateway.confirm((await ask()).clientSecret, { ...PAYS, cvc: '737' })
      await gateway.confirm((await ask('order-2')).clientSecret, { ...PAYS, number: '4111111111111111' })
      const { db } = open()
      const kept = JSON.stringify([
        await db.selectFrom('test_gateway_intents').selectAll().execute(),
        await db.selectFrom('test_gateway_events').select('body').execute(),
      ])
      expect(kept).not.toMatch(/4242 ?4242|4111 ?1111|"737"/)
    })
  })
})
