import { recordOnce } from '#db/orders/order-events.ts'
import { changeAsStaff, type ChangeRefusal, type StaffTask } from '#operations/change-as-staff.ts'
import type { Shop } from '#operations/shop.ts'

/** Adds a staff note to the order's history. `noteId`: created by the browser, once for each note. */
export async function addOrderNote(
  shop: Shop,
  task: StaffTask & { noteId: string; text: string },
): Promise<{ kind: 'noted' } | ChangeRefusal> {
  const { noteId, text, by } = task
  return changeAsStaff(shop, 'note', task, async (tx, order) => {
    const note = { kind: 'note', name: noteId, detail: { noteId, text }, actor: by } as const
    await recordOnce(tx, order.id, shop.now(), note)
    return { kind: 'noted' }
  })
}
