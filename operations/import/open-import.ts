import { randomUUID } from 'node:crypto'
import { transact } from '#db/engine/transact.ts'
import {
  deleteImport,
  findImports,
  insertImport,
  insertImportRows,
  updateImport,
} from '#db/import/imports.ts'
import { toImportId } from '#domain/ids.ts'
import type { ProductImport } from '#domain/import/import.ts'
import {
  findImportTable,
  importKindOf,
  type ImportKind,
  type ImportTable,
} from '#domain/import/import-table.ts'
import { emailOfRow, keptCells } from '#domain/import/subscriber-list.ts'
import { keyOfRow, otherKeyOfRow } from '#domain/import/listing.ts'
import { AS_GUESSED } from '#domain/import/mapping.ts'
import type { TypedRow } from '#domain/csv.ts'
import type { Shop } from '#operations/shop.ts'
import { productsOfRows } from './plan-batch.ts'
import { readTable, TableFault } from './read-table.ts'

const BATCH_SIZE = 400
/** All rows of a product are in memory together. Shopify has up to 2,048 variants. */
const MAX_PRODUCT_ROWS = 3_000
const NO_LISTING =
  'This is no list of products: its first line needs the headings of Shopify (Handle, Title …), of WooCommerce (Type, Name, Regular price …), of a list of counts or prices (SKU, Stock, Price), or of people (Email, Accepts marketing).'

const NOT_PERMITTED = 'This is a list of people, and your role may not import those.'

/** Reads a file of products or people, so that it can be tried and imported. After a fault, nothing of it is kept. */
export async function openImport(
  shop: Pick<Shop, 'author' | 'database' | 'now'>,
  { path, name, may = () => true }: { path: string; name: string; may?: (kind: ImportKind) => boolean },
): Promise<ProductImport | { kind: 'fault'; message: string }> {
  const { db } = shop.database
  const id = toImportId(randomUUID())
  const positions = new Map<string, number>()
  const rowsAt: number[] = []
  let columns: ImportTable | null = null
  let batch: TypedRow[] = []
  let rows = 0
  let listed = 0
  /** Stores rows under the position of what they are about. */
  const keep = async (table: ImportTable, read: readonly TypedRow[]) => {
    const keysOf = await keysOfRows(shop, table, read)
    const placed = read.map((row, at) => {
      const keys = keysOf[at]!
      const position = keys.map((key) => positions.get(key)).find((one) => one !== undefined) ?? listed
      if (position === listed) listed += 1
      rowsAt[position] = (rowsAt[position] ?? 0) + 1
      if (rowsAt[position] > MAX_PRODUCT_ROWS)
        throw new TableFault(
          `Line ${row.line} belongs to a product of too many rows: its handle may be missing.`,
        )
      for (const key of keys) positions.set(key, position)
      return { ...row, position }
    })
    await insertImportRows(db, id, placed)
  }
  try {
    for await (const row of readTable(path)) {
      if (columns === null) {
        columns = findImportTable(row.cells)
        if (columns === null) throw new TableFault(NO_LISTING)
        if (!may(importKindOf(row.cells))) throw new TableFault(NOT_PERMITTED)
        const file = { id, fileName: name.slice(0, 200), headings: row.cells, mapping: AS_GUESSED }
        await insertImport(db, { ...file, author: shop.author, now: shop.now() })
        continue
      }
      batch.push(
        columns.format === 'subscriber-list' ? { ...row, cells: keptCells(columns, row.cells) } : row,
      )
      rows += 1
      if (batch.length < BATCH_SIZE) continue
      await keep(columns, batch)
      batch = []
    }
    if (rows === 0) throw new TableFault('This file has headings and no rows.')
    await keep(columns!, batch)
    await updateImport(db, id, { from: ['reading'], state: 'ready', rows, listed })
  } catch (error) {
    await transact(shop.database, (tx) => deleteImport(tx, id))
    if (error instanceof TableFault) return { kind: 'fault', message: error.message }
    throw error
  }
  const [opened] = await findImports(db, { id })
  return opened!
}

/** What rows about the same have in common. */
async function keysOfRows(
  shop: Pick<Shop, 'database'>,
  table: ImportTable,
  rows: readonly TypedRow[],
): Promise<string[][]> {
  if (table.format === 'product-list') {
    const ids = await productsOfRows(shop, table, rows)
    return rows.map(({ line }, at) => [ids[at] ?? `line:${line}`])
  }
  if (table.format === 'subscriber-list')
    return rows.map((row) => [emailOfRow(table, row) || `line:${row.line}`])
  return rows.map((row) => [keyOfRow(table, row), otherKeyOfRow(table, row)].filter((key) => key !== null))
}
