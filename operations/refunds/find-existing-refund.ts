import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import { findOneTimeEvent } from '#db/orders/order-events.ts'
import type { OrderId, RefundId } from '#domain/ids.ts'
import { groupShares, refundOfRemainder } from '#domain/refunds/refund-shares.ts'
import type { Shop } from '#operations/shop.ts'
import type { RefundRequest } from './refund-request.ts'

/**
 * What an existing refund with this id means for the request; null when there is none. `requested`: it is the same one,
 * sent twice. `changed-meanwhile`: it was for something else, and its answer was lost: staff must see it first.
 */
export async function findExistingRefund(
  { database: { db } }: Shop,
  { refundId, number, amount: wanted, as }: Pick<RefundRequest, 'refundId' | 'number' | 'amount' | 'as'>,
): Promise<{ kind: 'requested' | 'changed-meanwhile' | 'refund-id-taken' } | null> {
  const known = (await findOwnRow(db, refundId)) ?? (await findInHistory(db, { number, refundId }))
  if (!known) return null
  if (known.number !== number) return { kind: 'refund-id-taken' }
  const asked = await findOneTimeEvent(db, known.id, { kind: 'refund-asked', name: refundId })
  if (asked && asked.detail['method'] !== as) return { kind: 'changed-meanwhile' }
  const parts = await db
    .selectFrom('refund_parts')
    .select(['line_position as position', 'quantity'])
    .where('refund_id', '=', refundId)
    .execute()
  const isSame =
    typeof wanted === 'number'
      ? parts.length === 0 && wanted === (await amountOf(db, known.id, refundId))
      : unitsOf(parts) === unitsOf([...wanted.items, ...(wanted.shipping ? [SHIPPING] : [])]) &&
        isSameSet(wanted.rests ?? [], await restsMadeAt(db, known))
  return { kind: isSame ? 'requested' : 'changed-meanwhile' }
}

/** The first row of a refund; none when only rests of earlier refunds were requested, which have ids of their own. */
async function findOwnRow(db: Kysely<Database>, refundId: RefundId) {
  return db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .select(['orders.number', 'orders.id', 'refunds.created_at as madeAt'])
    .where('refunds.id', '=', refundId)
    .executeTakeFirst()
}

async function findInHistory(
  db: Kysely<Database>,
  { number, refundId }: Pick<RefundRequest, 'number' | 'refundId'>,
) {
  const order = await db.selectFrom('orders').select(['id']).where('number', '=', number).executeTakeFirst()
  const event = { kind: 'refund-asked', name: refundId } as const
  const made = order && (await findOneTimeEvent(db, order.id, event))
  return made ? { ...order, number, madeAt: made.at } : undefined
}

const SHIPPING = { position: null, quantity: 1 }

/** Units by line, as one text: the same for the same units, however they are listed. */
function unitsOf(parts: readonly { position: number | null; quantity: number }[]): string {
  const units = new Map<number | null, number>()
  for (const { position, quantity } of parts) units.set(position, (units.get(position) ?? 0) + quantity)
  return [...units]
    .map(([position, quantity]) => `${position}:${quantity}`)
    .toSorted()
    .join()
}

/** A refund of several payments has a row for each, named after the first: refund-shares.ts. */
async function amountOf(db: Kysely<Database>, orderId: OrderId, refundId: RefundId): Promise<number> {
  const rows = await db
    .selectFrom('refunds')
    .select(['id', 'amount_cents as amount'])
    .where('order_id', '=', orderId)
    .where('corrects', 'is', null)
    .execute()
  return (groupShares(rows).get(refundId) ?? []).reduce((sum, { amount }) => sum + amount, 0)
}

/** The refunds of which the rest was requested at this time, with another refund: they have ids of their own. */
async function restsMadeAt(
  db: Kysely<Database>,
  { id, madeAt }: { id: OrderId; madeAt: number },
): Promise<RefundId[]> {
  const rows = await db
    .selectFrom('refunds')
    .select('id')
    .where('order_id', '=', id)
    .where('created_at', '=', madeAt)
    .execute()
  return rows.flatMap((row) => refundOfRemainder(row.id) ?? [])
}

function isSameSet(one: readonly RefundId[], other: readonly RefundId[]): boolean {
  return new Set(one).symmetricDifference(new Set(other)).size === 0
}
