import { findOneTimeEvent, recordOneTimeEvent } from '#db/orders/order-events.ts'
import { changeAsStaff, type ChangeRefusal, type StaffRequest } from '#operations/change-as-staff.ts'
import type { Shop } from '#operations/shop.ts'

export type NoteOutcome =
  | { kind: 'noted' }
  /** The history has another text under this id: an earlier request was carried out, and its answer was lost. */
  | { kind: 'note-id-taken' }
  | ChangeRefusal

/** Adds a staff note to the order's history. `noteId`: created by the browser, once for each note. */
export async function addOrderNote(
  shop: Shop,
  request: StaffRequest & { noteId: string; text: string },
): Promise<NoteOutcome> {
  const { noteId, text, by } = request
  return changeAsStaff(shop, 'note', request, async (tx, order): Promise<NoteOutcome> => {
    const note = { kind: 'note', name: noteId, detail: { noteId, text }, actor: by } as const
    if (await recordOneTimeEvent(tx, order.id, shop.now(), note)) return { kind: 'noted' }
    const known = await findOneTimeEvent(tx, order.id, note)
    return { kind: known?.detail['text'] === text ? 'noted' : 'note-id-taken' }
  })
}
