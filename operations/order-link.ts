import type { Order } from '#domain/orders/order.ts'
import type { Shop } from './shop.ts'

type Named = Pick<Order, 'id' | 'number'>

/** The path of the shopper's page about an order, with the key that opens it. Only whoever ordered may get it. */
export function orderPath({ signedLinks }: Pick<Shop, 'signedLinks'>, { id, number }: Named): string {
  return `/order/${number}?key=${signedLinks.keyFor('order', id)}`
}

/** The same as an address for mails. */
export function orderAddress(shop: Shop, order: Named): string {
  return shop.settings.publicUrl + orderPath(shop, order)
}

/** Where staff see the order. */
export function staffOrderAddress({ settings }: Shop, { number }: Named): string {
  return `${settings.publicUrl}/admin/orders/${number}`
}
