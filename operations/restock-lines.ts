import { lockProducts, returnStock, type TakenUnits } from '#db/catalogue/stock.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { OrderId } from '#domain/ids.ts'

/** A number of units of one order line. */
export interface LineUnits {
  position: number
  quantity: number
}

/**
 * Returns units of a paid order to stock, in every count that exists now, because counts follow the physical stock.
 * Null, with nothing written, when a line has fewer units left to restock. `all`: all remaining units.
 */
export async function restockLines(
  tx: Tx,
  orderId: OrderId,
  wanted: readonly LineUnits[] | 'all',
): Promise<{ backInStock: boolean } | null> {
  const lines = await tx
    .selectFrom('order_lines')
    .select(['position', 'product_id', 'size', 'quantity', 'restocked'])
    .where('order_id', '=', orderId)
    .execute()
  const asked = new Map<number, number>()
  for (const { position, quantity } of wanted === 'all' ? [] : wanted) {
    asked.set(position, (asked.get(position) ?? 0) + quantity)
  }
  const back: (TakenUnits & { position: number; restocked: number })[] = []
  for (const line of lines) {
    const left = line.quantity - line.restocked
    const quantity = wanted === 'all' ? left : (asked.get(line.position) ?? 0)
    asked.delete(line.position)
    if (quantity > left || quantity < 0) return null
    if (quantity === 0) continue
    back.push({
      productId: line.product_id,
      size: line.size,
      quantity,
      fromProduct: true,
      fromSize: true,
      position: line.position,
      restocked: line.restocked + quantity,
    })
  }
  if (asked.size > 0) return null
  await lockProducts(tx, back)
  for (const { position, restocked } of back) {
    await tx
      .updateTable('order_lines')
      .set({ restocked })
      .where('order_id', '=', orderId)
      .where('position', '=', position)
      .execute()
  }
  return returnStock(tx, addUp(back))
}

/** Merges units of the same product and size, as stock is counted. */
function addUp(units: readonly TakenUnits[]): TakenUnits[] {
  const sums = new Map<string, TakenUnits>()
  for (const { productId, size, quantity, fromProduct, fromSize } of units) {
    const key = `${productId} ${size}`
    const before = sums.get(key)?.quantity ?? 0
    sums.set(key, { productId, size, quantity: before + quantity, fromProduct, fromSize })
  }
  return [...sums.values()]
}
