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

/** What is ready for pickup of an order, and what the customer took of it. */
export interface PickupFacts {
  shipments: readonly Pick<Shipment, 'units'>[]
  pickups: readonly Pick<Pickup, 'units'>[]
}

/** The units of each line that are ready and still there. */
export function waitingUnits({ shipments, pickups }: PickupFacts): LineUnits[] {
  const taken = shippedUnits(pickups)
  return allUnits(shipments)
    .map(({ position, quantity }) => ({ position, quantity: quantity - (taken.get(position) ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
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
export function isTakenFrom({ units }: Pick<Shipment, 'units'>, facts: PickupFacts): boolean {
  const waiting = new Map(waitingUnits(facts).map(({ position, quantity }) => [position, quantity]))
  return units.some(({ position, quantity }) => quantity > (waiting.get(position) ?? 0))
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
export function pickupProgress(
  facts: { shipments: PickupFacts['shipments']; pickups: readonly Pick<Pickup, 'at' | 'units'>[] },
  now: number,
): PickupProgress {
  return {
    isWaiting: waitingUnits(facts).length > 0,
    hasTaken: facts.pickups.length > 0,
    isRecent: facts.pickups.some((pickup) => mayUndoPickup(pickup, now)),
  }
}
