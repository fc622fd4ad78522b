import type { Order } from '#domain/orders/order.ts'
import { addressLines } from '#operations/order-facts.ts'
import * as words from '#words/en/mails/orders.ts'
import * as shippingWords from '#words/en/shipping.ts'
import * as totalWords from '#words/en/totals.ts'

/** What an email says about how an order gets to the customer: paragraphs. */
export function deliveryParagraphs({ delivery, shipping }: Order): string[] {
  const { leastDays, mostDays } = shipping
  const days = shippingWords.days(leastDays, mostDays)
  if (delivery === 'pickup') return [words.confirmed.pickup(days)]
  return [words.confirmed.delivery(days), ...dutyParagraphs(shipping)]
}

/** The same once a parcel was sent, or is ready. */
export function afterSending({ delivery, shipping }: Order): string[] {
  if (delivery === 'pickup') return [words.ready.bring]
  const { leastDays, mostDays } = shipping
  return [words.shipped.delivery(shippingWords.days(leastDays, mostDays)), ...dutyParagraphs(shipping)]
}

/** The address, or where the order is collected. `pickupPlace`: as the owner wrote it, on several lines. */
export function deliveryFacts(order: Order, pickupPlace: string): [string, string][] {
  const { shipping, delivery } = order
  const place = pickupPlace.replaceAll(/\s*\n\s*/g, ', ')
  if (delivery === 'pickup') {
    return [[words.pickupPlace, [shipping.name, place].filter(Boolean).join(': ')]]
  }
  return [
    ...([totalWords.shipping, ''].includes(shipping.name)
      ? []
      : [[words.shippingMethod, shipping.name] satisfies [string, string]]),
    [words.deliveryAddress, addressLines(order.customer).join(', ')],
  ]
}

function dutyParagraphs({ duty }: Order['shipping']): string[] {
  return duty === null ? [] : [words.duty[duty]]
}
