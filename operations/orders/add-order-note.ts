import { recordOnce } from '#db/orders/order-events.ts'
import { changeAsStaff, type ChangeRefusal, type StaffTask } from '#operations/change-as-staff.ts'
import type { Shop } from '#operations/shop.ts'

/** Writes what staff want to remember into the order's history. `noteId`: made by the browser, once for each note. */
export async function addOrderNote(
  shop: Shop,
  note: StaffTask & { noteId: string; text: string },
): Promise<{ kind: 'noted' } | ChangeRefusal> {
  const { noteId, text, by } = note
  return changeAsStaff(shop, 'note', note, async (tx, order) => {
    await recordOnce(tx, order.id, shop.now(), 'note', { noteId, text }, by)
    return { kind: 'noted' }
  })
}
