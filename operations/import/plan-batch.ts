import { findImportRows, findMatches } from '#db/import/imports.ts'
import type { ShopCategory } from '#domain/catalog/category.ts'
import type { ImportId, ProductId } from '#domain/ids.ts'
import { findListing, readListed, type ListedProduct } from '#domain/import/listing.ts'
import type { ImportMapping } from '#domain/import/mapping.ts'
import { planProducts, type PlannedProduct, type ProductPlan } from '#domain/import/plan-products.ts'
import type { Shop } from '#operations/shop.ts'
import { textOfHtml } from './text-of-html.ts'

/** A listed product of a file: what it becomes, and which products are there already. */
export interface PlannedListing extends ProductPlan {
  position: number
  listed: ListedProduct
  products: (PlannedProduct & { match: ProductId | null })[]
}

/** Plans the listed products of a file from one position up to another, and finds those that are here already. */
export async function planBatch(
  { database: { db } }: Pick<Shop, 'database'>,
  { id, headings, mapping }: { id: ImportId; headings: readonly string[]; mapping: ImportMapping },
  categories: readonly ShopCategory[],
  [from, to]: readonly [number, number],
): Promise<PlannedListing[]> {
  const columns = findListing(headings)
  if (columns === null) throw new Error('The headings of an import are not understood any more')
  const rows = await findImportRows(db, id, from, to)
  const plans = [...Map.groupBy(rows, ({ position }) => position)].map(([position, group]) => {
    const listed = readListed(columns, group)
    return { position, listed, ...planProducts(listed, columns, { mapping, categories, textOfHtml }) }
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
