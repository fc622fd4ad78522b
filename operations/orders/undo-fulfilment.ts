import { moveOrder, raiseVersion } from '#db/orders/move-order.ts'
import { recordEvent } from '#db/orders/order-events.ts'
import { withdrawMails } from '#db/outbox/outbox.ts'
import { PARCEL_MAIL_KINDS } from '#domain/outbox/task-kinds.ts'
import { standingState } from '#domain/refunds/refund.ts'
import { changeAsStaff, type ChangeRefusal, type StaffChange } from '#operations/change-as-staff.ts'
import type { Shop } from '#operations/shop.ts'

const NOT_SENT = { fulfilled_at: null, carrier: '', tracking_number: '', tracking_link: '' }

/**
 * Undoes a fulfilment that was a mistake: the order waits to be sent again. Mails about the parcel that were not sent
 * yet are withdrawn.
 */
export async function undoFulfilment(
  shop: Shop,
  change: StaffChange & { reason: string },
): Promise<{ kind: 'fulfilment-undone' } | ChangeRefusal> {
  return changeAsStaff(shop, 'undo-fulfilment', change, async (tx, order) => {
    const { id, state, received, refunds } = order
    const now = shop.now()
    const standing = standingState({ received, refunds, isFulfilled: false })
    if (standing === state) await raiseVersion(tx, id, now, NOT_SENT)
    else await moveOrder(tx, order, standing, now, NOT_SENT)
    const withdrawn = await withdrawMails(tx, id, PARCEL_MAIL_KINDS)
    const detail = { reason: change.reason, withdrawn: withdrawn > 0 }
    await recordEvent(tx, id, now, 'fulfilment-undone', detail, change.by)
    return { kind: 'fulfilment-undone' }
  })
}
