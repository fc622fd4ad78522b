import type { CartItem } from '#domain/checkout/cart.ts'
import { findDueLink } from '#db/payment-links/payment-links.ts'
import { lockStock } from '#db/catalog/stock.ts'
import { writeAddress } from '#db/orders/change-address.ts'
import { areAddedLinesUsed, removeAddedLines, writeItems } from '#db/orders/change-items.ts'
import { readOrderContent } from '#db/orders/order-content.ts'
import { recordEvent } from '#db/orders/order-events.ts'
import { findRefundedParts } from '#db/orders/refunded-units.ts'
import { updateFulfilment } from '#db/refunds/fulfilment-status.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { OrderLine } from '#domain/orders/order.ts'
import { divideOrder } from '#domain/orders/unit-shares.ts'
import type { StockChange } from '#domain/stock/stock-change.ts'
import type { ChangeRefusal, ChangingOrder } from '#operations/change-as-staff.ts'

/** The change is undone; `availabilityChanged`: units were returned to stock or taken. */
export type UndoOutcome =
  | { kind: 'undone'; availabilityChanged: boolean }
  /** The units before the change are not in stock any more. The transaction must be rolled back. */
  | { kind: 'undo-sold-out' }
  | ChangeRefusal

/**
 * Makes a locked order what it was before the change that its payment link charges for: items and stock, or the
 * address, and the total. Not once a parcel was sent, or something of it was refunded or restocked.
 */
export async function undoChange(
  tx: Tx,
  order: ChangingOrder,
  by: string,
  now: number,
): Promise<UndoOutcome> {
  const { id, number, email, fulfilment, state } = order
  if (fulfilment !== 'unfulfilled') return { kind: 'partly-sent' }
  const link = await findDueLink(tx, id)
  const content = await readOrderContent(tx, id)
  const refunded = await findRefundedParts(tx, id)
  const isTouched = refunded.units.size > 0 || content.lines.some(({ restocked }) => restocked > 0)
  if (!link?.undo || isTouched) return { kind: 'not-possible', state }
  const { customer, sent, adjustments } = link.undo
  const lines = link.undo.lines ?? content.lines
  const shares = link.undo.shares ?? divideOrder({ lines, adjustments })
  const undone = { lines, adjustments, shares, sent }
  const { before, after } = link.change
  if (customer) {
    await writeAddress(tx, { id, number }, { ...undone, customer: { ...customer, email } }, now)
    await recordEvent(tx, id, now, 'change-undone', { from: after, to: before }, by)
    return { kind: 'undone', availabilityChanged: false }
  }
  if (await areAddedLinesUsed(tx, id, lines.length)) return { kind: 'not-possible', state }
  const stock = await moveUnits(tx, { before: content.lines, after: lines }, { by, orderId: id, at: now })
  if (stock === null) return { kind: 'undo-sold-out' }
  await writeItems(tx, id, content.lines, undone, now)
  // After the adjustments, such as the duty of a line.
  await removeAddedLines(tx, id, lines.length)
  await updateFulfilment(tx, id)
  await recordEvent(tx, id, now, 'change-undone', { before: after, after: before }, by)
  return { kind: 'undone', ...stock }
}

/** Returns the units that an order gives up, and takes those that it has again; null when they are gone. */
async function moveUnits(
  tx: Tx,
  { before, after }: { before: readonly OrderLine[]; after: readonly OrderLine[] },
  change: Omit<StockChange, 'reason'>,
): Promise<{ availabilityChanged: boolean } | null> {
  const units = new Map<string, CartItem>()
  const add = ({ productId, size, quantity }: OrderLine, times: 1 | -1) => {
    const key = `${productId} ${size}`
    units.set(key, { productId, size, quantity: (units.get(key)?.quantity ?? 0) + times * quantity })
  }
  for (const line of before) add(line, 1)
  for (const line of after) add(line, -1)
  const all = [...units.values()]
  const back = all.filter(({ quantity }) => quantity > 0)
  const again = all.filter(({ quantity }) => quantity < 0).map((one) => ({ ...one, quantity: -one.quantity }))
  const stock = await lockStock(tx, all, change.at)
  const { backInStock } = stock.giveBack(
    back.map((one) => ({ ...one, fromProduct: true, fromSize: true })),
    { ...change, reason: 'returned' },
  )
  const taken = stock.take(again, { ...change, reason: 'sold' })
  if (taken === null) return null
  await stock.write(tx)
  return { availabilityChanged: backInStock || taken.soldOut }
}
