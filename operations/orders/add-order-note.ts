import { recordOnce } from '#db/orders/order-events.ts'
import { transact } from '#db/engine/transact.ts'
import { lockOrder } from '#operations/change-as-staff.ts'
import type { Shop } from '#operations/shop.ts'

/** Writes what staff want to remember into the order's history. `noteId`: made by the browser, once for each note. */
export async function addOrderNote(
  shop: Shop,
  { number, noteId, text, by }: { number: string; noteId: string; text: string; by: string },
): Promise<{ kind: 'noted' } | { kind: 'unknown-order' }> {
  return transact(shop.database, async (tx) => {
    const order = await lockOrder(tx, number)
    if (!order) return { kind: 'unknown-order' }
    await recordOnce(tx, order.id, shop.now(), 'note', { noteId, text }, by)
    return { kind: 'noted' }
  })
}
