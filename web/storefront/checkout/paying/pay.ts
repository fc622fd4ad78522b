import * as words from '#words/checkout/checkout.ts'
import type { BillingDetails, CardBox } from '#web/storefront/checkout/gateways/card-box.ts'
import type { PaymentAnswer, PaymentRequest } from './request-payment.ts'

/** The outcome of pressing Pay Now. */
export type PayOutcome =
  | Exclude<PaymentAnswer, { kind: 'secret' | 'failed' }>
  | { kind: 'failed'; message: string; isUnconfirmed?: boolean }
  | { kind: 'paid'; clientSecret: string; orderNumber: string | null }

/** The steps of spec 4, in order: payment secret, card entry, confirmation, status `succeeded`. */
export async function pay(
  request: PaymentRequest,
  findCardBox: () => CardBox | null,
  ask: (request: PaymentRequest) => Promise<PaymentAnswer>,
): Promise<PayOutcome> {
  const answer = await ask(request)
  if (answer.kind !== 'secret') return answer
  const cardBox = findCardBox()
  if (!cardBox) return { kind: 'failed', message: words.noCardBox }
  const { clientSecret, orderNumber } = answer
  const confirmation = await cardBox.confirm(clientSecret, billingDetails(request)).catch(messageOf)
  if ('error' in confirmation) {
    const { error, isUnconfirmed } = confirmation
    return {
      kind: 'failed',
      message: error || words.noMessage,
      ...(isUnconfirmed === true && { isUnconfirmed }),
    }
  }
  return confirmation.status === 'succeeded'
    ? { kind: 'paid', clientSecret, orderNumber }
    : { kind: 'failed', message: words.notSucceeded, isUnconfirmed: true }
}

function billingDetails({ customer }: PaymentRequest): BillingDetails {
  const { name, email, phone, address, city, country, postal } = customer
  return { name, email, phone, address: { line1: address, city, country, postal_code: postal } }
}

function messageOf(error: unknown): { error: string; isUnconfirmed: true } {
  return { error: error instanceof Error ? error.message : '', isUnconfirmed: true }
}
