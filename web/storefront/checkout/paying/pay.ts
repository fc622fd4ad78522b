import type { DeliveryDays } from '#domain/checkout/shipping/delivery-days.ts'
import { rememberLastOrder } from '#web/visitor/last-order.ts'
import { loadInTime } from '#web/load-in-time.ts'
import * as words from '#words/en/checkout/checkout.ts'
import type { BillingDetails, CardBox } from '#web/storefront/checkout/gateways/card-box.ts'
import { receiptOf } from './receipt.ts'
import type { PaymentAnswer, PaymentRequest } from './request-payment.ts'

/** The outcome of pressing Pay Now. */
export type PayOutcome =
  | Exclude<PaymentAnswer, { kind: 'secret' | 'failed' }>
  | { kind: 'failed'; message: string; isUnconfirmed?: boolean; room?: string }
  | { kind: 'paid'; clientSecret: string; orderNumber: string | null }

/** `days`: in how many the order arrives. `ask`: requests the payment from the shop. */
interface HowToPay {
  days: DeliveryDays | null
  findCardBox: () => CardBox | null
  ask: (request: PaymentRequest) => Promise<PaymentAnswer>
}

/** The steps of spec 4, in order: payment secret, card entry, confirmation, status `succeeded`. */
export async function pay(
  request: PaymentRequest,
  { days, findCardBox, ask }: HowToPay,
): Promise<PayOutcome> {
  const unpayable = await collect(findCardBox())
  if (unpayable !== null) return { kind: 'failed', message: unpayable || words.noMessage }
  const answer = await ask(request)
  const note = (number: string | null, clientSecret: string | null) =>
    number !== null &&
    rememberLastOrder({ number, path: null, clientSecret, receipt: receiptOf(request, days) })
  if (answer.kind === 'already-paid' && answer.isJustNow) note(answer.orderNumber, null)
  if (answer.kind !== 'secret') return answer
  const cardBox = findCardBox()
  if (!cardBox) return { kind: 'failed', message: words.noCardBox }
  const { clientSecret, orderNumber } = answer
  // Some methods lead to another site: whoever comes back from there sees the receipt.
  note(orderNumber, clientSecret)
  const failure = await confirmCard(cardBox, clientSecret, billingDetails(request))
  if (failure) rememberLastOrder(null)
  return failure ?? { kind: 'paid', clientSecret, orderNumber }
}

/** Lets the shopper finish what the card box needs first. Returns why they cannot pay; null when nothing is wrong. */
export async function collect(cardBox: CardBox | null): Promise<string | null> {
  return (await cardBox?.collect?.().catch(() => '')) ?? null
}

/** A bank may ask the shopper for a confirmation first. */
const CONFIRM_MS = 600_000

/** Has the card box charge the card. Null: charged; otherwise why not. Never throws. */
export async function confirmCard(
  cardBox: CardBox,
  clientSecret: string,
  billing: BillingDetails,
): Promise<{ kind: 'failed'; message: string; isUnconfirmed: boolean } | null> {
  const confirmation = await loadInTime(() => cardBox.confirm(clientSecret, billing), CONFIRM_MS).catch(
    () => ({ error: '', isUnconfirmed: true }),
  )
  if ('error' in confirmation) {
    const { error, isUnconfirmed = false } = confirmation
    const noMessage = isUnconfirmed ? lostAnswer() : words.noMessage
    return { kind: 'failed', message: error || noMessage, isUnconfirmed }
  }
  if (confirmation.status === 'succeeded') return null
  return { kind: 'failed', message: words.notSucceeded, isUnconfirmed: true }
}

function lostAnswer(): string {
  return navigator.onLine ? words.noAnswer : words.offline
}

function billingDetails({ customer }: PaymentRequest): BillingDetails {
  const { name, email, phone, address, city, country, postal } = customer
  if (address === '') return { name, email, phone }
  return { name, email, phone, address: { line1: address, city, country, postal_code: postal } }
}
