import type { Kysely } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { isAmong } from '#db/engine/is-among.ts'
import type { Database } from '#db/schema.ts'
import type { OrderId } from '#domain/ids.ts'
import type { ReadyRefund } from '#domain/orders/pickup.ts'
import { runsOf, unitsOf } from '#domain/orders/unit-shares.ts'
import type { RefundedParts } from '#domain/refunds/order-parts.ts'
import { groupShares } from '#domain/refunds/refund-shares.ts'
import { refundedParts, settleUnits, type RefundPart } from '#domain/refunds/refunded-units.ts'
import type { RefundState } from '#domain/refunds/refund.ts'
import { findUnitShares } from './unit-shares.ts'

/** A part of a refund. `isUnconfirmed`: it may have been made. `isSettled`: the units that it has are stored. */
interface StoredPart extends RefundPart {
  orderId: OrderId
  at: number
  isUnconfirmed: boolean
  isSettled: boolean
}

/** The states of a refund that counts, as in `leftToRefund`. */
const COUNTED_STATES: ReadonlySet<RefundState> = new Set(['asked', 'done'])

/** What the refunds of an order were for, oldest first. */
export async function findRefundParts(db: Kysely<Database>, orderId: OrderId): Promise<StoredPart[]> {
  return (await findRefundPartsOf(db, [orderId])).get(orderId) ?? []
}

/** What the refunds of each of these orders were for. Orders without refunds by item are left out. */
export async function findRefundPartsOf(
  db: Kysely<Database>,
  orderIds: readonly OrderId[],
): Promise<Map<OrderId, StoredPart[]>> {
  const [rows, refunds] = await Promise.all([
    db
      .selectFrom('refund_parts')
      .innerJoin('refunds', 'refunds.id', 'refund_parts.refund_id')
      .select(['refund_parts.order_id as orderId', 'refund_id as refundId', 'refunds.created_at as at'])
      .select(['line_position as position', 'unit', 'units', 'quantity', 'sent'])
      .where(isAmong(db, 'refund_parts.order_id', orderIds))
      .orderBy('refunds.created_at')
      .orderBy('refunds.id')
      .orderBy('part')
      .execute(),
    db
      .selectFrom('refunds')
      .select(['id', 'state'])
      .where(isAmong(db, 'order_id', orderIds))
      .execute(),
  ])
  const groups = groupShares(refunds)
  const byLine = Map.groupBy(rows, ({ refundId, position }) => `${refundId} ${position}`)
  const parts = Array.from(byLine.values(), (runs): StoredPart => {
    const { orderId, refundId, at, position } = runs[0]!
    const states = (groups.get(refundId) ?? []).map(({ state }) => state)
    return {
      orderId,
      refundId,
      at,
      position,
      quantity: runs.reduce((sum, { quantity }) => sum + quantity, 0),
      sent: runs.reduce((sum, { sent }) => sum + sent, 0),
      which: unitsOfRuns(runs),
      // A refund of several payments counts as soon as one of its rows does.
      isCounted: states.some((state) => COUNTED_STATES.has(state)),
      isUnconfirmed: states.includes('unconfirmed'),
      isSettled: runs.every(({ unit, units }) => (position === null || unit !== null) && units === null),
    }
  })
  const byOrder = Map.groupBy(parts, ({ orderId }) => orderId)
  const isOld = ({ isCounted, isSettled }: StoredPart) => isCounted && !isSettled
  return new Map([...byOrder].map(([id, own]) => [id, own.some(isOld) ? settleUnits(own) : own]))
}

/** The numbers of the units of a part; null when they are not settled. Earlier versions wrote them as JSON. */
function unitsOfRuns(runs: readonly { unit: number | null; units: string | null; quantity: number }[]) {
  const numbers = runs.map(({ unit, units, quantity }) => {
    if (units !== null) return JSON.parse(units) as number[]
    return unit === null ? null : Array.from({ length: quantity }, (_, n) => unit + n)
  })
  return numbers.includes(null) ? null : numbers.flatMap((own) => own ?? [])
}

/** What the refunds of an order returned that count. */
export async function findRefundedParts(db: Kysely<Database>, orderId: OrderId): Promise<RefundedParts> {
  return refundedParts(await findRefundParts(db, orderId))
}

/** The refunds of an order that count, as far as they were of units that had been sent or were ready, oldest first. */
export async function findReadyRefunds(db: Kysely<Database>, orderId: OrderId): Promise<ReadyRefund[]> {
  const parts = (await findRefundParts(db, orderId)).filter(({ isCounted, sent }) => isCounted && sent > 0)
  return [...Map.groupBy(parts, ({ refundId }) => refundId).values()].map((own) => ({
    at: own[0]!.at,
    units: own.flatMap(({ position, sent: quantity }) => (position === null ? [] : [{ position, quantity }])),
  }))
}

/** How many units of each line of an order are in an unconfirmed refund. */
export async function findUnconfirmedUnits(
  db: Kysely<Database>,
  orderId: OrderId,
): Promise<Map<number, number>> {
  const units = new Map<number, number>()
  for (const { isUnconfirmed, position, quantity } of await findRefundParts(db, orderId))
    if (isUnconfirmed && position !== null) units.set(position, (units.get(position) ?? 0) + quantity)
  return units
}

/**
 * Stores which units the refunds of a locked order returned that count. Call it after one begins to count, and for
 * refunds of earlier versions before one stops.
 */
export async function settleRefundedUnits(tx: Kysely<Database>, orderId: OrderId): Promise<void> {
  const parts = await findRefundParts(tx, orderId)
  if (parts.length === 0) return
  const shares = (await findUnitShares(tx, [orderId])).get(orderId)
  const settled = settleUnits(parts, shares && ((position) => unitsOf(shares, position)))
  const isStored = parts.every(({ isCounted, isSettled }) => isSettled || !isCounted)
  if (isStored && isDeepStrictEqual(settled, parts)) return
  await tx.deleteFrom('refund_parts').where('order_id', '=', orderId).execute()
  await insertRefundParts(tx, orderId, settled)
}

/** Writes parts of refunds: units that follow each other are one row. Settle the units afterwards. */
export async function insertRefundParts(
  tx: Kysely<Database>,
  orderId: OrderId,
  parts: readonly Omit<RefundPart, 'isCounted'>[],
): Promise<void> {
  const rows = parts.flatMap(({ refundId, position, quantity, sent, which }) => {
    let left = sent
    return (which?.length ? runsOf(which) : [{ unit: null, units: quantity }]).map(({ unit, units }) => {
      const own = Math.min(left, units)
      left -= own
      const of = { refund_id: refundId, order_id: orderId, line_position: position }
      return { ...of, unit, quantity: units, sent: own, units: null }
    })
  })
  const numbered = rows.map((row, part) => ({ ...row, part }))
  if (numbered.length > 0) await tx.insertInto('refund_parts').values(numbered).execute()
}
