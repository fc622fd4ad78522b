import type { Order } from '#domain/orders/order.ts'
import type { Shop } from './shop.ts'

type Named = Pick<Order, 'id' | 'number'>

/** The path of the shopper's order page, with the key that opens it. Only for the customer of the order. */
export function orderPath({ signedLinks }: Pick<Shop, 'signedLinks'>, { id, number }: Named): string {
  return `/order/${number}?key=${signedLinks.keyFor('order', id)}`
}

/** The same page as an absolute URL, for mails. */
export function orderAddress(shop: Shop, order: Named): string {
  return shop.settings.publicUrl + orderPath(shop, order)
}

/** The absolute URL of the staff page of the order. */
export function staffOrderAddress({ settings }: Shop, { number }: Named): string {
  return `${settings.publicUrl}/admin/orders/${number}`
}
