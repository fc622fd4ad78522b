import { cents, formatCents } from '#domain/money.ts'
import { ERASURE_WORDS } from '#domain/orders/erasure.ts'
import { isNamed, type DutyTerms } from '#domain/orders/order-shipping.ts'
import { packingObstacle } from '#domain/packing/packing-obstacle.ts'
import { findCountry } from '#domain/places/countries.ts'
import { addressLines } from '#operations/order-facts.ts'
import { itemsValue, kilograms, parcelWeight } from '#operations/packing/carrier-file.ts'
import type { BatchOrders } from '#operations/packing/read-batch.ts'
import type { Shop } from '#operations/shop.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import { barcodeOf } from './barcode.server.ts'
import type { CustomsView, SlipView } from './slip-view.ts'
import { english } from '#words/en/english.ts'

type PackingOrder = BatchOrders['orders'][number]

/** The packing slip of an order. `home`: the country that the shop sends from. */
export function slipView(shop: Shop, order: PackingOrder, home: string): SlipView {
  const { number, customer, note, erasure, createdAt } = order
  const isToBeSent = packingObstacle(order) === null
  const items = itemsOf(order)
  return {
    number,
    barcode: barcodeOf(number),
    placedAt: staffTime(shop)(createdAt),
    name: erasure === null ? customer.name : ERASURE_WORDS[erasure],
    phone: customer.phone,
    address: order.delivery === 'pickup' ? [] : addressLines(customer),
    shipping: shippingWords(order),
    isPickup: order.delivery === 'pickup',
    note,
    isToBeSent,
    sentBefore: isToBeSent ? order.items.reduce((sum, { shipped }) => sum + shipped, 0) : 0,
    lines: items.map(({ name, size, quantity, position, shipsOn }) => ({
      name: shipsOn === null ? name : `${name} (${english.preorder.mark})`,
      size,
      quantity,
      position,
    })),
    units: items.reduce((sum, { quantity }) => sum + quantity, 0),
    customs: customer.country === home || order.delivery === 'pickup' ? null : customsOf(items, order.duty),
  }
}

/** What is still to be sent; of an order that was sent, everything that was. */
function itemsOf({ fulfilment, items }: PackingOrder): PackingOrder['items'] {
  const all = fulfilment === 'fulfilled' ? items.map((item) => ({ ...item, quantity: item.shipped })) : items
  return all.filter(({ quantity }) => quantity > 0)
}

/** The method of an order where there was a choice, or the order is collected. */
export function shippingWords({ shippingName, delivery }: Pick<PackingOrder, 'shippingName' | 'delivery'>) {
  return delivery === 'pickup' || isNamed({ name: shippingName }) ? shippingName : ''
}

const TERMS: Record<DutyTerms, string> = {
  ddp: 'DDP: duties and taxes are paid by the sender',
  dap: 'DAP: duties and taxes are paid by the receiver',
}

function customsOf(items: PackingOrder['items'], duty: DutyTerms | null): CustomsView {
  return {
    lines: items.map((item) => ({
      position: item.position,
      contents: `${item.name}, size ${item.size}`,
      hsCode: item.hsCode,
      origin: findCountry(item.origin)?.name ?? item.origin,
      quantity: item.quantity,
      weight: kilograms(parcelWeight([item])),
      value: formatCents(cents(item.unitPrice * item.quantity)),
    })),
    total: formatCents(cents(itemsValue({ items }))),
    weight: kilograms(parcelWeight(items)),
    terms: duty === null ? null : TERMS[duty],
  }
}
