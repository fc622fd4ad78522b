import { sql, type Kysely } from 'kysely'
import { SMALL_ORDER_UNITS, type UnpaidHolds } from '#domain/checkout/hold-limits.ts'
import { engineOf } from '#db/engine/engine.ts'
import type { Database } from '#db/schema.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { OrderId } from '#domain/ids.ts'

/** The network and the visitor that a hold is counted for, as keyed digests. */
export interface Holder {
  network: string
  visitor: string
}

/** How far back hold times are counted. */
export const HOLD_TIME_WINDOW_MS = 24 * 60 * 60_000

/**
 * Serialises the placements of one network until the transaction ends, so that each counts the ones before it. Payments
 * and other networks do not wait. On SQLite writers are serialised anyway.
 */
export async function lockNetwork(tx: Tx, network: string): Promise<void> {
  if (engineOf(tx) === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtextextended(${network}, 0))`.execute(tx)
}

/**
 * The units that the unpaid orders of a network and a visitor hold, and held within the last day. `orderId`: the order
 * that is being placed again. Its earlier holds count, its current hold does not.
 */
export async function readUnpaidHolds(
  db: Kysely<Database>,
  { network, visitor }: Holder,
  orderId: OrderId,
  now: number,
): Promise<UnpaidHolds> {
  // A closed order holds nothing, and its last change is when its hold ended.
  const end = sql`case when orders.state = 'pending' or orders.updated_at > hold_times.ends_at
    then hold_times.ends_at else orders.updated_at end`
  const time = sql`hold_times.held_before + hold_times.units *
    ((case when ${end} < ${now} then ${end} else ${now} end) - hold_times.began_at)`
  const isOpen = sql`orders.state = 'pending' and hold_times.ends_at > ${now} and hold_times.order_id <> ${orderId}`
  const isHere = sql`hold_times.network = ${network}`
  const isTheirs = sql`hold_times.visitor = ${visitor}`
  const read = (column: ReturnType<typeof sql>, when: ReturnType<typeof sql>) =>
    sql<number>`coalesce(sum(case when ${when} then ${column} else 0 end), 0)`
  const row = await db
    .selectFrom('hold_times')
    .innerJoin('orders', 'orders.id', 'hold_times.order_id')
    .select([
      read(sql`hold_times.units`, sql`${isHere} and ${isOpen}`).as('networkUnits'),
      read(
        sql`hold_times.units`,
        sql`${isHere} and ${isOpen} and hold_times.units > ${sql.lit(SMALL_ORDER_UNITS)}`,
      ).as('networkLargeUnits'),
      read(time, isHere).as('networkTime'),
      read(sql`1`, sql`${isTheirs} and ${isOpen}`).as('visitorOrders'),
      read(time, isTheirs).as('visitorTime'),
      sql<number | null>`min(case when ${isOpen} then hold_times.ends_at end)`.as('firstEnd'),
      sql<number | null>`min(case when ${isHere} then hold_times.ends_at end)`.as('networkFirstEnd'),
      sql<number | null>`min(case when ${isTheirs} then hold_times.ends_at end)`.as('visitorFirstEnd'),
    ])
    .where((e) => e.or([e('hold_times.network', '=', network), e('hold_times.visitor', '=', visitor)]))
    .where('hold_times.ends_at', '>', now - HOLD_TIME_WINDOW_MS)
    .where('orders.paid_at', 'is', null)
    .executeTakeFirstOrThrow()
  const { firstEnd, networkFirstEnd, visitorFirstEnd } = row
  const forgottenAt = (end: number | null) => (end === null ? now : Number(end) + HOLD_TIME_WINDOW_MS)
  return {
    networkUnits: Number(row.networkUnits),
    networkLargeUnits: Number(row.networkLargeUnits),
    networkTime: Number(row.networkTime),
    visitorOrders: Number(row.visitorOrders),
    visitorTime: Number(row.visitorTime),
    nextFreeAt: firstEnd === null ? now : Number(firstEnd),
    networkFreeAt: forgottenAt(networkFirstEnd),
    visitorFreeAt: forgottenAt(visitorFirstEnd),
  }
}

/** Records that an order holds `units` from `now` on, and adds up what it held before. */
export async function writeHoldTime(
  tx: Tx,
  orderId: OrderId,
  holder: Holder,
  { units, now, endsAt }: { units: number; now: number; endsAt: number },
): Promise<void> {
  await tx
    .insertInto('hold_times')
    .values(firstHoldTime(orderId, holder, { units, now, endsAt }))
    .onConflict((conflict) =>
      conflict.column('order_id').doUpdateSet({
        ...holder,
        units,
        began_at: now,
        ends_at: endsAt,
        held_before: sql`hold_times.held_before + hold_times.units *
          ((case when hold_times.ends_at < ${now} then hold_times.ends_at else ${now} end) - hold_times.began_at)`,
      }),
    )
    .execute()
}

/** The row of an order that holds for the first time. */
export function firstHoldTime(
  orderId: OrderId,
  holder: Holder,
  { units, now, endsAt }: { units: number; now: number; endsAt: number },
) {
  return { order_id: orderId, ...holder, units, began_at: now, ends_at: endsAt, held_before: 0 }
}

/** Ends the order's hold time; it may hold stock again later. */
export async function endHoldTime(tx: Tx, orderId: OrderId, now: number): Promise<void> {
  await tx
    .updateTable('hold_times')
    .set({ ends_at: now })
    .where('order_id', '=', orderId)
    .where('ends_at', '>', now)
    .execute()
}

/** Deletes the hold times that no limit counts any more: those that ended a day ago, and those of paid orders. */
export async function deleteOldHoldTimes(db: Kysely<Database>, now: number): Promise<void> {
  await db
    .deleteFrom('hold_times')
    .where((e) =>
      e.or([
        e('ends_at', '<', now - HOLD_TIME_WINDOW_MS),
        e.exists(
          e
            .selectFrom('orders')
            .select('orders.id')
            .whereRef('orders.id', '=', 'hold_times.order_id')
            .where('orders.paid_at', 'is not', null),
        ),
      ]),
    )
    .execute()
}
