import type { Insertable, Kysely, Selectable } from 'kysely'
import { isAmong } from '#db/engine/is-among.ts'
import type { Tx } from '#db/engine/transact.ts'
import { announce } from '#db/webhooks/announce.ts'
import { findShipments } from '#db/orders/shipments.ts'
import { findPickups } from '#db/orders/pickups.ts'
import { findRefundParts } from '#db/orders/refunded-units.ts'
import type { Database } from '#db/schema.ts'
import type { OrderId, ReturnId } from '#domain/ids.ts'
import { shippedUnits } from '#domain/orders/fulfilment.ts'
import {
  RETURN_TRANSITIONS,
  returnableUnits,
  type DeliveredLine,
  type Return,
  type ReturnState,
  type ReturnUnit,
  type ReviewReason,
} from '#domain/returns/return.ts'
import type { Delivery } from '#domain/orders/order.ts'

/** The returns of an order, oldest first. */
export async function findReturns(db: Kysely<Database>, orderId: OrderId): Promise<Return[]> {
  const rows = await db
    .selectFrom('returns')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('number')
    .execute()
  return withUnits(db, rows)
}

/** The return with this id, or null. */
export async function findReturn(db: Kysely<Database>, id: ReturnId): Promise<Return | null> {
  const rows = await db.selectFrom('returns').selectAll().where('id', '=', id).execute()
  return (await withUnits(db, rows))[0] ?? null
}

/** These rows with their units. */
export async function withUnits(
  db: Kysely<Database>,
  rows: readonly Selectable<Database['returns']>[],
): Promise<Return[]> {
  const units = await db
    .selectFrom('return_units')
    .select(['return_id as returnId', 'number', 'line_position as position', 'reason', 'condition'])
    .where(
      isAmong(
        db,
        'return_id',
        rows.map(({ id }) => id),
      ),
    )
    .orderBy('number')
    .execute()
  const byReturn = Map.groupBy(units, ({ returnId }) => returnId)
  return rows.map((row) => ({
    id: row.id,
    orderId: row.order_id,
    number: row.number,
    version: row.version,
    state: row.state,
    wish: row.wish,
    review: JSON.parse(row.review) as ReviewReason[],
    method: row.method,
    fee: row.fee_cents,
    note: row.note,
    answer: row.answer,
    label: row.label,
    staffNote: row.staff_note,
    isWithdrawal: row.is_withdrawal === 1,
    createdAt: row.created_at,
    dueAt: row.due_at,
    decidedAt: row.decided_at,
    decidedBy: row.decided_by,
    receivedAt: row.received_at,
    receivedBy: row.received_by,
    closedAt: row.closed_at,
    units: (byReturn.get(row.id) ?? []).map(({ number, position, reason, condition }) => ({
      number,
      position,
      reason,
      condition,
    })),
  }))
}

/** How many units of each line of an order the customer has, and did not ask to return. */
export async function findReturnable(
  db: Kysely<Database>,
  { id, delivery }: { id: OrderId; delivery: Delivery },
): Promise<Map<number, number>> {
  const [lines, shipments, pickups, parts, returns] = await Promise.all([
    db
      .selectFrom('order_lines')
      .select(['position', 'gift_card as giftCard', 'restocked_sent as restockedSent'])
      .where('order_id', '=', id)
      .execute(),
    findShipments(db, id),
    delivery === 'pickup' ? findPickups(db, id) : [],
    findRefundParts(db, id),
    findReturns(db, id),
  ])
  const delivered = shippedUnits(delivery === 'pickup' ? pickups : shipments)
  const known = new Set<string>(returns.map((one) => one.id))
  const received = returns.filter(({ state }) => state !== 'declined').flatMap(({ units }) => units)
  const counted = lines.map(({ position, giftCard, restockedSent }): DeliveredLine => {
    const refunded = parts
      .filter((part) => part.position === position && part.isCounted && !known.has(part.refundId))
      .reduce((sum, { sent }) => sum + sent, 0)
    const back = received.filter((unit) => unit.position === position && unit.condition === 'stock').length
    return {
      position,
      delivered: giftCard === 1 ? 0 : (delivered.get(position) ?? 0),
      otherwise: Math.max(refunded, restockedSent - back),
    }
  })
  return returnableUnits(counted, returns)
}

/** Writes a return. Lock its order first. */
export async function insertReturn(
  tx: Tx,
  row: Insertable<Database['returns']>,
  units: readonly Pick<ReturnUnit, 'position' | 'reason'>[],
): Promise<void> {
  await tx.insertInto('returns').values(row).execute()
  await tx
    .insertInto('return_units')
    .values(
      units.map(({ position, reason }, at) => ({
        return_id: row.id,
        number: at + 1,
        line_position: position,
        reason,
        condition: null,
      })),
    )
    .execute()
  const told = row.state === 'accepted' ? (['asked', 'accepted'] as const) : [row.state]
  await announceStates(tx, row.id, told, row.created_at)
}

async function announceStates(
  tx: Tx,
  id: ReturnId,
  states: readonly ReturnState[],
  at: number,
): Promise<void> {
  await announce(
    tx,
    states.map((state) => ({ topic: `return.${state}`, thing: `return:${id}`, facts: { event: state }, at })),
  )
}

/**
 * The only way a return changes. Lock its order first. Throws when RETURN_TRANSITIONS does not allow the state, which
 * callers must check.
 */
export async function changeReturn(
  tx: Tx,
  { id, state, version }: Pick<Return, 'id' | 'state' | 'version'>,
  columns: Partial<Omit<Insertable<Database['returns']>, 'id' | 'order_id' | 'number' | 'version'>>,
  at: number,
): Promise<void> {
  const to: ReturnState = columns.state ?? state
  if (to !== state && !RETURN_TRANSITIONS[state].includes(to))
    throw new Error(`A return that is ${state} cannot become ${to}`)
  await tx
    .updateTable('returns')
    .set({ ...columns, version: version + 1 })
    .where('id', '=', id)
    .execute()
  if (to !== state) await announceStates(tx, id, [to], at)
}

/** Writes what staff found of each unit. */
export async function writeConditions(
  tx: Tx,
  id: ReturnId,
  units: readonly Pick<ReturnUnit, 'number' | 'condition'>[],
): Promise<void> {
  for (const { number, condition } of units)
    await tx
      .updateTable('return_units')
      .set({ condition })
      .where('return_id', '=', id)
      .where('number', '=', number)
      .execute()
}
