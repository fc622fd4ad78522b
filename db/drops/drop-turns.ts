import { sql, type Kysely } from 'kysely'
import type { Tx } from '#db/engine/transact.ts'
import type { Database } from '#db/schema.ts'
import type { DropRoomId } from '#domain/ids.ts'

/** The turn of one arrival. */
export interface TurnKey {
  roomId: DropRoomId
  number: number
}

/** Takes the turn, unless it is taken already. Returns when it ends, also when it has ended. */
export async function takeStoredTurn(
  tx: Tx,
  { roomId, number }: TurnKey,
  { place, now, endsAt }: { place: number; now: number; endsAt: number },
): Promise<number> {
  const made = await tx
    .insertInto('drop_turns')
    .values({ room_id: roomId, number, place, taken_at: now, ends_at: endsAt, checkout_id: null })
    .onConflict((conflict) => conflict.columns(['room_id', 'number']).doNothing())
    .returning('ends_at')
    .executeTakeFirst()
  return made?.ends_at ?? (await readTurnEnd(tx, { roomId, number })) ?? endsAt
}

/** Ends the turns that a checkout uses: what it did not pay goes to the next. */
export async function endTurns(tx: Tx, checkoutId: string, now: number): Promise<void> {
  await tx
    .updateTable('drop_turns')
    .set({ ends_at: now })
    .where('checkout_id', '=', checkoutId)
    .where('ends_at', '>', now)
    .execute()
}

/** When a turn ends, or has ended; null: nobody has taken it. */
export async function readTurnEnd(db: Kysely<Database>, { roomId, number }: TurnKey): Promise<number | null> {
  const turn = await db
    .selectFrom('drop_turns')
    .select('ends_at')
    .where('room_id', '=', roomId)
    .where('number', '=', number)
    .executeTakeFirst()
  return turn?.ends_at ?? null
}

/**
 * Uses a turn for a checkout: one that is open, and that no other checkout has paid or holds stock by; or one that has
 * ended while this checkout held its stock. Returns whether it may order. The turn is locked until the transaction
 * ends.
 */
export async function consumeTurn(
  tx: Tx,
  { roomId, number }: TurnKey,
  checkoutId: string,
  now: number,
): Promise<boolean> {
  const orderOfTurn = sql`select 1 from orders where orders.checkout_id = drop_turns.checkout_id`
  const holds = sql`exists (select 1 from holds where holds.order_id = orders.id)`
  // The statement after the lock sees the order of whoever had the turn before.
  const locked = tx
    .selectFrom('drop_turns')
    .select('number')
    .where('room_id', '=', roomId)
    .where('number', '=', number)
    .forUpdate()
    .execute()
  const used = tx
    .updateTable('drop_turns')
    .set({ checkout_id: checkoutId })
    .where('room_id', '=', roomId)
    .where('number', '=', number)
    .where((e) =>
      e.or([
        e.and([
          e('ends_at', '>', now),
          e.or([
            e('checkout_id', '=', checkoutId),
            sql<boolean>`not exists (${orderOfTurn} and (orders.paid_at is not null or ${holds}))`,
          ]),
        ]),
        e.and([e('checkout_id', '=', checkoutId), sql<boolean>`exists (${orderOfTurn} and ${holds})`]),
      ]),
    )
    .returning('number')
    .execute()
  const [, rows] = await Promise.all([locked, used])
  return rows.length > 0
}

/**
 * The turns of a room. `busy`: open, and used for a checkout or taken since `idleBefore`. `ordering`: their orders hold
 * stock and are not paid.
 */
export interface TurnCounts {
  taken: number
  open: number
  busy: number
  bought: number
  ordering: number
  /** Taken for places behind `servedBefore`. */
  recent: number
  /** Taken for places up to `lapsedTo`. */
  early: number
  ordersLastMinute: number
}

const MINUTE = 60_000

export async function countTurns(
  db: Kysely<Database>,
  roomId: DropRoomId,
  {
    now,
    idleBefore = 0,
    servedBefore = 0,
    lapsedTo = 0,
  }: { now: number; idleBefore?: number; servedBefore?: number; lapsedTo?: number },
): Promise<TurnCounts> {
  const count = (condition: ReturnType<typeof sql>) =>
    sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`
  const row = await db
    .selectFrom('drop_turns')
    .leftJoin('orders', 'orders.checkout_id', 'drop_turns.checkout_id')
    .select((e) => [
      e.fn.countAll<number>().as('taken'),
      count(sql`orders.paid_at is null and drop_turns.ends_at > ${now}`).as('open'),
      count(sql`orders.paid_at is null and drop_turns.ends_at > ${now}
        and (drop_turns.checkout_id is not null or drop_turns.taken_at > ${idleBefore})`).as('busy'),
      count(sql`orders.paid_at is not null`).as('bought'),
      count(sql`orders.paid_at is null and exists (select 1 from holds where holds.order_id = orders.id)`).as(
        'ordering',
      ),
      count(sql`drop_turns.place > ${servedBefore}`).as('recent'),
      count(sql`drop_turns.place <= ${lapsedTo}`).as('early'),
      count(sql`orders.created_at > ${now - MINUTE}`).as('ordersLastMinute'),
    ])
    .where('room_id', '=', roomId)
    .executeTakeFirstOrThrow()
  return {
    taken: Number(row.taken),
    open: Number(row.open),
    busy: Number(row.busy),
    bought: Number(row.bought),
    ordering: Number(row.ordering),
    recent: Number(row.recent),
    early: Number(row.early),
    ordersLastMinute: Number(row.ordersLastMinute),
  }
}
