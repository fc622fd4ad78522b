import { isShipped } from '#domain/orders/fulfilment.ts'
import { isPickedUp, isToBeSent, type Order } from '#domain/orders/order.ts'
import { waitingUnits } from '#domain/orders/pickup.ts'
import { isNamed } from '#domain/orders/order-shipping.ts'
import type { Words } from '#words/languages.ts'

/**
 * The state of an order as shown to the shopper. `isBalanceDue`: it was changed and costs more, so that it is not
 * prepared before that is paid, which the page says below.
 */
export function orderWords(
  order: Pick<
    Order,
    'state' | 'fulfilment' | 'delivery' | 'shipping' | 'pickedUpAt' | 'shipments' | 'pickups' | 'readyRefunds'
  >,
  { 'own-order': words, shipping: shippingWords }: Words,
  isBalanceDue = false,
): { heading: string; next: string } {
  const { state, fulfilment, delivery, shipping } = order
  if (isBalanceDue && state === 'paid' && fulfilment === 'unfulfilled') {
    return { heading: words.notFullyPaid, next: '' }
  }
  if (delivery === 'pickup' && state === 'cancelled') return words.cancelledPickup
  if (state in words.states && state !== 'paid' && state !== 'fulfilled') {
    return words.states[state as keyof typeof words.states]
  }
  if (isPickedUp(order)) return words.pickedUp
  if (order.pickups.length > 0) {
    const isReady = waitingUnits(order).length > 0
    return words.partlyPickedUp[fulfilment === 'fulfilled' ? 'ready' : isReady ? 'both' : 'later']
  }
  const days = shippingWords.days(shipping.leastDays, shipping.mostDays)
  const byDelivery = {
    ship: words.fulfilment,
    pickup: words.pickup,
    'in-person': words.inPerson,
    none: words.byEmail,
  }
  return byDelivery[delivery](days)[fulfilment]
}

/** Shown to a visitor with the link after the customer data was deleted. */
export function erasureWords(
  { at, why }: NonNullable<Order['erasure']>,
  day: Intl.DateTimeFormat,
  words: Words['own-order'],
): { heading: string; next: string } {
  const deletedOn = day.format(at)
  return {
    heading: words.erased,
    next: why === 'request' ? words.erasedOnRequest(deletedOn) : words.erasedUnpaid(deletedOn),
  }
}

/** How the order gets to the shopper: a heading, and lines besides the address. */
export function deliveryWords(
  { delivery, shipping }: Pick<Order, 'delivery' | 'shipping'>,
  pickupPlace: string,
  words: Words['own-order'],
): { heading: string; lines: string[] } {
  const { name, duty } = shipping
  if (delivery === 'pickup') {
    return { heading: words.pickupPlace, lines: [name, ...pickupPlace.split('\n')].filter(Boolean) }
  }
  if (delivery === 'in-person') return { heading: words.handedOver, lines: [] }
  if (delivery === 'none') return { heading: words.sentByEmail, lines: [] }
  const method = isNamed(shipping) ? [`${words.shipping}: ${name}`] : []
  return { heading: words.deliveryAddress, lines: [...method, ...(duty === null ? [] : [words.duty[duty]])] }
}

/**
 * To whom the gift cards of a line were sent, or when they will be, each once. `day`: in the shop’s time zone;
 * `calendarDay`: in UTC.
 */
export function giftWords(
  { gifts = [], customer }: Pick<Order, 'gifts' | 'customer'>,
  position: number,
  words: Words['own-order'],
  { day, calendarDay }: Record<'day' | 'calendarDay', Intl.DateTimeFormat>,
): string[] {
  const texts = gifts
    .filter((gift) => gift.position === position && gift.email !== '')
    .map(({ name, email, sendOn, sentAt }) => {
      const to = email === customer.email ? '' : name
      if (sentAt !== null) return words.giftSent(to, day.format(sentAt))
      return sendOn === null ? words.giftTo(to) : words.giftOn(to, calendarDay.format(Date.parse(sendOn)))
    })
  return [...new Set(texts)]
}

/** How the shopper gets the items, and may find them damaged; null when nothing was sent, nor will be. */
export function receivedBy({
  state,
  fulfilment,
  delivery,
}: Pick<Order, 'state' | 'fulfilment' | 'delivery'>): Order['delivery'] | null {
  return isShipped(fulfilment) || isToBeSent(state, fulfilment) ? delivery : null
}
