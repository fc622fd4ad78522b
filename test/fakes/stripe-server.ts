import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type Stripe from 'stripe'
import { cents } from '#domain/money.ts'
import { BANK_TAKES_MS, refundStatus } from '#providers/payments/test-refunds.ts'
import { refusalOfRequest } from './stripe-requests.ts'

interface Intent {
  id: string
  object: 'payment_intent'
  client_secret: string
  status: string
  amount: number
  amount_received: number
  currency: string
  livemode: boolean
  metadata: Record<string, string>
  last_payment_error: object | null
  latest_charge: string | null
}

/** Refunds and disputes have the shape of the SDK's own types: Stripe's document of 2023 knows less of them. */
type Refund = Pick<Stripe.Refund, 'object' | 'currency' | 'failure_reason' | 'id' | 'amount'> & {
  payment_intent: string
  status: string
  metadata: Record<string, string>
}

type Dispute = Pick<
  Stripe.Dispute,
  'object' | 'id' | 'amount' | 'currency' | 'reason' | 'status' | 'livemode' | 'metadata'
> & { payment_intent: string }

type EventType = Extract<
  Stripe.Event.Type,
  | `payment_intent.${'succeeded' | 'payment_failed' | 'canceled'}`
  | `refund.${'updated' | 'failed'}`
  | `charge.dispute.${'created' | 'closed'}`
>

interface StripeEvent {
  id: string
  object: 'event'
  type: EventType
  livemode: boolean
  data: { object: Intent | Refund | Dispute }
}

/** What a request comes to: a status and the body that Stripe would send. */
interface Reply {
  status: number
  body: object
}

/**
 * Speaks the part of Stripe's API that a card shop uses: payment intents, refunds, idempotency keys and errors, on a
 * port of this machine. A request that Stripe's own document does not allow is refused, and remembered in `mistakes`.
 */
export class StripeServer {
  readonly mistakes: string[] = []
  /** Every request as `POST /v1/payment_intents`. */
  readonly requests: string[] = []
  readonly #intents = new Map<string, Intent>()
  readonly #refunds: Refund[] = []
  readonly #disputes: Dispute[] = []
  readonly #kept = new Map<string, { request: string; reply: Reply }>()
  #events: StripeEvent[] = []
  #cuts = 0
  readonly #server = createServer((request, response) => void this.#answer(request, response))

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  get base(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The next `requests` are cut off without an answer. */
  cut(requests: number): void {
    this.#cuts = requests
  }

  /** Stripe forgets keys after a day. */
  forgetKeys(): void {
    this.#kept.clear()
  }

  /** A shopper's card is charged, as stripe.js does it. Answers what confirmCardPayment resolves to. */
  confirm(
    clientSecret: string,
    outcome: 'succeeds' | 'is disputed' | 'is declined' | 'fails at the bank',
  ): object {
    const intent = [...this.#intents.values()].find((one) => one.client_secret === clientSecret)
    if (!intent || intent.status === 'canceled') {
      return { error: { message: 'This PaymentIntent cannot be confirmed.' } }
    }
    if (intent.status === 'succeeded') return { paymentIntent: { status: intent.status } }
    if (outcome === 'succeeds' || outcome === 'is disputed') {
      Object.assign(intent, {
        status: 'succeeded',
        amount_received: intent.amount,
        last_payment_error: null,
        latest_charge: newId('ch'),
      })
      this.#tell('payment_intent.succeeded', intent)
      if (outcome === 'is disputed') this.#dispute(intent)
      return { paymentIntent: { status: intent.status } }
    }
    const declined = outcome === 'is declined'
    const error = {
      type: declined ? 'card_error' : 'invalid_request_error',
      code: declined ? 'card_declined' : 'payment_intent_authentication_failure',
      message: declined ? 'Your card was declined.' : 'We could not authenticate your payment method.',
      ...(declined && { charge: newId('ch'), decline_code: 'generic_decline' }),
      payment_method: { id: newId('pm'), object: 'payment_method' },
    }
    intent.last_payment_error = error
    this.#tell('payment_intent.payment_failed', intent)
    return { error: { message: error.message, code: error.code } }
  }

  /** Banks make up their minds about the refunds that wait for them, and about the disputes, which they all lose. */
  letBanksDecide(): void {
    for (const refund of this.#refunds) {
      const later = refundStatus(cents(refund.amount), BANK_TAKES_MS)
      if (later.status === refund.status) continue
      Object.assign(refund, later)
      this.#tell(later.status === 'failed' ? 'refund.failed' : 'refund.updated', refund)
    }
    for (const dispute of this.#disputes) {
      dispute.status = 'lost'
      this.#tell('charge.dispute.closed', dispute)
    }
  }

  #dispute({ id, amount, currency }: Intent): void {
    const dispute: Dispute = {
      id: newId('dp'),
      object: 'dispute',
      amount,
      currency,
      payment_intent: id,
      reason: 'fraudulent',
      status: 'needs_response',
      livemode: false,
      metadata: {},
    }
    this.#disputes.push(dispute)
    this.#tell('charge.dispute.created', dispute)
  }

  /** The events since the last time, as bodies of webhooks. */
  takeEvents(): string[] {
    const bodies = this.#events.map((event) => JSON.stringify(event))
    this.#events = []
    return bodies
  }

  #tell(type: EventType, object: Intent | Refund | Dispute): void {
    const data = { object: structuredClone(object) }
    this.#events.push({ id: newId('evt'), object: 'event', type, livemode: false, data })
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.#cuts > 0) {
      this.#cuts -= 1
      request.socket.destroy()
      return
    }
    const body = await readBody(request)
    const url = new URL(request.url ?? '/', 'http://stripe')
    const line = `${request.method} ${url.pathname}`
    this.requests.push(line)
    const form = new URLSearchParams(request.method === 'GET' ? url.search : body)
    const { status, body: answer } = this.#once(request, `${line} ${form}`, () => this.#reply(line, form))
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': newId('req') })
    response.end(JSON.stringify(answer))
  }

  #once(request: IncomingMessage, asked: string, reply: () => Reply): Reply {
    const key = request.headers['idempotency-key']
    if (typeof key !== 'string') return reply()
    const kept = this.#kept.get(key)
    if (!kept) {
      const made = reply()
      this.#kept.set(key, { request: asked, reply: structuredClone(made) })
      return made
    }
    if (kept.request === asked) return kept.reply
    return refused(
      400,
      'idempotency_error',
      'Keys for idempotent requests can only be used with the same parameters.',
    )
  }

  #reply(line: string, form: URLSearchParams): Reply {
    const mistake = refusalOfRequest(line, form)
    if (mistake !== null) {
      this.mistakes.push(`${line}: ${mistake}`)
      return refused(400, 'invalid_request_error', mistake, 'parameter_unknown')
    }
    const [, , , id, action] = line.split(' ')[1]?.split('/') ?? []
    if (line === 'POST /v1/payment_intents') return ok(this.#create(form))
    if (line === 'POST /v1/refunds') return this.#refund(form)
    if (line === 'GET /v1/refunds') {
      const data = this.#refunds.filter((one) => one.payment_intent === form.get('payment_intent'))
      return ok({ object: 'list', data, has_more: false, url: '/v1/refunds' })
    }
    const intent = this.#intents.get(id ?? '')
    if (!intent)
      return refused(404, 'invalid_request_error', `No such payment_intent: '${id}'`, 'resource_missing')
    if (line.startsWith('GET')) return ok(intent)
    if (!['requires_payment_method', 'requires_action'].includes(intent.status)) {
      const message = `This PaymentIntent's status is ${intent.status}.`
      return refused(400, 'invalid_request_error', message, 'payment_intent_unexpected_state')
    }
    if (action === 'cancel') {
      intent.status = 'canceled'
      this.#tell('payment_intent.canceled', intent)
    } else intent.amount = Number(form.get('amount'))
    return ok(intent)
  }

  #create(form: URLSearchParams): Intent {
    const id = newId('pi')
    const intent: Intent = {
      id,
      object: 'payment_intent',
      client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
      status: 'requires_payment_method',
      amount: Number(form.get('amount')),
      amount_received: 0,
      currency: form.get('currency') ?? '',
      livemode: false,
      metadata: metadataOf(form),
      last_payment_error: null,
      latest_charge: null,
    }
    this.#intents.set(id, intent)
    return intent
  }

  #refund(form: URLSearchParams): Reply {
    const intent = this.#intents.get(form.get('payment_intent') ?? '')
    const amount = Number(form.get('amount'))
    if (intent?.status !== 'succeeded') {
      return refused(
        400,
        'invalid_request_error',
        'This PaymentIntent does not have a successful charge to refund.',
      )
    }
    const given = this.#refunds
      .filter((one) => one.payment_intent === intent.id && one.status !== 'failed')
      .reduce((sum, one) => sum + one.amount, 0)
    if (given + amount > intent.amount_received) {
      return refused(
        400,
        'invalid_request_error',
        'Refund amount is greater than unrefunded amount on charge.',
      )
    }
    const refund: Refund = {
      id: newId('re'),
      object: 'refund',
      amount,
      currency: intent.currency,
      payment_intent: intent.id,
      ...refundStatus(cents(amount), 0),
      metadata: metadataOf(form),
    }
    this.#refunds.push(refund)
    return ok(refund)
  }
}

function ok(body: object): Reply {
  return { status: 200, body }
}

function refused(status: number, type: string, message: string, code?: string): Reply {
  return { status, body: { error: { type, message, ...(code !== undefined && { code }) } } }
}

function metadataOf(form: URLSearchParams): Record<string, string> {
  const entries = [...form].flatMap(([name, value]) => {
    const key = /^metadata\[(\w+)\]$/.exec(name)?.[1]
    return key === undefined ? [] : [[key, value] as const]
  })
  return Object.fromEntries(entries)
}

function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
