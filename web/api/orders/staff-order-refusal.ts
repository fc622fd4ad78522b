import { cents, formatCents, type Cents } from '#domain/money.ts'
import { ORDER_STATE_WORDS, type Delivery } from '#domain/orders/order.ts'
import type { EmailOutcome } from '#operations/orders/correct-email.ts'
import type { AddressOutcome } from '#operations/orders/change-address.ts'
import type { NoteOutcome } from '#operations/orders/add-order-note.ts'
import type { FulfilOutcome } from '#operations/orders/fulfil-order.ts'
import type { HoldOutcome } from '#operations/orders/hold-order.ts'
import type { ItemChangeOutcome } from '#operations/orders/change-items.ts'
import type { RefundOutcome } from '#operations/refunds/refund-order.ts'
import type { RestockOutcome } from '#operations/refunds/restock-order.ts'
import type { BalanceOutcome } from '#operations/payment-links/settle-balance.ts'
import type { PickupOutcome, UndoPickupOutcome } from '#operations/orders/pickup/pick-up-order.ts'
import type { TagOutcome } from '#operations/orders/tag-order.ts'
import type { ResendOutcome } from '#operations/orders/resend-mail.ts'
import type { Problem, ProblemError } from '#web/http/problem.ts'
import { lineProblemWords } from '#web/views/orders/manual-price.server.ts'
import { NOT_PERMITTED } from '#web/http/staff-only.ts'

/** The result of a staff action on an order. */
export type StaffOrderOutcome =
  | { kind: 'cancelled' | 'resolved' | 'sold-out' | 'was-cancelled' }
  | NoteOutcome
  | FulfilOutcome
  | HoldOutcome
  | TagOutcome
  | { kind: 'released' }
  | { kind: 'unknown-shipment' }
  | { kind: 'tracking-changed' | 'nothing-changed' | 'no-tracking' | 'fulfilment-undone' }
  | PickupOutcome
  | UndoPickupOutcome
  | { kind: 'over-refunded' | 'nothing-to-write-off' }
  | { kind: 'address-priced' | 'items-priced' }
  | ItemChangeOutcome
  | BalanceOutcome
  | AddressOutcome
  | EmailOutcome
  | RefundOutcome
  | RestockOutcome
  | ResendOutcome

/** A problem without its type, where that is the kind of the outcome. */
interface Refusal {
  type?: string
  status: number
  title: string
  errors?: ProblemError[]
}
type Kind = StaffOrderOutcome['kind']

const UNCONFIRMED =
  'The payment provider never confirmed an earlier refund, and may have made it. Check there first, then tick the box.'
const CHOOSE_SETTLEMENT = { '/increase/method': 'Choose how the difference is settled.' }

/** Refusals of orders for pickup, where the usual ones mention parcels. */
const OF_PICKUPS: Readonly<Partial<Record<StaffOrderOutcome['kind'], string>>> = {
  'partly-sent':
    'Part of this order is ready for pickup, so it can’t be cancelled, and its address can’t be changed. Refund the items that are not ready instead.',
  'not-open':
    'Some of these items were made ready or refunded in the meantime. Nothing was marked as ready: check them again.',
  'unknown-shipment': 'This was marked as not ready in the meantime. Check it again.',
  'too-late': 'This can be undone for seven days.',
}

/** The refusal as a problem for staff; null when the action was done. `delivery`: of the order. */
export function staffOrderRefusal(outcome: StaffOrderOutcome, delivery: Delivery = 'ship'): Problem | null {
  const refusal = refusalOf(outcome)
  const title = delivery === 'pickup' ? OF_PICKUPS[outcome.kind] : undefined
  return refusal && { type: outcome.kind, ...refusal, ...(title !== undefined && { title }) }
}

function refusalOf(outcome: StaffOrderOutcome): Refusal | null {
  switch (outcome.kind) {
    case 'not-possible':
      return conflict(
        `This cannot be done while the order’s status is “${ORDER_STATE_WORDS[outcome.state]}”.`,
      )
    case 'address-costs-more':
      return costsMore('This address', outcome.by)
    case 'costs-more':
      return costsMore('The order', outcome.by)
    case 'item-unavailable':
      return conflict(lineProblemWords(outcome.problem))
    case 'too-little-for-link':
      return conflict(
        `A card cannot be charged less than ${formatCents(outcome.least)}. Settle it another way.`,
        CHOOSE_SETTLEMENT,
      )
    case 'too-much':
      return wrong('amount', `At most ${formatCents(outcome.left)} is left to refund.`)
    case 'invalid-address':
      return someWrong(
        Object.fromEntries(Object.entries(outcome.errors).map(([field, message]) => [`/${field}`, message])),
      )
    default:
      return REFUSALS[outcome.kind]
  }
}

/** What has an amount, a state or fields of the order in its words: `refusalOf` says those. */
type WithFacts =
  | 'not-possible'
  | 'address-costs-more'
  | 'costs-more'
  | 'item-unavailable'
  | 'too-little-for-link'
  | 'too-much'
  | 'invalid-address'

/** Each outcome as a refusal; null: it was done. */
const REFUSALS: Readonly<Record<Exclude<Kind, WithFacts>, Refusal | null>> = {
  'not-permitted': NOT_PERMITTED,
  'unknown-order': missing('There is no such order.'),
  'unknown-mail': missing('There is no such email about this order.'),
  'changed-meanwhile': conflict('This order was changed in the meantime. Nothing was done: check it again.'),
  'refund-waiting': conflict(
    'A refund of this order is still pending. Wait until the payment provider has responded.',
  ),
  'on-hold': conflict('This order is on hold. Release it first.'),
  'refund-unconfirmed': conflict(UNCONFIRMED, { '/checkedGateway': UNCONFIRMED }),
  'partly-sent': conflict(
    'Part of this order has shipped, so it can’t be cancelled and its address can’t be changed. Refund what has not shipped instead.',
  ),
  'not-open': conflict(
    'Some of these items were sent or refunded in the meantime. Nothing was marked as sent: check them again.',
    { '/items': 'Not that many of these items are still to be sent.' },
  ),
  'not-ready': conflict(
    'Some of these items are not ready, or were picked up in the meantime. Nothing was done: check them again.',
    { '/items': 'Not that many of these items are ready.' },
  ),
  'being-packed': conflict(
    'This order is being packed at a bench. Finish it there, or take it over at the packing bench.',
  ),
  'unknown-pickup': conflict('This pickup was undone in the meantime. Check it again.'),
  'tracked-pickup': wrong('trackingNumber', 'This order is for pickup, so it has no tracking.'),
  'nothing-to-ship': wrong('items', 'Choose at least one item.'),
  'unknown-shipment': conflict('This parcel was marked as not sent in the meantime. Check it again.'),
  'sold-out': conflict('The items are no longer available. Refund the order instead.'),
  'was-cancelled': conflict(
    'The order was cancelled, and its items may have been sold by now. Refund it instead.',
  ),
  'over-refunded': conflict(
    'More was refunded for this order than was received. Confirm that the loss is written off.',
  ),
  'nothing-to-write-off': conflict('No more was refunded than received, so there is nothing to write off.'),
  erased: conflict('The customer’s data was deleted, so there is no one to email.'),
  'picked-up': conflict('The customer has picked this order up. Undo that first.'),
  'too-late': conflict('A parcel can be marked as not sent for seven days after it was sent.'),
  'balance-due': conflict(
    'A change to this order is not paid for yet. Settle that first, or undo the change.',
  ),
  'no-email': conflict('The order has no email address to send a payment link to.'),
  'undo-sold-out': conflict(
    'The items from before the change have sold out, so the change cannot be undone.',
  ),
  'price-changed': conflict('The price has changed. Check it, then save again.'),
  'unknown-line': wrong('change/quantity', 'The order doesn’t contain that many of this item.'),
  'gift-card': conflict('A gift card can’t be exchanged. Refund it instead.'),
  'units-not-open': wrong(
    'change/quantity',
    'Not that many of this item are still to be sent. What was sent, refunded or returned to stock can’t be changed.',
  ),
  'line-refund-unconfirmed': conflict(
    'The payment provider never confirmed a refund of this item, and may have made it. Once it is confirmed or has failed, you can change the item.',
  ),
  'same-email': wrong('email', 'The order has this email address already.'),
  'same-item': conflict('This is the item that was ordered. Choose something else.'),
  'too-expensive': conflict('The total is too high for one order.'),
  'nothing-changed': conflict('This tracking is already saved.'),
  'no-tracking': wrong('trackingNumber', 'Enter the tracking before you email it.'),
  'still-waiting': conflict('This email is still waiting to be sent.'),
  'nothing-left': wrong('amount', `At most ${formatCents(cents(0))} is left to refund.`),
  'nothing-chosen': wrong('items', 'Choose what to refund, or enter another amount.'),
  'fee-takes-all': conflict(
    'The fee is as much as these items cost, so nothing is left to refund. Refund them without the fee, or receive them without a refund.',
  ),
  'too-many-units': wrong('items', 'Some of these items have already been refunded.'),
  'gift-card-used': wrong(
    'items',
    'A gift card of these items was used. Refund what is unused of it as another amount.',
  ),
  'no-credit-holder': wrong('as', 'Store credit belongs to an email address, and this order has none.'),
  'refund-id-taken': wrong('refundId', 'This refund belongs to another order. Open the form again.'),
  'note-id-taken': conflict(
    'This note was already added, with different text: see the history. Close this and add another note.',
  ),
  'too-many-to-restock': wrong('units', 'That many items cannot be returned to stock.'),
  cancelled: null,
  resolved: null,
  noted: null,
  tagged: null,
  'tags-unchanged': null,
  fulfilled: null,
  'put-on-hold': null,
  released: null,
  'fulfilment-undone': null,
  'tracking-changed': null,
  'picked-up-now': null,
  'pickup-undone': null,
  'address-priced': null,
  'address-changed': null,
  'email-corrected': null,
  'items-priced': null,
  'items-changed': null,
  'link-sent': null,
  'link-cancelled': null,
  'balance-settled': null,
  'change-undone': null,
  requested: null,
  restocked: null,
  waiting: null,
}

function missing(title: string): Refusal {
  return { status: 404, title }
}

/** `errors`: what to say at fields, by their paths in the request. */
function conflict(title: string, errors: Record<string, string> = {}): Refusal {
  const at = errorsAt(errors)
  return { status: 409, title, ...(at.length > 0 && { errors: at }) }
}

function costsMore(what: string, by: Cents): Refusal {
  return conflict(
    `${what} costs ${formatCents(by)} more. Choose how the difference is settled.`,
    CHOOSE_SETTLEMENT,
  )
}

function wrong(field: string, message: string): Refusal {
  return someWrong({ [`/${field}`]: message })
}

function someWrong(errors: Record<string, string>): Refusal {
  return { type: 'invalid-request', status: 422, title: 'Some fields are wrong.', errors: errorsAt(errors) }
}

function errorsAt(errors: Record<string, string>): ProblemError[] {
  return Object.entries(errors).map(([path, message]) => ({ path, message }))
}
