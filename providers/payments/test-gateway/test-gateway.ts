import { leastCharge } from '#domain/checkout/least-charge.ts'
import { chargedCode } from '#domain/currency.ts'
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import { compiledInsert } from '#db/engine/compiled-statements.ts'
import { commitTogether } from '#db/engine/postgres/commit-together.ts'
import { shopSecret } from '#db/engine/shop-secret.ts'
import type { Database } from '#db/schema.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { OrderId } from '#domain/ids.ts'
import { formatCents, type Cents } from '#domain/money.ts'
import {
  GatewayError,
  type Card,
  type CardVerification,
  type CardEndpoint,
  type CardEntry,
  type Confirmation,
  type GatewayDispute,
  type GatewayEvent,
  type GatewayRefund,
  type IntentState,
  type PaymentGateway,
  type PaymentIntent,
  type PaymentSubject,
} from '#providers/payments/payment-gateway.ts'
import { GatewayTransport } from './gateway-transport.ts'
import {
  authenticateCardVerification,
  cancelCardVerification,
  confirmCardVerification,
  createCardVerification,
  findCardVerification,
  isOfCardVerification,
} from './card-checks.ts'
import { authenticatePayment, confirmPayment } from './confirm-payment.ts'
import {
  findDispute,
  readEventBody,
  recordDeliveries,
  takeDueDeliveries,
  type Delivery,
} from './test-gateway-events.ts'
import {
  findIntent,
  findIntentRow,
  intentIdOfSecret,
  listIntents,
  toIntent,
  type IntentRow,
} from './test-gateway-intents.ts'
import { findRefund, listRefunds, makeRefund } from './test-gateway-refunds.ts'
import { isSignedWebhook, SIGNATURE_HEADER } from './webhook-signature.ts'

/** For tests: the clock, and the order and number of webhooks in one delivery round. */
export interface TestGatewayOptions {
  now?: () => number
  arrange?: (deliveries: Delivery[]) => Delivery[]
}

const MAX_CONCURRENT_PAYMENTS = 4
const SECRET_SETTING = 'test-gateway-webhook-secret'

function intentOfKey(db: Kysely<Database>, key: string): Promise<IntentRow> {
  return db
    .selectFrom('test_gateway_intents')
    .selectAll()
    .where('idempotency_key', '=', key)
    .executeTakeFirstOrThrow()
}

/**
 * The built-in gateway (decisions 4): accepts the published test cards and moves no money. It has separate tables,
 * remembers idempotency keys, and reports events to the shop by signed webhooks, as a real one does.
 */
export class TestGateway implements PaymentGateway, CardEndpoint {
  readonly name = 'test'
  readonly isTest = true
  get leastCharge() {
    return leastCharge()
  }
  readonly cardEntry: CardEntry = { gateway: this.name, settings: {} }
  readonly wallets = ['test'] as const
  readonly cardEntrySources = null
  readonly cardEndpoint = this
  readonly transport = new GatewayTransport()
  readonly #database: ShopDatabase
  readonly #secret: string
  readonly #now: () => number
  readonly #arrange: (deliveries: Delivery[]) => Delivery[]

  private constructor(database: ShopDatabase, secret: string, options: TestGatewayOptions) {
    this.#database = database
    this.#secret = secret
    this.#now = options.now ?? Date.now
    this.#arrange = options.arrange ?? ((deliveries) => deliveries)
  }

  /** Opens the gateway. The signing secret is generated once and shared by every process of the shop. */
  static async open(database: ShopDatabase, options: TestGatewayOptions = {}): Promise<TestGateway> {
    const secret = await shopSecret(database, SECRET_SETTING, 'whsec_test_')
    return new TestGateway(database, secret, options)
  }

  async createIntent(request: {
    orderId: OrderId
    amount: Cents
    idempotencyKey: string
    about?: PaymentSubject
  }): Promise<PaymentIntent> {
    return this.transport.carry('createIntent', [request], (...asked) => this.#createIntent(...asked))
  }

  async updateIntent(id: string, amount: Cents): Promise<PaymentIntent> {
    return this.transport.carry('updateIntent', [id, amount], (...asked) => this.#updateIntent(...asked))
  }

  async findIntent(id: string): Promise<PaymentIntent | null> {
    return this.transport.carry('findIntent', [id], (...asked) => this.#findIntent(...asked))
  }

  /** The payment of a client secret, for a shopper who returns. */
  async findIntentBySecret(clientSecret: string): Promise<PaymentIntent | null> {
    return this.transport.carry('findIntentBySecret', [clientSecret], (...asked) =>
      this.#findIntentBySecret(...asked),
    )
  }

  async createCardVerification(): Promise<CardVerification> {
    return this.transport.carry('createCardVerification', [], () =>
      createCardVerification(this.#database, this.#now()),
    )
  }

  async findCardVerification(clientSecret: string): Promise<CardVerification | null> {
    return this.transport.carry('findCardVerification', [clientSecret], (asked) =>
      findCardVerification(this.#database, asked),
    )
  }

  async cancelCardVerification(id: string): Promise<IntentState> {
    return this.transport.carry('cancelCardVerification', [id], (asked) =>
      cancelCardVerification(this.#database, asked),
    )
  }

  async cancelIntent(id: string): Promise<PaymentIntent> {
    return this.transport.carry('cancelIntent', [id], (...asked) => this.#cancelIntent(...asked))
  }

  async refund(request: { intentId: string; amount: Cents; idempotencyKey: string }): Promise<GatewayRefund> {
    return this.transport.carry('refund', [request], (...asked) => this.#refund(...asked))
  }

  async findRefund(intentId: string, idempotencyKey: string): Promise<GatewayRefund | null> {
    return this.transport.carry('findRefund', [intentId, idempotencyKey], (...asked) =>
      this.#findRefund(...asked),
    )
  }

  async findDispute(id: string): Promise<GatewayDispute | null> {
    return this.transport.carry('findDispute', [id], (asked) =>
      findDispute(this.#database.db, asked, this.#now()),
    )
  }

  async *listPaid(time: { from: number; to: number }): AsyncGenerator<PaymentIntent[]> {
    yield* this.transport.carry('listPaid', [time], (asked) =>
      listIntents(this.#database.db, asked, ['succeeded']),
    )
  }

  async *listUnpaid(time: { from: number; to: number }): AsyncGenerator<PaymentIntent[]> {
    yield* this.transport.carry('listUnpaid', [time], (asked) =>
      listIntents(this.#database.db, asked, ['requires_payment_method', 'requires_action']),
    )
  }

  async *listRefunds(time: { from: number; to: number }): AsyncGenerator<GatewayRefund[]> {
    yield* this.transport.carry('listRefunds', [time], (asked) =>
      listRefunds(this.#database.db, asked, this.#now()),
    )
  }

  isSigned(headers: Headers): boolean {
    return headers.has(SIGNATURE_HEADER)
  }

  readEvent(rawBody: string, headers: Headers): GatewayEvent | null {
    const signature = headers.get(SIGNATURE_HEADER)
    if (!isSignedWebhook(this.#secret, rawBody, signature, this.#now())) return null
    return readEventBody(rawBody)
  }

  confirm(clientSecret: string, card: Card): Promise<Confirmation> {
    const confirm = isOfCardVerification(clientSecret) ? confirmCardVerification : confirmPayment
    return confirm(this.#database, clientSecret, card, this.#now())
  }

  authenticate(clientSecret: string, outcome: 'approve' | 'fail'): Promise<Confirmation> {
    const authenticate = isOfCardVerification(clientSecret)
      ? authenticateCardVerification
      : authenticatePayment
    return authenticate(this.#database, clientSecret, outcome, this.#now())
  }

  /**
   * Sends the due webhooks; those that `deliver` refuses or fails on are sent again later. Returns how many were due;
   * throws the failures after all were tried.
   */
  async deliverWebhooks(deliver: (delivery: Delivery) => Promise<boolean>): Promise<number> {
    const now = this.#now()
    const due = await takeDueDeliveries(this.#database, this.#secret, now)
    const taken = new Set<string>()
    const failures: unknown[] = []
    const byPayment = Map.groupBy(this.#arrange(due), ({ payment }) => payment).values()
    const send = async (delivery: Delivery) => {
      try {
        if (await deliver(delivery)) taken.add(delivery.id)
      } catch (error) {
        failures.push(error)
      }
    }
    const work = async () => {
      for (const deliveries of byPayment) for (const delivery of deliveries) await send(delivery)
    }
    await Promise.all(Array.from({ length: MAX_CONCURRENT_PAYMENTS }, work))
    await recordDeliveries(this.#database, [...taken], now)
    if (failures.length > 0) throw new AggregateError(failures, 'Some webhooks could not be delivered')
    return due.length
  }

  async #createIntent(request: {
    orderId: OrderId
    amount: Cents
    idempotencyKey: string
    about?: PaymentSubject
  }): Promise<PaymentIntent> {
    this.#refuseLittle(request.amount)
    const id = `pi_test_${randomUUIDv7().replaceAll('-', '')}`
    const { db } = this.#database
    const made: IntentRow = {
      id,
      client_secret: `${id}_secret_${randomUUID().replaceAll('-', '')}`,
      idempotency_key: request.idempotencyKey,
      order_id: request.orderId,
      amount_cents: request.amount,
      created_amount_cents: request.amount,
      currency: chargedCode(),
      state: 'requires_payment_method',
      last_error: null,
      about: request.about === undefined ? null : JSON.stringify(request.about),
      created_at: this.#now(),
      card: null,
      risk: null,
    }
    const insert = compiledInsert(db, 'test_gateway_intents', [made], { unless: 'idempotency_key' })
    const isNew = Number((await commitTogether(this.#database, insert)).numAffectedRows) > 0
    const row = isNew ? made : await intentOfKey(db, request.idempotencyKey)
    if (row.order_id !== request.orderId || row.created_amount_cents !== request.amount) {
      throw new GatewayError('This idempotency key was used with other parameters.', false)
    }
    return toIntent(row)
  }

  /** Refuses amounts below the minimum, as Stripe does. */
  #refuseLittle(amount: Cents): void {
    if (amount >= this.leastCharge) return
    throw new GatewayError(`Amount must be at least ${formatCents(this.leastCharge)}.`, false)
  }

  async #updateIntent(id: string, amount: Cents): Promise<PaymentIntent> {
    this.#refuseLittle(amount)
    await this.#database.db
      .updateTable('test_gateway_intents')
      .set({ amount_cents: amount, state: 'requires_payment_method' })
      .where('id', '=', id)
      .where('state', 'in', ['requires_payment_method', 'requires_action'])
      .execute()
    const intent = await findIntent(this.#database.db, id)
    if (!intent) throw new GatewayError(`No such payment: ${id}`, false)
    if (intent.state === 'canceled') throw new GatewayError('This payment was cancelled.', false)
    return intent
  }

  async #findIntent(id: string): Promise<PaymentIntent | null> {
    return findIntent(this.#database.db, id)
  }

  async #findIntentBySecret(clientSecret: string): Promise<PaymentIntent | null> {
    const row = await findIntentRow(this.#database, intentIdOfSecret(clientSecret))
    return row?.client_secret === clientSecret ? toIntent(row) : null
  }

  async #cancelIntent(id: string): Promise<PaymentIntent> {
    await this.#database.db
      .updateTable('test_gateway_intents')
      .set({ state: 'canceled' })
      .where('id', '=', id)
      .where('state', 'in', ['requires_payment_method', 'requires_action'])
      .execute()
    const intent = await findIntent(this.#database.db, id)
    if (!intent) throw new GatewayError(`No such payment: ${id}`, false)
    return intent
  }

  async #refund(request: {
    intentId: string
    amount: Cents
    idempotencyKey: string
  }): Promise<GatewayRefund> {
    return makeRefund(this.#database, request, this.#now())
  }

  async #findRefund(intentId: string, idempotencyKey: string): Promise<GatewayRefund | null> {
    return findRefund(this.#database.db, intentId, idempotencyKey, this.#now())
  }
}
