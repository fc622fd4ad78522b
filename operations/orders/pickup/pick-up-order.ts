import * as v from 'valibot'
import { incrementVersion } from '#db/orders/move-order.ts'
import { readOrderContent } from '#db/orders/order-content.ts'
import { recordEvent } from '#db/orders/order-events.ts'
import {
  findPickupFacts,
  findPickups,
  insertPickup,
  markPickupUndone,
  updatePickedUp,
} from '#db/orders/pickups.ts'
import { enqueue, withdrawMails, type ChosenMails } from '#db/outbox/outbox.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { OrderId } from '#domain/ids.ts'
import type { LineUnits } from '#domain/orders/fulfilment.ts'
import { mayUndoPickup, unitsToHandOver, waitingUnits } from '#domain/orders/pickup.ts'
import { changeAsStaff, type ChangeRefusal, type StaffChange } from '#operations/change-as-staff.ts'
import { unitWords } from '#operations/order-facts.ts'
import type { Shop } from '#operations/shop.ts'

/**
 * What the customer took. `items`: units that were ready; without them, everything that is. `tellCustomer`: by mail
 * that it was picked up.
 */
export interface NewPickup extends StaffChange {
  items?: readonly LineUnits[] | undefined
  tellCustomer: boolean
}

export type PickupOutcome =
  | { kind: 'picked-up-now' }
  /** Fewer units of a line are ready and still there. */
  | { kind: 'not-ready' }
  /** No units were chosen. */
  | { kind: 'nothing-to-ship' }

/** Records that the customer took an order that was ready for pickup, or a part of it. */
export async function pickUpOrder(shop: Shop, change: NewPickup): Promise<PickupOutcome | ChangeRefusal> {
  const { by, items, tellCustomer } = change
  return changeAsStaff<PickupOutcome>(shop, 'pick-up', change, async (tx, order) => {
    const { id, version } = order
    const now = shop.now()
    const waiting = waitingUnits(await findPickupFacts(tx, id))
    const units = items ? unitsToHandOver(waiting, items) : waiting
    if (units === null) return { kind: 'not-ready' }
    if (units.length === 0) return { kind: 'nothing-to-ship' }
    const willNotify = tellCustomer && !order.isErased && order.email !== ''
    const pickup = await insertPickup(tx, id, { at: now, by, units })
    await updatePickedUp(tx, id)
    await incrementVersion(tx, id, now)
    const isWhole = pickup === 1 && order.fulfilment === 'fulfilled' && isAll(waiting, units)
    const what = isWhole ? '' : await namesOf(tx, id, units)
    await recordEvent(tx, id, now, 'picked-up', { told: willNotify, pickup, what }, by)
    if (willNotify) {
      const kind = 'order-picked-up'
      const payload = { orderId: id, pickup, id: `${kind}-${id}-${version}` }
      await enqueue(tx, [{ kind, payload, dedupeKey: `${kind}:${id}:${version}` }], now)
    }
    return { kind: 'picked-up-now' }
  })
}

export type UndoPickupOutcome =
  | { kind: 'pickup-undone' }
  /** It was undone in the meantime. */
  | { kind: 'unknown-pickup' }
  | Extract<ChangeRefusal, { kind: 'too-late' }>

/**
 * Undoes a pickup that was a mistake: its units are ready again. A mail about it that was not sent yet is withdrawn.
 * `pickup`: its number within the order; without it, the latest.
 */
export async function undoPickup(
  shop: Shop,
  change: StaffChange & { pickup?: number | undefined; reason: string },
): Promise<UndoPickupOutcome | ChangeRefusal> {
  const { by, reason } = change
  return changeAsStaff<UndoPickupOutcome>(shop, 'undo-pickup', change, async (tx, { id }) => {
    const now = shop.now()
    const pickups = await findPickups(tx, id)
    const latest = pickups.at(-1)
    const pickup =
      change.pickup === undefined ? latest : pickups.find(({ number }) => number === change.pickup)
    if (!pickup) return { kind: 'unknown-pickup' }
    if (!mayUndoPickup(pickup, now)) return { kind: 'too-late' }
    await markPickupUndone(tx, id, pickup.number, now)
    await updatePickedUp(tx, id)
    await incrementVersion(tx, id, now)
    const withdrawn = await withdrawMails(tx, id, mailsOf(pickup.number))
    const what = pickups.length > 1 || pickup.number > 1 ? await namesOf(tx, id, pickup.units) : ''
    const detail = { reason, withdrawn: withdrawn > 0, pickup: pickup.number, what }
    await recordEvent(tx, id, now, 'pickup-undone', detail, by)
    return { kind: 'pickup-undone' }
  })
}

/** Tasks from before partial pickups name no pickup: their orders had one each. */
const payloadSchema = v.object({ pickup: v.optional(v.number(), 1) })

function mailsOf(pickup: number): ChosenMails {
  const isWanted = (payload: string) => v.parse(payloadSchema, JSON.parse(payload)).pickup === pickup
  return { kinds: ['order-picked-up'], isWanted }
}

function isAll(waiting: readonly LineUnits[], units: readonly LineUnits[]): boolean {
  const sum = (all: readonly LineUnits[]) => all.reduce((so, { quantity }) => so + quantity, 0)
  return sum(waiting) === sum(units)
}

/** `2 x Crew Sock, M; 1 x Street Tee, S`. */
async function namesOf(tx: Tx, orderId: OrderId, units: readonly LineUnits[]): Promise<string> {
  return unitWords((await readOrderContent(tx, orderId)).lines, units).join('; ')
}
