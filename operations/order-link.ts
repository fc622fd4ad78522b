import { readLinkVersion } from '#db/orders/orders.ts'
import type { OrderId, PaymentLinkId } from '#domain/ids.ts'
import type { Order } from '#domain/orders/order.ts'
import type { ReturnFile } from '#domain/returns/return-file.ts'
import type { Shop } from './shop.ts'

type Linked = Pick<Order, 'id' | 'number' | 'linkVersion'>

/**
 * What the key of a link to the order, or to its payment link, signs. Links that were mailed before the email address
 * was corrected have other keys.
 */
export function linkSubject(
  id: OrderId | PaymentLinkId,
  { linkVersion }: Pick<Order, 'linkVersion'>,
): string {
  return linkVersion === 0 ? id : `${id} ${linkVersion}`
}

/** The path of the shopper's order page, with the key that opens it. Only for the customer of the order. */
export function orderPath({ signedLinks }: Pick<Shop, 'signedLinks'>, order: Linked): string {
  return `/order/${order.number}?key=${signedLinks.keyFor('order', linkSubject(order.id, order))}`
}

/** The same path, where the version of the links is not known. */
export async function findOrderPath(
  shop: Pick<Shop, 'signedLinks' | 'database'>,
  order: Pick<Order, 'id' | 'number'>,
): Promise<string> {
  return orderPath(shop, { ...order, linkVersion: await readLinkVersion(shop.database.db, order.id) })
}

/** The same page as an absolute URL, for mails. */
export function orderAddress(shop: Shop, order: Linked): string {
  return shop.settings.publicUrl + orderPath(shop, order)
}

/** Where the customer of an order opens a photo or the label of a return, for mails. */
export function returnFileAddress(shop: Shop, order: Linked, { id }: Pick<ReturnFile, 'id'>): string {
  const key = shop.signedLinks.keyFor('order', linkSubject(order.id, order))
  return `${shop.settings.publicUrl}/api/orders/${order.number}/return-files/${id}?key=${key}`
}

/** The absolute URL of the staff page of the order. */
export function staffOrderAddress({ settings }: Shop, { number }: Pick<Order, 'number'>): string {
  return `${settings.publicUrl}/admin/orders/${number}`
}
