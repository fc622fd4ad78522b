import { allUnits, shippedUnits, UNDO_FULFILMENT_MS, type LineUnits, type Shipment } from './fulfilment.ts'

/** Units of an order that the customer took. `number` counts all pickups of the order from 1. */
export interface Pickup {
  number: number
  /** In epoch milliseconds. */
  at: number
  /** The email address of the staff member who handed them over. */
  by: string
  units: LineUnits[]
}

/** A refund of units that were ready for pickup or collected. `at`: in epoch milliseconds. */
export interface ReadyRefund {
  at: number
  units: LineUnits[]
}

/** What was made ready for pickup of an order, what the customer took of it, and what of it was refunded. */
export interface PickupFacts {
  shipments: readonly Pick<Shipment, 'at' | 'units'>[]
  pickups: readonly Pick<Pickup, 'at' | 'units'>[]
  readyRefunds: readonly ReadyRefund[]
}

/**
 * The units of each line that are ready and wait for the customer. A refund takes units that waited at its time first,
 * because a customer who leaves an item at the counter is refunded for it, and then units that were collected.
 */
export function waitingUnits({ shipments, pickups, readyRefunds }: PickupFacts): LineUnits[] {
  const leaving = [...pickups, ...readyRefunds]
  // Steps of the same millisecond keep this order: ready, collected, refunded.
  const steps = [
    ...shipments.map(({ at, units }) => ({ at, units, change: 1 })),
    ...leaving.map(({ at, units }) => ({ at, units, change: -1 })),
  ].toSorted((a, b) => a.at - b.at)
  const waiting = new Map<number, number>()
  for (const { units, change } of steps) {
    for (const { position, quantity } of units)
      waiting.set(position, Math.max(0, (waiting.get(position) ?? 0) + change * quantity))
  }
  return Array.from(waiting, ([position, quantity]) => ({ position, quantity }))
    .filter(({ quantity }) => quantity > 0)
    .toSorted((a, b) => a.position - b.position)
}

/** The chosen units of each line together; null when fewer of a line wait. */
export function unitsToHandOver(
  waiting: readonly LineUnits[],
  chosen: readonly LineUnits[],
): LineUnits[] | null {
  const all = allUnits([{ units: [...chosen] }])
  const left = new Map(waiting.map(({ position, quantity }) => [position, quantity]))
  return all.every(({ position, quantity }) => quantity <= (left.get(position) ?? 0)) ? all : null
}

/** Whether the customer took units of a shipment: without it, more would be taken than was ready. */
export function isTakenFrom(
  { units }: Pick<Shipment, 'units'>,
  { shipments, pickups }: Pick<PickupFacts, 'shipments' | 'pickups'>,
): boolean {
  const [ready, taken] = [shippedUnits(shipments), shippedUnits(pickups)]
  return units.some(
    ({ position, quantity }) => quantity > (ready.get(position) ?? 0) - (taken.get(position) ?? 0),
  )
}

/** Whether a pickup is recent enough to be undone. */
export function mayUndoPickup({ at }: Pick<Pickup, 'at'>, now: number): boolean {
  return now < at + UNDO_FULFILMENT_MS
}

/** How an order's pickups decide what staff may do. `isWaiting`: something is ready and still there. */
export interface PickupProgress {
  isWaiting: boolean
  hasTaken: boolean
  /** A pickup can still be undone. */
  isRecent: boolean
}

/** What the pickups of an order allow staff to do at `now`. */
export function pickupProgress(facts: PickupFacts, now: number): PickupProgress {
  return {
    isWaiting: waitingUnits(facts).length > 0,
    hasTaken: facts.pickups.length > 0,
    isRecent: facts.pickups.some((pickup) => mayUndoPickup(pickup, now)),
  }
}
