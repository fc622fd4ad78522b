import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { Category } from '#domain/catalog/category.ts'
import type { CollectionRule } from '#domain/catalog/collection.ts'
import type { ListedProduct } from '#domain/catalog/listed-product.ts'
import type { Product, ProductDraft } from '#domain/catalog/product.ts'
import type { Size, TakenCode } from '#domain/catalog/size.ts'
import type { ShopSort } from '#domain/catalog/shop-list.ts'
import type { ProductFilter, ProductSort } from '#domain/catalog/staff-list.ts'
import type { StockReason } from '#domain/stock/stock-change.ts'
import type { StockCounts } from '#domain/catalog/stock-edit.ts'
import type { ProductId } from '#domain/ids.ts'

/** Filters of a product list. `query` as the shopper typed it; `limit` and `offset` count products. */
export interface ProductQuery {
  query?: string
  /** Categories whose label matches the query: their products match, too. */
  called?: readonly Category[]
  category?: Category
  limit: number
  offset: number
}

/** Filters of the shop page. `size`: only products that can be bought in it now. */
export interface ShopProductQuery extends ProductQuery {
  size?: Size
  sort?: ShopSort
  /** Only these. */
  among?: readonly string[]
  /** Only those for which it holds. */
  rule?: CollectionRule
  /** All of these have to occur, each in one of its spellings. */
  words?: readonly (readonly string[])[]
}

/** The staff list. `after`: only products after this one in a list that is newest first; the total counts them all. */
export interface StaffProductQuery extends ProductFilter, Pick<ProductQuery, 'called' | 'limit' | 'offset'> {
  after?: { createdAt: number; id: string } | undefined
  sort?: ProductSort
}

/** One page of a list, and the total number of matches. */
export interface ProductPage {
  products: Product[]
  total: number
}

/** The same, with only what a list shows of each product. */
export interface ListedPage {
  products: ListedProduct[]
  total: number
}

/** Why a change was refused: the product is gone, or another editor saved first (`current` is that version). */
export type SaveRefusal = { kind: 'not-found' } | { kind: 'changed-meanwhile'; current: Product }

/** What a save changes: the fields before, null for a new product, and after. */
export interface SavedFields {
  before: ProductDraft | null
  after: ProductDraft
}

/** Written in the transaction that saves a product, and only with it: when this throws, nothing is saved. */
export type SaveHook = (tx: Kysely<Database>, id: ProductId, saved: SavedFields) => Promise<void>

/** The same when a product is deleted or restored. */
export type ArchiveHook = (tx: Kysely<Database>) => Promise<void>

/** A product, perhaps an archived one, already has this id. */
export class ProductIdTaken extends Error {
  override readonly name = 'ProductIdTaken'
}

/** Who changes counts by writing a product, and why: `corrected` by default. */
export interface StockOrigin {
  by: string
  reason: Extract<StockReason, 'counted' | 'corrected' | 'imported' | 'added'>
}

/** Another size has the SKU or the barcode: nothing was saved. */
export class CodeTaken extends Error {
  override readonly name = 'CodeTaken'
  readonly taken: TakenCode

  constructor(taken: TakenCode) {
    super(`Another size has the ${taken.code} ${taken.value}`)
    this.taken = taken
  }
}

/**
 * The table store behind the catalogue refused a request or could not be reached. The message is for staff, in the
 * words of spec 8; `reason` is the store's error text, or null.
 */
export class TableStoreError extends Error {
  override readonly name = 'TableStoreError'

  constructor(reason: string | null, options?: ErrorOptions) {
    super(`Airtable error: ${reason?.trim() || 'Unknown error'}`, options)
  }
}

/**
 * `hiddenToo`: include drafts, and products that are not published yet or any more. `archivedToo`: include those and
 * archived products, which old orders still refer to.
 */
export interface FindOptions {
  hiddenToo?: boolean
  archivedToo?: boolean
}

/**
 * What shoppers are shown: the products on sale. They are read from the shop's own tables, whatever the source of their
 * content. Carts and orders do not use this, but read products and take stock in their own transaction (db/catalog/).
 */
export interface ProductsOnSale {
  /** Newest first by default. A blank query matches everything (spec 5). */
  list(query: ShopProductQuery): Promise<ProductPage>
  /** The same list, with no more of each product than its card shows. */
  listed(query: ShopProductQuery): Promise<ListedPage>
  /** The product, or null when it does not exist or is not on sale. */
  find(id: ProductId): Promise<Product | null>
  /** The products of `ids` that are on sale, in the order of `ids`. */
  findMany(ids: readonly ProductId[]): Promise<Product[]>
  /** The search texts (`searchBody`) of up to `limit` products, the newest first. */
  searchBodies(limit: number): Promise<string[]>
  /** Up to `limit` others with the style number of this one, the newest first; none without a style number. */
  siblings(product: Product, limit: number): Promise<Product[]>
  /** Up to `limit` other products to show beside this one: same category first. */
  related(product: Pick<Product, 'id' | 'category'>, limit: number): Promise<ListedProduct[]>
}

/**
 * The content of the shop's products, as staff or a mirrored source write it. Sales change the counts independently.
 */
export interface Catalog extends ProductsOnSale {
  /** For staff, with filters and a sort order; ties are broken by newest first. */
  listForStaff(query: StaffProductQuery): Promise<ProductPage>
  /** The ids of the same list. */
  idsForStaff(query: StaffProductQuery): Promise<ProductId[]>
  /** The product; null when it does not exist, or is not on sale and not included by `options`. */
  find(id: ProductId, options?: FindOptions): Promise<Product | null>
  /**
   * Creates a product with an id made from its name, or with `id`: throws ProductIdTaken when that one exists. This and
   * `update` throw CodeTaken.
   */
  add(draft: ProductDraft, id?: ProductId, alongside?: SaveHook, origin?: StockOrigin): Promise<Product>
  /**
   * Saves only if the version is still `version`. Sales do not raise the version: with `seen`, the counts that the
   * editor loaded, later sales are subtracted from the new counts; without it, the draft's counts are written
   * unchanged.
   */
  update(
    id: ProductId,
    version: number,
    draft: ProductDraft,
    seen?: StockCounts,
    alongside?: SaveHook,
    origin?: StockOrigin,
  ): Promise<Product | SaveRefusal>
  archive(id: ProductId, alongside?: ArchiveHook): Promise<boolean>
  /** Puts a deleted product on sale again, unchanged. False when no deleted product has this id. */
  restore(id: ProductId, alongside?: ArchiveHook): Promise<boolean>
  /** The colours of the products that are not archived, each once. */
  colors(): Promise<string[]>
  /** Whether orders, deliveries, batches or a source of content tell of a product. */
  isNeeded(id: ProductId): Promise<boolean>
  /**
   * Deletes a product, archived or not, for good. False when it is needed, or there is none. `alongside` comes before.
   */
  delete(id: ProductId, alongside?: ArchiveHook): Promise<boolean>
  /** The `keys` that are pictures of a product, archived ones included. */
  picturesInUse(keys: readonly string[]): Promise<string[]>
  /** How many products there are, archived ones included. */
  count(): Promise<number>
}
