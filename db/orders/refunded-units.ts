import { sql, type ExpressionBuilder, type Kysely } from 'kysely'
import { isAmong } from '#db/engine/is-among.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { Database } from '#db/schema.ts'
import type { OrderId, RefundId } from '#domain/ids.ts'
import type { ReadyRefund } from '#domain/orders/pickup.ts'
import { assignUnits } from '#domain/refunds/refunded-units.ts'
import type { RefundState } from '#domain/refunds/refund.ts'

/**
 * A part of a refund that counts. `position`: of the line; null for the shipping. `which`: the numbers of the units of
 * that line.
 */
export interface CountedPart {
  orderId: OrderId
  refundId: RefundId
  part: number
  position: number | null
  quantity: number
  sent: number
  which: readonly number[]
  isNoted: boolean
}

/** Refunds of which a share counts as made; as in `leftToRefund`, one that is unconfirmed or failed does not. */
const COUNTED_STATES: RefundState[] = ['asked', 'done']

/** Whether a refund has a share in one of these states: a row of it, one for each payment (refund-shares.ts). */
function hasShare(e: ExpressionBuilder<Database, 'refunds'>, states: readonly RefundState[]) {
  const further = e
    .selectFrom('refunds as share')
    .select('share.id')
    .whereRef('share.order_id', '=', 'refunds.order_id')
    .where(sql<boolean>`substr(share.id, 1, length(refunds.id) + 1) = refunds.id || '-'`)
    .where('share.state', 'in', states)
  return e.or([e('refunds.state', 'in', states), e.exists(further)])
}

/** What the refunds of these orders were for, as far as they were made or wait for the gateway, oldest first. */
export async function findCountedParts(
  db: Kysely<Database>,
  orderIds: readonly OrderId[],
): Promise<Map<OrderId, CountedPart[]>> {
  const rows = await db
    .selectFrom('refund_parts')
    .innerJoin('refunds', 'refunds.id', 'refund_parts.refund_id')
    .select(['refund_parts.order_id as orderId', 'refund_id as refundId', 'part'])
    .select(['line_position as position', 'quantity', 'sent', 'units'])
    .where(isAmong(db, 'refund_parts.order_id', orderIds))
    .where((e) => hasShare(e, COUNTED_STATES))
    .orderBy('refunds.created_at')
    .orderBy('refunds.id')
    .orderBy('part')
    .execute()
  const byOrder = Map.groupBy(rows, ({ orderId }) => orderId)
  return new Map(
    [...byOrder].map(([orderId, parts]) => {
      const named = parts.map(({ units, ...part }) => ({
        ...part,
        which: units === null ? null : (JSON.parse(units) as number[]),
      }))
      const units = assignUnits(
        named.map(({ position, quantity, which }) => ({ position: position ?? -1, quantity, which })),
      )
      return [
        orderId,
        named.map((part, at) => ({ ...part, which: units[at]!, isNoted: part.which !== null })),
      ]
    }),
  )
}

/** The refunds of an order that count, as far as they were of units that had been sent or were ready, oldest first. */
export async function findReadyRefunds(db: Kysely<Database>, orderId: OrderId): Promise<ReadyRefund[]> {
  const rows = await db
    .selectFrom('refund_parts')
    .innerJoin('refunds', 'refunds.id', 'refund_parts.refund_id')
    .select(['refunds.id', 'refunds.created_at as at', 'line_position as position', 'sent as quantity'])
    .where('refund_parts.order_id', '=', orderId)
    .where('sent', '>', 0)
    .where((e) => hasShare(e, COUNTED_STATES))
    .orderBy('refunds.created_at')
    .orderBy('refunds.id')
    .orderBy('part')
    .execute()
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((parts) => ({
    at: parts[0]!.at,
    units: parts.flatMap(({ position, quantity }) => (position === null ? [] : [{ position, quantity }])),
  }))
}

/** How many units of each line of an order are in an unconfirmed refund. */
export async function findUnconfirmedUnits(
  db: Kysely<Database>,
  orderId: OrderId,
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('refund_parts')
    .innerJoin('refunds', 'refunds.id', 'refund_parts.refund_id')
    .select(['line_position as position', 'quantity'])
    .where('refund_parts.order_id', '=', orderId)
    .where((e) => hasShare(e, ['unconfirmed']))
    .execute()
  const units = new Map<number, number>()
  for (const { position, quantity } of rows)
    if (position !== null) units.set(position, (units.get(position) ?? 0) + quantity)
  return units
}

/** Records which units each refund of a locked order returned, before one of the refunds stops counting. */
export async function recordRefundedUnits(tx: Tx, orderId: OrderId): Promise<void> {
  for (const part of (await findCountedParts(tx, [orderId])).get(orderId) ?? []) {
    if (!part.isNoted && part.position !== null) await writeUnits(tx, part, part.which)
  }
}

/**
 * Renumbers the refunded units of a changed order from 0, because its adjustments keep the shares of refunded units
 * first. A refund that does not count has no units, and gets the first free ones if it turns out to be made.
 */
export async function recountUnits(tx: Tx, orderId: OrderId): Promise<void> {
  const parts = (await findCountedParts(tx, [orderId])).get(orderId) ?? []
  await tx.updateTable('refund_parts').set({ units: null }).where('order_id', '=', orderId).execute()
  const counted = new Map<number, number>()
  for (const part of parts) {
    if (part.position === null) continue
    const before = counted.get(part.position) ?? 0
    counted.set(part.position, before + part.quantity)
    await writeUnits(
      tx,
      part,
      part.which.map((_unit, at) => before + at),
    )
  }
}

async function writeUnits(tx: Tx, { refundId, part }: CountedPart, units: readonly number[]): Promise<void> {
  await tx
    .updateTable('refund_parts')
    .set({ units: JSON.stringify(units) })
    .where('refund_id', '=', refundId)
    .where('part', '=', part)
    .execute()
}
