import * as v from 'valibot'
import type { CartLine } from '#domain/cart.ts'
import type { Cents } from '#domain/money.ts'
import type { Customer } from '#domain/order.ts'
import { pricedLineSchema, type PricedLine } from '#web/visitor/reprice.ts'
import { CHECKOUT_MESSAGES } from './messages.ts'

/** What the checkout asks the server for before a card is charged. */
export interface PaymentRequest {
  checkoutId: string
  lines: readonly CartLine[]
  customer: Customer
  note: string
  /** What the shopper saw and agreed to; the server charges its own total or refuses. */
  amount: Cents
}

/** What came of it. `fields` are messages by field of the form; `orderNumber` is null where the server does not say. */
export type PaymentAnswer =
  | { kind: 'secret'; clientSecret: string; orderNumber: string | null }
  | { kind: 'cart-changed'; lines: PricedLine[] }
  | { kind: 'already-paid'; orderNumber: string | null }
  | { kind: 'fields-wrong'; fields: Record<string, string> }
  | { kind: 'failed'; message: string }

const orderNumberSchema = v.fallback(v.nullable(v.string()), null)

const secretSchema = v.object({
  clientSecret: v.pipe(v.string(), v.minLength(1)),
  orderNumber: orderNumberSchema,
})

const problemSchema = v.object({
  type: v.string(),
  title: v.optional(v.string(), ''),
  orderNumber: orderNumberSchema,
  lines: v.optional(v.array(pricedLineSchema), []),
  errors: v.optional(v.array(v.object({ path: v.string(), message: v.string() })), []),
})

/** Asks for the client secret of this checkout's payment. Asking again changes the same order. Never throws. */
export async function requestPayment(request: PaymentRequest): Promise<PaymentAnswer> {
  try {
    const response = await fetch('/create-payment-intent', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(paymentBody(request)),
    })
    return readPaymentAnswer(response.status, await response.json())
  } catch {
    return { kind: 'failed', message: CHECKOUT_MESSAGES.noSecret }
  }
}

/** Refusals whose title is written for the shopper. */
const OWN_WORDS = ['too-expensive', 'too-many-declines', 'too-many-tries', 'too-many-unpaid']

/** Reads the server's answer; whatever is not understood means that there is no secret. */
export function readPaymentAnswer(status: number, body: unknown): PaymentAnswer {
  const secret = v.safeParse(secretSchema, body)
  if (status === 200 && secret.success) return { kind: 'secret', ...secret.output }
  const problem = v.safeParse(problemSchema, body)
  if (problem.success) {
    const { type, title, orderNumber, lines, errors } = problem.output
    if (type.endsWith('/already-paid')) return { kind: 'already-paid', orderNumber }
    if (status === 409) return { kind: 'cart-changed', lines }
    if (OWN_WORDS.some((kind) => type.endsWith(`/${kind}`))) return { kind: 'failed', message: title }
    const fields = customerFields(errors)
    if (status === 422 && Object.keys(fields).length > 0) return { kind: 'fields-wrong', fields }
  }
  return { kind: 'failed', message: status === 429 ? CHECKOUT_MESSAGES.tooMany : CHECKOUT_MESSAGES.noSecret }
}

function customerFields(errors: { path: string; message: string }[]): Record<string, string> {
  const customer = '/customer/'
  return Object.fromEntries(
    errors
      .filter(({ path }) => path.startsWith(customer))
      .map(({ path, message }) => [path.slice(customer.length), message]),
  )
}

function paymentBody({ checkoutId, lines, customer, note, amount }: PaymentRequest) {
  return {
    amount,
    currency: 'cad',
    checkoutId,
    items: lines.map(({ product, selectedSize, quantity }) => ({
      productId: product.id,
      size: selectedSize,
      quantity,
    })),
    customer,
    note,
  }
}
