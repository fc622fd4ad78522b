import type { Kysely } from 'kysely'
import type { OrderEventKind } from '#domain/orders/order-event.ts'
import type { Database } from '#db/schema.ts'

/** Who did something to an order. Members of staff are named by their e-mail address. */
export type Actor = 'shopper' | 'gateway' | 'system' | (string & {})

/** Appends to the order's history. */
export async function recordEvent(
  tx: Kysely<Database>,
  orderId: string,
  at: number,
  kind: OrderEventKind,
  detail: object = {},
  actor: Actor = 'system',
): Promise<void> {
  await tx
    .insertInto('order_events')
    .values({ order_id: orderId, at, kind, detail: JSON.stringify(detail), actor })
    .execute()
}

/** What may stand in an order's history once. `name`: what tells it from others of its kind, if there may be some. */
export interface OneTimeEvent {
  kind: OrderEventKind
  name?: string
  detail?: object
  actor?: Actor
}

/** Appends to the order's history unless this stands there already; false when it does. */
export async function recordOnce(
  tx: Kysely<Database>,
  orderId: string,
  at: number,
  { kind, name, detail = {}, actor = 'system' }: OneTimeEvent,
): Promise<boolean> {
  const key = name === undefined ? kind : `${kind}:${name}`
  const written = await tx
    .insertInto('order_events')
    .values({ order_id: orderId, at, kind, detail: JSON.stringify(detail), actor, key })
    .onConflict((conflict) => conflict.columns(['order_id', 'key']).where('key', 'is not', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  return written !== undefined
}

/** Whether the order's history has something of this kind. */
export async function hasEvent(
  db: Kysely<Database>,
  orderId: string,
  kind: OrderEventKind,
): Promise<boolean> {
  const known = await db
    .selectFrom('order_events')
    .select('id')
    .where('order_id', '=', orderId)
    .where('kind', '=', kind)
    .limit(1)
    .executeTakeFirst()
  return known !== undefined
}

/** Whether something of these kinds came after the last of another kind, or there is none of that. */
export async function isAfterLast(
  db: Kysely<Database>,
  orderId: string,
  { kinds, last }: { kinds: OrderEventKind[]; last: OrderEventKind },
): Promise<boolean> {
  const newest = await db
    .selectFrom('order_events')
    .select('kind')
    .where('order_id', '=', orderId)
    .where('kind', 'in', [...kinds, last])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest !== undefined && newest.kind !== last
}
