import { findShipments } from '#db/orders/shipments.ts'
import { returnStock, type TakenUnits } from '#db/catalog/stock.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { OrderId } from '#domain/ids.ts'
import type { StockChange } from '#domain/stock/stock-change.ts'
import { mergeChosen, shippedUnits, splitChosen, type ChosenUnits } from '#domain/orders/fulfilment.ts'

/**
 * Returns units of a paid order to stock, in every count that exists now, because counts follow the physical stock.
 * Null, with nothing written, when a line has fewer units left to restock.
 */
export async function restockLines(
  tx: Tx,
  orderId: OrderId,
  wanted: readonly ChosenUnits[],
  { by, at }: Pick<StockChange, 'by' | 'at'>,
): Promise<{ backInStock: boolean } | null> {
  const lines = await tx
    .selectFrom('order_lines')
    .select(['position', 'product_id', 'size', 'quantity', 'restocked', 'restocked_sent'])
    .where('order_id', '=', orderId)
    .execute()
  const shipped = shippedUnits(await findShipments(tx, orderId))
  const requested = new Map(mergeChosen(wanted).map((chosen) => [chosen.position, chosen]))
  const back: (TakenUnits & { position: number; restocked: number; restocked_sent: number })[] = []
  for (const line of lines) {
    const left = line.quantity - line.restocked
    const leftSent = restockableSent(line, shipped.get(line.position) ?? 0)
    const chosen = requested.get(line.position) ?? { quantity: 0 }
    const { quantity } = chosen
    requested.delete(line.position)
    const sent = splitChosen(chosen, { left, leftSent })
    if (quantity > left || quantity < 0 || sent === null) return null
    if (quantity === 0) continue
    back.push({
      productId: line.product_id,
      size: line.size,
      quantity,
      fromProduct: true,
      fromSize: true,
      position: line.position,
      restocked: line.restocked + quantity,
      restocked_sent: line.restocked_sent + sent,
    })
  }
  if (requested.size > 0) return null
  for (const { position, restocked, restocked_sent } of back) {
    await tx
      .updateTable('order_lines')
      .set({ restocked, restocked_sent })
      .where('order_id', '=', orderId)
      .where('position', '=', position)
      .execute()
  }
  return returnStock(tx, addUp(back), { reason: 'restocked', by, orderId, at })
}

function restockableSent(
  line: { quantity: number; restocked: number; restocked_sent: number },
  shipped: number,
): number {
  return Math.min(Math.max(0, shipped - line.restocked_sent), line.quantity - line.restocked)
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
