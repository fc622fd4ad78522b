import type { ProductId } from '#domain/ids.ts'
import type { Size } from '#domain/catalog/size.ts'

/** What a parcel has to contain of one size of a product. `bin`: where it is stored; empty when unknown. */
export interface PackedItem {
  productId: ProductId
  name: string
  size: Size
  /** The place of the size among those of the product. */
  sizeOrder?: number
  bin: string
  quantity: number
}

/** One product and size to fetch, for all orders that need it. */
export type PickLine<Item extends PackedItem = PackedItem> = Item & {
  orders: { number: string; quantity: number }[]
}

/** What to fetch for these orders, by bin, product and size. Items without a bin come last. */
export function pickList<Item extends PackedItem>(
  orders: readonly { number: string; items: readonly Item[] }[],
): PickLine<Item>[] {
  const lines = new Map<string, PickLine<Item>>()
  for (const { number, items } of orders) {
    for (const item of items.filter(({ quantity }) => quantity > 0)) {
      const key = JSON.stringify([item.productId, item.name, item.size])
      const line = lines.get(key) ?? { ...item, quantity: 0, orders: [] }
      line.quantity += item.quantity
      line.orders.push({ number, quantity: item.quantity })
      lines.set(key, line)
    }
  }
  return [...lines.values()].toSorted(
    (a, b) =>
      Number(a.bin === '') - Number(b.bin === '') ||
      byText(a.bin, b.bin) ||
      byText(a.name, b.name) ||
      byText(a.productId, b.productId) ||
      (a.sizeOrder ?? 0) - (b.sizeOrder ?? 0) ||
      byText(a.size, b.size),
  )
}

const { compare: byText } = new Intl.Collator('en', { numeric: true })
