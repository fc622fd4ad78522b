import type { OrderId } from '#domain/ids.ts'
import { rewriteAdjustments, totalColumns } from './order-content.ts'
import { raiseVersion } from './move-order.ts'
import { orderSearchText, writeOrderSearch } from './order-search.ts'
import type { Tx } from '#db/engine/transact.ts'
import { addCents } from '#domain/money.ts'
import type { Adjustment } from '#domain/orders/order-total.ts'
import { orderLinePrice, type Customer, type OrderLine } from '#domain/orders/order.ts'

/** Writes another address and recipient of an order, with the amounts that follow from it. Lock the order first. */
export async function writeAddress(
  tx: Tx,
  { id, number, lines }: { id: OrderId; number: string; lines: readonly OrderLine[] },
  { customer, adjustments }: { customer: Customer; adjustments: readonly Adjustment[] },
  now: number,
): Promise<void> {
  const subtotal = addCents(lines.map(orderLinePrice))
  const total = addCents([subtotal, ...adjustments.map(({ amount }) => amount)])
  const search = orderSearchText(number, customer)
  await raiseVersion(tx, id, now, {
    ...customer,
    ...totalColumns({ subtotal, adjustments, total }),
    search_text: search,
  })
  await writeOrderSearch(tx, id, search)
  await rewriteAdjustments(tx, id, adjustments)
}
