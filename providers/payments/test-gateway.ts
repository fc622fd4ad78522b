import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import * as v from 'valibot'
import type { ShopDatabase } from '#db/open-database.ts'
import type { Database } from '#db/schema.ts'
import { transact, type Tx } from '#db/transact.ts'
import type { Cents } from '#domain/money.ts'
import {
  GatewayError,
  type Card,
  type CardDesk,
  type CardEntry,
  type Confirmation,
  type GatewayEvent,
  type IntentState,
  type PaymentGateway,
  type PaymentIntent,
} from './payment-gateway.ts'
import { judgeCard } from './test-cards.ts'
import { isSignedWebhook, signWebhook } from './webhook-signature.ts'

type IntentRow = Selectable<Database['test_gateway_intents']>

/** A webhook on its way to the shop. */
export interface Delivery {
  id: string
  rawBody: string
  signature: string
}

/** What tests may change: the clock, and the order and number of webhooks in one delivery round. */
export interface TestGatewayOptions {
  now?: () => number
  arrange?: (deliveries: Delivery[]) => Delivery[]
}

const SECRET_SETTING = 'test-gateway-webhook-secret'
const DELIVERIES_AT_ONCE = 200
const REDELIVER_MS = 3_000

const lastErrorSchema = v.object({ id: v.string(), message: v.string() })
const eventSchema = v.object({
  id: v.string(),
  type: v.string(),
  data: v.object({
    object: v.object({
      id: v.string(),
      client_secret: v.string(),
      amount: v.pipe(v.number(), v.safeInteger()),
      currency: v.string(),
      status: v.picklist([
        'requires_payment_method',
        'requires_action',
        'processing',
        'succeeded',
        'canceled',
      ]),
      metadata: v.object({ order_id: v.string() }),
      last_payment_error: v.nullable(lastErrorSchema),
    }),
  }),
})

/**
 * The built-in gateway (decisions 4): takes the published test cards and no money. It keeps its books in tables of its
 * own, remembers idempotency keys, and tells the shop what happened by signed webhooks, as a real one does.
 */
export class TestGateway implements PaymentGateway, CardDesk {
  readonly name = 'test'
  readonly cardEntry: CardEntry = { gateway: 'test' }
  readonly cardDesk = this
  readonly #database: ShopDatabase
  readonly #secret: string
  readonly #now: () => number
  readonly #arrange: (deliveries: Delivery[]) => Delivery[]
  #outages = 0

  private constructor(database: ShopDatabase, secret: string, options: TestGatewayOptions) {
    this.#database = database
    this.#secret = secret
    this.#now = options.now ?? Date.now
    this.#arrange = options.arrange ?? ((deliveries) => deliveries)
  }

  /** Opens the gateway's books. The signing secret is made once, and shared by every process of the shop. */
  static async open(database: ShopDatabase, options: TestGatewayOptions = {}): Promise<TestGateway> {
    const { db } = database
    await db
      .insertInto('settings')
      .values({ name: SECRET_SETTING, value: `whsec_test_${randomBytes(24).toString('hex')}` })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
    const { value } = await db
      .selectFrom('settings')
      .select('value')
      .where('name', '=', SECRET_SETTING)
      .executeTakeFirstOrThrow()
    return new TestGateway(database, value, options)
  }

  /** For tests: the next `calls` of the shop to the gateway fail as if it could not be reached. */
  failNext(calls: number): void {
    this.#outages = calls
  }

  async createIntent(request: {
    orderId: string
    amount: Cents
    idempotencyKey: string
  }): Promise<PaymentIntent> {
    this.#answerOrFail()
    const id = `pi_test_${randomBytes(12).toString('hex')}`
    const { db } = this.#database
    await db
      .insertInto('test_gateway_intents')
      .values({
        id,
        client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
        idempotency_key: request.idempotencyKey,
        order_id: request.orderId,
        amount_cents: request.amount,
        created_amount_cents: request.amount,
        currency: 'cad',
        state: 'requires_payment_method',
        last_error: null,
        created_at: this.#now(),
      })
      .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
      .execute()
    const row = await db
      .selectFrom('test_gateway_intents')
      .selectAll()
      .where('idempotency_key', '=', request.idempotencyKey)
      .executeTakeFirstOrThrow()
    if (row.order_id !== request.orderId || row.created_amount_cents !== request.amount) {
      throw new GatewayError('This idempotency key was used with other parameters.', false)
    }
    return toIntent(row)
  }

  async updateIntent(id: string, amount: Cents): Promise<PaymentIntent> {
    this.#answerOrFail()
    await this.#database.db
      .updateTable('test_gateway_intents')
      .set({ amount_cents: amount, state: 'requires_payment_method' })
      .where('id', '=', id)
      .where('state', 'in', ['requires_payment_method', 'requires_action'])
      .execute()
    const intent = await this.#find(id)
    if (!intent) throw new GatewayError(`No such payment: ${id}`, false)
    if (intent.state === 'canceled') throw new GatewayError('This payment was cancelled.', false)
    return intent
  }

  async findIntent(id: string): Promise<PaymentIntent | null> {
    this.#answerOrFail()
    return this.#find(id)
  }

  /** For the shopper's return: the payment that a client secret belongs to. */
  async findIntentBySecret(clientSecret: string): Promise<PaymentIntent | null> {
    this.#answerOrFail()
    const id = clientSecret.split('_secret_')[0] ?? ''
    const intent = await this.#find(id)
    return intent?.clientSecret === clientSecret ? intent : null
  }

  async cancelIntent(id: string): Promise<PaymentIntent> {
    this.#answerOrFail()
    await this.#database.db
      .updateTable('test_gateway_intents')
      .set({ state: 'canceled' })
      .where('id', '=', id)
      .where('state', 'in', ['requires_payment_method', 'requires_action'])
      .execute()
    const intent = await this.#find(id)
    if (!intent) throw new GatewayError(`No such payment: ${id}`, false)
    return intent
  }

  async refund(request: { intentId: string; amount: Cents; idempotencyKey: string }): Promise<void> {
    this.#answerOrFail()
    await transact(this.#database, async (tx) => {
      const row = await this.#lock(tx, 'id', request.intentId)
      if (!row || row.state !== 'succeeded') throw new GatewayError('There is nothing to refund.', false)
      const refunds = await tx
        .selectFrom('test_gateway_refunds')
        .select(['idempotency_key', 'amount_cents'])
        .where('intent_id', '=', request.intentId)
        .execute()
      const same = refunds.find((refund) => refund.idempotency_key === request.idempotencyKey)
      if (same && same.amount_cents === request.amount) return
      if (same) throw new GatewayError('This idempotency key was used with other parameters.', false)
      const before = refunds.reduce((sum, refund) => sum + refund.amount_cents, 0)
      if (before + request.amount > row.amount_cents) {
        throw new GatewayError('The refund is larger than what is left of the charge.', false)
      }
      await tx
        .insertInto('test_gateway_refunds')
        .values({
          id: `re_test_${randomBytes(12).toString('hex')}`,
          idempotency_key: request.idempotencyKey,
          intent_id: request.intentId,
          amount_cents: request.amount,
          created_at: this.#now(),
        })
        .execute()
    })
  }

  readEvent(rawBody: string, signature: string | null): GatewayEvent | null {
    if (!isSignedWebhook(this.#secret, rawBody, signature, this.#now())) return null
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), eventSchema), rawBody)
    if (!parsed.success) return { kind: 'ignored', eventId: '', type: 'unreadable' }
    const { id, type, data } = parsed.output
    if (!type.startsWith('payment_intent.')) return { kind: 'ignored', eventId: id, type }
    const { object } = data
    return {
      kind: 'intent',
      eventId: id,
      intent: {
        id: object.id,
        clientSecret: object.client_secret,
        state: object.status,
        amount: object.amount as Cents,
        currency: object.currency,
        orderId: object.metadata.order_id,
        lastError: object.last_payment_error,
      },
    }
  }

  async confirm(clientSecret: string, card: Card): Promise<Confirmation> {
    return this.#decide(clientSecret, ['requires_payment_method', 'requires_action'], () => {
      const verdict = judgeCard(card, this.#now())
      if (verdict.kind === 'refused') return verdict
      return verdict.kind === 'asks' ? 'requires_action' : 'succeeded'
    })
  }

  async authenticate(clientSecret: string, outcome: 'approve' | 'fail'): Promise<Confirmation> {
    return this.#decide(clientSecret, ['requires_action'], () =>
      outcome === 'approve'
        ? 'succeeded'
        : {
            message:
              'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
            code: 'payment_intent_authentication_failure',
          },
    )
  }

  /** Sends the webhooks that are due; those that `deliver` does not take are sent again later. Answers how many were due. */
  async deliverWebhooks(deliver: (delivery: Delivery) => Promise<boolean>): Promise<number> {
    const { db } = this.#database
    const now = this.#now()
    const due = await db
      .selectFrom('test_gateway_events')
      .select(['id', 'body'])
      .where('delivered_at', 'is', null)
      .where('deliver_after', '<=', now)
      .orderBy('deliver_after')
      .limit(DELIVERIES_AT_ONCE)
      .execute()
    if (due.length === 0) return 0
    const deliveries = this.#arrange(
      due.map(({ id, body }) => ({ id, rawBody: body, signature: signWebhook(this.#secret, body, now) })),
    )
    const taken = new Set<string>()
    for (const delivery of deliveries) {
      if (await deliver(delivery)) taken.add(delivery.id)
    }
    const refused = due.map(({ id }) => id).filter((id) => !taken.has(id))
    if (taken.size > 0) {
      await db
        .updateTable('test_gateway_events')
        .set({ delivered_at: now })
        .where('id', 'in', [...taken])
        .execute()
    }
    if (refused.length > 0) {
      await db
        .updateTable('test_gateway_events')
        .set((e) => ({ deliver_after: now + REDELIVER_MS, attempts: e('attempts', '+', 1) }))
        .where('id', 'in', refused)
        .execute()
    }
    return due.length
  }

  /** One step of a payment, in one transaction with the webhook that tells of it. */
  async #decide(
    clientSecret: string,
    from: IntentState[],
    verdictOf: () => IntentState | { message: string; code: string; declineCode?: string },
  ): Promise<Confirmation> {
    return transact(this.#database, async (tx): Promise<Confirmation> => {
      const row = await this.#lock(tx, 'client_secret', clientSecret)
      if (!row) return { kind: 'unknown' }
      if (row.state === 'succeeded') return { kind: 'intent', intent: toIntent(row) }
      if (!from.includes(row.state as IntentState)) {
        const message = 'This payment cannot be completed any more. Please try again.'
        return { kind: 'refused', message, code: 'payment_intent_unexpected_state', intent: toIntent(row) }
      }
      const verdict = verdictOf()
      const state = typeof verdict === 'string' ? verdict : 'requires_payment_method'
      const lastError =
        typeof verdict === 'string'
          ? null
          : { id: `ch_test_${randomBytes(9).toString('hex')}`, message: verdict.message }
      const changed = { ...row, state, last_error: lastError && JSON.stringify(lastError) }
      await tx
        .updateTable('test_gateway_intents')
        .set({ state, last_error: changed.last_error })
        .where('id', '=', row.id)
        .execute()
      const intent = toIntent(changed)
      if (state !== 'requires_action') await this.#recordEvent(tx, intent)
      return typeof verdict === 'string'
        ? { kind: 'intent', intent }
        : { kind: 'refused', ...verdict, intent }
    })
  }

  async #recordEvent(tx: Tx, intent: PaymentIntent): Promise<void> {
    const now = this.#now()
    const id = `evt_test_${randomBytes(12).toString('hex')}`
    const body = {
      id,
      type: intent.state === 'succeeded' ? 'payment_intent.succeeded' : 'payment_intent.payment_failed',
      created: Math.floor(now / 1_000),
      data: {
        object: {
          id: intent.id,
          object: 'payment_intent',
          client_secret: intent.clientSecret,
          amount: intent.amount,
          currency: intent.currency,
          status: intent.state,
          metadata: { order_id: intent.orderId },
          last_payment_error: intent.lastError,
        },
      },
    }
    await tx
      .insertInto('test_gateway_events')
      .values({ id, body: JSON.stringify(body), created_at: now, deliver_after: now, delivered_at: null })
      .execute()
  }

  async #find(id: string): Promise<PaymentIntent | null> {
    const row = await this.#database.db
      .selectFrom('test_gateway_intents')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    return row ? toIntent(row) : null
  }

  #lock(tx: Tx, column: 'id' | 'client_secret', value: string): Promise<IntentRow | undefined> {
    return tx
      .selectFrom('test_gateway_intents')
      .selectAll()
      .where(column, '=', value)
      .$if(this.#database.engine === 'postgres', (query) => query.forUpdate())
      .executeTakeFirst()
  }

  #answerOrFail(): void {
    if (this.#outages === 0) return
    this.#outages -= 1
    throw new GatewayError('The gateway could not be reached.', true)
  }
}

function toIntent(row: IntentRow): PaymentIntent {
  return {
    id: row.id,
    clientSecret: row.client_secret,
    state: row.state as IntentState,
    amount: row.amount_cents as Cents,
    currency: row.currency,
    orderId: row.order_id,
    lastError: row.last_error === null ? null : v.parse(lastErrorSchema, JSON.parse(row.last_error)),
  }
}
