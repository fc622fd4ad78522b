import { SMALLEST_LINK } from '#domain/checkout/payment-link.ts'
import { cents, formatCad } from '#domain/money.ts'
import { ORDER_STATE_WORDS, type Delivery, type OrderState } from '#domain/orders/order.ts'
import type { AddressOutcome } from '#operations/orders/change-address.ts'
import type { FulfilOutcome } from '#operations/orders/fulfil-order.ts'
import type { ItemChangeOutcome } from '#operations/orders/change-items.ts'
import type { RefundOutcome } from '#operations/refunds/refund-order.ts'
import type { RestockOutcome } from '#operations/refunds/restock-order.ts'
import type { BalanceOutcome } from '#operations/payment-links/settle-balance.ts'
import type { PickupOutcome, UndoPickupOutcome } from '#operations/orders/pickup/pick-up-order.ts'
import type { ResendOutcome } from '#operations/orders/resend-mail.ts'
import type { Problem } from '#web/http/problem.ts'
import { lineProblemWords } from '#web/views/orders/manual-price.server.ts'
import { NOT_PERMITTED } from '#web/http/staff-only.ts'

/** The result of a staff action on an order. */
export type StaffOrderOutcome =
  | { kind: 'cancelled' | 'resolved' | 'noted' | 'sold-out' | 'was-cancelled' }
  | FulfilOutcome
  | { kind: 'unknown-shipment' }
  | { kind: 'tracking-changed' | 'nothing-changed' | 'no-tracking' | 'fulfilment-undone' }
  | PickupOutcome
  | UndoPickupOutcome
  | { kind: 'over-refunded' | 'nothing-to-write-off' }
  | { kind: 'address-priced' | 'items-priced' }
  | ItemChangeOutcome
  | BalanceOutcome
  | AddressOutcome
  | RefundOutcome
  | RestockOutcome
  | ResendOutcome

const UNCONFIRMED =
  'The payment provider never confirmed an earlier refund, and may have made it. Check there first, then tick the box.'
const SOME_WRONG = { type: 'invalid-request', status: 422, title: 'Some fields are wrong.' }

/** What is said of an order that is picked up, where others are sent in parcels. */
const OF_PICKUPS: Readonly<Partial<Record<StaffOrderOutcome['kind'], string>>> = {
  'partly-sent':
    'Part of this order was made ready for pickup, so it is not cancelled and keeps its address. Refund what was not ready instead.',
  'not-open':
    'Some of these items were made ready or refunded in the meantime. Nothing was marked as ready: look again.',
  'unknown-shipment': 'This was marked as not ready in the meantime. Look again.',
  'too-late': 'This can be undone for seven days.',
}

/** The refusal as a problem for staff; null when the action was done. `delivery`: of the order. */
export function staffOrderRefusal(outcome: StaffOrderOutcome, delivery: Delivery = 'ship'): Problem | null {
  const problem = refusalOf(outcome)
  const title = delivery === 'pickup' ? OF_PICKUPS[outcome.kind] : undefined
  return problem && title !== undefined ? { ...problem, title } : problem
}

function refusalOf(outcome: StaffOrderOutcome): Problem | null {
  const { kind: type } = outcome
  switch (outcome.kind) {
    case 'not-permitted':
      return NOT_PERMITTED
    case 'unknown-order':
      return { type, status: 404, title: 'There is no such order.' }
    case 'unknown-mail':
      return { type, status: 404, title: 'There is no such email about this order.' }
    case 'changed-meanwhile':
      return {
        type,
        status: 409,
        title: 'This order was changed in the meantime. Nothing was done: check it again.',
      }
    case 'refund-waiting':
      return {
        type,
        status: 409,
        title: 'A refund of this order is still pending. Wait until the payment provider has responded.',
      }
    case 'refund-unconfirmed':
      return {
        type,
        status: 409,
        title: UNCONFIRMED,
        errors: [{ path: '/checkedGateway', message: UNCONFIRMED }],
      }
    case 'not-possible':
      return { type, status: 409, title: notPossible(outcome.state) }
    case 'partly-sent':
      return {
        type,
        status: 409,
        title:
          'Part of this order has shipped, so it can’t be cancelled or change its address. Refund what has not shipped instead.',
      }
    case 'not-open':
      return {
        type,
        status: 409,
        title:
          'Some of these items were sent or refunded in the meantime. Nothing was marked as sent: check them again.',
        errors: [{ path: '/items', message: 'Fewer of these items are still to be sent.' }],
      }
    case 'not-ready':
      return {
        type,
        status: 409,
        title:
          'Some of these items are not ready, or were picked up in the meantime. Nothing was done: look again.',
        errors: [{ path: '/items', message: 'Fewer of these items are ready.' }],
      }
    case 'unknown-pickup':
      return { type, status: 409, title: 'This pickup was undone in the meantime. Look again.' }
    case 'tracked-pickup':
      return wrong('trackingNumber', 'This order is picked up, so it has no tracking.')
    case 'nothing-to-ship':
      return wrong('items', 'Choose at least one item.')
    case 'unknown-shipment':
      return {
        type,
        status: 409,
        title: 'This parcel was marked as not sent in the meantime. Check it again.',
      }
    case 'sold-out':
      return { type, status: 409, title: 'The items are no longer available. Refund the order instead.' }
    case 'was-cancelled':
      return {
        type,
        status: 409,
        title: 'The order was cancelled, and its items may have been sold by now. Refund it instead.',
      }
    case 'over-refunded':
      return {
        type,
        status: 409,
        title: 'More was returned for this order than was received. Confirm that the loss is written off.',
      }
    case 'nothing-to-write-off':
      return {
        type,
        status: 409,
        title: 'Nothing was returned in excess: there is nothing to write off.',
      }
    case 'erased':
      return { type, status: 409, title: 'The customer’s data was deleted: there is no one to write to.' }
    case 'picked-up':
      return { type, status: 409, title: 'The customer has picked this order up. Undo that first.' }
    case 'too-late':
      return {
        type,
        status: 409,
        title: 'A parcel can be marked as not sent for seven days after it was sent.',
      }
    case 'invalid-address': {
      const errors = Object.entries(outcome.errors).map(([field, message]) => ({
        path: `/${field}`,
        message,
      }))
      return { ...SOME_WRONG, errors }
    }
    case 'address-costs-more':
      return {
        type,
        status: 409,
        title: `This address costs ${formatCad(outcome.by)} more. Choose how the difference is settled.`,
        errors: [{ path: '/rise/method', message: 'Choose how the difference is settled.' }],
      }
    case 'balance-due':
      return {
        type,
        status: 409,
        title: 'A change to this order is not paid for yet. Settle that first, or undo the change.',
      }
    case 'too-little-for-link':
      return {
        type,
        status: 409,
        title: `A card cannot be charged less than ${formatCad(cents(SMALLEST_LINK))}. Settle it another way.`,
        errors: [{ path: '/rise/method', message: 'Choose how the difference is settled.' }],
      }
    case 'no-email':
      return { type, status: 409, title: 'The order has no email address to send a payment link to.' }
    case 'undo-sold-out':
      return {
        type,
        status: 409,
        title: 'The items from before the change have sold out, so the change cannot be undone.',
      }
    case 'price-changed':
      return { type, status: 409, title: 'The price has changed. Check it, then save again.' }
    case 'costs-more':
      return {
        type,
        status: 409,
        title: `The order costs ${formatCad(outcome.by)} more. Choose how the difference is settled.`,
        errors: [{ path: '/rise/method', message: 'Choose how the difference is settled.' }],
      }
    case 'unknown-line':
      return wrong('change/quantity', 'The order does not have that many of this item.')
    case 'line-refunded':
      return {
        type,
        status: 409,
        title:
          'Part of this item has already been refunded or returned to stock. Refund the rest of it instead.',
      }
    case 'same-item':
      return { type, status: 409, title: 'This is what was ordered. Choose something else.' }
    case 'item-unavailable':
      return { type, status: 409, title: lineProblemWords(outcome.problem) }
    case 'too-expensive':
      return { type, status: 409, title: 'The total is too high for one order.' }
    case 'nothing-changed':
      return { type, status: 409, title: 'The tracking is already as entered.' }
    case 'no-tracking':
      return wrong('trackingNumber', 'Enter the tracking before you email it.')
    case 'still-waiting':
      return { type, status: 409, title: 'This email is still waiting to be sent.' }
    case 'nothing-left':
      return wrong('amount', `At most ${formatCad(cents(0))} is left to refund.`)
    case 'too-much':
      return wrong('amount', `At most ${formatCad(outcome.left)} is left to refund.`)
    case 'nothing-chosen':
      return wrong('items', 'Choose what to refund, or enter another sum.')
    case 'too-many-units':
      return wrong('items', 'Some of these items have already been refunded.')
    case 'refund-id-taken':
      return wrong('refundId', 'This refund belongs to another order. Open the form again.')
    case 'too-many-to-restock':
      return wrong('units', 'That many items cannot be returned to stock.')
    default:
      return null
  }
}

function notPossible(state: OrderState): string {
  return `This cannot be done while the order’s status is “${ORDER_STATE_WORDS[state]}”.`
}

function wrong(field: string, message: string): Problem {
  return { ...SOME_WRONG, errors: [{ path: `/${field}`, message }] }
}
