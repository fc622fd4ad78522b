import { chargedCode } from '#domain/currency.ts'
import * as v from 'valibot'
import type { CartLine } from '#domain/checkout/cart.ts'
import type { CheckoutChoices } from '#domain/checkout/checkout-choices.ts'
import type { Tariff } from '#domain/checkout/tariff.ts'
import type { ShownPrice } from '#domain/checkout/pricing.ts'
import type { Cents } from '#domain/money.ts'
import type { Customer } from '#domain/orders/order.ts'
import { serverTariffSchema } from '#web/visitor/server-tariff.ts'
import { fieldAt, readQuote, type Quote } from '#web/storefront/checkout/prices/quote.ts'
import { cartItems } from '#web/visitor/cart-totals.ts'
import { timeLimit } from '#web/visitor/time-limit.ts'
import { pricedLineSchema, type PricedLine } from '#web/visitor/reprice.ts'
import * as words from '#words/en/checkout/checkout.ts'

/** The checkout's request to the server before a card is charged. */
export interface PaymentRequest {
  checkoutId: string
  lines: readonly CartLine[]
  customer: Customer
  note: string
  /** What the shopper saw to pay, after gift cards; the server charges what it computes itself or refuses. */
  amount: Cents
  /** What made it up. */
  shown: ShownPrice
  /** As the shopper saw them. */
  choices: CheckoutChoices
}

/**
 * The server's answer. `fields` are messages by form field; `orderNumber` is null when the server does not send one.
 */
export type PaymentAnswer =
  /** `payBy`: when the stock is free for others again, if that is sooner than usual. */
  | { kind: 'secret'; clientSecret: string; orderNumber: string | null; payBy: number | null }
  /** `reason`: why a code does nothing any more. */
  | {
      kind: 'cart-changed'
      lines: PricedLine[]
      tariff?: Tariff | undefined
      quote: Quote | null
      reason?: string
    }
  /** `isJustNow`: by this request, because promotions or gift cards left nothing to pay. */
  | { kind: 'already-paid'; orderNumber: string | null; isJustNow?: true }
  | { kind: 'fields-wrong'; fields: Record<string, string> }
  /** `isUnconfirmed`: false when the shop knows that nothing was charged. `room`: where to wait first. */
  | { kind: 'failed'; message: string; isUnconfirmed?: false; room?: string }

const orderNumberSchema = v.fallback(v.nullable(v.string()), null)

const secretSchema = v.object({
  clientSecret: v.nullable(v.pipe(v.string(), v.minLength(1))),
  orderNumber: orderNumberSchema,
  payBy: v.fallback(v.optional(v.number()), undefined),
})

const problemSchema = v.object({
  type: v.string(),
  title: v.optional(v.string(), ''),
  orderNumber: orderNumberSchema,
  lines: v.optional(v.array(pricedLineSchema), []),
  tariff: serverTariffSchema,
  errors: v.optional(v.array(v.object({ path: v.string(), message: v.string() })), []),
  room: v.optional(v.pipe(v.string(), v.regex(/^\/drop\/[a-z0-9-]+\/room$/))),
})

/** How often the request is tried before the shopper gets an error. */
const MAX_ATTEMPTS = 6
const MAX_WAIT_SECONDS = 10

/** Shows the shopper that a retry is coming, and waits until then. */
export interface RetryHooks {
  onRetry: (message: string) => void
  wait: (milliseconds: number) => Promise<void>
}

/**
 * Requests the client secret of this checkout's payment. A retry changes the same order, so when the shop is busy, or
 * does not know whether it has written the order, the request is simply repeated after a while. Never throws.
 */
export async function requestPayment(
  request: PaymentRequest,
  { onRetry, wait }: RetryHooks,
): Promise<PaymentAnswer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await post(request)
    if (answer.kind !== 'ask-again') return answer
    if (tries === MAX_ATTEMPTS) return { kind: 'failed', message: answer.atLast }
    onRetry(answer.meanwhile)
    // Jitter, so that shoppers do not all retry at the same moment.
    await wait(answer.waitSeconds * 1_000 * (1 + Math.random() / 2))
  }
}

/** More than the shop waits for other orders and for the gateway. */
const TIMEOUT_MS = 45_000

async function post(request: PaymentRequest): Promise<PaymentAnswer | RetryInstruction> {
  try {
    const response = await fetch('/create-payment-intent', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(paymentBody(request)),
      signal: timeLimit(TIMEOUT_MS),
    })
    const body: unknown = await response.json()
    return readRetry(response, body) ?? readPaymentAnswer(response.status, body)
  } catch {
    return { kind: 'failed', message: noSecretBecause() }
  }
}

/** Why no answer about the payment arrived. */
export function noSecretBecause(): string {
  return navigator.onLine ? words.noSecretInTime : words.noSecretOffline
}

/** The request may be repeated. `meanwhile` and `atLast`: the messages during the wait and after the last try. */
export interface RetryInstruction {
  kind: 'ask-again'
  waitSeconds: number
  meanwhile: string
  atLast: string
}

/** Reads whether the shop asks for a retry: 503 with a time to wait. */
export function readRetry(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  body: unknown,
): RetryInstruction | null {
  const seconds = Number(headers.get('retry-after') ?? 'none')
  const problem = v.safeParse(problemSchema, body)
  if (status !== 503 || !Number.isFinite(seconds) || !problem.success) return null
  const { type } = problem.output
  const waitSeconds = Math.min(MAX_WAIT_SECONDS, Math.max(1, seconds))
  if (type.endsWith('/busy'))
    return { kind: 'ask-again', waitSeconds, meanwhile: words.busy, atLast: words.stillBusy }
  const atLast = type.endsWith('/outcome-unknown') ? words.stillUnknown : words.noSecretNow
  return { kind: 'ask-again', waitSeconds, meanwhile: words.asking, atLast }
}

/** Problem types whose title is written for the shopper. */
const OWN_WORDS = [
  'other-currency',
  'too-expensive',
  'too-little',
  'nothing-to-pay',
  'too-many-declines',
  'too-many-tries',
  'too-many-unpaid',
  'turn-needed',
  'over-person-limit',
  'not-accepted',
]

/** Reads the server's answer; anything unexpected counts as a missing secret. */
export function readPaymentAnswer(status: number, body: unknown): PaymentAnswer {
  const secret = v.safeParse(secretSchema, body)
  if (status === 200 && secret.success) {
    const { clientSecret, orderNumber, payBy = null } = secret.output
    return clientSecret === null
      ? { kind: 'already-paid', orderNumber, isJustNow: true }
      : { kind: 'secret', clientSecret, orderNumber, payBy }
  }
  const problem = v.safeParse(problemSchema, body)
  if (problem.success) {
    const { type, title, orderNumber, lines, tariff, errors, room } = problem.output
    if (type.endsWith('/already-paid')) return { kind: 'already-paid', orderNumber }
    if (type.endsWith('/code-refused'))
      return { kind: 'cart-changed', lines, tariff, quote: readQuote(body), reason: title }
    if (status === 409) return { kind: 'cart-changed', lines, tariff, quote: readQuote(body) }
    if (OWN_WORDS.some((kind) => type.endsWith(`/${kind}`)))
      return { kind: 'failed', message: title, isUnconfirmed: false, ...(room && { room }) }
    const fields = formFields(errors)
    if (status === 422 && Object.keys(fields).length > 0) return { kind: 'fields-wrong', fields }
  }
  return { kind: 'failed', message: status === 429 ? words.tooMany : words.noSecretNow }
}

function formFields(errors: { path: string; message: string }[]): Record<string, string> {
  const found = errors.map(({ path, message }) => [fieldAt(path), message] as const)
  return Object.fromEntries(found.filter(([field]) => field !== ''))
}

function paymentBody({ lines, choices, ...request }: PaymentRequest) {
  return {
    ...request,
    ...choices,
    currency: chargedCode(),
    items: cartItems(lines),
  }
}
