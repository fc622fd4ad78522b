import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { OrderId, RefundId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { RefundChoice } from '#domain/refunds/refund-price.ts'
import type { Shop } from '#operations/shop.ts'

/** A refund as staff ask for it. */
interface AskedRefund {
  refundId: RefundId
  number: string
  amount: Cents | RefundChoice | { restOf: RefundId }
}

/**
 * What an existing refund with this id means for the request; null when there is none. `requested`: it is the same one,
 * sent twice. `changed-meanwhile`: it was for something else, and its answer was lost: staff must see it first.
 */
export async function findExistingRefund(
  { database: { db } }: Shop,
  { refundId, number, amount: wanted }: AskedRefund,
): Promise<{ kind: 'requested' | 'changed-meanwhile' | 'refund-id-taken' } | null> {
  const known = await db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .select(['orders.number', 'orders.id'])
    .where('refunds.id', '=', refundId)
    .executeTakeFirst()
  if (!known) return null
  if (known.number !== number) return { kind: 'refund-id-taken' }
  const parts = await db
    .selectFrom('refund_parts')
    .select(['line_position as position', 'quantity'])
    .where('refund_id', '=', refundId)
    .execute()
  // The rest of another refund has a separate id.
  if (typeof wanted !== 'number' && 'restOf' in wanted) return { kind: 'changed-meanwhile' }
  const isSame =
    typeof wanted === 'number'
      ? parts.length === 0 && wanted === (await amountOf(db, known.id, refundId))
      : unitsOf(parts) === unitsOf([...wanted.items, ...(wanted.shipping ? [SHIPPING] : [])])
  return { kind: isSame ? 'requested' : 'changed-meanwhile' }
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
  const shares = rows.filter(({ id }) => id === refundId || id.startsWith(`${refundId}-`))
  return shares.reduce((sum, { amount }) => sum + amount, 0)
}
