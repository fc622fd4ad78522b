import type { ProductId } from '#domain/ids.ts'
import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '#db/schema.ts'
import { barcodeForms } from '#domain/catalog/gtin.ts'
import type { Size } from '#domain/catalog/size.ts'

/** Where a size of a product is stored, its barcode and its SKU. Each may be empty. */
export interface ItemCode {
  productId: ProductId
  size: Size
  bin: string
  barcode: string
  sku: string
}

/** A size, with the name of its product. */
export interface NamedItem {
  productId: ProductId
  size: Size
  name: string
}

/** The size that has this barcode; null when there is none. */
export async function findItemOfBarcode(db: Kysely<Database>, barcode: string): Promise<NamedItem | null> {
  if (barcode === '') return null
  const row = await namedItems(db).where('barcode', 'in', barcodeForms(barcode)).executeTakeFirst()
  return row ?? null
}

/** The size that has this SKU; null when there is none. */
export async function findItemOfSku(db: Kysely<Database>, sku: string): Promise<NamedItem | null> {
  if (sku === '') return null
  const row = await namedItems(db).where('sku', '<>', '').where('sku', '=', sku).executeTakeFirst()
  return row ?? null
}

function namedItems(db: Kysely<Database>) {
  return db
    .selectFrom('item_codes')
    .innerJoin('products', 'products.id', 'item_codes.product_id')
    .select(['product_id as productId', 'size', 'name'])
    .limit(1)
}

/** The codes of every offered size of the products that are not archived, by the name of the product. */
export async function readItemCodes(db: Kysely<Database>): Promise<(ItemCode & { name: string })[]> {
  const rows = await db
    .selectFrom('product_sizes')
    .innerJoin('products', 'products.id', 'product_sizes.product_id')
    .leftJoin('item_codes', (join) =>
      join
        .onRef('item_codes.product_id', '=', 'product_sizes.product_id')
        .onRef('item_codes.size', '=', 'product_sizes.size'),
    )
    .select(['products.id as productId', 'products.name', 'product_sizes.size', 'bin', 'barcode', 'sku'])
    .where('archived_at', 'is', null)
    .orderBy('products.name')
    .orderBy('products.id')
    .orderBy('product_sizes.position')
    .execute()
  return rows.map((row) => ({ ...row, bin: row.bin ?? '', barcode: row.barcode ?? '', sku: row.sku ?? '' }))
}

/** A condition on `products`: a size of it has this barcode or SKU. */
export function withCode(code: string): RawBuilder<SqlBool> {
  const wanted = code.replaceAll('\0', '').trim().toWellFormed()
  return sql<SqlBool>`products.id in (
    select product_id from item_codes where barcode <> '' and barcode in (${sql.join(barcodeForms(wanted))})
    union select product_id from item_codes where sku <> '' and sku = ${wanted}
  )`
}

/** The codes of a size; null when they were never entered. */
export async function findItemCode(
  db: Kysely<Database>,
  { productId, size }: Pick<ItemCode, 'productId' | 'size'>,
): Promise<ItemCode | null> {
  const row = await db
    .selectFrom('item_codes')
    .select(['product_id as productId', 'size', 'bin', 'barcode', 'sku'])
    .where('product_id', '=', productId)
    .where('size', '=', size)
    .executeTakeFirst()
  return row ?? null
}

/** Stores the codes of a size. */
export async function writeItemCode(
  tx: Kysely<Database>,
  { productId, size, bin, barcode, sku }: ItemCode,
): Promise<void> {
  const codes = { bin, barcode, sku }
  await tx
    .insertInto('item_codes')
    .values({ product_id: productId, size, ...codes })
    .onConflict((conflict) => conflict.columns(['product_id', 'size']).doUpdateSet(codes))
    .execute()
}
