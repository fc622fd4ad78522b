import { leastCharge } from '#domain/checkout/least-charge.ts'
import { timingSafeEqual } from 'node:crypto'
import type Stripe from 'stripe'
import type { OrderId } from '#domain/ids.ts'
import { type Cents } from '#domain/money.ts'
import type { Connection, ConnectionReport } from '#providers/connection.ts'
import {
  GatewayError,
  isUnpaid,
  type CardVerification,
  type CardEntry,
  type CardEntrySources,
  type GatewayDispute,
  type GatewayEvent,
  type GatewayRefund,
  type GatewaySettlements,
  type IntentState,
  type PaymentGateway,
  type PaymentIntent,
  type PaymentSubject,
} from '#providers/payments/payment-gateway.ts'
import {
  isForbidden,
  isMissing,
  isUnexpectedState,
  toGatewayError,
  toSupplierError,
} from './stripe-errors.ts'
import {
  idInSecret,
  readStripeEvent,
  toCardVerification,
  toIntent,
  toIntentParams,
} from './stripe-intents.ts'
import { toDispute, toRefund, toRefundParams } from './stripe-refunds-and-disputes.ts'
import { openSettlements } from './stripe-settlements.ts'

/** The keys from Stripe's dashboard. `apiBase`: another API address, for tests. */
export interface StripeSettings {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  apiBase: string | null
}

/** What Stripe's card entry loads: https://docs.stripe.com/security/guide. */
const SOURCES: CardEntrySources = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
  payment: ['https://js.stripe.com'],
}

const UNREPORTED: ConnectionReport = { worked() {}, failed() {} }
const SIGNATURE_HEADER = 'stripe-signature'
/** The maximum age of a signed webhook in seconds, as Stripe recommends. */
const TOLERANCE_S = 300
const TIMEOUT_MS = 10_000
/** The charge tells what was paid with. */
const WITH_CHARGE = { expand: ['latest_charge'] }
const WITH_CARD = { expand: ['payment_method'] }
const MAY_NOT_SETTLE =
  'It may not read balance transactions and payouts, so fees and payouts do not get into the books: allow it to read Balance, Balance transaction sources and Payouts.'
/** Safe, because each call has an idempotency key or changes nothing. */
const MAX_RETRIES = 1

/**
 * Card payments through Stripe with its official SDK (https://docs.stripe.com/api/payment_intents). The card is typed
 * into Stripe's card field in the browser and never reaches the shop.
 */
export class StripeGateway implements PaymentGateway {
  readonly name = 'stripe'
  readonly isTest = false
  /** https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
  get leastCharge() {
    return leastCharge()
  }
  readonly cardEntry: CardEntry
  readonly wallets = ['applePay', 'googlePay', 'link', 'paypal', 'klarna'] as const
  readonly cardEntrySources = SOURCES
  readonly cardEndpoint = null
  readonly settlements: GatewaySettlements
  readonly #stripe: Stripe
  readonly #webhookSecret: string
  readonly #secrets: readonly string[]
  readonly #isLive: boolean
  readonly #now: () => number
  readonly #report: ConnectionReport

  private constructor(
    stripe: Stripe,
    settings: StripeSettings,
    { now, report }: { now: () => number; report: ConnectionReport },
  ) {
    this.#stripe = stripe
    this.#webhookSecret = settings.webhookSecret
    this.#secrets = [settings.secretKey, settings.webhookSecret]
    this.#isLive = /^[rs]k_live_/.test(settings.secretKey)
    this.#now = now
    this.#report = report
    this.settlements = openSettlements(stripe, (call) => this.#answered(call, { needed: false }))
    this.cardEntry = { gateway: this.name, settings: { publishableKey: settings.publishableKey } }
  }

  /** The SDK takes 38 MB of memory, so it is loaded only when it is used. `now` in epoch milliseconds. */
  static async open(
    settings: StripeSettings,
    { now = Date.now, report = UNREPORTED }: { now?: () => number; report?: ConnectionReport } = {},
  ): Promise<StripeGateway> {
    const { default: StripeSdk } = await import('stripe')
    const stripe = new StripeSdk(settings.secretKey, {
      ...(settings.apiBase !== null && addressOf(settings.apiBase)),
      timeout: TIMEOUT_MS,
      maxNetworkRetries: MAX_RETRIES,
      telemetry: false,
    })
    return new StripeGateway(stripe, settings, { now, report })
  }

  /** Reads the balance, which a secret key of any account may do. */
  get connection(): Connection {
    return {
      need: 'payments',
      supplier: 'Stripe',
      usedFor: 'card payments and refunds',
      test: async () => {
        try {
          const { livemode } = await this.#answered(this.#stripe.balance.retrieve())
          const accepts = `Stripe accepts the secret key, in ${livemode ? 'live' : 'test'} mode.`
          return (await this.#maySettle()) ? accepts : `${accepts} ${MAY_NOT_SETTLE}`
        } catch (error) {
          throw error instanceof GatewayError ? toSupplierError(error) : error
        }
      },
    }
  }

  async #maySettle(): Promise<boolean> {
    try {
      await this.settlements.transactions({ from: 0, to: 1_000 }, null)
      await this.settlements.payouts({ from: 0, to: 1_000 }, null)
      return true
    } catch (error) {
      if (error instanceof GatewayError && !error.temporary) return false
      throw error
    }
  }

  async createIntent(request: {
    orderId: OrderId
    amount: Cents
    idempotencyKey: string
    about?: PaymentSubject
  }): Promise<PaymentIntent> {
    const { idempotencyKey, ...parameters } = request
    const created = this.#stripe.paymentIntents.create(toIntentParams(parameters), { idempotencyKey })
    return toIntent(await this.#answered(created))
  }

  async updateIntent(id: string, amount: Cents): Promise<PaymentIntent> {
    try {
      return toIntent(await this.#answered(this.#stripe.paymentIntents.update(id, { amount })))
    } catch (error) {
      const now = await this.#afterRefusal(id, error)
      if (now.state === 'succeeded') return now
      throw error
    }
  }

  async findIntent(id: string): Promise<PaymentIntent | null> {
    try {
      return toIntent(await this.#answered(this.#stripe.paymentIntents.retrieve(id, WITH_CHARGE)))
    } catch (error) {
      if (error instanceof GatewayError && isMissing(error)) return null
      throw error
    }
  }

  async findIntentBySecret(clientSecret: string): Promise<PaymentIntent | null> {
    const id = idInSecret(clientSecret, 'pi')
    const intent = id === null ? null : await this.findIntent(id)
    return intent !== null && isSame(intent.clientSecret, clientSecret) ? intent : null
  }

  /** For a card that its holder enters themselves; it is kept nowhere for another payment. */
  async createCardVerification(): Promise<CardVerification> {
    const onlyCards: Stripe.SetupIntentCreateParams = {
      usage: 'on_session',
      allowed_payment_method_types: ['card'],
    }
    return toCardVerification(await this.#answered(this.#stripe.setupIntents.create(onlyCards)))
  }

  async findCardVerification(clientSecret: string): Promise<CardVerification | null> {
    const id = idInSecret(clientSecret, 'seti')
    if (id === null) return null
    try {
      const check = toCardVerification(
        await this.#answered(this.#stripe.setupIntents.retrieve(id, WITH_CARD)),
      )
      return isSame(check.clientSecret, clientSecret) ? check : null
    } catch (error) {
      if (error instanceof GatewayError && isMissing(error)) return null
      throw error
    }
  }

  async cancelCardVerification(id: string): Promise<IntentState> {
    try {
      return toCardVerification(await this.#answered(this.#stripe.setupIntents.cancel(id))).state
    } catch (error) {
      if (!(error instanceof GatewayError) || !isUnexpectedState(error)) throw error
      return toCardVerification(await this.#answered(this.#stripe.setupIntents.retrieve(id))).state
    }
  }

  async *listUnpaid(time: { from: number; to: number }): AsyncGenerator<PaymentIntent[]> {
    for await (const page of this.#listIntents(time)) yield page.filter(isUnpaid)
  }

  async *listPaid(time: { from: number; to: number }): AsyncGenerator<PaymentIntent[]> {
    for await (const page of this.#listIntents(time)) {
      yield page.filter(({ state }) => state === 'succeeded')
    }
  }

  async *listRefunds(time: { from: number; to: number }): AsyncGenerator<GatewayRefund[]> {
    for await (const page of this.#list((asked) => this.#stripe.refunds.list(asked), time)) {
      yield page.map(toRefund)
    }
  }

  /** Stripe's list can be filtered by time, but not by state. */
  async *#listIntents(time: { from: number; to: number }): AsyncGenerator<PaymentIntent[]> {
    for await (const page of this.#list((asked) => this.#stripe.paymentIntents.list(asked), time)) {
      yield page.map(toIntent)
    }
  }

  async *#list<One extends { id: string }>(
    list: (
      asked: Stripe.PaginationParams & { created: Stripe.RangeQueryParam },
    ) => Promise<Stripe.ApiList<One>>,
    { from, to }: { from: number; to: number },
  ): AsyncGenerator<One[]> {
    const created = { gte: Math.floor(from / 1_000), lt: Math.ceil(to / 1_000) }
    for (let after: string | undefined; ;) {
      const page = await this.#answered(
        list({ created, limit: 100, ...(after !== undefined && { starting_after: after }) }),
      )
      yield page.data
      after = page.data.at(-1)?.id
      if (!page.has_more || after === undefined) return
    }
  }

  async cancelIntent(id: string): Promise<PaymentIntent> {
    try {
      return toIntent(await this.#answered(this.#stripe.paymentIntents.cancel(id)))
    } catch (error) {
      return this.#afterRefusal(id, error)
    }
  }

  /**
   * Stripe forgets an idempotency key after a day, but the outbox may retry for longer, so the key is also in the
   * metadata.
   */
  async refund(request: { intentId: string; amount: Cents; idempotencyKey: string }): Promise<GatewayRefund> {
    const { intentId, idempotencyKey } = request
    return toRefund(
      (await this.#answered(this.#earlierRefund(intentId, idempotencyKey))) ??
        (await this.#answered(this.#stripe.refunds.create(toRefundParams(request), { idempotencyKey }))),
    )
  }

  async findRefund(intentId: string, idempotencyKey: string): Promise<GatewayRefund | null> {
    const earlier = await this.#answered(this.#earlierRefund(intentId, idempotencyKey))
    if (earlier) return toRefund(earlier)
    // An account that does not know the payment cannot know its refunds either.
    if (await this.findIntent(intentId)) return null
    throw new GatewayError(`Stripe: No such payment_intent: '${intentId}'`, false)
  }

  async findDispute(id: string): Promise<GatewayDispute | null> {
    try {
      return toDispute(await this.#answered(this.#stripe.disputes.retrieve(id)))
    } catch (error) {
      if (error instanceof GatewayError && isMissing(error)) return null
      throw error
    }
  }

  isSigned(headers: Headers): boolean {
    return headers.has(SIGNATURE_HEADER)
  }

  readEvent(rawBody: string, headers: Headers): GatewayEvent | null {
    let event: Stripe.Event
    try {
      event = this.#stripe.webhooks.constructEvent(
        rawBody,
        headers.get(SIGNATURE_HEADER) ?? '',
        this.#webhookSecret,
        TOLERANCE_S,
        undefined,
        this.#now(),
      )
    } catch {
      return null
    }
    return readStripeEvent(event, this.#isLive)
  }

  /**
   * Reports the result of a call: a refused card or an unknown payment also means that Stripe answered. `needed`:
   * whether the key must allow it for the shop to sell.
   */
  async #answered<T>(call: Promise<T>, { needed = true } = {}): Promise<T> {
    try {
      const answer = await call
      this.#report.worked()
      return answer
    } catch (error) {
      const failure = toGatewayError(error, this.#secrets)
      if (!needed && isForbidden(failure)) throw new GatewayError(failure.message, false)
      if (failure.temporary) this.#report.failed(failure.message)
      else this.#report.worked()
      throw failure
    }
  }

  async #earlierRefund(intentId: string, idempotencyKey: string): Promise<Stripe.Refund | null> {
    for await (const refund of this.#stripe.refunds.list({ payment_intent: intentId, limit: 100 })) {
      if (refund.metadata?.['shop_key'] === idempotencyKey) return refund
    }
    return null
  }

  /** If the payment can no longer be changed, its current state is the answer. Any other failure is thrown. */
  async #afterRefusal(id: string, error: unknown): Promise<PaymentIntent> {
    if (!(error instanceof GatewayError) || !isUnexpectedState(error)) throw error
    const now = await this.findIntent(id)
    if (now === null) throw error
    return now
  }
}

function addressOf(base: string): { protocol: 'http' | 'https'; host: string; port: number } {
  const { protocol, hostname, port } = new URL(base)
  const isHttps = protocol === 'https:'
  return {
    protocol: isHttps ? 'https' : 'http',
    host: hostname,
    port: Number(port || (isHttps ? 443 : 80)),
  }
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
