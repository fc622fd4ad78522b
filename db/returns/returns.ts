import type { ExpressionBuilder, Insertable, Kysely, Selectable } from 'kysely'
import { isAmong } from '#db/engine/is-among.ts'
import type { Tx } from '#db/engine/transact.ts'
import { announce } from '#db/webhooks/announce.ts'
import { findShipments } from '#db/orders/shipments.ts'
import { findPickups } from '#db/orders/pickups.ts'
import { findRefundParts } from '#db/orders/refunded-units.ts'
import type { Database } from '#db/schema.ts'
import { cents, type Cents } from '#domain/money.ts'
import type { Size } from '#domain/catalog/size.ts'
import type { OrderId, ProductId, ReturnId } from '#domain/ids.ts'
import { shippedUnits, type LineUnits } from '#domain/orders/fulfilment.ts'
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
    .innerJoin('returns', 'returns.id', 'return_units.return_id')
    .leftJoin('order_lines', (join) =>
      join
        .onRef('order_lines.order_id', '=', 'returns.order_id')
        .onRef('order_lines.position', '=', 'return_units.line_position'),
    )
    .select([
      'return_id as returnId',
      'return_units.number',
      'line_position as position',
      'reason',
      'condition',
    ])
    .select(['return_units.product_id as productId', 'return_units.name', 'return_units.size'])
    .select(['exchange_product_id', 'exchange_name', 'exchange_size', 'exchange_price_cents'])
    .select([
      'order_lines.product_id as lineProduct',
      'order_lines.name as lineName',
      'order_lines.size as lineSize',
    ])
    .where(
      isAmong(
        db,
        'return_id',
        rows.map(({ id }) => id),
      ),
    )
    .orderBy('return_units.number')
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
    heldUntil: row.held_until,
    units: (byReturn.get(row.id) ?? []).map(({ returnId: _of, ...unit }) => toUnit(unit)),
  }))
}

function toUnit({
  productId,
  name,
  size,
  lineProduct,
  lineName,
  lineSize,
  exchange_product_id: otherId,
  exchange_name: otherName,
  exchange_size: otherSize,
  exchange_price_cents: price,
  ...unit
}: Omit<ReturnUnit, 'item' | 'exchange'> & {
  productId: ProductId
  name: string
  size: Size
  lineProduct: ProductId | null
  lineName: string | null
  lineSize: Size | null
  exchange_product_id: ProductId | null
  exchange_name: string | null
  exchange_size: Size | null
  exchange_price_cents: Cents | null
}): ReturnUnit {
  // A version that runs beside this one does not write what it is.
  const own = { productId, name, size }
  const item =
    name !== '' ? own : { productId: lineProduct ?? productId, name: lineName ?? '', size: lineSize ?? size }
  const exchange =
    otherId === null
      ? null
      : { productId: otherId, name: otherName ?? '', size: otherSize ?? size, price: price ?? cents(0) }
  return { ...unit, item, exchange }
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
  // What was exchanged is of its line no more.
  const received = returns
    .filter(({ state }) => state !== 'declined' && state !== 'exchanged')
    .flatMap(({ units }) => units)
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
  units: readonly Pick<ReturnUnit, 'position' | 'item' | 'reason' | 'exchange'>[],
): Promise<void> {
  await tx.insertInto('returns').values(row).execute()
  await tx
    .insertInto('return_units')
    .values(
      units.map(({ position, item, reason, exchange }, at) => ({
        return_id: row.id,
        number: at + 1,
        line_position: position,
        reason,
        condition: null,
        product_id: item.productId,
        name: item.name,
        size: item.size,
        exchange_product_id: exchange?.productId ?? null,
        exchange_name: exchange?.name ?? null,
        exchange_size: exchange?.size ?? null,
        exchange_price_cents: exchange?.price ?? null,
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

/** Some of the returns whose time for holding what the customer wants instead is over. */
export async function findEndedHolds(db: Kysely<Database>, now: number, limit: number): Promise<ReturnId[]> {
  const rows = await db
    .selectFrom('returns')
    .select('id')
    .where('held_until', '<=', now)
    .orderBy('held_until')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Makes units of a line that were sent be with the shop again, as if they had never been sent: the last parcels and
 * pickups have fewer of them. `restocked`: how many of them went back to stock. Lock the order first.
 */
export async function takeBackUnits(
  tx: Tx,
  orderId: OrderId,
  { position, quantity, restocked }: LineUnits & { restocked: number },
): Promise<void> {
  const of = { orderId, position }
  const parcels = await tx
    .selectFrom('order_shipment_lines')
    .innerJoin('order_shipments', (join) =>
      join
        .onRef('order_shipments.order_id', '=', 'order_shipment_lines.order_id')
        .onRef('order_shipments.number', '=', 'order_shipment_lines.shipment'),
    )
    .select(['shipment as number', 'quantity'])
    .where('order_shipment_lines.order_id', '=', orderId)
    .where('line_position', '=', position)
    .where('undone_at', 'is', null)
    .orderBy('shipment', 'desc')
    .execute()
  const pickups = await tx
    .selectFrom('order_pickups')
    .select(['number', 'quantity'])
    .where('order_id', '=', orderId)
    .where('line_position', '=', position)
    .where('undone_at', 'is', null)
    .orderBy('number', 'desc')
    .execute()
  const left = await takeFrom(parcels, quantity, (number, units) => writeParcel(tx, { ...of, number, units }))
  if (left > 0) throw new Error(`Units of order ${orderId} came back that were not sent`)
  await takeFrom(pickups, quantity, (number, units) => writePickup(tx, { ...of, number, units }))
  await tx
    .updateTable('order_lines')
    .set((e) => ({
      restocked: e('restocked', '-', restocked),
      restocked_sent: e('restocked_sent', '-', restocked),
    }))
    .where('order_id', '=', orderId)
    .where('position', '=', position)
    .execute()
}

/** Takes units from counts, one after the other; returns how many are missing. */
async function takeFrom(
  counts: readonly { number: number; quantity: number }[],
  quantity: number,
  write: (number: number, units: number) => Promise<unknown>,
): Promise<number> {
  let open = quantity
  for (const { number, quantity: there } of counts) {
    if (open === 0) break
    const taken = Math.min(open, there)
    open -= taken
    await write(number, there - taken)
  }
  return open
}

interface CountedUnits {
  orderId: OrderId
  position: number
  number: number
  units: number
}

function writeParcel(tx: Tx, { orderId, position, number, units }: CountedUnits): Promise<unknown> {
  const own = { order_id: orderId, shipment: number, line_position: position }
  const is = (e: ExpressionBuilder<Database, 'order_shipment_lines'>) => e.and(own)
  return units === 0
    ? tx.deleteFrom('order_shipment_lines').where(is).execute()
    : tx.updateTable('order_shipment_lines').set({ quantity: units }).where(is).execute()
}

function writePickup(tx: Tx, { orderId, position, number, units }: CountedUnits): Promise<unknown> {
  const own = { order_id: orderId, number, line_position: position }
  const is = (e: ExpressionBuilder<Database, 'order_pickups'>) => e.and(own)
  return units === 0
    ? tx.deleteFrom('order_pickups').where(is).execute()
    : tx.updateTable('order_pickups').set({ quantity: units }).where(is).execute()
}
