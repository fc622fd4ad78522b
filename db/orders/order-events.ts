import type { Kysely } from 'kysely'
import type { OrderId } from '#domain/ids.ts'
import { insertRows } from '#db/engine/compiled-statements.ts'
import type { EventDetail, OrderEventKind } from '#domain/orders/order-event.ts'
import type { Database } from '#db/schema.ts'
import { announce } from '#db/webhooks/announce.ts'
import { TOPIC_OF_EVENT } from '#domain/webhooks/topics.ts'

/** Who caused an event. Staff members are identified by their email address. */
export type Actor = 'shopper' | 'gateway' | 'system' | (string & {})

/** Appends to the order's history. */
export async function recordEvent(
  tx: Kysely<Database>,
  ...event: Parameters<typeof eventRow>
): Promise<void> {
  const [orderId, at, kind, detail] = event
  await Promise.all([
    insertRows(tx, 'order_events', [eventRow(...event)]),
    announceEvent(tx, orderId, at, kind, detail),
  ])
}

async function announceEvent(
  tx: Kysely<Database>,
  orderId: OrderId,
  at: number,
  kind: OrderEventKind,
  { amount }: EventDetail = {},
): Promise<void> {
  const topic = TOPIC_OF_EVENT[kind]
  const facts = { event: kind, ...(typeof amount === 'number' && { amount }) }
  if (topic) await announce(tx, [{ topic, thing: `order:${orderId}`, facts, at }])
}

/** The row of an event. */
export function eventRow(
  orderId: OrderId,
  at: number,
  kind: OrderEventKind,
  detail: EventDetail = {},
  actor: Actor = 'system',
) {
  return { order_id: orderId, at, kind, detail: JSON.stringify(detail), actor }
}

/**
 * An event that an order's history can contain only once. `name`: distinguishes it from others of its kind, if there
 * can be any.
 */
export interface OneTimeEvent {
  kind: OrderEventKind
  name?: string
  detail?: EventDetail
  actor?: Actor
}

/** Appends a one-time event to the order's history; false when it is already there. */
export async function recordOneTimeEvent(
  tx: Kysely<Database>,
  orderId: OrderId,
  at: number,
  { kind, name, detail = {}, actor = 'system' }: OneTimeEvent,
): Promise<boolean> {
  const key = keyOf({ kind, name })
  const written = await tx
    .insertInto('order_events')
    .values({ order_id: orderId, at, kind, detail: JSON.stringify(detail), actor, key })
    .onConflict((conflict) => conflict.columns(['order_id', 'key']).where('key', 'is not', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (written) await announceEvent(tx, orderId, at, kind, detail)
  return written !== undefined
}

/** When a one-time event was appended to the order's history, and its details; null when it is not there. */
export async function findOneTimeEvent(
  db: Kysely<Database>,
  orderId: OrderId,
  event: Pick<OneTimeEvent, 'kind' | 'name'>,
): Promise<{ at: number; detail: Record<string, unknown> } | null> {
  const known = await db
    .selectFrom('order_events')
    .select(['at', 'detail'])
    .where('order_id', '=', orderId)
    .where('key', '=', keyOf(event))
    .executeTakeFirst()
  return known ? { at: known.at, detail: JSON.parse(known.detail) as Record<string, unknown> } : null
}

function keyOf({ kind, name }: Pick<OneTimeEvent, 'kind'> & { name?: string | undefined }): string {
  return name === undefined ? kind : `${kind}:${name}`
}

/** What staff wrote about the order, oldest first. */
export async function findStaffNotes(db: Kysely<Database>, orderId: OrderId): Promise<string[]> {
  const kind: OrderEventKind = 'note'
  const rows = await db
    .selectFrom('order_events')
    .select('detail')
    .where('order_id', '=', orderId)
    .where('kind', '=', kind)
    .orderBy('id')
    .execute()
  return rows.flatMap(({ detail }) => {
    const { text } = JSON.parse(detail) as { text?: unknown }
    return typeof text === 'string' && text !== '' ? [text] : []
  })
}

/** Whether the order's history has an event of this kind. */
export async function hasEvent(
  db: Kysely<Database>,
  orderId: OrderId,
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

/** Whether an event of these kinds follows the last one of another kind, or there is none of that other kind. */
export async function isAfterLast(
  db: Kysely<Database>,
  orderId: OrderId,
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
