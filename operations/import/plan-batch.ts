import { listOwnCharts } from '#db/catalog/size-charts.ts'
import { findImportRows, findMatches } from '#db/import/imports.ts'
import type { ShopCategory } from '#domain/catalog/category.ts'
import { PRODUCT_FIELDS } from '#domain/catalog/product-fields.ts'
import type { Product } from '#domain/catalog/product.ts'
import type { TypedRow } from '#domain/csv.ts'
import { toProductId, type ImportId, type ProductId } from '#domain/ids.ts'
import { findImportTable } from '#domain/import/import-table.ts'
import { readListed } from '#domain/import/listing.ts'
import type { ImportMapping } from '#domain/import/mapping.ts'
import { planProducts, type PlannedProduct, type ProductPlan } from '#domain/import/plan-products.ts'
import { namesInRow, planListedEdit, type ProductListColumns } from '#domain/import/product-list.ts'
import { pick } from '#domain/record-of.ts'
import type { Shop } from '#operations/shop.ts'
import { textOfHtml } from './text-of-html.ts'

/** What the rows of one position of a file become, and which products are there already. */
export interface PlannedListing extends ProductPlan {
  position: number
  line: number
  name: string
  /** What an owner may map: the names of its options, and its category. */
  options: string[]
  category: string | null
  products: (PlannedProduct & { match: ProductId | null })[]
}

/** Plans the positions of a file from one up to another, and finds the products that are here already. */
export async function planBatch(
  shop: Pick<Shop, 'catalog' | 'database'>,
  { id, headings, mapping }: { id: ImportId; headings: readonly string[]; mapping: ImportMapping },
  categories: readonly ShopCategory[],
  [from, to]: readonly [number, number],
): Promise<PlannedListing[]> {
  const { db } = shop.database
  const columns = findImportTable(headings)
  if (columns === null || columns.format === 'subscriber-list')
    throw new Error('The headings of an import are not understood any more')
  const groups = Map.groupBy(await findImportRows(db, id, from, to), ({ position }) => position)
  if (columns.format === 'product-list') return planLists(shop, columns, groups, mapping)
  const charts = new Set((await listOwnCharts(db)).map(({ handle }) => handle))
  const plans = [...groups].map(([position, group]) => {
    const listed = readListed(columns, group)
    const { line, name, category, variants } = listed
    const options = variants.flatMap((variant) => variant.options.map((option) => option.name))
    const plan = planProducts(listed, columns, { mapping, categories, charts, textOfHtml })
    return { position, line, name, category, options, ...plan }
  })
  const planned = plans.flatMap(({ products }) => products)
  const codesOf = ({ draft }: PlannedProduct) =>
    draft.codes.flatMap(({ sku, barcode }) => [sku, barcode].filter(Boolean))
  const found = await findMatches(db, {
    ids: planned.map((product) => product.id),
    codes: [...new Set(planned.flatMap(codesOf))],
  })
  // A handle first: it is what the shop before called the product. Then codes, for files without handles.
  const matchOf = ({ id: wanted, draft: { codes } }: PlannedProduct): ProductId | null => {
    if (found.ids.has(wanted)) return wanted
    const bySku = codes.map(({ sku }) => found.bySku.get(sku)).find((one) => one !== undefined)
    return (
      bySku ??
      codes.map(({ barcode }) => found.byBarcode.get(barcode)).find((one) => one !== undefined) ??
      null
    )
  }
  return plans.map((plan) => ({
    ...plan,
    products: plan.products.map((product) => ({ ...product, match: matchOf(product) })),
  }))
}

/** The product that each row of a list is about; null: none that is here. */
export async function productsOfRows(
  { database: { db } }: Pick<Shop, 'database'>,
  columns: ProductListColumns,
  rows: readonly TypedRow[],
): Promise<(ProductId | null)[]> {
  const names = rows.map((row) => namesInRow(columns, row))
  const found = await findMatches(db, {
    ids: [...new Set(names.flatMap(({ ids }) => ids))].map(toProductId),
    codes: [...new Set(names.flatMap(({ codes }) => codes))],
  })
  // A code first: where each colour is a product, a handle may stand for several.
  return names.map(
    ({ codes, ids }) =>
      codes
        .map((code) => found.bySku.get(code) ?? found.byBarcode.get(code))
        .find((one) => one !== undefined) ??
      ids.map(toProductId).findLast((one) => found.ids.has(one)) ??
      null,
  )
}

async function planLists(
  shop: Pick<Shop, 'catalog' | 'database'>,
  columns: ProductListColumns,
  groups: ReadonlyMap<number, (TypedRow & { position: number })[]>,
  mapping: ImportMapping,
): Promise<PlannedListing[]> {
  const rows = [...groups.values()].flat()
  const ids = await productsOfRows(shop, columns, rows)
  const idOfLine = new Map(rows.map(({ line }, at) => [line, ids[at] ?? null]))
  const products = new Map<ProductId, Product | null>()
  for (const id of new Set(ids))
    if (id !== null) products.set(id, await shop.catalog.find(id, { archivedToo: true }))
  return [...groups].map(([position, group]) => {
    const plan: PlannedListing = {
      position,
      line: group[0]!.line,
      name: namesOf(columns, group[0]!),
      options: [],
      category: null,
      products: [],
      faults: [],
      notes: [],
    }
    for (const [id, own] of Map.groupBy(group, ({ line }) => idOfLine.get(line) ?? null)) {
      const product = id && products.get(id)
      if (!product) {
        const message = 'No product here has this SKU, barcode or handle.'
        plan.faults.push(...own.map(({ line }) => ({ line, column: '', message })))
        continue
      }
      const { edit, faults, notes } = planListedEdit(product, columns, own, mapping)
      plan.name = product.name
      plan.faults.push(...faults)
      plan.notes.push(...notes)
      const draft = pick(product, PRODUCT_FIELDS)
      const at = { id: product.id, match: product.id, line: own[0]!.line }
      plan.products.push({ ...at, draft, fields: [], pictures: [], edit })
    }
    return plan.faults.length > 0 ? { ...plan, products: [] } : plan
  })
}

function namesOf(columns: ProductListColumns, row: TypedRow): string {
  const { codes, ids } = namesInRow(columns, row)
  return codes[0] ?? ids[0] ?? ''
}
