import { readOrderContent } from '#db/orders/order-content.ts'
import { recordEvent } from '#db/orders/order-events.ts'
import { findLineFacts } from '#db/refunds/fulfilment-status.ts'
import type { Tx } from '#db/engine/transact.ts'
import { isOver } from '#domain/orders/allowed-actions.ts'
import {
  mergeChosen,
  returnableUnits,
  splitChosen,
  type ChosenUnits,
  type SplitUnits,
} from '#domain/orders/fulfilment.ts'
import {
  changeAsStaff,
  type ChangeRefusal,
  type ChangingOrder,
  type StaffChange,
} from '#operations/change-as-staff.ts'
import { unitWords } from '#operations/order-facts.ts'
import { restockLines } from '#operations/restock-lines.ts'
import { syncOrderState } from '#operations/sync-order-state.ts'
import type { Shop } from '#operations/shop.ts'

/** Units that staff have back, or that will not be sent. */
export interface Restocking extends StaffChange {
  units: readonly ChosenUnits[]
  reason: string
}

export type RestockOutcome =
  | { kind: 'restocked' }
  /** A line has fewer units that can be returned to stock, or none was chosen. */
  | { kind: 'too-many-to-restock' }
  | ChangeRefusal

/**
 * Returns units of an order to stock after they were refunded, or after the customer sent them back. Units that are
 * still to be sent stay sold, unless the order is over. Money does not change.
 */
export async function restockOrder(shop: Shop, change: Restocking): Promise<RestockOutcome> {
  const outcome = await changeAsStaff(shop, 'restock', change, (tx, order) => write(shop, tx, order, change))
  if (outcome.kind !== 'written') return outcome
  if (outcome.backInStock) await shop.changes.publish('catalogue')
  return { kind: 'restocked' }
}

async function write(
  shop: Shop,
  tx: Tx,
  order: ChangingOrder,
  { by, units, reason }: Restocking,
): Promise<{ kind: 'written'; backInStock: boolean } | { kind: 'too-many-to-restock' }> {
  const now = shop.now()
  const chosen = await returnable(tx, order, units)
  const restocked = chosen && (await restockLines(tx, order.id, chosen, { by, at: now }))
  if (chosen === null || restocked === null) return { kind: 'too-many-to-restock' }
  const { lines } = await readOrderContent(tx, order.id)
  const what = unitWords(lines, chosen).join('; ')
  await recordEvent(tx, order.id, now, 'restocked', { what, reason, units: chosen }, by)
  await syncOrderState(tx, order, now)
  return { kind: 'written', backInStock: restocked.backInStock }
}

/** The chosen units, as far as each line has them; null when one has fewer, or there are none. */
async function returnable(
  tx: Tx,
  order: ChangingOrder,
  units: readonly ChosenUnits[],
): Promise<SplitUnits[] | null> {
  const facts = await findLineFacts(tx, order.id)
  const chosen = mergeChosen(units).map((one): SplitUnits | null => {
    const line = facts.find(({ position }) => position === one.position)
    const sent = line ? splitChosen(one, returnableUnits(line, isOver(order))) : null
    return sent === null ? null : { ...one, sent }
  })
  const all = chosen.filter((one) => one !== null)
  return all.length > 0 && all.length === chosen.length ? all : null
}
