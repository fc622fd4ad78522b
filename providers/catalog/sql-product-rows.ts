import type { Kysely, Selectable } from 'kysely'
import type { Database } from '#db/schema.ts'
import {
  COLUMN_FIELD_NAMES,
  FIELD_COLUMNS,
  type ColumnField,
  type WrittenColumns,
} from '#domain/catalogue/product-fields.ts'
import type { Product, ProductDraft } from '#domain/catalogue/product.ts'
import { parseSize, SIZES } from '#domain/catalogue/size.ts'
import type { ProductId } from '#domain/ids.ts'

type ProductRow = Selectable<Database['products']>

/** Loads sizes and pictures of rows from `products`: two queries for any number of rows. */
export async function productsFromRows(
  db: Kysely<Database>,
  rows: readonly ProductRow[],
): Promise<Product[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const [sizes, pictures] = await Promise.all([
    db.selectFrom('product_sizes').selectAll().where('product_id', 'in', ids).execute(),
    db.selectFrom('pictures').selectAll().where('product_id', 'in', ids).orderBy('position').execute(),
  ])
  const sizesOf = Map.groupBy(sizes, (row) => row.product_id)
  const picturesOf = Map.groupBy(pictures, (row) => row.product_id)
  return rows.map((row) => ({
    ...columnValues(row),
    id: row.id,
    sizes: (sizesOf.get(row.id) ?? [])
      .flatMap(({ size, stock }) => {
        const known = parseSize(size)
        return known === null ? [] : [{ size: known, stock }]
      })
      .sort((a, b) => SIZES.indexOf(a.size) - SIZES.indexOf(b.size)),
    pictures: (picturesOf.get(row.id) ?? []).map(({ key, alt, width, height, placeholder }) => ({
      key,
      alt,
      width,
      height,
      placeholder,
    })),
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    archivedAt: row.archived_at,
  }))
}

/** The fields by name, in the types of their columns: reading and writing both hold the two together. */
type ColumnValues = { [F in ColumnField]: ProductRow[(typeof FIELD_COLUMNS)[F]] }

function columnValues(row: ProductRow): ColumnValues {
  const values = COLUMN_FIELD_NAMES.map((field) => [field, row[FIELD_COLUMNS[field]]])
  return Object.fromEntries(values) as ColumnValues
}

/** The columns of `products` that come from a draft. */
export function productColumns(draft: ColumnValues): WrittenColumns {
  const columns = COLUMN_FIELD_NAMES.map((field) => [FIELD_COLUMNS[field], draft[field]])
  return Object.fromEntries(columns) as WrittenColumns
}

/** Replaces the product's sizes and pictures with those of the draft. */
export async function writeSizesAndPictures(
  tx: Kysely<Database>,
  id: ProductId,
  { sizes, pictures }: ProductDraft,
): Promise<void> {
  await tx.deleteFrom('product_sizes').where('product_id', '=', id).execute()
  if (sizes.length > 0) {
    const rows = sizes.map(({ size, stock }) => ({ product_id: id, size, stock }))
    await tx.insertInto('product_sizes').values(rows).execute()
  }
  await tx.deleteFrom('pictures').where('product_id', '=', id).execute()
  if (pictures.length > 0) {
    const rows = pictures.map(({ key, alt, width, height, placeholder }, position) => ({
      product_id: id,
      position,
      key,
      alt,
      width,
      height,
      placeholder,
    }))
    await tx.insertInto('pictures').values(rows).execute()
  }
}
