import * as v from 'valibot'
import type { BillingDetails, CardConfirmation } from '#web/storefront/checkout/gateways/card-box.ts'
import { timeLimit } from '#web/visitor/time-limit.ts'
import type { CardDraft } from './test-cards.ts'

const answerSchema = v.union([
  v.object({ paymentIntent: v.object({ status: v.string() }) }),
  v.object({ error: v.object({ message: v.string() }) }),
])

/** Confirms a payment at the built-in gateway with one of its test cards, or one in its wallet. */
export function confirmTestPayment(
  clientSecret: string,
  card: CardDraft & { isInWallet?: true },
  billing: BillingDetails,
): Promise<CardConfirmation> {
  return post('/test-gateway/confirm', { clientSecret, card, billing })
}

/** Ends the confirmation step of a test card that requires one. */
export function authenticateTestPayment(
  clientSecret: string,
  outcome: 'approve' | 'fail',
): Promise<CardConfirmation> {
  return post('/test-gateway/authenticate', { clientSecret, outcome })
}

const TIMEOUT_MS = 30_000

async function post(path: string, body: object): Promise<CardConfirmation> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: timeLimit(TIMEOUT_MS),
    })
    const answer = v.parse(answerSchema, await response.json())
    return 'error' in answer ? { error: answer.error.message } : { status: answer.paymentIntent.status }
  } catch {
    return { error: '', isUnconfirmed: true }
  }
}
