import { toProductId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { OrderLine } from '#domain/orders/order.ts'

/** A line of an order at a unit price in cents. */
export function orderLine(price: number, quantity: number, changes: Partial<OrderLine> = {}): OrderLine {
  return {
    productId: toProductId('p'),
    name: 'Tee',
    size: 'M',
    unitPrice: cents(price),
    quantity,
    pictureKey: null,
    restocked: 0,
    restockedSent: 0,
    ...changes,
  }
}
