import type { Place } from '#domain/places/place.ts'
import type { OrderLine } from '#domain/orders/order.ts'

const MAX_ITEMS = 2

/** The items of an order in a list, `2 x Crew Sock` in size M, and how many further lines there are. */
export interface ListedItems {
  shown: { item: string; size: string }[]
  more: number
}

export function itemWords(items: readonly Pick<OrderLine, 'name' | 'size' | 'quantity'>[]): ListedItems {
  return {
    shown: items
      .slice(0, MAX_ITEMS)
      .map(({ name, size, quantity }) => ({ item: `${quantity} x ${name}`, size })),
    more: Math.max(0, items.length - MAX_ITEMS),
  }
}

/** Where an order goes: city and region within Canada, else city and country. */
export function destinationWords(
  { city, region, country }: Place & { city: string },
  countryName: string,
): string {
  return [city, country === 'CA' ? region : countryName].filter((part) => part !== '').join(', ')
}
