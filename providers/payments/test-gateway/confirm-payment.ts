import { createHash, randomBytes } from 'node:crypto'
import { compiledStatement } from '#db/engine/compiled-statements.ts'
import type { PaidWith } from '#domain/checkout/payment.ts'
import type { PaymentRisk } from '#domain/orders/payment-risk.ts'
import type { Cents } from '#domain/money.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { transactTogether } from '#db/engine/postgres/commit-together.ts'
import { LastStatement } from '#db/engine/transact.ts'
import type { Card, Confirmation, IntentState } from '#providers/payments/payment-gateway.ts'
import * as words from '#words/en/checkout/test-gateway.ts'
import { evaluateCard, riskOf } from './test-cards.ts'
import { writeDisputeEvents, writeIntentEvent } from './test-gateway-events.ts'
import { findIntentRow, intentIdOfSecret, toIntent, type IntentRow } from './test-gateway-intents.ts'

/** A refused card has a message. `disputed`: it is paid, and the cardholder disputes the payment at once. */
type StepResult = IntentState | 'disputed' | { message: string; code: string; declineCode?: string }

/** Charges a card at the test gateway. */
export function confirmPayment(
  database: ShopDatabase,
  clientSecret: string,
  card: Card,
  now: number,
): Promise<Confirmation> {
  const last4 = card.number.replace(/\D/g, '').slice(-4)
  const paidWith = card.isInWallet === true ? { method: 'test_wallet', last4 } : undefined
  const from: IntentState[] = ['requires_payment_method', 'requires_action']
  return decide(
    database,
    clientSecret,
    from,
    now,
    () => {
      const result = evaluateCard(card, now)
      if (result.kind === 'refused') return result
      if (result.kind === 'disputes') return 'disputed'
      return result.kind === 'needs-authentication' ? 'requires_action' : 'succeeded'
    },
    { paidWith, card: fingerprintOf(card), risk: riskOf(card) },
  )
}

/** The same for every payment and check with one test card, as its date and code make it. */
export function fingerprintOf({ number, expiry, cvc }: Card): string {
  const typed = [number, expiry, cvc].map((text) => text.replace(/\D/g, ''))
  return createHash('sha256').update(typed.join(' ')).digest('base64url')
}

/** Ends the 3-D Secure step. */
export function authenticatePayment(
  database: ShopDatabase,
  clientSecret: string,
  outcome: 'approve' | 'fail',
  now: number,
): Promise<Confirmation> {
  return decide(database, clientSecret, ['requires_action'], now, () =>
    outcome === 'approve'
      ? 'succeeded'
      : {
          message: words.notAuthenticated,
          code: 'payment_intent_authentication_failure',
        },
  )
}

interface Step extends Pick<IntentRow, 'id' | 'state' | 'last_error' | 'card' | 'risk'> {
  before: string
  amount: Cents
}

const endStep = compiledStatement((db, { id, state, last_error, card, risk, before, amount }: Step) =>
  db
    .updateTable('test_gateway_intents')
    .set({ state, last_error, card, risk })
    .where('id', '=', id)
    .where('state', '=', before)
    .where('amount_cents', '=', amount),
)

/** Executes one step of a payment, in one transaction with the webhooks that report it. */
async function decide(
  database: ShopDatabase,
  clientSecret: string,
  from: IntentState[],
  now: number,
  resultOf: () => StepResult,
  {
    paidWith,
    card,
    risk,
  }: { paidWith?: PaidWith | undefined; card?: string; risk?: PaymentRisk | null } = {},
): Promise<Confirmation> {
  for (;;) {
    const row = await findIntentRow(database, intentIdOfSecret(clientSecret))
    if (row?.client_secret !== clientSecret) return { kind: 'unknown' }
    if (row.state === 'succeeded') return { kind: 'intent', intent: toIntent(row) }
    if (!from.includes(toIntent(row).state)) {
      const message = 'This payment cannot be completed any more. Please try again.'
      return { kind: 'refused', message, code: 'payment_intent_unexpected_state', intent: toIntent(row) }
    }
    const result = resultOf()
    const isDisputed = result === 'disputed'
    const effective = isDisputed ? 'succeeded' : result
    const state = typeof effective === 'string' ? effective : 'requires_payment_method'
    const lastError =
      typeof result === 'string'
        ? null
        : { id: `ch_test_${randomBytes(9).toString('hex')}`, message: result.message }
    const changed = {
      ...row,
      state,
      last_error: lastError && JSON.stringify(lastError),
      card: card ?? row.card,
      risk: card === undefined ? row.risk : risk ? JSON.stringify(risk) : null,
    }
    const intent = { ...toIntent(changed), ...(state === 'succeeded' && paidWith && { paidWith }) }
    const confirmation: Confirmation =
      typeof result === 'string' ? { kind: 'intent', intent } : { kind: 'refused', ...result, intent }
    const { id, state: before, amount_cents: amount } = row
    const step = {
      id,
      state,
      last_error: changed.last_error,
      card: changed.card,
      risk: changed.risk,
      before,
      amount,
    }
    const isWritten = await transactTogether(database, async (tx) => {
      if ((await endStep(tx, step)).numAffectedRows === 0n) return false
      const events = Promise.all([
        ...(state === 'requires_action' ? [] : [writeIntentEvent(tx, intent, now)]),
        ...(isDisputed ? [writeDisputeEvents(tx, intent, now)] : []),
      ])
      return new LastStatement(events.then(() => true))
    })
    if (isWritten) return confirmation
  }
}
