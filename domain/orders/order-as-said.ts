import type { Order } from './order.ts'
import { inSaleTexts, nameInSaleTexts, totalsInSaleTexts } from './sale-texts.ts'

/** An order as its customer reads it: with what its things were called when it was placed. */
export function orderAsSaid(order: Order): Order {
  const said = order.said ?? null
  if (said === null) return order
  return {
    ...totalsInSaleTexts(order, said),
    lines: order.lines.map((line) => inSaleTexts(line, said)),
    shipping: { ...order.shipping, name: nameInSaleTexts(order.shipping.name, said) },
  }
}
