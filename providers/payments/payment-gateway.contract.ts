import { describe, expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import {
  GatewayError,
  type GatewayDispute,
  type GatewayRefund,
  type PaymentGateway,
  type PaymentIntent,
} from './payment-gateway.ts'
import { TEST_REFUNDS } from './test-refunds.ts'

/** A gateway under test, and the shoppers and the network around it. */
export interface GatewayOnTrial {
  gateway: PaymentGateway
  /** A shopper pays with a card that works. */
  pay(clientSecret: string): Promise<void>
  /** A shopper pays with a card whose holder asks their bank for the money afterwards. */
  payWithDisputedCard(clientSecret: string): Promise<void>
  /** A shopper tries a card that is declined. */
  tryDeclinedCard(clientSecret: string): Promise<void>
  /** The webhooks that the gateway has sent since the last time. */
  sentWebhooks(): Promise<{ rawBody: string; signature: string }[]>
  /** Days go by: banks have made up their minds. */
  later(): Promise<void>
  /** The next call cannot reach the gateway. */
  cutNextCall(): void
}

const AMOUNT = cents(145_36)
const FAR_AHEAD = Date.parse('2100-01-01T00:00:00Z')
let orders = 0

/** What every payment gateway does, whoever runs it. `open` gives one that has no payments yet. */
export function paymentGatewayContract(open: () => GatewayOnTrial): void {
  async function asked(
    { gateway }: GatewayOnTrial,
    orderId = `order-${(orders += 1)}`,
  ): Promise<PaymentIntent> {
    return gateway.createIntent({ orderId, amount: AMOUNT, idempotencyKey: `${orderId}-1` })
  }
  async function paid(trial: GatewayOnTrial): Promise<PaymentIntent> {
    const { id, clientSecret } = await asked(trial)
    await trial.pay(clientSecret)
    const intent = await trial.gateway.findIntent(id)
    if (intent?.state !== 'succeeded') throw new Error(`A good card left the payment ${intent?.state}`)
    return intent
  }
  /** What the webhooks since the last time said of refunds, or of disputes. */
  async function newsOf(trial: GatewayOnTrial, kind: 'refund' | 'dispute') {
    const webhooks = await trial.sentWebhooks()
    return webhooks.flatMap(({ rawBody, signature }): (GatewayRefund | GatewayDispute)[] => {
      const event = trial.gateway.readEvent(rawBody, signature)
      if (event?.kind === 'refund' && kind === 'refund') return [event.refund]
      return event?.kind === 'dispute' && kind === 'dispute' ? [event.dispute] : []
    })
  }
  const told = ({ intentId, amount, idempotencyKey }: Parameters<PaymentGateway['refund']>[0]) => ({
    intentId,
    amount,
    key: idempotencyKey,
  })
  const refusal = { name: 'GatewayError', temporary: false }

  describe('asking for a payment', () => {
    test('it is over the amount, in Canadian dollars, for the order, and waits for a card', async () => {
      const trial = open()
      const intent = await asked(trial, 'order-of-ada')
      expect(intent).toMatchObject({
        state: 'requires_payment_method',
        amount: AMOUNT,
        currency: 'cad',
        orderId: 'order-of-ada',
        lastError: null,
      })
      expect(intent.clientSecret).not.toBe(intent.id)
      expect(await trial.gateway.findIntent(intent.id)).toEqual(intent)
      expect(await trial.gateway.findIntentBySecret(intent.clientSecret)).toEqual(intent)
    })

    test('asking twice with one key, even at once, makes one payment', async () => {
      const { gateway } = open()
      const request = { orderId: 'order-twice', amount: AMOUNT, idempotencyKey: 'twice' }
      const [first, second] = await Promise.all([
        gateway.createIntent(request),
        gateway.createIntent(request),
      ])
      expect(second.id).toBe(first.id)
      expect((await gateway.createIntent(request)).id).toBe(first.id)
    })

    test('one key for two different payments is a mistake, and is told as one', async () => {
      const { gateway } = open()
      const request = { orderId: 'order-mistaken', amount: AMOUNT, idempotencyKey: 'mistaken' }
      await gateway.createIntent(request)
      await expect(gateway.createIntent({ ...request, amount: cents(1_00) })).rejects.toMatchObject(refusal)
    })

    test('what is not known is not found: an id, a secret, a secret with another ending', async () => {
      const trial = open()
      const { clientSecret } = await asked(trial)
      expect(await trial.gateway.findIntent('pi_never_was')).toBe(null)
      expect(await trial.gateway.findIntentBySecret('pi_never_was_secret_x')).toBe(null)
      expect(await trial.gateway.findIntentBySecret('')).toBe(null)
      expect(await trial.gateway.findIntentBySecret(`${clientSecret}x`)).toBe(null)
    })
  })

  describe('changing a payment', () => {
    test('the amount changes, the secret stays', async () => {
      const trial = open()
      const { id, clientSecret } = await asked(trial)
      const changed = await trial.gateway.updateIntent(id, cents(200_00))
      expect(changed).toMatchObject({ id, clientSecret, amount: 200_00 })
      expect(await trial.gateway.findIntent(id)).toEqual(changed)
    })

    test('what was paid keeps its amount', async () => {
      const trial = open()
      const { id } = await paid(trial)
      const answered = await trial.gateway.updateIntent(id, cents(1_00))
      expect(answered).toMatchObject({ state: 'succeeded', amount: AMOUNT })
    })

    test('what was cancelled or never was cannot be changed', async () => {
      const trial = open()
      const { id } = await asked(trial)
      await trial.gateway.cancelIntent(id)
      await expect(trial.gateway.updateIntent(id, cents(1_00))).rejects.toMatchObject(refusal)
      await expect(trial.gateway.updateIntent('pi_never_was', cents(1_00))).rejects.toMatchObject(refusal)
    })

    test('a cancelled payment cannot be paid, and may be cancelled again', async () => {
      const trial = open()
      const { id, clientSecret } = await asked(trial)
      expect((await trial.gateway.cancelIntent(id)).state).toBe('canceled')
      await trial.pay(clientSecret).catch(() => {})
      expect((await trial.gateway.findIntent(id))?.state).toBe('canceled')
      expect((await trial.gateway.cancelIntent(id)).state).toBe('canceled')
    })

    test('cancelling what was paid answers that it was paid', async () => {
      const trial = open()
      const { id } = await paid(trial)
      expect((await trial.gateway.cancelIntent(id)).state).toBe('succeeded')
    })
  })

  test('each declined try has a name of its own; a card that works ends them', async () => {
    const trial = open()
    const { id, clientSecret } = await asked(trial)
    const tries: (string | undefined)[] = []
    for (let i = 0; i < 2; i += 1) {
      await trial.tryDeclinedCard(clientSecret)
      const intent = await trial.gateway.findIntent(id)
      expect(intent?.state).toBe('requires_payment_method')
      expect(intent?.lastError?.message).toMatch(/declined/)
      tries.push(intent?.lastError?.id)
    }
    expect(new Set(tries).size).toBe(2)
    await trial.pay(clientSecret)
    expect(await trial.gateway.findIntent(id)).toMatchObject({ state: 'succeeded', lastError: null })
  })

  describe('giving money back', () => {
    test('once for each key, and never more than was charged', async () => {
      const trial = open()
      const { id: intentId } = await paid(trial)
      const refund = { intentId, amount: cents(100_00), idempotencyKey: `${intentId}-a` }
      const made = await trial.gateway.refund(refund)
      expect(made).toMatchObject({ ...told(refund), state: 'succeeded', failure: '' })
      expect(await trial.gateway.refund(refund)).toEqual(made)
      const rest = { intentId, amount: cents(45_36), idempotencyKey: `${intentId}-b` }
      await expect(trial.gateway.refund({ ...rest, amount: cents(45_37) })).rejects.toMatchObject(refusal)
      await trial.gateway.refund({ ...rest, idempotencyKey: `${intentId}-c` })
      await expect(trial.gateway.refund({ ...rest, amount: cents(1) })).rejects.toMatchObject(refusal)
    })

    test('one that waits for a bank is pending until the bank has it, and news of it comes', async () => {
      const trial = open()
      const { id: intentId } = await paid(trial)
      await trial.sentWebhooks()
      const refund = { intentId, amount: TEST_REFUNDS.pendsFirst, idempotencyKey: `${intentId}-pends` }
      const made = await trial.gateway.refund(refund)
      expect(made).toMatchObject({ ...told(refund), state: 'pending', failure: '' })
      expect(await trial.gateway.refund(refund)).toEqual(made)
      await trial.later()
      const succeeded = { ...made, state: 'succeeded' }
      expect(await trial.gateway.refund(refund)).toEqual(succeeded)
      expect(await newsOf(trial, 'refund')).toEqual([succeeded])
    })

    test('one that a bank sends back has failed, with the reason, and can be made again under another key', async () => {
      const trial = open()
      const { id: intentId } = await paid(trial)
      await trial.sentWebhooks()
      const refund = { intentId, amount: TEST_REFUNDS.failsLater, idempotencyKey: `${intentId}-fails` }
      const made = await trial.gateway.refund(refund)
      expect(made.state).toBe('succeeded')
      const whole = { intentId, amount: AMOUNT, idempotencyKey: `${intentId}-again` }
      await expect(trial.gateway.refund(whole)).rejects.toMatchObject(refusal)
      await trial.later()
      const failed = { ...made, state: 'failed', failure: 'expired or canceled card' }
      expect(await trial.gateway.refund(refund)).toEqual(failed)
      expect(await newsOf(trial, 'refund')).toEqual([failed])
      expect((await trial.gateway.refund({ ...whole, idempotencyKey: `${intentId}-b` })).state).toBe(
        'succeeded',
      )
    })

    test('what became of one is found by payment and key, and looking makes none', async () => {
      const trial = open()
      const { id: intentId } = await paid(trial)
      const refund = { intentId, amount: TEST_REFUNDS.pendsFirst, idempotencyKey: `${intentId}-sought` }
      const find = (of = intentId, key = refund.idempotencyKey) => trial.gateway.findRefund(of, key)
      expect(await find()).toBe(null)
      const made = await trial.gateway.refund(refund)
      expect(await find()).toEqual(made)
      expect(await find(intentId, 'another-key')).toBe(null)
      expect(await find((await paid(trial)).id)).toBe(null)
      await trial.later()
      expect(await find()).toEqual({ ...made, state: 'succeeded' })
      const rest = { intentId, amount: cents(AMOUNT - refund.amount), idempotencyKey: `${intentId}-rest` }
      expect((await trial.gateway.refund(rest)).state).toBe('succeeded')
    })

    test('of a payment that it does not know, a gateway cannot say that no refund was made', async () => {
      await expect(open().gateway.findRefund('pi_never_was', 'key')).rejects.toMatchObject(refusal)
    })

    test('not what was never paid', async () => {
      const trial = open()
      const { id: intentId } = await asked(trial)
      const refund = { intentId, amount: AMOUNT, idempotencyKey: intentId }
      await expect(trial.gateway.refund(refund)).rejects.toMatchObject(refusal)
    })
  })

  describe('webhooks', () => {
    test('tell of money and of a declined card, as the payment was at that moment', async () => {
      const trial = open()
      const { id, clientSecret, orderId } = await asked(trial)
      await trial.tryDeclinedCard(clientSecret)
      const declined = await trial.gateway.findIntent(id)
      await trial.pay(clientSecret)
      const webhooks = await trial.sentWebhooks()
      const told = webhooks.map(({ rawBody, signature }) => trial.gateway.readEvent(rawBody, signature))
      const news = told.flatMap((event) => (event?.kind === 'intent' ? [event] : []))
      expect(new Set(news.map(({ eventId }) => eventId)).size).toBe(news.length)
      const paidNews = news.find(({ intent }) => intent.state === 'succeeded')
      expect(paidNews?.intent).toMatchObject({ id, orderId, amount: AMOUNT, currency: 'cad' })
      const declineNews = news.find(({ intent }) => intent.lastError !== null)
      expect(declineNews?.intent.lastError).toEqual(declined?.lastError)
    })

    test('tell of a dispute and of its end', async () => {
      const trial = open()
      const { id, clientSecret } = await asked(trial)
      await trial.payWithDisputedCard(clientSecret)
      await trial.later()
      const dispute = { intentId: id, amount: AMOUNT, currency: 'cad', reason: 'fraudulent' }
      const news = await newsOf(trial, 'dispute')
      expect(news).toMatchObject([
        { ...dispute, state: 'open' },
        { ...dispute, state: 'lost' },
      ])
      expect(new Set(news.map((one) => one.id)).size).toBe(1)
    })

    test('are believed only with a signature over exactly their body', async () => {
      const trial = open()
      await paid(trial)
      for (const { rawBody, signature } of await trial.sentWebhooks()) {
        expect(trial.gateway.readEvent(rawBody, signature)).not.toBe(null)
        expect(trial.gateway.readEvent(`${rawBody} `, signature)).toBe(null)
        expect(trial.gateway.readEvent(rawBody, `${signature.slice(0, -1)}x`)).toBe(null)
        expect(trial.gateway.readEvent(rawBody, '')).toBe(null)
        expect(trial.gateway.readEvent(rawBody, null)).toBe(null)
      }
    })
  })

  test('payments that wait for a shopper are listed by their time, a page at a time, and no others', async () => {
    const trial = open()
    const { gateway } = trial
    const waiting = await Promise.all(Array.from({ length: 120 }, () => asked(trial)))
    await trial.tryDeclinedCard(waiting[0]!.clientSecret)
    await paid(trial)
    await gateway.cancelIntent((await asked(trial)).id)
    const listed = async (from: number, to: number) => {
      const pages: PaymentIntent[][] = []
      for await (const page of gateway.listUnpaid({ from, to })) pages.push(page)
      return pages
    }
    const pages = await listed(0, FAR_AHEAD)
    expect(pages.length).toBeGreaterThan(1)
    const ids = pages.flat().map(({ id }) => id)
    expect(ids.sort()).toEqual(waiting.map(({ id }) => id).sort())
    expect(pages.flat().find(({ id }) => id === waiting[7]?.id)).toEqual(waiting[7])
    expect((await listed(0, 1_000)).flat()).toEqual([])
  })

  test('a gateway that cannot be reached is told from one that refuses', async () => {
    const trial = open()
    const { id } = await asked(trial)
    const calls = [
      () => asked(trial),
      () => trial.gateway.findIntent(id),
      () => trial.gateway.updateIntent(id, cents(1_00)),
      () => trial.gateway.cancelIntent(id),
      () => trial.gateway.refund({ intentId: id, amount: cents(1), idempotencyKey: 'cut' }),
      () => trial.gateway.findRefund(id, 'cut'),
      () => Array.fromAsync(trial.gateway.listUnpaid({ from: 0, to: FAR_AHEAD })),
    ]
    for (const call of calls) {
      trial.cutNextCall()
      const error = await call().then(
        () => null,
        (thrown: unknown) => thrown,
      )
      expect(error).toBeInstanceOf(GatewayError)
      expect(error).toMatchObject({ temporary: true })
    }
  })
}
