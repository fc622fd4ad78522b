/** One safeguard, and the code without it. `tests`: the smallest set of files that should fail. */
export interface Mutant {
  takesOut: string
  file: string
  from: string
  to: string
  tests: string[]
}

export const MUTANTS: readonly Mutant[] = [
  {
    takesOut: 'the check that a count has the wanted units',
    file: 'db/catalog/stock.ts',
    from: 'left + count.delta >= 0',
    to: 'left + count.delta >= -1_000',
    tests: ['test/operations/checkout/settle-payment.test.ts'],
  },
  {
    takesOut: 'the idempotency key of a payment: every request to the gateway is a new one',
    file: 'operations/checkout/request-payment.ts',
    from: 'return `${orderId}-${attempt}-${amount_cents}-${addressInKey(email)}`',
    to: 'return `${orderId}-${attempt}-${amount_cents}-${addressInKey(email)}-${Math.random()}`',
    tests: ['test/operations/checkout/repeated-payments.test.ts'],
  },
  {
    takesOut: 'the signature check of the webhook',
    file: 'providers/payments/test-gateway/test-gateway.ts',
    from: 'if (!isSignedWebhook(this.#secret, rawBody, signature, this.#now())) return null',
    to: 'if (!isSignedWebhook(this.#secret, rawBody, signature, this.#now())) return readEventBody(rawBody)',
    tests: ['test/web/api/checkout-endpoints.test.ts'],
  },
  {
    takesOut: 'the check that the amount paid is the amount ordered',
    file: 'operations/checkout/payments/settle-payment.ts',
    from: ' && isCovered(order.total_cents, paid)',
    to: '',
    tests: ['test/operations/checkout/settle-payment.test.ts'],
  },
  {
    takesOut: 'the check that an order holds its units when it is paid',
    file: 'operations/checkout/payments/settle-payment.ts',
    from: 'if (holds) {',
    to: 'if (holds !== null) {',
    tests: ['test/operations/checkout/settle-payment.test.ts'],
  },
  {
    takesOut: 'the dedupe key of the outbox',
    file: 'db/outbox/outbox.ts',
    from: 'dedupe_key: dedupeKey,',
    to: 'dedupe_key: dedupeKey + Math.random(),',
    tests: ['test/db/outbox.test.ts'],
  },
]
