import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { SizeCodes, TakenCode } from '#domain/catalog/size.ts'
import type { ProductId } from '#domain/ids.ts'

/**
 * Writes SKU and barcode of these sizes of a product, and the bins that are given. Returns the first code that another
 * size has, and then the caller rolls back.
 */
export async function writeSizeCodes(
  tx: Kysely<Database>,
  productId: ProductId,
  codes: readonly SizeCodes[],
): Promise<TakenCode | null> {
  if (codes.length === 0) return null
  const sizes = codes.map(({ size }) => size)
  // Two sizes may exchange their SKUs.
  await tx
    .updateTable('item_codes')
    .set({ sku: '', barcode: '' })
    .where('product_id', '=', productId)
    .where('size', 'in', sizes)
    .execute()
  for (const code of ['sku', 'barcode'] as const) {
    const taken = await findTaken(tx, code, codes)
    if (taken !== null) return taken
  }
  await tx
    .insertInto('item_codes')
    .values(codes.map(({ bin = '', ...one }) => ({ product_id: productId, ...one, bin })))
    .onConflict((conflict) =>
      conflict.columns(['product_id', 'size']).doUpdateSet((e) => ({
        sku: e.ref('excluded.sku'),
        barcode: e.ref('excluded.barcode'),
      })),
    )
    .execute()
  for (const { size, bin } of codes)
    if (bin !== undefined)
      await tx
        .updateTable('item_codes')
        .set({ bin })
        .where('product_id', '=', productId)
        .where('size', '=', size)
        .execute()
  return null
}

async function findTaken(
  tx: Kysely<Database>,
  code: TakenCode['code'],
  codes: readonly SizeCodes[],
): Promise<TakenCode | null> {
  const values = codes.map((one) => one[code]).filter((value) => value !== '')
  if (values.length === 0) return null
  const row = await tx
    .selectFrom('item_codes')
    .innerJoin('products', 'products.id', 'item_codes.product_id')
    .select(['product_id as productId', 'size', 'name'])
    .select(`item_codes.${code} as value`)
    .where(`item_codes.${code}`, 'in', values)
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return null
  const { value, ...by } = row
  return { code, value, by }
}
