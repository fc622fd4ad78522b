import type { Category, Product, ProductDraft, Size } from '#domain/catalogue/product.ts'
import type { ShopSort } from '#domain/catalogue/shop-list.ts'
import type { ProductSort, StockFilter } from '#domain/catalogue/staff-list.ts'
import type { StockCounts } from '#domain/catalogue/stock-edit.ts'

/** Which products a list shows. `query` as the shopper typed it; `limit` and `offset` count products. */
export interface ProductQuery {
  query?: string
  category?: Category
  limit: number
  offset: number
}

/** Which products shoppers look at. `size`: those that can be bought in it now. */
export interface ShopProductQuery extends ProductQuery {
  size?: Size
  sort?: ShopSort
}

/** Which products staff look at. `archived`: those that were deleted, instead of those on sale. */
export interface StaffProductQuery extends ProductQuery {
  stock?: StockFilter
  sort?: ProductSort
  archived?: boolean
}

/** One page of a list, and how many products match in all. */
export interface ProductPage {
  products: Product[]
  total: number
}

/** Why a change was refused: the product is gone, or somebody else saved first (`current` is theirs). */
export type SaveRefusal = { kind: 'not-found' } | { kind: 'changed-meanwhile'; current: Product }

/** Somebody has a product under this id already; archived ones keep theirs. */
export class ProductIdTaken extends Error {
  override readonly name = 'ProductIdTaken'
}

/**
 * The table store behind the catalogue refused, or could not be asked. The message is for staff, in the words of spec
 * 8; `reason` is what the store said itself, null when it said nothing of use.
 */
export class TableStoreError extends Error {
  override readonly name = 'TableStoreError'

  constructor(reason: string | null, options?: ErrorOptions) {
    super(`Airtable error: ${reason?.trim() || 'Unknown error'}`, options)
  }
}

/** `archivedToo`: for old orders, which still name what was deleted since. */
export interface FindOptions {
  archivedToo?: boolean
}

/** The shop's products. Archived ones are only found when asked for. */
export interface Catalog {
  /** Newest first, unless sorted otherwise. A blank query matches everything (spec 5). */
  list(query: ShopProductQuery): Promise<ProductPage>
  /** For staff: narrowed and ordered as they ask, the newest first among equals. */
  listForStaff(query: StaffProductQuery): Promise<ProductPage>
  /** The product, or null when it does not exist or is archived (unless those are asked for). */
  find(id: string, options?: FindOptions): Promise<Product | null>
  /** Those of `ids` that are on sale, in the order of `ids`. */
  findMany(ids: readonly string[]): Promise<Product[]>
  /** Up to `limit` other products to show beside this one: same category first. */
  related(product: Product, limit: number): Promise<Product[]>
  /** Under an id made from its name, or under `id`: throws ProductIdTaken when that one is taken. */
  add(draft: ProductDraft, id?: string): Promise<Product>
  /**
   * Saves over version `version` only. Sales do not make a new version: with `seen`, the counts that the editor saw,
   * what was sold since is taken off the new counts; without, the draft's counts are written as they are.
   */
  update(id: string, version: number, draft: ProductDraft, seen?: StockCounts): Promise<Product | SaveRefusal>
  archive(id: string): Promise<boolean>
  /** Puts a deleted product on sale again, as it was. False when there is nothing to bring back. */
  restore(id: string): Promise<boolean>
  /** Those of `keys` that are pictures of a product, archived ones too. */
  picturesInUse(keys: readonly string[]): Promise<string[]>
  /** How many products there are, archived ones too. */
  count(): Promise<number>
}
