import * as v from 'valibot'
import type { Cents } from '#domain/money.ts'
import type { CardEntry } from '#providers/payments/payment-gateway.ts'
import { collect, confirmCard } from '#web/storefront/checkout/paying/pay.ts'
import { noSecretBecause } from '#web/storefront/checkout/paying/request-payment.ts'
import { timeLimit } from '#web/visitor/time-limit.ts'
import type { BillingDetails, CardBox } from '#web/storefront/checkout/gateways/card-box.ts'
import { settleCheckout, settleReturn } from '#web/storefront/checkout/paying/settle-checkout.ts'
import * as checkoutWords from '#words/en/checkout/checkout.ts'
import * as words from '#words/en/payment-link.ts'

/** A link that can be paid. */
export interface LinkToPay {
  link: string
  key: string
  cents: Cents
  payBy: string
  cardEntry: CardEntry
  billing: BillingDetails
}

const secretSchema = v.object({ clientSecret: v.pipe(v.string(), v.minLength(1)) })
const problemSchema = v.object({ title: v.string() })

/**
 * The outcome of pressing Pay: what the page says from now on, that the link was paid or closed meanwhile, or why
 * nothing was paid. `isUnconfirmed`: omitted when it says nothing new about the card.
 */
export type LinkOutcome =
  | { kind: 'settled'; heading: string; next: string }
  | { kind: 'changed' }
  | { kind: 'failed'; message: string; isUnconfirmed?: boolean }

/** Requests the payment, lets the card box confirm it, and tells the server. Never throws. */
export async function payLink(
  { link, key, billing }: Pick<LinkToPay, 'link' | 'key' | 'billing'>,
  cardBox: CardBox,
  amount: string,
): Promise<LinkOutcome> {
  const unpayable = await collect(cardBox)
  if (unpayable !== null) return { kind: 'failed', message: unpayable || checkoutWords.noMessage }
  const secret = await askForSecret({ link, key })
  if ('kind' in secret) return secret
  const { clientSecret } = secret
  const failure = await confirmCard(cardBox, clientSecret, billing)
  if (failure) return failure
  const settled = await settleCheckout({ clientSecret })
  return { kind: 'settled', ...resultWords(settled?.state ?? 'pending', amount) }
}

/** More than the shop waits for the gateway. */
const TIMEOUT_MS = 45_000

async function askForSecret(body: {
  link: string
  key: string
}): Promise<{ clientSecret: string } | Extract<LinkOutcome, { kind: 'changed' | 'failed' }>> {
  try {
    const response = await fetch('/api/payment-links/pay', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: timeLimit(TIMEOUT_MS),
    })
    if (response.status === 409) return { kind: 'changed' }
    const answer: unknown = await response.json()
    if (response.ok) return v.parse(secretSchema, answer)
    return { kind: 'failed', message: v.parse(problemSchema, answer).title }
  } catch {
    return { kind: 'failed', message: noSecretBecause() }
  }
}

/** What the page says after a method has led the shopper away and back. */
export async function settleLinkReturn(clientSecret: string, amount: string): Promise<LinkOutcome> {
  const outcome = await settleReturn(clientSecret)
  if (outcome.kind === 'failed') return outcome
  return { kind: 'settled', ...resultWords(outcome.state, amount) }
}

function resultWords(state: string, amount: string): { heading: string; next: string } {
  if (state === 'refunded') return { ...words.states.settled(), next: words.returned }
  const paid = words.states.paid(amount)
  if (state === 'needs-attention') return { ...paid, next: words.lookingIntoIt }
  return state === 'paid' ? paid : { ...paid, next: words.pending }
}
