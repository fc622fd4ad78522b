import * as v from 'valibot'
import type { Cents } from '#domain/money.ts'
import type { CardEntry } from '#providers/payments/payment-gateway.ts'
import { withMoney } from '#web/storefront/checkout/messages.ts'
import type { BillingDetails, CardBox } from '#web/storefront/checkout/gateways/card-box.ts'
import { settleCheckout } from '#web/storefront/checkout/paying/settle-checkout.ts'
import * as checkoutWords from '#words/checkout/checkout.ts'
import * as words from '#words/payment-link.ts'

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

/** The outcome of pressing Pay: what the page says from now on, or why nothing was paid. */
export type LinkOutcome =
  | { kind: 'settled'; heading: string; next: string }
  | { kind: 'failed'; message: string }

/** Requests the payment, lets the card box confirm it, and tells the server. Never throws. */
export async function payLink(
  { link, key, billing }: Pick<LinkToPay, 'link' | 'key' | 'billing'>,
  cardBox: CardBox,
  amount: string,
): Promise<LinkOutcome> {
  const secret = await askForSecret({ link, key })
  if ('message' in secret) return { kind: 'failed', message: secret.message }
  const { clientSecret } = secret
  const confirmation = await cardBox.confirm(clientSecret, billing).catch((error: unknown) => ({
    error: error instanceof Error ? error.message : '',
    isUnconfirmed: true,
  }))
  if ('error' in confirmation) {
    const { error, isUnconfirmed } = confirmation
    return { kind: 'failed', message: withMoney(error || checkoutWords.noMessage, isUnconfirmed === true) }
  }
  if (confirmation.status !== 'succeeded') {
    return { kind: 'failed', message: withMoney(checkoutWords.notSucceeded, true) }
  }
  const settled = await settleCheckout(clientSecret)
  return { kind: 'settled', ...resultWords(settled?.state ?? 'pending', amount) }
}

async function askForSecret(body: {
  link: string
  key: string
}): Promise<{ clientSecret: string } | { message: string }> {
  try {
    const response = await fetch('/api/payment-links/pay', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answer: unknown = await response.json()
    if (response.ok) return v.parse(secretSchema, answer)
    return { message: v.parse(problemSchema, answer).title }
  } catch {
    return { message: withMoney(checkoutWords.noSecret) }
  }
}

function resultWords(state: string, amount: string): { heading: string; next: string } {
  if (state === 'refunded') return { ...words.states.settled(), next: words.returned }
  const paid = words.states.paid(amount)
  if (state === 'needs-attention') return { ...paid, next: words.lookingIntoIt }
  return state === 'paid' ? paid : { ...paid, next: words.pending }
}
