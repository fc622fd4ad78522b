import { findSourceState } from '#db/catalog/content-sources.ts'
import { findRecordsInConflict, type MirroredRecord } from '#db/catalog/mirrored-records.ts'
import {
  checkTypedContent,
  type MirroredContent,
  type MirroredField,
} from '#domain/catalog/mirrored-content.ts'
import type { ProductErrors } from '#domain/catalog/product-form.ts'
import type { Product } from '#domain/catalog/product.ts'
import type { ShopCategory } from '#domain/catalog/category.ts'
import { readCategories } from '#operations/settings/shop-categories.ts'
import type { Shop } from '#operations/shop.ts'
import { shopContent } from './local-changes.ts'
import { findMirroredProducts } from './mirrored-products.ts'

/** A product that changed here and at the source: `fields` are waiting for a choice. */
export interface MirrorConflict {
  product: Product
  revision: number
  fields: MirroredField[]
  theirs: MirroredContent
  ours: MirroredContent
}

/** A record that is not imported, or not written, with the reasons. */
export interface MirrorProblem {
  name: string
  errors: ProductErrors
  /** The source's error for a change from the shop. */
  refused: string | null
}

/** The state of mirroring, for staff. */
export interface MirrorStatus {
  label: string
  failure: string | null
  failingSince: number | null
  conflicts: MirrorConflict[]
  problems: MirrorProblem[]
}

const MAX_CONFLICTS = 50

/** The state of the source of products, for staff; null when there is none. */
export async function readMirrorStatus(shop: Shop): Promise<MirrorStatus | null> {
  if (shop.source === null) return null
  const { label, place } = shop.source.content
  const { db } = shop.database
  const state = await findSourceState(db, place)
  const rows = await findRecordsInConflict(db, place, MAX_CONFLICTS)
  const products = await findMirroredProducts(
    shop,
    rows.map(({ productId }) => productId),
  )
  const categories = await readCategories(shop)
  return {
    label,
    failure: state?.failure ?? null,
    failingSince: state?.failingSince ?? null,
    conflicts: rows.flatMap((row) => conflictOf(row, products.get(row.productId), categories) ?? []),
    problems: rows.flatMap((row) => problemOf(row, products.get(row.productId)) ?? []),
  }
}

/** The conflict of a row, when there is one; its record as the form would take it. */
export function conflictOf(
  row: MirroredRecord,
  product: Product | undefined,
  categories: readonly ShopCategory[],
): MirrorConflict | null {
  const { theirs, conflicts, revision } = row
  if (product === undefined || product.archivedAt !== null || theirs === null || conflicts.length === 0)
    return null
  const checked = checkTypedContent(
    theirs.fields,
    theirs.pictures.map(({ id }) => id),
    { categories, kept: product.sizes },
  )
  if ('errors' in checked) return null
  return { product, revision, fields: conflicts, theirs: checked.content, ours: shopContent(row, product) }
}

function problemOf(row: MirroredRecord, product: Product | undefined): MirrorProblem | null {
  const { problem, refused, theirs } = row
  if (Object.keys(problem).length === 0 && refused === null) return null
  const theirName = typeof theirs?.fields.name === 'string' ? theirs.fields.name : ''
  return { name: product?.name ?? theirName, errors: problem, refused: refused?.words ?? null }
}
