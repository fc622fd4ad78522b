import type { Kysely, Selectable } from 'kysely'
import type { Database } from '#db/schema.ts'
import {
  COLUMN_FIELD_NAMES,
  COLUMN_FIELDS,
  FIELD_COLUMNS,
  type ColumnField,
  type WrittenColumns,
  type WrittenFields,
} from '#domain/catalog/product-fields.ts'
import type { Product, ProductDraft } from '#domain/catalog/product.ts'
import type { ProductId } from '#domain/ids.ts'
import { preorderOf } from './products-for-sale.ts'

type ProductRow = Selectable<Database['products']>

/** Loads sizes and pictures of rows from `products`: two queries for any number of rows. */
export async function productsFromRows(
  db: Kysely<Database>,
  rows: readonly ProductRow[],
): Promise<Product[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const [sizes, pictures] = await Promise.all([
    db
      .selectFrom('product_sizes')
      .leftJoin('item_codes', (join) =>
        join
          .onRef('item_codes.product_id', '=', 'product_sizes.product_id')
          .onRef('item_codes.size', '=', 'product_sizes.size'),
      )
      .leftJoin('preorders', (join) =>
        join
          .onRef('preorders.product_id', '=', 'product_sizes.product_id')
          .onRef('preorders.size', '=', 'product_sizes.size'),
      )
      .select(['product_sizes.product_id', 'product_sizes.size', 'product_sizes.stock'])
      .select(['preorders.units', 'preorders.ships_on as shipsOn'])
      .select(['item_codes.sku', 'item_codes.barcode', 'item_codes.bin'])
      .where('product_sizes.product_id', 'in', ids)
      .orderBy('product_sizes.position')
      .execute(),
    db.selectFrom('pictures').selectAll().where('product_id', 'in', ids).orderBy('position').execute(),
  ])
  const sizesOf = Map.groupBy(sizes, (row) => row.product_id)
  const picturesOf = Map.groupBy(pictures, (row) => row.product_id)
  const offeredBy = ({ id }: ProductRow) => sizesOf.get(id) ?? []
  return rows.map((row) => ({
    ...columnValues(row),
    id: row.id,
    sizes: offeredBy(row).map(({ size, stock, ...more }) => ({ size, stock, ...preorderOf(more) })),
    codes: offeredBy(row).flatMap(({ size, sku, barcode, bin }) =>
      sku || barcode || bin ? [{ size, sku: sku ?? '', barcode: barcode ?? '', ...(bin && { bin }) }] : [],
    ),
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

/** The fields by name: booleans are stored as 1 and 0, all others as they are. */
type ColumnValues = Pick<WrittenFields, ColumnField>

function columnValues(row: ProductRow): ColumnValues {
  const values: Partial<Record<ColumnField, unknown>> = {}
  for (const field of COLUMN_FIELD_NAMES) {
    const value = row[FIELD_COLUMNS[field]]
    values[field] = COLUMN_FIELDS[field].input === 'flag' ? value === 1 : value
  }
  return values as ColumnValues
}

/** The columns of `products` that come from a draft. */
export function productColumns(draft: ColumnValues): WrittenColumns {
  const columns = COLUMN_FIELD_NAMES.map((field) => {
    const value = draft[field]
    return [FIELD_COLUMNS[field], typeof value === 'boolean' ? Number(value) : value]
  })
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
    const rows = sizes.map(({ size, stock }, position) => ({ product_id: id, size, stock, position }))
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
