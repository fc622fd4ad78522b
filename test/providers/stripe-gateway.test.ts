import StripeSdk from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toOrderId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { paymentGatewayContract } from '#providers/payments/payment-gateway.contract.ts'
import { StripeGateway } from '#providers/payments/stripe/stripe-gateway.ts'
import { TEST_REFUNDS } from '#providers/payments/test-gateway/test-refunds.ts'
import { refusalOfRequest } from '#test/fakes/stripe-document.ts'
import { StripeServer } from '#test/fakes/stripe-server.ts'

const SETTINGS = {
  secretKey: 'sk_test_shop',
  publishableKey: 'pk_test_shop',
  webhookSecret: 'whsec_shop',
}
/** The first try and the SDK's own second one. */
const EVERY_TRY = 2

let server: StripeServer
let gateway: StripeGateway

beforeEach(async () => {
  server = new StripeServer()
  await server.open()
  gateway = await StripeGateway.open({ ...SETTINGS, apiBase: server.base })
})

afterEach(async () => {
  await server.close()
  expect(server.mistakes.filter((mistake) => !mistake.includes('planted'))).toEqual([])
})

function signed(
  rawBody: string,
  { timestamp = Math.floor(Date.now() / 1_000), secret = SETTINGS.webhookSecret } = {},
) {
  const signature = StripeSdk.webhooks.generateTestHeaderString({ payload: rawBody, secret, timestamp })
  return new Headers({ 'stripe-signature': signature })
}

paymentGatewayContract(() => ({
  gateway,
  pay: async (clientSecret) => void server.ledger.confirm(clientSecret, 'succeeds'),
  payWithDisputedCard: async (clientSecret) => void server.ledger.confirm(clientSecret, 'is disputed'),
  checkCard: async (clientSecret, card) =>
    void server.ledger.confirmSetup(clientSecret, card === 'declined' ? 'is declined' : 'succeeds', card),
  tryDeclinedCard: async (clientSecret) => void server.ledger.confirm(clientSecret, 'is declined'),
  sentWebhooks: async () =>
    server.ledger.takeEvents().map((rawBody) => ({ rawBody, headers: Object.fromEntries(signed(rawBody)) })),
  later: async () => server.ledger.letBanksDecide(),
  cutNextCall: () => server.cut(EVERY_TRY),
}))

async function asked(orderId = 'order-1') {
  return gateway.createIntent({
    orderId: toOrderId(orderId),
    amount: cents(100_00),
    idempotencyKey: `${orderId}-1`,
  })
}

test('a request whose answer is lost is repeated with the same key, and makes one payment', async () => {
  server.cut(1)
  const { id } = await asked()
  expect((await asked()).id).toBe(id)
})

test('a key refunds money once, however long ago that was', async () => {
  const { id: intentId, clientSecret } = await asked()
  server.ledger.confirm(clientSecret, 'succeeds')
  const refund = { intentId, amount: cents(40_00), idempotencyKey: 'refund-1' }
  const first = await gateway.refund(refund)
  server.forgetKeys()
  expect(await gateway.refund(refund)).toEqual(first)
  const rest = await gateway.refund({ intentId, amount: cents(60_00), idempotencyKey: 'refund-2' })
  expect(rest).toMatchObject({ state: 'succeeded', amount: 60_00 })
  expect(rest.id).not.toBe(first.id)
})

test('a refund is found among more than Stripe lists in one answer, and is not made again', async () => {
  const { id: intentId, clientSecret } = await asked()
  server.ledger.confirm(clientSecret, 'succeeds')
  const refund = (nth: number) =>
    gateway.refund({ intentId, amount: cents(1), idempotencyKey: `refund-${nth}` })
  const first = await refund(0)
  await Promise.all(Array.from({ length: 100 }, (_, i) => refund(i + 1)))
  server.forgetKeys()
  expect(await gateway.findRefund(intentId, 'refund-0')).toEqual(first)
  expect(await refund(0)).toEqual(first)
  expect(await gateway.findRefund(intentId, 'refund-101')).toBe(null)
})

test('a confirmation that the shopper failed at the bank is a separate refused attempt', async () => {
  const { id, clientSecret } = await asked()
  server.ledger.confirm(clientSecret, 'fails at the bank')
  const first = await gateway.findIntent(id)
  server.ledger.confirm(clientSecret, 'fails at the bank')
  const second = await gateway.findIntent(id)
  expect(first?.lastError?.message).toMatch(/authenticate/)
  expect(second?.lastError?.id).not.toBe(first?.lastError?.id)
})

test('an old webhook, one with another signature, and one of the other mode change nothing', async () => {
  const { clientSecret } = await asked()
  server.ledger.confirm(clientSecret, 'succeeds')
  const [rawBody = ''] = server.ledger.takeEvents()
  const sixMinutesAgo = Math.floor(Date.now() / 1_000) - 360
  expect(gateway.readEvent(rawBody, signed(rawBody, { timestamp: sixMinutesAgo }))).toBe(null)
  expect(gateway.readEvent(rawBody, signed(rawBody, { secret: 'whsec_other' }))).toBe(null)
  const live = rawBody.replaceAll('"livemode":false', '"livemode":true')
  expect(gateway.readEvent(live, signed(live))).toMatchObject({ kind: 'ignored' })
})

test('each kind of event about a refund has its outcome', async () => {
  const { id: intentId, clientSecret } = await asked()
  server.ledger.confirm(clientSecret, 'succeeds')
  server.ledger.takeEvents()
  const made = await gateway.refund({ intentId, amount: TEST_REFUNDS.pendsFirst, idempotencyKey: 'refund-1' })
  server.ledger.letBanksDecide()
  const [rawBody = ''] = server.ledger.takeEvents()
  for (const type of ['refund.created', 'refund.updated', 'refund.failed', 'charge.refund.updated']) {
    const body = rawBody.replace('"refund.updated"', `"${type}"`)
    expect(gateway.readEvent(body, signed(body))).toMatchObject({
      kind: 'refund',
      refund: { ...made, state: 'succeeded' },
    })
  }
})

test.each([
  [
    { type: 'card', card: { last4: '4242', fingerprint: 'Xt5EWLLDS7FJjR1c', wallet: { type: 'apple_pay' } } },
    { paidWith: { method: 'apple_pay', last4: '4242' }, card: 'Xt5EWLLDS7FJjR1c' },
  ],
  [
    { type: 'card', card: { last4: '0341', fingerprint: 'other', wallet: null } },
    { paidWith: { method: 'card', last4: '0341' }, card: 'other' },
  ],
  [{ type: 'klarna' }, { paidWith: { method: 'klarna', last4: '' } }],
])('a payment tells what it was paid with, and its event does not: %o', async (details, told) => {
  const { id, clientSecret } = await asked()
  server.ledger.payWith(clientSecret, details)
  expect(await gateway.findIntent(id)).toMatchObject({ state: 'succeeded', ...told })
  const [rawBody = ''] = server.ledger.takeEvents()
  const event = gateway.readEvent(rawBody, signed(rawBody))
  expect(event).not.toHaveProperty('intent.paidWith')
  expect(event).not.toHaveProperty('intent.card')
})

test('a payment tells the risk that Stripe finds, and what the bank said of the card', async () => {
  const { id, clientSecret } = await asked()
  server.ledger.payWith(clientSecret, {
    type: 'card',
    card: {
      last4: '9235',
      wallet: null,
      country: 'US',
      checks: { cvc_check: 'pass', address_postal_code_check: 'fail' },
    },
    outcome: {
      risk_level: 'elevated',
      risk_score: 68,
      reason: 'elevated_risk_level',
      seller_message: 'Stripe evaluated this payment as having elevated risk.',
    },
  })
  expect((await gateway.findIntent(id))?.risk).toEqual({
    level: 'elevated',
    score: 68,
    reason: 'Stripe evaluated this payment as having elevated risk.',
    cvc: 'passed',
    postal: 'failed',
    country: 'US',
  })
})

test('a payment that Stripe did not assess has no level', async () => {
  const { id, clientSecret } = await asked()
  const outcome = { risk_level: 'not_assessed', reason: null, seller_message: 'Payment complete.' }
  server.ledger.payWith(clientSecret, { type: 'klarna', outcome })
  expect((await gateway.findIntent(id))?.risk).toMatchObject({
    level: null,
    score: null,
    reason: '',
    country: '',
  })
})

test('an event of an unknown kind is acknowledged and ignored', () => {
  const rawBody = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'payout.paid',
    livemode: false,
    data: {},
  })
  expect(gateway.readEvent(rawBody, signed(rawBody))).toEqual({
    kind: 'ignored',
    eventId: 'evt_1',
    type: 'payout.paid',
  })
})

test('the fake follows Stripe’s own document: it refuses an unknown parameter', () => {
  expect(refusalOfRequest('POST /v1/refunds', new URLSearchParams('payment_intent=pi_1&amount=5'))).toBe(null)
  expect(refusalOfRequest('POST /v1/refunds', new URLSearchParams('planted=1'))).toMatch(
    /additional properties/,
  )
  expect(refusalOfRequest('POST /v1/payment_intents', new URLSearchParams('currency=cad'))).toMatch(/amount/)
})

test('the browser gets the publishable key and nothing else', () => {
  expect(gateway.cardEntry).toEqual({
    gateway: 'stripe',
    settings: { publishableKey: SETTINGS.publishableKey },
  })
})

test.each([
  ['charge.dispute.funds_reinstated', 'won', 'won'],
  ['charge.dispute.closed', 'warning_closed', 'won'],
  ['charge.dispute.closed', 'lost', 'lost'],
  ['charge.dispute.funds_withdrawn', 'needs_response', 'open'],
  ['charge.dispute.updated', 'appeal_under_review', 'open'],
  ['charge.dispute.updated', 'a_status_of_later', 'open'],
] as const)('%s with the status %s means that a dispute is %s', (type, status, state) => {
  const object = { object: 'dispute', id: 'dp_1', amount: 100_00, currency: 'cad', reason: 'fraudulent' }
  const rawBody = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type,
    livemode: false,
    data: { object: { ...object, payment_intent: 'pi_1', status } },
  })
  expect(gateway.readEvent(rawBody, signed(rawBody))).toMatchObject({
    kind: 'dispute',
    dispute: { id: 'dp_1', intentId: 'pi_1', amount: 100_00, state },
  })
})

test('a dispute whose decision changes is reported by events, and can be looked up', async () => {
  const { id, clientSecret } = await asked()
  server.ledger.confirm(clientSecret, 'is disputed')
  server.ledger.letBanksDecide()
  server.ledger.takeEvents()
  server.ledger.turnDispute(id, 'won')
  const events = server.ledger.takeEvents().map((rawBody) => gateway.readEvent(rawBody, signed(rawBody)))
  expect(events).toMatchObject([
    { kind: 'dispute', dispute: { state: 'won' } },
    { kind: 'dispute', dispute: { state: 'won' } },
  ])
  const told = events[0]?.kind === 'dispute' ? events[0].dispute : undefined
  expect(await gateway.findDispute(told?.id ?? '')).toEqual(told)
})

test('the connection is tested with the secret key, and each call is reported as working or failing', async () => {
  const reported: string[] = []
  const watched = await StripeGateway.open(
    { ...SETTINGS, apiBase: server.base },
    { report: { worked: () => void reported.push('worked'), failed: (words) => void reported.push(words) } },
  )
  const by = { email: 'ada@redemption.example' }
  expect(await watched.connection.test(by)).toBe('Stripe accepts the secret key, in test mode.')
  expect(await watched.findIntent('pi_never_was')).toBe(null)
  expect(new Set(reported)).toEqual(new Set(['worked']))
  server.ledger.isRestricted = true
  expect(await watched.connection.test(by)).toMatch(/in test mode\. It may not read balance transactions/)
  expect(new Set(reported)).toEqual(new Set(['worked']))
  server.cut(EVERY_TRY)
  await expect(watched.connection.test(by)).rejects.toMatchObject({
    name: 'SupplierError',
    supplier: 'Stripe',
    kind: 'unreachable',
  })
  expect(reported.at(-1)).toMatch(/^Stripe: /)
  expect(reported.join(' ')).not.toContain(SETTINGS.secretKey)
})
