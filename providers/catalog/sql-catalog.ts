import { sql, type Kysely, type SelectQueryBuilder, type Transaction } from 'kysely'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { published } from '#db/catalog/on-sale.ts'
import { compiledStatement } from '#db/engine/compiled-statements.ts'
import { transact } from '#db/engine/transact.ts'
import { writeSizeCodes } from '#db/packing/size-codes.ts'
import { writeMovements } from '#db/stock/stock-movements.ts'
import type { Database } from '#db/schema.ts'
import type { ListedProduct } from '#domain/catalog/listed-product.ts'
import type { Product, ProductDraft } from '#domain/catalog/product.ts'
import { stockAfterEdit, type StockCounts } from '#domain/catalog/stock-edit.ts'
import { countChanges } from '#domain/stock/stock-change.ts'
import { toProductId, type ProductId } from '#domain/ids.ts'
import {
  CodeTaken,
  ProductIdTaken,
  type SaveHook,
  type ArchiveHook,
  type Catalog,
  type FindOptions,
  type ListedPage,
  type ProductPage,
  type SaveRefusal,
  type ShopProductQuery,
  type StaffProductQuery,
  type StockOrigin,
} from './catalog.ts'
import { firstFreeId, isProductId, productIdFromName } from '#domain/catalog/product-id.ts'
import { listedProducts, listForCards, withCards } from './sql-listed-products.ts'
import { recordPrice } from '#db/catalog/price-history.ts'
import { productColumns, productsFromRows, writeSizesAndPictures } from '#db/catalog/product-rows.ts'
import { readSearchBodies, writeSearch } from '#db/catalog/product-search.ts'
import { deleteTranslations } from '#db/translations/translations.ts'
import { productSubject } from '#domain/translations/translation.ts'
import { listForShoppers } from './sql-shop-list.ts'
import { idsForStaff, listForStaff } from './sql-staff-list.ts'

/** What a product is made of; pictures that nothing else uses are swept. */
const OF_PRODUCT = [
  'product_search',
  'product_prices',
  'product_sizes',
  'pictures',
  'item_codes',
  'preorders',
  'saved_pieces',
  'stock_movements',
] as const

/** What keeps a product: the history of the shop tells of it. */
const NEEDS_PRODUCT = ['order_lines', 'holds', 'delivery_lines', 'batch_picks', 'mirrored_records'] as const

/** The catalogue in the shop's database. */
export class SqlCatalog implements Catalog {
  readonly #database: ShopDatabase
  readonly #now: () => number

  constructor(database: ShopDatabase, now: () => number = Date.now) {
    this.#database = database
    this.#now = now
  }

  async list(query: ShopProductQuery): Promise<ProductPage> {
    return listForShoppers(this.#database.db, query, this.#now())
  }

  async listed(query: ShopProductQuery): Promise<ListedPage> {
    return listForCards(this.#database.db, query, this.#now())
  }

  async searchBodies(limit: number): Promise<string[]> {
    return readSearchBodies(this.#database.db, limit, this.#now())
  }

  async listForStaff(query: StaffProductQuery): Promise<ProductPage> {
    return listForStaff(this.#database.db, query)
  }

  async idsForStaff(query: StaffProductQuery): Promise<ProductId[]> {
    return idsForStaff(this.#database.db, query)
  }

  async colors(): Promise<string[]> {
    const rows = await this.#database.db
      .selectFrom('products')
      .select('color')
      .distinct()
      .where('color', '<>', '')
      .where('archived_at', 'is', null)
      .orderBy('color')
      .execute()
    return rows.map(({ color }) => color)
  }

  async find(id: ProductId, options: FindOptions = {}): Promise<Product | null> {
    if (!isProductId(id)) return null
    const { archivedToo, hiddenToo } = options
    // A product that is not published yet takes no longer to be missed than one that never was.
    if (!archivedToo && !hiddenToo) return (await this.findMany([id]))[0] ?? null
    const product = await findProduct(this.#database.db, id)
    return product?.archivedAt === null || archivedToo ? product : null
  }

  async findMany(ids: readonly ProductId[]): Promise<Product[]> {
    if (ids.length === 0) return []
    const rows = await this.#published()
      .selectAll()
      .where('id', 'in', [...new Set(ids)])
      .execute()
    const products = await productsFromRows(this.#database.db, rows)
    const byId = new Map(products.map((product) => [product.id, product]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }

  async related({ id, category }: Pick<Product, 'id' | 'category'>, limit: number): Promise<ListedProduct[]> {
    const { db } = this.#database
    const { rows: alike } = await alikeProducts(db, { id, category, limit, now: this.#now() })
    if (alike.length === limit) return listedProducts(alike)
    const rest = await otherProducts(db, { id, category, limit: limit - alike.length, now: this.#now() })
    return listedProducts([...alike, ...rest.rows])
  }

  async siblings({ id, styleNumber }: Product, limit: number): Promise<Product[]> {
    if (styleNumber === '') return []
    const rows = await newestFirst(this.#published().where('id', '!=', id))
      .selectAll()
      .where('style_number', '=', styleNumber)
      .where('style_number', '<>', '') // the condition of the partial index
      .limit(limit)
      .execute()
    return productsFromRows(this.#database.db, rows)
  }

  async add(
    draft: ProductDraft,
    id?: ProductId,
    alongside?: SaveHook,
    origin: StockOrigin = { by: 'system', reason: 'added' },
  ): Promise<Product> {
    if (id !== undefined && !isProductId(id)) throw new RangeError(`Not a valid product id: ${id}`)
    for (;;) {
      const product = await this.#write(async (tx) => {
        const added = await this.#insert(tx, draft, id)
        if (added !== null) {
          await this.#move(tx, { stock: null, sizes: [] }, added, origin)
          await alongside?.(tx, added.id, { before: null, after: draft })
        }
        return added
      })
      if (product !== null) return product
      if (id !== undefined) throw new ProductIdTaken(id)
    }
  }

  async update(
    id: ProductId,
    version: number,
    draft: ProductDraft,
    seen?: StockCounts,
    alongside?: SaveHook,
    origin: StockOrigin = { by: 'system', reason: 'corrected' },
  ): Promise<Product | SaveRefusal> {
    return this.#write(async (tx) => {
      // Update the version first: this locks the product, so its counts cannot change until the end.
      const { numUpdatedRows } = await tx
        .updateTable('products')
        .set({ version: version + 1, updated_at: this.#now() })
        .where('id', '=', id)
        .where('version', '=', version)
        .where('archived_at', 'is', null)
        .executeTakeFirst()
      const current = await findProduct(tx, id)
      if (current === null || current.archivedAt !== null) return { kind: 'not-found' }
      if (numUpdatedRows === 0n) return { kind: 'changed-meanwhile', current }
      const counted = seen === undefined ? draft : { ...draft, ...stockAfterEdit(draft, seen, current) }
      await tx.updateTable('products').set(productColumns(counted)).where('id', '=', id).execute()
      if (counted.price !== current.price || counted.compareAt !== current.compareAt)
        await recordPrice(tx, id, counted, this.#now())
      await writeSizesAndPictures(tx, id, counted)
      await alongside?.(tx, id, { before: current, after: counted })
      await this.#move(tx, current, { ...counted, id }, origin)
      return this.#written(tx, id, counted)
    })
  }

  async archive(id: ProductId, alongside?: ArchiveHook): Promise<boolean> {
    return this.#setArchived(id, this.#now(), alongside)
  }

  async restore(id: ProductId, alongside?: ArchiveHook): Promise<boolean> {
    return this.#setArchived(id, null, alongside)
  }

  async delete(id: ProductId, alongside?: ArchiveHook): Promise<boolean> {
    return this.#write(async (tx) => {
      const found = await tx
        .selectFrom('products')
        .select('id')
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      if (!found || (await this.isNeeded(id, tx))) return false
      await alongside?.(tx)
      for (const table of OF_PRODUCT) await tx.deleteFrom(table).where('product_id', '=', id).execute()
      await deleteTranslations(tx, productSubject(id))
      await tx.deleteFrom('products').where('id', '=', id).execute()
      return true
    })
  }

  async isNeeded(id: ProductId, db: Kysely<Database> = this.#database.db): Promise<boolean> {
    for (const table of NEEDS_PRODUCT) {
      const row = db.selectFrom(table).select('product_id').where('product_id', '=', id).limit(1)
      if (await row.executeTakeFirst()) return true
    }
    return false
  }

  async picturesInUse(keys: readonly string[]): Promise<string[]> {
    if (keys.length === 0) return []
    const pictures = this.#database.db.selectFrom('pictures').where('key', 'in', keys)
    const rows = await pictures.select('key').distinct().execute()
    return rows.map(({ key }) => key)
  }

  async count(): Promise<number> {
    const { all } = await this.#database.db
      .selectFrom('products')
      .select((e) => e.fn.countAll<number>().as('all'))
      .executeTakeFirstOrThrow()
    return all
  }

  /** False when nothing changed: no such product, or it already has that state. */
  #setArchived(id: ProductId, at: number | null, alongside?: ArchiveHook): Promise<boolean> {
    return this.#write(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('products')
        .set({ archived_at: at, version: sql`version + 1` })
        .where('id', '=', id)
        .where('archived_at', at === null ? 'is not' : 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows > 0n) await alongside?.(tx)
      return numUpdatedRows > 0n
    })
  }

  #published() {
    return this.#database.db.selectFrom('products').where(published(this.#now()))
  }

  #write<T>(work: (tx: Transaction<Database>) => Promise<T>): Promise<T> {
    return transact(this.#database, work)
  }

  /** Writes the changes of the counts to the ledger. */
  #move(
    tx: Transaction<Database>,
    before: StockCounts,
    after: StockCounts & { id: ProductId },
    origin: StockOrigin,
  ): Promise<void> {
    const { id: productId } = after
    const change = { ...origin, productId, orderId: null, at: this.#now() }
    return writeMovements(
      tx,
      countChanges(before, after).map((count) => ({ ...count, ...change })),
    )
  }

  /** Null when a concurrent insert took the id first. */
  async #insert(tx: Transaction<Database>, draft: ProductDraft, wished?: ProductId): Promise<Product | null> {
    const id = wished ?? (await freeId(tx, productIdFromName(draft.name)))
    const now = this.#now()
    const createdAt = Math.max(now, (await newest(tx)) + 1)
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('products')
      .values({
        ...productColumns(draft),
        id,
        version: 1,
        created_at: createdAt,
        updated_at: now,
        archived_at: null,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) return null
    await recordPrice(tx, id, draft, now)
    await writeSizesAndPictures(tx, id, draft)
    return this.#written(tx, id, draft)
  }

  async #written(tx: Transaction<Database>, id: ProductId, { codes }: ProductDraft): Promise<Product> {
    const taken = await writeSizeCodes(tx, id, codes)
    if (taken !== null) throw new CodeTaken(taken)
    const product = await findProduct(tx, id)
    if (product === null) throw new Error(`Product ${id} was written but cannot be read`)
    await writeSearch(tx, product)
    return product
  }
}

interface Beside extends Pick<Product, 'id' | 'category'> {
  limit: number
  now: number
}

/** Other products of its category. */
const alikeProducts = compiledStatement((db, { id, category, limit, now }: Beside) =>
  besides(db, { id, limit, now }).where('category', '=', category),
)

/** Products of other categories. */
const otherProducts = compiledStatement((db, { id, category, limit, now }: Beside) =>
  besides(db, { id, limit, now }).where('category', '!=', category),
)

function besides(db: Kysely<Database>, { id, limit, now }: Omit<Beside, 'category'>) {
  const others = db.selectFrom('products').where(published(now)).where('id', '!=', id)
  return withCards(newestFirst(others)).limit(limit)
}

function newestFirst<O>(selection: SelectQueryBuilder<Database, 'products', O>) {
  return selection.orderBy('created_at', 'desc').orderBy('id', 'desc')
}

async function findProduct(db: Kysely<Database>, id: ProductId): Promise<Product | null> {
  const rows = await db.selectFrom('products').selectAll().where('id', '=', id).execute()
  const [product] = await productsFromRows(db, rows)
  return product ?? null
}

/** Products created in the same millisecond keep their order of creation. */
async function newest(tx: Transaction<Database>): Promise<number> {
  const { at } = await tx
    .selectFrom('products')
    .select((e) => e.fn.max('created_at').as('at'))
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow()
  return at ?? 0
}

async function freeId(tx: Transaction<Database>, id: ProductId): Promise<ProductId> {
  const rows = await tx
    .selectFrom('products')
    .select('id')
    .where((e) => e.or([e('id', '=', id), e('id', 'like', toProductId(`${id}-%`))]))
    .execute()
  return firstFreeId(id, new Set(rows.map((row) => row.id)))
}
