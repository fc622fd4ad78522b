import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'

/** Who did something to an order. Members of staff are named by their e-mail address. */
export type Actor = 'shopper' | 'gateway' | 'system' | (string & {})

/** Appends to the order's history. */
export async function recordEvent(
  tx: Kysely<Database>,
  orderId: string,
  at: number,
  kind: string,
  detail: object = {},
  actor: Actor = 'system',
): Promise<void> {
  await tx
    .insertInto('order_events')
    .values({ order_id: orderId, at, kind, detail: JSON.stringify(detail), actor })
    .execute()
}

/** Whether the order's history has something of this kind. */
export async function hasEvent(db: Kysely<Database>, orderId: string, kind: string): Promise<boolean> {
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
  { kinds, last }: { kinds: string[]; last: string },
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

/** Appends to the order's history what it does not say yet, word for word; false when it does. Lock the order first. */
export async function recordOnce(
  tx: Kysely<Database>,
  orderId: string,
  at: number,
  kind: string,
  detail: object,
  actor: Actor = 'system',
): Promise<boolean> {
  const known = await tx
    .selectFrom('order_events')
    .select('id')
    .where('order_id', '=', orderId)
    .where('kind', '=', kind)
    .where('detail', '=', JSON.stringify(detail))
    .executeTakeFirst()
  if (known) return false
  await recordEvent(tx, orderId, at, kind, detail, actor)
  return true
}
