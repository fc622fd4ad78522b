import { findMarks, writeTags } from '#db/orders/order-marks.ts'
import { recordEvent } from '#db/orders/order-events.ts'
import { changeAsStaff, type ChangeRefusal, type StaffRequest } from '#operations/change-as-staff.ts'
import type { Shop } from '#operations/shop.ts'

export type TagOutcome = { kind: 'tagged' | 'tags-unchanged' } | ChangeRefusal

/** Adds tags to an order, and takes others from it. */
export async function tagOrder(
  shop: Shop,
  request: StaffRequest & { add: readonly string[]; remove: readonly string[] },
): Promise<TagOutcome> {
  return changeAsStaff<TagOutcome>(shop, 'tag', request, async (tx, { id }) => {
    const before = (await findMarks(tx, [id])).get(id)?.tags ?? []
    const after = await writeTags(tx, id, request)
    const [added, removed] = [
      after.filter((tag) => !before.includes(tag)),
      before.filter((tag) => !after.includes(tag)),
    ]
    if (added.length + removed.length === 0) return { kind: 'tags-unchanged' }
    const detail = { added: added.join(', '), removed: removed.join(', ') }
    await recordEvent(tx, id, shop.now(), 'tagged', detail, request.by)
    return { kind: 'tagged' }
  })
}
