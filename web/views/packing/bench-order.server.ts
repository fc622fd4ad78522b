import { addressLines } from '#operations/order-facts.ts'
import type { PackingFacts } from '#operations/packing/claim-order.ts'
import type { Shop } from '#operations/shop.ts'
import { pictureView } from '#web/views/catalog/picture-view.server.ts'
import type { BenchOrder } from './bench-order.ts'
import { shippingWords } from './slip-view.server.ts'

/** An order as a packing bench shows it. `home`: the country that the shop sends from. */
export function benchOrder(
  { images }: Pick<Shop, 'images'>,
  { order, pictures, staffNotes }: PackingFacts,
  home: string,
): BenchOrder {
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
    staffNotes,
    items: items
      .filter(({ quantity }) => quantity > 0)
      .map(({ position, productId, name, size, quantity, barcode, bin, pictureKey }) => {
        const picture = pictureKey === null ? undefined : pictures.get(pictureKey)
        return {
          position,
          productId,
          name,
          size,
          quantity,
          barcode,
          bin,
          picture: picture ? pictureView(images, picture) : null,
        }
      }),
  }
}
