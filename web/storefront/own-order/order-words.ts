import type { FulfilmentStatus } from '#domain/orders/fulfilment.ts'
import type { Order, OrderState } from '#domain/orders/order.ts'
import * as words from '#words/own-order.tsx'

/** The state of an order as shown to the shopper. */
export function orderWords(
  state: OrderState,
  fulfilment: FulfilmentStatus,
): { heading: string; next: string } {
  if (state in words.states && state !== 'paid' && state !== 'fulfilled') {
    return words.states[state as keyof typeof words.states]
  }
  return words.fulfilment[fulfilment]
}

/** Shown to a visitor with the link after the customer data was deleted. */
export function erasureWords(
  { at, why }: NonNullable<Order['erasure']>,
  day: Intl.DateTimeFormat,
): { heading: string; next: string } {
  const deletedOn = day.format(at)
  return {
    heading: words.erased,
    next: why === 'request' ? words.erasedOnRequest(deletedOn) : words.erasedUnpaid(deletedOn),
  }
}
