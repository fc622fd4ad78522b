import type { Kysely } from 'kysely'
import { insertRows } from '#db/engine/compiled-statements.ts'
import { isAmong } from '#db/engine/is-among.ts'
import { olderThan } from '#db/engine/older-than.ts'
import type { Database } from '#db/schema.ts'
import type { DeliveryId } from '#domain/ids.ts'
import type { Delivery } from '#domain/stock/delivery.ts'

const ENTRIES = [
  'id',
  'version',
  'name',
  'supplier',
  'note',
  'created_at as createdAt',
  'created_by as createdBy',
] as const

/** A delivery in a list. */
export type ListedDelivery = Omit<Delivery, 'lines'> & { units: number }

/** A delivery; null when there is none. `lock`: it stays as it is until the transaction ends. */
export async function findDelivery(
  db: Kysely<Database>,
  id: DeliveryId,
  lock = false,
): Promise<Delivery | null> {
  const row = await db
    .selectFrom('deliveries')
    .select(ENTRIES)
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  if (row === undefined) return null
  const lines = await db
    .selectFrom('delivery_lines')
    .select(['product_id as productId', 'size', 'units'])
    .where('delivery_id', '=', id)
    .orderBy('product_id')
    .orderBy('size')
    .execute()
  return { ...row, lines }
}

/** Writes a delivery with its lines. */
export async function writeDelivery(db: Kysely<Database>, { lines, ...delivery }: Delivery): Promise<void> {
  const { id, createdAt, createdBy, ...values } = delivery
  await db
    .insertInto('deliveries')
    .values({ id, created_at: createdAt, created_by: createdBy, ...values })
    .onConflict((same) => same.column('id').doUpdateSet(values))
    .execute()
  await db.deleteFrom('delivery_lines').where('delivery_id', '=', id).execute()
  const rows = lines.map(({ productId, ...line }) => ({ delivery_id: id, product_id: productId, ...line }))
  await insertRows(db, 'delivery_lines', rows)
}

/** Deliveries, the newest first. */
export async function listDeliveries(
  db: Kysely<Database>,
  { after, limit }: { after: { createdAt: number; id: string } | undefined; limit: number },
): Promise<ListedDelivery[]> {
  const rows = await db
    .selectFrom('deliveries')
    .select(ENTRIES)
    .select((e) =>
      e
        .selectFrom('delivery_lines')
        .select((line) => line.fn.sum<number>('units').as('units'))
        .whereRef('delivery_id', '=', 'deliveries.id')
        .as('units'),
    )
    .$if(after !== undefined, (older) => older.where(olderThan('deliveries', after!)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, units: Number(row.units) }))
}

/** The lines of these deliveries, with the names of the products now. */
export function listDeliveryLines(db: Kysely<Database>, ids: readonly DeliveryId[]) {
  return db
    .selectFrom('delivery_lines')
    .leftJoin('products', 'products.id', 'product_id')
    .select(['delivery_id as deliveryId', 'product_id as productId', 'products.name', 'size', 'units'])
    .where(isAmong(db, 'delivery_id', ids))
    .orderBy('product_id')
    .orderBy('size')
    .execute()
}

const MAX_MOVEMENTS = 500

/** What a delivery did to the counts of sizes, or of products where sizes have none; the newest first. */
export function listDeliveryMovements(db: Kysely<Database>, id: DeliveryId) {
  return db
    .selectFrom('stock_movements')
    .select(['id', 'product_id as productId', 'size', 'delta', 'actor as by', 'at'])
    .where('delivery_id', '=', id)
    .orderBy('id', 'desc')
    .limit(MAX_MOVEMENTS)
    .execute()
}
