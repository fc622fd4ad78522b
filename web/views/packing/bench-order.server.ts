import { addressLines } from '#operations/order-facts.ts'
import type { Batch } from '#operations/packing/read-batch.ts'
import type { BenchOrder } from './bench-order.ts'

/** An order as a packing bench shows it. */
export function benchOrder({ number, version, customer, note, items }: Batch['orders'][number]): BenchOrder {
  return {
    number,
    version,
    name: customer.name,
    address: addressLines(customer),
    note,
    isAbroad: customer.country !== 'CA',
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
