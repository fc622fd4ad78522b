import { cents } from '#domain/money.ts'
import { BANK_DELAY_MS, refundStatus } from '#providers/payments/test-gateway/test-refunds.ts'
import { checked } from './stripe-document.ts'
import {
  newBalanceTransaction,
  newDispute,
  newEvent,
  newIntent,
  newPayout,
  newRefund,
  newSetup,
  type BalanceTransaction,
  type Dispute,
  type EventType,
  type Intent,
  type Payout,
  type Refund,
  type Setup,
  type StripeEvent,
} from './stripe-objects.ts'
import { newId, ok, refused, type Reply } from './stripe-reply.ts'

const FORBIDDEN = refused(
  403,
  'invalid_request_error',
  "The provided key 'rk_test_***' does not have the required permissions for this endpoint. Having the 'rak_balance_read' permission would allow this request to continue.",
)
const UNEXPECTED_STATE = 'payment_intent_unexpected_state'

/** The part of a charge that says what was paid with. */
type ChargeDetails = {
  type: string
  outcome?: { risk_level: string; risk_score?: number; reason: string | null; seller_message: string }
  card?: {
    last4: string
    fingerprint?: string
    wallet: { type: string } | null
    country?: string
    checks?: { cvc_check: string | null; address_postal_code_check: string | null }
  }
}

/** What the fake has stored: payments, refunds, disputes, and the events about them. */
export class StripeLedger {
  readonly #intents = new Map<string, Intent>()
  readonly #setups = new Map<string, Setup & { fingerprint: string }>()
  readonly #paidWith = new Map<string, ChargeDetails>()
  readonly #refunds: Refund[] = []
  readonly #disputes: Dispute[] = []
  readonly #transactions: BalanceTransaction[] = []
  readonly #payouts: Payout[] = []
  #events: StripeEvent[] = []
  /** What a balance transaction and a payout is dated by. */
  now: () => number = Date.now
  /** The currency of the balance, and what it is worth: settled amounts are charged ones times this. */
  settlesIn: { currency: string; rate: number } | null = null
  /** The key is restricted, and may not read the balance. */
  isRestricted = false

  /** The amount that a payment asks for; null: there is none with this secret. */
  amountOf(clientSecret: string): number | null {
    return [...this.#intents.values()].find((one) => one.client_secret === clientSecret)?.amount ?? null
  }

  /** What the check of a card is for; null: there is none with this secret. */
  usageOf(clientSecret: string): string | null {
    return [...this.#setups.values()].find((one) => one.client_secret === clientSecret)?.usage ?? null
  }

  /** A shopper's card is charged, as stripe.js does it. Answers what confirmPayment resolves to. */
  confirm(
    clientSecret: string,
    outcome: 'succeeds' | 'is disputed' | 'is declined' | 'fails at the bank',
  ): object {
    const intent = [...this.#intents.values()].find((one) => one.client_secret === clientSecret)
    if (!intent || intent.status === 'canceled') {
      return { error: { message: 'This PaymentIntent cannot be confirmed.' } }
    }
    if (intent.status === 'succeeded') {
      const message = 'You cannot confirm this PaymentIntent because it has already succeeded.'
      return {
        error: { type: 'invalid_request_error', code: UNEXPECTED_STATE, message, payment_intent: intent },
      }
    }
    if (outcome === 'succeeds' || outcome === 'is disputed') {
      Object.assign(intent, {
        status: 'succeeded',
        amount_received: intent.amount,
        last_payment_error: null,
        latest_charge: newId('ch'),
      })
      this.#move('charge', 'charge', intent.amount, intent, Math.round(intent.amount * 0.029) + 30)
      this.#recordEvent('payment_intent.succeeded', intent)
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
    this.#recordEvent('payment_intent.payment_failed', intent)
    return { error: { message: error.message, code: error.code } }
  }

  /** A shopper's card is checked, as stripe.js does it. Answers what confirmSetup resolves to. */
  confirmSetup(clientSecret: string, outcome: 'succeeds' | 'is declined', fingerprint = 'card-1'): object {
    const setup = [...this.#setups.values()].find((one) => one.client_secret === clientSecret)
    if (!setup || setup.status !== 'requires_payment_method')
      return { error: { message: 'This SetupIntent cannot be confirmed.' } }
    if (outcome === 'is declined') {
      const error = { message: 'Your card was declined.', code: 'card_declined', type: 'card_error' }
      setup.last_setup_error = error
      const { fingerprint: _of, ...told } = setup
      this.#recordEvent('setup_intent.setup_failed', told)
      return { error }
    }
    Object.assign(setup, { status: 'succeeded', payment_method: newId('pm'), fingerprint })
    return { setupIntent: { status: setup.status } }
  }

  /** The check of a card; with the card itself where the request asks for it. */
  #setup(id: string, form: URLSearchParams): Reply {
    const found = this.#setups.get(id)
    if (!found)
      return refused(404, 'invalid_request_error', `No such setupintent: '${id}'`, 'resource_missing')
    const { fingerprint, ...setup } = found
    checked(setup)
    if (form.get('expand[0]') !== 'payment_method' || setup.payment_method === null) return ok(setup)
    const method = { id: setup.payment_method, object: 'payment_method', type: 'card', card: { fingerprint } }
    return ok({ ...setup, payment_method: method })
  }

  #cancelSetup(id: string, form: URLSearchParams): Reply {
    const setup = this.#setups.get(id)
    if (setup && setup.status !== 'requires_payment_method') {
      const message = `You cannot cancel this SetupIntent because it has a status of ${setup.status}.`
      return refused(400, 'invalid_request_error', message, 'setup_intent_unexpected_state')
    }
    if (setup) setup.status = 'canceled'
    return this.#setup(id, form)
  }

  /** Banks decide the refunds that wait for them, and the disputes, all against the shop. */
  letBanksDecide(): void {
    for (const refund of this.#refunds) {
      const later = refundStatus(cents(refund.amount), BANK_DELAY_MS)
      if (later.status === refund.status) continue
      if (later.status === 'failed') this.#move('refund_failure', 'refund_failure', refund.amount, refund)
      else if (later.status === 'succeeded') this.#move('refund', 'refund', -refund.amount, refund)
      Object.assign(refund, later)
      this.#recordEvent(later.status === 'failed' ? 'refund.failed' : 'refund.updated', refund)
    }
    for (const dispute of this.#disputes) {
      if (dispute.status !== 'needs_response') continue
      dispute.status = 'lost'
      this.#recordEvent('charge.dispute.closed', dispute)
    }
  }

  /** The bank reverses its decision, and Stripe reports it twice, in any order. */
  turnDispute(id: string, status: 'won' | 'lost'): void {
    const dispute = this.#disputes.find((one) => one.payment_intent === id)
    if (!dispute) throw new Error(`There is no dispute about ${id}`)
    dispute.status = status
    if (status === 'won') this.#move('adjustment', 'dispute_reversal', dispute.amount, dispute)
    if (status === 'won') this.#recordEvent('charge.dispute.funds_reinstated', dispute)
    this.#recordEvent('charge.dispute.closed', dispute)
  }

  #dispute(intent: Intent): void {
    const dispute = newDispute(intent)
    this.#disputes.push(dispute)
    this.#move('adjustment', 'dispute', -dispute.amount, dispute, 15_00)
    this.#recordEvent('charge.dispute.created', dispute)
  }

  /** The events since the last time, as bodies of webhooks. */
  takeEvents(): string[] {
    const bodies = this.#events.map((event) => JSON.stringify(event))
    this.#events = []
    return bodies
  }

  #recordEvent(type: EventType, object: Intent | Setup | Refund | Dispute): void {
    this.#events.push(checked(newEvent(type, checked(object))))
  }

  /** Answers a request that Stripe's document allows. */
  reply(line: string, form: URLSearchParams): Reply {
    const [, , , id, action] = line.split(' ')[1]?.split('/') ?? []
    const isCharge =
      line === 'POST /v1/payment_intents' || (line.startsWith('POST /v1/payment_intents/') && !action)
    if (isCharge && Number(form.get('amount')) < 50) {
      const message = 'Amount must be at least $0.50 cad'
      return refused(400, 'invalid_request_error', message, 'amount_too_small')
    }
    if (line === 'POST /v1/payment_intents') return ok(checked(this.#create(form)))
    if (line === 'GET /v1/payment_intents') return ok(this.#pageOfIntents(form))
    if (line === 'POST /v1/refunds') return this.#refund(form)
    if (line === 'GET /v1/refunds') return ok(this.#pageOfRefunds(form))
    if (line === 'GET /v1/balance') {
      return ok({ object: 'balance', available: [], pending: [], livemode: false })
    }
    if (line === 'GET /v1/balance_transactions') return this.#pageOfTransactions(form)
    if (line === 'GET /v1/payouts') {
      return this.isRestricted ? FORBIDDEN : ok(pageOf(createdIn(this.#payouts, form), form, '/v1/payouts'))
    }
    if (line.startsWith('GET /v1/disputes/')) {
      const dispute = this.#disputes.find((one) => one.id === id)
      return dispute
        ? ok(checked(dispute))
        : refused(404, 'invalid_request_error', `No such dispute: '${id}'`, 'resource_missing')
    }
    if (line === 'POST /v1/setup_intents') {
      const setup = { ...newSetup(), usage: form.get('usage') ?? 'off_session' }
      this.#setups.set(setup.id, { ...setup, fingerprint: '' })
      return ok(checked(setup))
    }
    if (line.startsWith('GET /v1/setup_intents/')) return this.#setup(id ?? '', form)
    if (line.startsWith('POST /v1/setup_intents/')) return this.#cancelSetup(id ?? '', form)
    const intent = this.#intents.get(id ?? '')
    if (!intent)
      return refused(404, 'invalid_request_error', `No such payment_intent: '${id}'`, 'resource_missing')
    if (line.startsWith('GET')) return ok(this.#expanded(checked(intent), form))
    if (!['requires_payment_method', 'requires_action'].includes(intent.status)) {
      const message = `This PaymentIntent's status is ${intent.status}.`
      return refused(400, 'invalid_request_error', message, UNEXPECTED_STATE)
    }
    if (action === 'cancel') {
      intent.status = 'canceled'
      this.#recordEvent('payment_intent.canceled', intent)
    } else intent.amount = Number(form.get('amount'))
    return ok(checked(intent))
  }

  /** The payment with its charge, where the request asks for it: only then Stripe tells what was paid with. */
  #expanded(intent: Intent, form: URLSearchParams): object {
    const details = this.#paidWith.get(intent.id)
    if (form.get('expand[0]') !== 'latest_charge' || !details) return intent
    const { outcome = null, ...method } = details
    const charge = { id: intent.latest_charge, object: 'charge', payment_method_details: method, outcome }
    return { ...intent, latest_charge: charge }
  }

  /** A shopper pays with another method than a plain card: `https://docs.stripe.com/api/charges/object`. */
  payWith(clientSecret: string, details: ChargeDetails): object {
    const intent = [...this.#intents.values()].find((one) => one.client_secret === clientSecret)
    if (intent) this.#paidWith.set(intent.id, details)
    return this.confirm(clientSecret, 'succeeds')
  }

  #create(form: URLSearchParams): Intent {
    const intent = newIntent(Number(form.get('amount')), form.get('currency') ?? '', metadataOf(form))
    this.#intents.set(intent.id, intent)
    return intent
  }

  #pageOfIntents(form: URLSearchParams): object {
    return pageOf(createdIn([...this.#intents.values()], form), form, '/v1/payment_intents')
  }

  #pageOfRefunds(form: URLSearchParams): object {
    const intentId = form.get('payment_intent')
    const all = this.#refunds.filter((one) => intentId === null || one.payment_intent === intentId)
    return pageOf(createdIn(all, form), form, '/v1/refunds')
  }

  /** Of a payout, or of a time; with their sources where the request asks for them. */
  #pageOfTransactions(form: URLSearchParams): Reply {
    if (this.isRestricted) return FORBIDDEN
    const payout = form.get('payout')
    const all =
      payout === null
        ? createdIn(this.#transactions, form)
        : this.#transactions.filter((one) => one.payout === payout)
    const page = pageOf(all, form, '/v1/balance_transactions')
    const data = page.data.map(({ payout: _payout, of, ...one }) => ({
      ...checked(one),
      ...(form.get('expand[0]') === 'data.source' && of !== null && { source: of }),
    }))
    return ok({ ...page, data })
  }

  /** Moves the balance. `amount`: as charged. */
  #move(
    type: string,
    category: string,
    amount: number,
    of: Intent | Refund | Dispute | Payout | null,
    fee = 0,
  ): BalanceTransaction {
    const { currency, rate } = this.settlesIn ?? { currency: 'cad', rate: 1 }
    const terms = { type, category, currency, at: this.now(), description: of === null ? category : null }
    const source =
      of?.object === 'payment_intent'
        ? { id: of.latest_charge ?? '', object: 'charge' as const, payment_intent: of.id }
        : of
    const one = newBalanceTransaction(source, {
      ...terms,
      amount: Math.round(amount * rate),
      fee: Math.round(fee * rate),
    })
    this.#transactions.push(one)
    return one
  }

  /** Stripe charges a fee of its own, or something else happens that is of no payment. */
  moveBalance(type: string, category: string, amount: number): string {
    return this.#move(type, category, amount, null).id
  }

  /** Somebody pays at Stripe what the shop does not know. */
  payElsewhere(amount: number): string {
    const intent = { ...newIntent(amount, 'cad', {}), latest_charge: newId('ch') }
    return this.#move('charge', 'charge', amount, intent, Math.round(amount * 0.029) + 30).id
  }

  /** Everything that is not paid out yet goes to the bank. `automatic`: on Stripe's schedule, so that it tells what. */
  payOut({ automatic = true } = {}): string {
    const open = this.#transactions.filter(({ payout }) => payout === null)
    const amount = open.reduce((sum, { net }) => sum + net, 0)
    const payout = newPayout({
      amount,
      automatic,
      currency: this.settlesIn?.currency ?? 'cad',
      at: this.now(),
    })
    this.#payouts.push(checked(payout))
    const moved = this.#move('payout', 'payout', 0, payout)
    Object.assign(moved, { amount: -amount, net: -amount })
    for (const one of [...open, moved]) one.payout = automatic ? payout.id : ''
    return payout.id
  }

  /** The bank has a payout, or sends it back. */
  bankAnswers(id: string, status: 'paid' | 'failed'): void {
    const payout = this.#payouts.find((one) => one.id === id)
    if (!payout) throw new Error(`There is no payout ${id}`)
    payout.status = status
    if (status === 'paid') return
    const back = this.#move('payout_failure', 'payout_reversal', 0, payout)
    Object.assign(back, { amount: payout.amount, net: payout.amount })
    const failure = { failure_code: 'account_closed', failure_message: 'The bank account has been closed' }
    Object.assign(payout, { ...failure, failure_balance_transaction: back.id })
  }

  /** What is at Stripe, in cents. */
  get balance(): number {
    return this.#transactions.reduce((sum, { net }) => sum + net, 0)
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
    const refund = newRefund(intent, {
      amount,
      ...refundStatus(cents(amount), 0),
      metadata: metadataOf(form),
    })
    this.#refunds.push(refund)
    if (refund.status === 'succeeded') this.#move('refund', 'refund', -amount, refund)
    return ok(checked(refund))
  }
}

/** The newest come first, as Stripe lists them. */
function createdIn<One extends { created: number }>(all: readonly One[], form: URLSearchParams): One[] {
  const [from, to] = [Number(form.get('created[gte]') ?? 0), Number(form.get('created[lt]') ?? Infinity)]
  return all.filter(({ created }) => created >= from && created < to)
}

function pageOf<One extends { id: string }>(
  all: readonly One[],
  form: URLSearchParams,
  url: string,
): { object: string; data: One[]; has_more: boolean; url: string } {
  const newestFirst = all.toReversed()
  const from = newestFirst.findIndex(({ id }) => id === form.get('starting_after')) + 1
  const to = from + Number(form.get('limit') ?? 10)
  return { object: 'list', data: newestFirst.slice(from, to), has_more: to < all.length, url }
}

function metadataOf(form: URLSearchParams): Record<string, string> {
  const entries = [...form].flatMap(([name, value]) => {
    const key = /^metadata\[(\w+)\]$/.exec(name)?.[1]
    return key === undefined ? [] : [[key, value] as const]
  })
  return Object.fromEntries(entries)
}
