import type { Order } from '#domain/orders/order.ts'
import { addressLines } from '#operations/order-facts.ts'
import { isNamed } from '#domain/orders/order-shipping.ts'
import type { Words } from '#words/languages.ts'

/** What an email says about how an order gets to the customer: paragraphs. */
export function deliveryParagraphs({ delivery, shipping }: Order, all: Words): string[] {
  const words = all['mails/orders']
  const { leastDays, mostDays } = shipping
  const days = all.shipping.days(leastDays, mostDays)
  if (delivery === 'pickup') return [words.confirmed.pickup(days)]
  return [words.confirmed.delivery(days), ...dutyParagraphs(shipping, words)]
}

/** The same once a parcel was sent, or is ready. */
export function afterSending({ delivery, shipping }: Order, all: Words): string[] {
  const words = all['mails/orders']
  if (delivery === 'pickup') return [words.ready.bring]
  const { leastDays, mostDays } = shipping
  return [words.shipped.delivery(all.shipping.days(leastDays, mostDays)), ...dutyParagraphs(shipping, words)]
}

/** The address, or where the order is collected. `pickupPlace`: as the owner wrote it, on several lines. */
export function deliveryFacts(
  order: Order,
  pickupPlace: string,
  words: Words['mails/orders'],
): [string, string][] {
  const { shipping, delivery } = order
  const place = pickupPlace.replaceAll(/\s*\n\s*/g, ', ')
  if (delivery === 'pickup') {
    return [[words.pickupPlace, [shipping.name, place].filter(Boolean).join(': ')]]
  }
  return [
    ...(isNamed(shipping) ? [[words.shippingMethod, shipping.name] satisfies [string, string]] : []),
    [words.deliveryAddress, addressLines(order.customer, words.countryNames).join(', ')],
  ]
}

function dutyParagraphs({ duty }: Order['shipping'], words: Words['mails/orders']): string[] {
  return duty === null ? [] : [words.duty[duty]]
}
