import { cents, formatCad } from '#domain/money.ts'
import { ERASURE_WORDS } from '#domain/orders/erasure.ts'
import { packingObstacle } from '#domain/packing/packing-obstacle.ts'
import { addressLines } from '#operations/order-facts.ts'
import { itemsValue } from '#operations/packing/carrier-file.ts'
import type { Batch } from '#operations/packing/read-batch.ts'
import type { Shop } from '#operations/shop.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import { barcodeOf } from './barcode.server.ts'
import type { CustomsView, SlipView } from './slip-view.ts'

type PackingOrder = Batch['orders'][number]

/** The country that the shop sends from. */
const HOME = 'CA'

/** The packing slip of an order. */
export function slipView(shop: Shop, order: PackingOrder): SlipView {
  const { number, customer, note, erasure, createdAt } = order
  const isToBeSent = packingObstacle(order) === null
  const items = itemsOf(order)
  return {
    number,
    barcode: barcodeOf(number),
    placedAt: staffTime(shop)(createdAt),
    name: erasure === null ? customer.name : ERASURE_WORDS[erasure],
    phone: customer.phone,
    address: addressLines(customer),
    note,
    isToBeSent,
    sentBefore: isToBeSent ? order.items.reduce((sum, { shipped }) => sum + shipped, 0) : 0,
    lines: items.map(({ name, size, quantity, position }) => ({ name, size, quantity, position })),
    units: items.reduce((sum, { quantity }) => sum + quantity, 0),
    customs: customer.country === HOME ? null : customsOf(items),
  }
}

/** What is still to be sent; of an order that was sent, everything that was. */
function itemsOf({ fulfilment, items }: PackingOrder): PackingOrder['items'] {
  const all = fulfilment === 'fulfilled' ? items.map((item) => ({ ...item, quantity: item.shipped })) : items
  return all.filter(({ quantity }) => quantity > 0)
}

function customsOf(items: PackingOrder['items']): CustomsView {
  return {
    lines: items.map(({ position, name, size, quantity, unitPrice }) => ({
      position,
      contents: `${name}, size ${size}`,
      quantity,
      value: formatCad(cents(unitPrice * quantity)),
    })),
    total: formatCad(cents(itemsValue({ items }))),
  }
}
