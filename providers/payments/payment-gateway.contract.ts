import { describe, expect, test } from 'vitest'
import { toOrderId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import {
  GatewayError,
  type GatewayDispute,
  type GatewayRefund,
  type PaymentGateway,
  type PaymentIntent,
  type Webhook,
} from './payment-gateway.ts'
import { TEST_REFUNDS } from './test-gateway/test-refunds.ts'

/** A gateway under test, with simulated shoppers and network. */
export interface GatewayUnderTest {
  gateway: PaymentGateway
  /** A shopper pays with a card that works. */
  pay(clientSecret: string): Promise<void>
  /** A shopper pays with a card whose holder disputes the payment afterwards. */
  payWithDisputedCard(clientSecret: string): Promise<void>
  /** A shopper has a card checked: the same good one each time, another good one, or one that is declined. */
  checkCard(clientSecret: string, card: 'good' | 'other' | 'declined'): Promise<void>
  /** A shopper tries a card that is declined. */
  tryDeclinedCard(clientSecret: string): Promise<void>
  /** The webhooks that the gateway has sent since the last time. */
  sentWebhooks(): Promise<Webhook[]>
  /** Time passes until the banks have decided. */
  later(): Promise<void>
  /** The next call to the gateway fails. */
  cutNextCall(): void
}

const AMOUNT = cents(145_36)
const FAR_AHEAD = Date.parse('2100-01-01T00:00:00Z')
let orders = 0

/** The contract of every payment gateway. `open` returns one without payments. */
export function paymentGatewayContract(open: () => GatewayUnderTest): void {
  async function asked(
    { gateway }: GatewayUnderTest,
    orderId = `order-${(orders += 1)}`,
  ): Promise<PaymentIntent> {
    return gateway.createIntent({
      orderId: toOrderId(orderId),
      amount: AMOUNT,
      idempotencyKey: `${orderId}-1`,
    })
  }
  async function paid(trial: GatewayUnderTest): Promise<PaymentIntent> {
    const { id, clientSecret } = await asked(trial)
    await trial.pay(clientSecret)
    const intent = await trial.gateway.findIntent(id)
    if (intent?.state !== 'succeeded') throw new Error(`A good card left the payment ${intent?.state}`)
    return intent
  }
  /** The refunds or disputes in the webhooks since the last call. */
  async function newsOf(trial: GatewayUnderTest, kind: 'refund' | 'dispute') {
    const webhooks = await trial.sentWebhooks()
    return webhooks.flatMap(({ rawBody, headers }): (GatewayRefund | GatewayDispute)[] => {
      const event = trial.gateway.readEvent(rawBody, new Headers(headers))
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

  describe('creating a payment', () => {
    test('a payment has the amount, Canadian dollars and the order, and waits for a card', async () => {
      const trial = open()
      const intent = await asked(trial, 'order-of-ada')
      expect(intent).toMatchObject({
        state: 'requires_payment_method',
        amount: AMOUNT,
        currency: 'cad',
        orderId: toOrderId('order-of-ada'),
        lastError: null,
      })
      expect(intent.clientSecret).not.toBe(intent.id)
      expect(await trial.gateway.findIntent(intent.id)).toEqual(intent)
      expect(await trial.gateway.findIntentBySecret(intent.clientSecret)).toEqual(intent)
    })

    test('two calls with one key, even in parallel, make one payment', async () => {
      const { gateway } = open()
      const request = { orderId: toOrderId('order-twice'), amount: AMOUNT, idempotencyKey: 'twice' }
      const [first, second] = await Promise.all([
        gateway.createIntent(request),
        gateway.createIntent(request),
      ])
      expect(second.id).toBe(first.id)
      expect((await gateway.createIntent(request)).id).toBe(first.id)
    })

    test('one key for two different payments is an error', async () => {
      const { gateway } = open()
      const request = { orderId: toOrderId('order-mistaken'), amount: AMOUNT, idempotencyKey: 'mistaken' }
      await gateway.createIntent(request)
      await expect(gateway.createIntent({ ...request, amount: cents(1_00) })).rejects.toMatchObject(refusal)
    })

    test('less than its least charge is refused, and nothing else', async () => {
      const { gateway } = open()
      const { leastCharge } = gateway
      const asking = (amount: number) => ({
        orderId: toOrderId('order-little'),
        amount: cents(amount),
        idempotencyKey: `little-${amount}`,
      })
      for (const amount of [0, leastCharge - 1])
        await expect(gateway.createIntent(asking(amount))).rejects.toMatchObject(refusal)
      const { id } = await gateway.createIntent(asking(leastCharge))
      await expect(gateway.updateIntent(id, cents(leastCharge - 1))).rejects.toMatchObject(refusal)
      expect(await gateway.findIntent(id)).toMatchObject({ amount: leastCharge })
    })

    test('an unknown id or secret, or a secret with another ending, finds nothing', async () => {
      const trial = open()
      const { clientSecret } = await asked(trial)
      expect(await trial.gateway.findIntent('pi_never_was')).toBe(null)
      expect(await trial.gateway.findIntentBySecret('pi_never_was_secret_x')).toBe(null)
      expect(await trial.gateway.findIntentBySecret('')).toBe(null)
      expect(await trial.gateway.findIntentBySecret(`${clientSecret}x`)).toBe(null)
    })
  })

  describe('checking a card', () => {
    test('a card that is good is known again in another check, and no other one is', async () => {
      const trial = open()
      const { gateway } = trial
      const after = async (card: 'good' | 'other') => {
        const { clientSecret, ...made } = await gateway.createCardVerification()
        expect(made).toMatchObject({ state: 'requires_payment_method', card: null })
        await trial.checkCard(clientSecret, card)
        return gateway.findCardVerification(clientSecret)
      }
      const checks = [await after('good'), await after('good'), await after('other')]
      expect(checks.map((one) => one?.state)).toEqual(['succeeded', 'succeeded', 'succeeded'])
      expect(new Set(checks.map((one) => one?.id)).size).toBe(3)
      const [first, again, other] = checks.map((one) => one?.card)
      expect(first).toBeTruthy()
      expect(again).toBe(first)
      expect(other).not.toBe(first)
      expect(await trial.sentWebhooks()).toEqual([])
    })

    test('a declined card leaves the check open for another, and tells no card', async () => {
      const trial = open()
      const { clientSecret } = await trial.gateway.createCardVerification()
      await trial.checkCard(clientSecret, 'declined')
      const declined = await trial.gateway.findCardVerification(clientSecret)
      expect(declined).toMatchObject({ state: 'requires_payment_method', card: null })
      await trial.checkCard(clientSecret, 'good')
      expect(await trial.gateway.findCardVerification(clientSecret)).toMatchObject({ state: 'succeeded' })
    })

    test('each declined card is told by a webhook, and a check that is ended takes no card', async () => {
      const trial = open()
      const { gateway } = trial
      const { id, clientSecret } = await gateway.createCardVerification()
      for (let card = 0; card < 2; card += 1) await trial.checkCard(clientSecret, 'declined')
      const news = (await trial.sentWebhooks()).map(({ rawBody, headers }) =>
        gateway.readEvent(rawBody, new Headers(headers)),
      )
      expect(news).toMatchObject([
        { kind: 'declined-check', checkId: id },
        { kind: 'declined-check', checkId: id },
      ])
      for (let time = 0; time < 2; time += 1)
        expect(await gateway.cancelCardVerification(id)).toBe('canceled')
      await trial.checkCard(clientSecret, 'good')
      expect(await gateway.findCardVerification(clientSecret)).toMatchObject({
        state: 'canceled',
        card: null,
      })
      expect(await trial.sentWebhooks()).toEqual([])
    })

    test('a check that has succeeded stays so when it is to be ended; one that was never made is refused', async () => {
      const trial = open()
      const { gateway } = trial
      const { id, clientSecret } = await gateway.createCardVerification()
      await trial.checkCard(clientSecret, 'good')
      expect(await gateway.cancelCardVerification(id)).toBe('succeeded')
      expect(await gateway.findCardVerification(clientSecret)).toMatchObject({ state: 'succeeded' })
      await expect(gateway.cancelCardVerification('seti_never_was')).rejects.toMatchObject(refusal)
    })

    test('an unknown secret, one with another ending, or that of a payment finds no check', async () => {
      const trial = open()
      const { clientSecret } = await trial.gateway.createCardVerification()
      const { clientSecret: ofPayment } = await asked(trial)
      for (const other of ['', 'seti_never_was_secret_x', `${clientSecret}x`, ofPayment])
        expect(await trial.gateway.findCardVerification(other)).toBe(null)
      expect(await trial.gateway.findIntentBySecret(clientSecret)).toBe(null)
    })

    test('a call that does not arrive is a temporary failure', async () => {
      const trial = open()
      trial.cutNextCall()
      await expect(trial.gateway.createCardVerification()).rejects.toMatchObject({
        name: 'GatewayError',
        temporary: true,
      })
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

    test('a paid payment keeps its amount', async () => {
      const trial = open()
      const { id } = await paid(trial)
      const answered = await trial.gateway.updateIntent(id, cents(1_00))
      expect(answered).toMatchObject({ state: 'succeeded', amount: AMOUNT })
    })

    test('a cancelled or unknown payment cannot be changed', async () => {
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

    test('cancelling a paid payment reports it as paid', async () => {
      const trial = open()
      const { id } = await paid(trial)
      expect((await trial.gateway.cancelIntent(id)).state).toBe('succeeded')
    })
  })

  test('each declined attempt has a different id; a successful card ends them', async () => {
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

  describe('refunding', () => {
    test('one refund for each key, and never more than was charged', async () => {
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

    test('a refund that waits for a bank is pending until the bank confirms it, and an event reports it', async () => {
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

    test('a refund that the bank returns has failed, with a reason, and can be repeated with another key', async () => {
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

    test('a refund can be looked up by payment and key, and the lookup makes none', async () => {
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

    test('for an unknown payment, a gateway cannot confirm that no refund was made', async () => {
      await expect(open().gateway.findRefund('pi_never_was', 'key')).rejects.toMatchObject(refusal)
    })

    test('an unpaid payment cannot be refunded', async () => {
      const trial = open()
      const { id: intentId } = await asked(trial)
      const refund = { intentId, amount: AMOUNT, idempotencyKey: intentId }
      await expect(trial.gateway.refund(refund)).rejects.toMatchObject(refusal)
    })
  })

  describe('webhooks', () => {
    test('report payments and declined cards, with the payment as it was at that moment', async () => {
      const trial = open()
      const { id, clientSecret, orderId } = await asked(trial)
      await trial.tryDeclinedCard(clientSecret)
      const declined = await trial.gateway.findIntent(id)
      await trial.pay(clientSecret)
      const webhooks = await trial.sentWebhooks()
      const told = webhooks.map(({ rawBody, headers }) =>
        trial.gateway.readEvent(rawBody, new Headers(headers)),
      )
      const news = told.flatMap((event) => (event?.kind === 'intent' ? [event] : []))
      expect(new Set(news.map(({ eventId }) => eventId)).size).toBe(news.length)
      const paidNews = news.find(({ intent }) => intent.state === 'succeeded')
      expect(paidNews?.intent).toMatchObject({ id, orderId, amount: AMOUNT, currency: 'cad' })
      const declineNews = news.find(({ intent }) => intent.lastError !== null)
      expect(declineNews?.intent.lastError).toEqual(declined?.lastError)
    })

    test('report the start and the end of a dispute', async () => {
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
      expect(await trial.gateway.findDispute(news[0]?.id ?? '')).toEqual(news[1])
      expect(await trial.gateway.findDispute('dp_never_was')).toBe(null)
    })

    test('are accepted only with a valid signature of exactly their body', async () => {
      const trial = open()
      await paid(trial)
      const webhooks = await trial.sentWebhooks()
      expect(webhooks.length).toBeGreaterThan(0)
      for (const { rawBody, headers } of webhooks) {
        const signedWith = (change: (value: string) => string) =>
          new Headers(Object.entries(headers).map(([name, value]) => [name, change(value)]))
        const whole = new Headers(headers)
        expect(trial.gateway.isSigned(whole)).toBe(true)
        expect(trial.gateway.readEvent(rawBody, whole)).not.toBe(null)
        expect(trial.gateway.readEvent(`${rawBody} `, whole)).toBe(null)
        expect(
          trial.gateway.readEvent(
            rawBody,
            signedWith((value) => `${value.slice(0, -1)}x`),
          ),
        ).toBe(null)
        expect(
          trial.gateway.readEvent(
            rawBody,
            signedWith(() => ''),
          ),
        ).toBe(null)
        expect(trial.gateway.isSigned(new Headers())).toBe(false)
        expect(trial.gateway.readEvent(rawBody, new Headers())).toBe(null)
      }
    })
  })

  test('payments that wait for a shopper are listed by time, page by page, and no others', async () => {
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

  test('payments that have succeeded are listed by time, with the details of their orders', async () => {
    const trial = open()
    const { gateway } = trial
    const about = { shop: 'shop_1', orderNumber: 'R-AAAA-0001', email: 'ada@x.example' }
    const request = { orderId: toOrderId('lost'), amount: AMOUNT, idempotencyKey: 'lost-1', about }
    const told = await gateway.createIntent(request)
    expect(told.about).toEqual(about)
    await trial.pay(told.clientSecret)
    const silent = await paid(trial)
    await asked(trial)
    const listed = async (from: number, to: number) =>
      (await Array.fromAsync(gateway.listPaid({ from, to }))).flat()
    const found = new Map((await listed(0, FAR_AHEAD)).map((intent) => [intent.id, intent.about]))
    expect(found).toEqual(
      new Map([
        [told.id, about],
        [silent.id, null],
      ]),
    )
    expect(await listed(0, 1_000)).toEqual([])
    const events = (await trial.sentWebhooks()).map(({ rawBody, headers }) =>
      gateway.readEvent(rawBody, new Headers(headers)),
    )
    const said = events.flatMap((event) => (event?.kind === 'intent' ? [event.intent] : []))
    expect(said.find(({ id }) => id === told.id)?.about).toEqual(about)
  })

  test('refunds are listed by time, page by page, with their keys and states', async () => {
    const trial = open()
    const { gateway } = trial
    const { id: intentId } = await paid(trial)
    const made: GatewayRefund[] = []
    for (let refund = 0; refund < 101; refund += 1) {
      const request = { intentId, amount: cents(1), idempotencyKey: `listed-${refund}` }
      made.push(await gateway.refund(request))
    }
    const listed = async (from: number, to: number) => Array.fromAsync(gateway.listRefunds({ from, to }))
    const pages = await listed(0, FAR_AHEAD)
    expect(pages.length).toBeGreaterThan(1)
    const inOrder = (all: GatewayRefund[]) => all.toSorted((one, other) => one.id.localeCompare(other.id))
    expect(inOrder(pages.flat())).toEqual(inOrder(made))
    expect((await listed(0, 1_000)).flat()).toEqual([])
  })

  test('a connection failure is distinguished from a refusal', async () => {
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
