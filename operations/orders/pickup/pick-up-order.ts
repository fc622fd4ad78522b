import { raiseVersion } from '#db/orders/move-order.ts'
import { recordEvent } from '#db/orders/order-events.ts'
import { writePickup } from '#db/orders/pickups.ts'
import { enqueue, withdrawMails, type ChosenMails } from '#db/outbox/outbox.ts'
import { changeAsStaff, type ChangeRefusal, type StaffChange } from '#operations/change-as-staff.ts'
import type { Shop } from '#operations/shop.ts'

const MAILS: ChosenMails = { kinds: ['order-picked-up'], isWanted: () => true }

/** Notes that the customer has an order that was ready for pickup. `tellCustomer`: by mail that it was picked up. */
export async function pickUpOrder(
  shop: Shop,
  change: StaffChange & { tellCustomer: boolean },
): Promise<{ kind: 'picked-up-now' } | ChangeRefusal> {
  const { by, tellCustomer } = change
  return changeAsStaff<{ kind: 'picked-up-now' }>(shop, 'pick-up', change, async (tx, order) => {
    const { id, version } = order
    const now = shop.now()
    const isTold = tellCustomer && !order.isErased && order.email !== ''
    await writePickup(tx, id, now)
    await raiseVersion(tx, id, now)
    await recordEvent(tx, id, now, 'picked-up', { told: isTold }, by)
    if (isTold) {
      const kind = 'order-picked-up'
      const payload = { orderId: id, id: `${kind}-${id}-${version}` }
      await enqueue(tx, [{ kind, payload, dedupeKey: `${kind}:${id}:${version}` }], now)
    }
    return { kind: 'picked-up-now' }
  })
}

/** Undoes a pickup that was a mistake: the order is ready again. A mail about it that was not sent yet is withdrawn. */
export async function undoPickup(
  shop: Shop,
  change: StaffChange & { reason: string },
): Promise<{ kind: 'pickup-undone' } | ChangeRefusal> {
  const { by, reason } = change
  return changeAsStaff<{ kind: 'pickup-undone' }>(shop, 'undo-pickup', change, async (tx, { id }) => {
    const now = shop.now()
    await writePickup(tx, id, null)
    await raiseVersion(tx, id, now)
    const withdrawn = await withdrawMails(tx, id, MAILS)
    await recordEvent(tx, id, now, 'pickup-undone', { reason, withdrawn: withdrawn > 0 }, by)
    return { kind: 'pickup-undone' }
  })
}
