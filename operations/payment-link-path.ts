import type { PaymentLinkId } from '#domain/ids.ts'
import type { Order } from '#domain/orders/order.ts'
import { linkSubject } from './order-link.ts'
import type { Shop } from './shop.ts'

/** The path of the page where a link is paid, with the key that opens it. Only for the customer of the order. */
export function paymentLinkPath(
  { signedLinks }: Pick<Shop, 'signedLinks'>,
  id: PaymentLinkId,
  order: Pick<Order, 'linkVersion'>,
): string {
  return `/pay/${id}?key=${signedLinks.keyFor('payment-link', linkSubject(id, order))}`
}
