import type { PaymentRisk } from '#domain/orders/payment-risk.ts'
import type { Card } from '#providers/payments/payment-gateway.ts'
import * as words from '#words/en/checkout/test-gateway.ts'

/**
 * How the built-in gateway responds to a card: a payment, a payment that is disputed later, a refusal, or a
 * confirmation step first.
 */
export type CardResult =
  | { kind: 'succeeds' }
  | { kind: 'disputes' }
  | { kind: 'needs-authentication' }
  | { kind: 'refused'; message: string; code: string; declineCode?: string }

const declined = (message: string, declineCode: string): CardResult => ({
  kind: 'refused',
  message,
  code: 'card_declined',
  declineCode,
})

const refused = (message: string, code: string): CardResult => ({ kind: 'refused', message, code })

const DOUBTFUL_CARD = '4000000000009235'

/** What a gateway says of a payment that it takes, and finds doubtful. */
const DOUBTFUL: PaymentRisk = {
  level: 'elevated',
  score: 68,
  reason: words.doubtful,
  cvc: 'passed',
  postal: 'failed',
  country: 'US',
}

/** The published test numbers (decisions 4). */
const CARD_RESULTS: Record<string, CardResult> = {
  '4242424242424242': { kind: 'succeeds' },
  [DOUBTFUL_CARD]: { kind: 'succeeds' },
  '4000000000000259': { kind: 'disputes' },
  '4000000000000002': declined(words.declined, 'generic_decline'),
  '4000000000009995': declined(words.insufficientFunds, 'insufficient_funds'),
  '4000000000000069': refused(words.expired, 'expired_card'),
  '4000000000000127': refused(words.wrongCode, 'incorrect_cvc'),
  '4000002500003155': { kind: 'needs-authentication' },
  '4000000000003220': { kind: 'needs-authentication' },
}

/** The risk of a payment with this card; null: like that of most cards. */
export function riskOf({ number }: Card): PaymentRisk | null {
  return number.replace(/\D/g, '') === DOUBTFUL_CARD ? DOUBTFUL : null
}

const ONLY_TEST_CARDS = refused(words.onlyTestCards, 'incorrect_number')

/** Evaluates a card. A number that is not a published test number is refused, even when the other fields are valid. */
export function evaluateCard({ number, expiry, cvc }: Card, now: number): CardResult {
  const digits = number.replace(/[\s-]/g, '')
  const result = Object.hasOwn(CARD_RESULTS, digits) ? CARD_RESULTS[digits] : undefined
  if (!result) return ONLY_TEST_CARDS
  const [, month, year] = /^\s*(\d{1,2})\s*\/\s*(?:20)?(\d{2})\s*$/.exec(expiry) ?? []
  if (month === undefined || year === undefined || Number(month) < 1 || Number(month) > 12) {
    return refused(words.incompleteDate, 'invalid_expiry')
  }
  const today = new Date(now)
  const expires = (2000 + Number(year)) * 12 + Number(month) - 1
  if (expires < today.getUTCFullYear() * 12 + today.getUTCMonth()) {
    return refused(words.pastYear, 'invalid_expiry_year')
  }
  if (!/^\d{3,4}$/.test(cvc)) return refused(words.incompleteCode, 'incomplete_cvc')
  return result
}
