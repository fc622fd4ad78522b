import { addressLines } from '#operations/order-facts.ts'
import type { Batch } from '#operations/packing/read-batch.ts'
import type { BenchOrder } from './bench-order.ts'
import { shippingWords } from './slip-view.server.ts'

/** An order as a packing bench shows it. `home`: the country that the shop sends from. */
export function benchOrder(order: Batch['orders'][number], home: string): BenchOrder {
  const { number, version, customer, note, items } = order
  const isPickup = order.delivery === 'pickup'
  return {
    number,
    version,
    name: customer.name,
    address: isPickup ? [] : addressLines(customer),
    note,
    isAbroad: customer.country !== home && !isPickup,
    shipping: shippingWords(order),
    isPickup,
    items: items
      .filter(({ quantity }) => quantity > 0)
      .map(({ position, productId, name, size, quantity, barcode }) => ({
        position,
        productId,
        name,
        size,
        quantity,
        barcode,
      })),
  }
}
