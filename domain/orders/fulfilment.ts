/**
 * How far an order was sent. `unfulfilled`: nothing was sent yet. `partially-fulfilled`: some was, and more is open.
 * `fulfilled`: some was, and nothing is open. `nothing-to-fulfil`: nothing was sent and nothing is open, because all of
 * it was refunded or restocked first.
 */
export const FULFILMENT_STATUSES = [
  'unfulfilled',
  'partially-fulfilled',
  'fulfilled',
  'nothing-to-fulfil',
] as const

/** How far an order was sent: `partially-fulfilled`. */
export type FulfilmentStatus = (typeof FULFILMENT_STATUSES)[number]

/** The statuses with open units. */
export const OPEN_STATUSES = [
  'unfulfilled',
  'partially-fulfilled',
] as const satisfies readonly FulfilmentStatus[]

/** Whether anything is left to send. */
export function isOpen(status: FulfilmentStatus): boolean {
  return (OPEN_STATUSES as readonly FulfilmentStatus[]).includes(status)
}

/** Whether anything was sent. */
export function isShipped(status: FulfilmentStatus): boolean {
  return status === 'fulfilled' || status === 'partially-fulfilled'
}

/** Units of one order line, by its position. */
export interface LineUnits {
  position: number
  quantity: number
}

/** Units that staff chose. `sent`: how many of them had been sent; without it, as few as possible. */
export interface ChosenUnits extends LineUnits {
  sent?: number | undefined
}

/** How a shipment is followed. Fields are empty where nothing was entered; the link is an http or https address. */
export interface Tracking {
  carrier: string
  trackingNumber: string
  trackingLink: string
}

/** A parcel of an order. `number` counts all parcels of the order from 1, `at` is in epoch milliseconds. */
export interface Shipment extends Tracking {
  number: number
  at: number
  /** The email address of the staff member who sent it. */
  by: string
  units: LineUnits[]
}

/** How many units of each line, by position, these shipments contain. */
export function shippedUnits(shipments: readonly Pick<Shipment, 'units'>[]): Map<number, number> {
  const sums = new Map<number, number>()
  for (const { position, quantity } of shipments.flatMap(({ units }) => units)) {
    sums.set(position, (sums.get(position) ?? 0) + quantity)
  }
  return sums
}

/** The units in these parcels as a list, in the order of the lines. */
export function allUnits(parts: readonly Pick<Shipment, 'units'>[]): LineUnits[] {
  return [...shippedUnits(parts)]
    .map(([position, quantity]) => ({ position, quantity }))
    .toSorted((one, other) => one.position - other.position)
}

/** Units that staff chose, with how many of them had been sent. */
export interface SplitUnits extends LineUnits {
  sent: number
}

/** What happened to the units of a line. `sent` is the part of a count that had been sent before. */
export interface LineFacts {
  position: number
  quantity: number
  restocked: { all: number; sent: number }
  /** By refunds that were made or wait for the gateway. */
  refunded: { all: number; sent: number }
  shipped: number
  /** A gift card is sent by mail: there is nothing to fulfil or to restock. */
  giftCard?: boolean | undefined
  /** It was sold before it was made, and has not come in. */
  isAwaited?: boolean | undefined
}

/**
 * Where the units of a line are. Together they are its quantity. `removed`: they were refunded or restocked before they
 * were sent, and will not be. `open`: still to be sent.
 */
export interface LineProgress {
  position: number
  shipped: number
  removed: number
  open: number
  isAwaited?: boolean | undefined
}

/**
 * Where the units of a line are. What was refunded and what was restocked is largely the same units, so the larger
 * count decides. A unit that counts as sent, whose shipment was undone since, was not sent after all; one that was sent
 * while its refund seemed to have failed stays sent.
 */
export function lineProgress(facts: LineFacts): LineProgress {
  const { position, quantity, restocked, refunded, shipped } = facts
  if (facts.giftCard) return { position, shipped, removed: quantity, open: 0 }
  const removed = Math.min(
    Math.max(unsent(refunded, shipped), unsent(restocked, shipped)),
    quantity - shipped,
  )
  const open = quantity - shipped - removed
  return { position, shipped, removed, open, ...(facts.isAwaited && { isAwaited: true }) }
}

function unsent({ all, sent }: { all: number; sent: number }, shipped: number): number {
  return all - Math.min(sent, shipped)
}

/**
 * How many units of a line return to stock when its order is cancelled, unless staff choose otherwise: all but those
 * that a refund left out before.
 */
export function unitsToRestock({ quantity, restocked, refunded, shipped, giftCard }: LineFacts): number {
  if (giftCard) return 0
  const leftOut = Math.max(0, unsent(refunded, shipped) - unsent(restocked, shipped))
  return Math.max(0, quantity - restocked.all - leftOut)
}

/**
 * How many units of a line can be returned to stock, and how many of those had been sent: units that were sent may be
 * sent back, and units that will not be sent are still here. `isOver`: nothing more of the order will be sent.
 */
export function returnableUnits(facts: LineFacts, isOver: boolean): { left: number; leftSent: number } {
  const { quantity, restocked, shipped, giftCard } = facts
  if (giftCard) return { left: 0, leftSent: 0 }
  const { removed, open } = lineProgress(facts)
  const left = quantity - restocked.all
  const leftSent = Math.min(Math.max(0, shipped - restocked.sent), left)
  const neverSent = removed + (isOver ? open : 0) - (restocked.all - Math.min(restocked.sent, shipped))
  return { left: leftSent + Math.min(Math.max(0, neverSent), left - leftSent), leftSent }
}

/** The status of an order with these lines. */
export function fulfilmentStatus(lines: readonly Pick<LineProgress, 'shipped' | 'open'>[]): FulfilmentStatus {
  const open = lines.some((line) => line.open > 0)
  if (lines.some((line) => line.shipped > 0)) return open ? 'partially-fulfilled' : 'fulfilled'
  return open ? 'unfulfilled' : 'nothing-to-fulfil'
}

/** Everything that is open. */
export function openUnits(lines: readonly LineProgress[]): LineUnits[] {
  return lines.filter(({ open }) => open > 0).map(({ position, open }) => ({ position, quantity: open }))
}

/** The chosen units of each line together; null when a line has fewer open. */
export function unitsToShip(
  lines: readonly LineProgress[],
  chosen: readonly LineUnits[],
): LineUnits[] | null {
  const sums = shippedUnits([{ units: [...chosen] }])
  const fits = [...sums].every(
    ([position, quantity]) => quantity <= (lines.find((line) => line.position === position)?.open ?? 0),
  )
  return fits ? [...sums].map(([position, quantity]) => ({ position, quantity })) : null
}

/**
 * How many of the chosen units had been sent; null when a line has fewer. `left`: how many can still be chosen,
 * `leftSent`: how many of those had been sent.
 */
export function splitChosen(
  { quantity, sent }: Pick<ChosenUnits, 'quantity' | 'sent'>,
  { left, leftSent }: { left: number; leftSent: number },
): number | null {
  const split = sent ?? Math.max(0, quantity - (left - leftSent))
  const fits = split >= 0 && split <= Math.min(quantity, leftSent) && quantity - split <= left - leftSent
  return fits ? split : null
}

/** The chosen units, one entry for each line. Where one entry of a line does not say what was sent, none does. */
export function mergeChosen(chosen: readonly ChosenUnits[]): ChosenUnits[] {
  const byLine = Map.groupBy(chosen, ({ position }) => position)
  return [...byLine].map(([position, entries]) => ({
    position,
    quantity: entries.reduce((sum, { quantity }) => sum + quantity, 0),
    sent: entries.every(({ sent }) => sent !== undefined)
      ? entries.reduce((sum, { sent = 0 }) => sum + sent, 0)
      : undefined,
  }))
}

/** How long a shipment can be undone. A parcel is delivered after a week at the earliest. */
export const UNDO_FULFILMENT_MS = 7 * 24 * 60 * 60_000

/** Whether a shipment is recent enough to be undone. */
export function mayUndoShipment({ at }: Pick<Shipment, 'at'>, now: number): boolean {
  return now < at + UNDO_FULFILMENT_MS
}
