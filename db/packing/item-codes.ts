import type { ProductId } from '#domain/ids.ts'
import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { Size } from '#domain/catalog/size.ts'

/** Where a size of a product is stored, and its barcode. Both may be empty. */
export interface ItemCode {
  productId: ProductId
  size: Size
  bin: string
  barcode: string
}

/** The size that has this barcode, with the name of its product; null when there is none. */
export async function findItemOfBarcode(
  db: Kysely<Database>,
  barcode: string,
): Promise<{ productId: ProductId; size: Size; name: string } | null> {
  if (barcode === '') return null
  const row = await db
    .selectFrom('item_codes')
    .innerJoin('products', 'products.id', 'item_codes.product_id')
    .select(['product_id as productId', 'size', 'name'])
    .where('barcode', '=', barcode)
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Bin and barcode of a size; null when they were never entered. */
export async function findItemCode(
  db: Kysely<Database>,
  { productId, size }: Pick<ItemCode, 'productId' | 'size'>,
): Promise<Pick<ItemCode, 'bin' | 'barcode'> | null> {
  const row = await db
    .selectFrom('item_codes')
    .select(['bin', 'barcode'])
    .where('product_id', '=', productId)
    .where('size', '=', size)
    .executeTakeFirst()
  return row ?? null
}

/** Stores bin and barcode of a size. */
export async function writeItemCode(
  tx: Kysely<Database>,
  { productId, size, bin, barcode }: ItemCode,
): Promise<void> {
  await tx
    .insertInto('item_codes')
    .values({ product_id: productId, size, bin, barcode })
    .onConflict((conflict) => conflict.columns(['product_id', 'size']).doUpdateSet({ bin, barcode }))
    .execute()
}
