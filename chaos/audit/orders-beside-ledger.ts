import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import { sumBy } from './sum-by.ts'

/**
 * How what orders have of each product and size differs from what the ledger says they took: units that are held, and
 * units that were paid for and not returned to stock, with those that were exchanged for others. Each difference as
 * text. Products must have been counted or not throughout.
 */
export async function ordersBesideLedger(db: Kysely<Database>): Promise<string[]> {
  const moved = await db
    .selectFrom('stock_movements')
    .select(['order_id', 'product_id', 'size', 'delta'])
    .where('order_id', 'is not', null)
    .execute()
  const held = await db.selectFrom('holds').select(['order_id', 'product_id', 'size', 'quantity']).execute()
  const sold = await db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .select(['order_id', 'product_id', 'size', 'quantity', 'restocked'])
    .where('paid_at', 'is not', null)
    .execute()
  const ofReturns = await db
    .selectFrom('return_units')
    .innerJoin('returns', 'returns.id', 'return_units.return_id')
    .select(['order_id', 'state', 'held_until', 'condition', 'return_units.product_id', 'return_units.size'])
    .select(['exchange_product_id', 'exchange_size'])
    .where('exchange_product_id', 'is not', null)
    .execute()
  const exchanged = ofReturns
    .filter(
      ({ state, condition }) =>
        state === 'exchanged' && (condition === 'second' || condition === 'discarded'),
    )
    .map(({ order_id, product_id, size }) => ({ order_id, product_id, size, quantity: 1, restocked: 0 }))
  const heldInstead = ofReturns
    .filter(({ held_until, condition }) => held_until !== null && condition !== 'missing')
    .map(({ order_id, ...one }) => ({
      order_id,
      product_id: one.exchange_product_id!,
      size: one.exchange_size!,
      quantity: 1,
      restocked: 0,
    }))
  const products = await db.selectFrom('products').select(['id', 'stock']).execute()
  const sizes = await db.selectFrom('product_sizes').select(['product_id', 'size', 'stock']).execute()
  const counted = new Set([
    ...products.filter(({ stock }) => stock !== null).map(({ id }) => `${id}`),
    ...sizes.filter(({ stock }) => stock !== null).map(({ product_id, size }) => `${product_id} ${size}`),
  ])

  const units = [
    ...held.map((hold) => ({ ...hold, restocked: 0 })),
    ...exchanged,
    ...heldInstead,
    ...sold, // an order that is paid holds nothing any more
  ].flatMap(({ order_id, product_id, size, quantity, restocked }) =>
    [product_id, `${product_id} ${size}`]
      .filter((count) => counted.has(count))
      .map((count) => ({ key: `${order_id} ${count}`, quantity: quantity - restocked })),
  )
  const taken = sumBy(
    units,
    ({ key }) => key,
    ({ quantity }) => quantity,
  )
  const written = sumBy(
    moved,
    ({ order_id, product_id, size }) => `${order_id} ${product_id}${size === null ? '' : ` ${size}`}`,
    ({ delta }) => -delta,
  )
  return [...new Set([...taken.keys(), ...written.keys()])]
    .filter((key) => (taken.get(key) ?? 0) !== (written.get(key) ?? 0))
    .map((key) => `${key}: has ${taken.get(key) ?? 0}, took ${written.get(key) ?? 0}`)
}
