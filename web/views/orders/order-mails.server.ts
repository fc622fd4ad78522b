import * as v from 'valibot'
import { isDelivered } from '#domain/orders/order.ts'
import { correctionSchema } from '#domain/orders/order-event.ts'
import { isParcelMail, taskName } from '#domain/outbox/task-kinds.ts'
import type { OrderMailState, OrderRecord } from '#operations/orders/read-order.ts'
import type { OrderMailView } from './order-view.ts'

/** The emails about an order, the latest first. `mayResend`: this member. */
export function mailViews(
  { order, mails, link, events }: OrderRecord,
  mayResend: boolean,
  time: (at: number) => string,
): OrderMailView[] {
  const isStale = ({ kind, shipment, at }: OrderMailState) =>
    kind === 'payment-link'
      ? link?.state !== 'open' || at < link.createdAt
      : shipment !== null && !order.shipments.some(({ number }) => number === shipment)
  const corrections = events.filter(({ kind }) => kind === 'email-corrected')
  const shopperAt = ({ state, at }: OrderMailState) => {
    const next = state === 'waiting' ? undefined : corrections.find((correction) => correction.at > at)
    return next ? v.parse(correctionSchema, next.detail).from : order.customer.email
  }
  return mails
    .filter(({ kind, forShopper }) => !forShopper || isMailed(order, kind))
    .map((mail) => ({
      ...mailView(mail, shopperAt(mail), time),
      name: mailName(mail, order),
      ...((!mayResend || isStale(mail)) && { mayResend: false }),
    }))
    .toReversed()
}

/** Whether the customer gets such a mail. Staff may make an order without an address for mails, or without a parcel. */
function isMailed(
  { customer, erasure, delivery }: OrderRecord['order'],
  kind: OrderMailState['kind'],
): boolean {
  if (customer.email === '' && erasure === null) return false
  return isDelivered(delivery) || !isParcelMail(kind)
}

/** `Order on its way, parcel 2`. */
function mailName({ kind, shipment }: OrderMailState, { delivery, shipments }: OrderRecord['order']): string {
  const name = taskName(kind, delivery)
  if (shipment === null || shipments.length < 2) return name
  return `${name}, ${delivery === 'pickup' ? 'pickup' : 'parcel'} ${shipment}`
}

function mailView(
  mail: OrderMailState,
  shopper: string,
  time: (at: number) => string,
): Omit<OrderMailView, 'name'> {
  const { id, state, at, nextTry, error, hasBounced, forShopper } = mail
  return {
    id,
    to: forShopper ? shopper || 'The customer' : 'The owner',
    state,
    at: time(at),
    nextTry: nextTry === null ? null : time(nextTry),
    error,
    hasBounced,
    mayResend: state !== 'waiting' && !mail.isResent,
  }
}
