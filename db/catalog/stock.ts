import type { CartItem } from '#domain/checkout/cart.ts'
import { sql, type Kysely } from 'kysely'
import { compiledStatement } from '#db/engine/compiled-statements.ts'
import { engineOf } from '#db/engine/engine.ts'
import { inList, listParameter, type ListParameter } from '#db/engine/is-among.ts'
import { writeMovements, type Movement } from '#db/stock/stock-movements.ts'
import { isGiftCard } from '#domain/catalog/gift-amounts.ts'
import { stockOfSizes, type Preorder } from '#domain/catalog/size.ts'
import type { Database } from '#db/schema.ts'
import { preorderDay } from '#domain/catalog/preorder.ts'
import type { ProductId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { ShopDay } from '#domain/shop-day.ts'
import { writePreorder } from '#db/stock/preorders.ts'
import type { StockChange } from '#domain/stock/stock-change.ts'
import { onSale, published } from './on-sale.ts'

/** Units that were taken, and the counts that they were taken from: only these get them back. */
export interface TakenUnits extends CartItem {
  fromProduct: boolean
  fromSize: boolean
}

/** What was taken. `soldOut`: a count has reached zero. */
export interface Taken {
  taken: TakenUnits[]
  soldOut: boolean
}

/**
 * Locks the counts of these products until the transaction ends, and reads them. Whoever changes a count does so first:
 * an order that takes or gives back units, staff who save a product, the sweep of unpaid orders, the mirror. So nobody
 * waits for someone who waits for them, as long as all lock in this order: the order, what else belongs to it, its
 * products by id, all of them at once, and after them anything else, such as their sizes, which are locked by nothing
 * but their product. The lock is a statement of its own: one that locks and changes at once sees the row as it was
 * before the wait.
 */
export async function lockStock(
  tx: Kysely<Database>,
  units: readonly { productId: ProductId }[],
  now: number,
): Promise<LockedStock> {
  if (units.length === 0) return new LockedStock(new Map(), new Map(), new Map())
  const ids = listParameter(tx, [...new Set(units.map(({ productId }) => productId))])
  const [products, sizes] = await Promise.all([lockProducts(tx, { ids, now }), sizesOf(tx, { ids })])
  const sizesByProduct = Map.groupBy(sizes.rows, ({ product_id }) => product_id)
  return new LockedStock(
    new Map(
      products.rows.map(({ id, ...row }) => {
        const isSum = stockOfSizes(sizesByProduct.get(id) ?? []) !== null
        const isGift = isGiftCard({ giftAmounts: row.gift_amounts })
        const isPublished = row.published === 1
        return [id, { price: row.price_cents, isOnSale: row.on_sale === 1, isPublished, isSum, isGift }]
      }),
    ),
    new Map<string, number | null>([
      ...products.rows.map(({ id, stock }) => [id, stock] as const),
      ...sizes.rows.map(({ product_id, size, stock }) => [`${product_id} ${size}`, stock] as const),
    ]),
    new Map(
      sizes.rows.flatMap(({ product_id, size, units, ships_on: shipsOn }) =>
        units === null || shipsOn === null ? [] : [[`${product_id} ${size}`, { units, shipsOn }] as const],
      ),
    ),
  )
}

/** Inserting what refers to a product does not wait for this lock. */
const lockProducts = compiledStatement((db, { ids, now }: { ids: ListParameter; now: number }) =>
  db
    .selectFrom('products')
    .select(['id', 'price_cents', 'stock', 'gift_amounts'])
    .select(sql<number>`case when ${onSale(now)} then 1 else 0 end`.as('on_sale'))
    .select(sql<number>`case when ${published(now)} then 1 else 0 end`.as('published'))
    .where(inList(db, 'id', ids))
    .orderBy('id')
    .forNoKeyUpdate(),
)

const sizesOf = compiledStatement((db, { ids }: { ids: ListParameter }) =>
  db
    .selectFrom('product_sizes')
    .leftJoin('preorders', (join) =>
      join
        .onRef('preorders.product_id', '=', 'product_sizes.product_id')
        .onRef('preorders.size', '=', 'product_sizes.size'),
    )
    .select(['product_sizes.product_id', 'product_sizes.size', 'stock', 'units', 'ships_on'])
    .where(inList(db, 'product_sizes.product_id', ids)),
)

/** A size that cannot be received, or not be taken back. */
export type ReceiptObstacle = CartItem & { kind: 'gift-card' | 'no-such-size' | 'not-tracked' | 'too-few' }

/** `isSum`: the count is the sum of those of the sizes, because each has one. `isGift`: it has no count. */
interface LockedProduct {
  price: Cents
  isOnSale: boolean
  isPublished: boolean
  isSum: boolean
  isGift: boolean
}

/**
 * The prices of products, and by product and size from when what is sold before it is made is sent. `early`: products
 * that are sold to this buyer as soon as they are published.
 */
export interface AgreedTerms {
  prices?: ReadonlyMap<ProductId, Cents>
  preorders?: ReadonlyMap<string, ShopDay>
  early?: ReadonlySet<ProductId> | undefined
}

/** A count of a product (null), or of one of its sizes, and by how many units it changes. */
type ChangedCount = Pick<Movement, 'productId' | 'size' | 'delta'>

/** Counts that are locked: they change here first, and are written together. */
export class LockedStock {
  readonly #products: ReadonlyMap<ProductId, LockedProduct>
  /** By `keyOf`; null where nothing is counted. */
  readonly #counts: Map<string, number | null>
  /** Of sizes that are sold before they are made, by `keyOf`. */
  readonly #preorders: Map<string, Preorder>
  /** Units that were to come, and came. */
  #arrived: CartItem[] = []
  #moved: (Movement & StockChange)[] = []

  constructor(
    products: ReadonlyMap<ProductId, LockedProduct>,
    counts: Map<string, number | null>,
    preorders: Map<string, Preorder>,
  ) {
    this.#products = products
    this.#counts = counts
    this.#preorders = preorders
  }

  /** From when these units would be sent, if they are not all on the shelf; null: they are. */
  preorderDay(unit: CartItem): ShopDay | null {
    const key = keyOf(ofSize(unit, 1))
    return preorderDay(
      { stock: this.#counts.get(key) ?? null, preorder: this.#preorders.get(key) },
      unit.quantity,
    )
  }

  /**
   * Takes units, all of them or none: null when one is gone. The counts of the product and of the size must both allow
   * it; where there is no count there is no limit, but the product must be on sale. `agreed`: the terms that it must
   * have.
   */
  take(
    units: readonly CartItem[],
    change: StockChange,
    { prices, preorders, early }: AgreedTerms = {},
  ): Taken | null {
    const counted = units.filter(({ productId }) => this.#products.get(productId)?.isGift !== true)
    const counts = addUp(counted.flatMap((line) => [ofProduct(line, -1), ofSize(line, -1)]))
    const isOffered = units.every((unit) => {
      const { productId } = unit
      const product = this.#products.get(productId)
      if (product === undefined) return false
      const day = preorders?.get(keyOf(ofSize(unit, 1))) ?? null
      return (
        (product.isOnSale || (product.isPublished && early?.has(productId) === true)) &&
        (prices === undefined || prices.get(productId) === product.price) &&
        (preorders === undefined || day === this.preorderDay(unit))
      )
    })
    if (!isOffered || !counts.every((count) => this.#allows(count))) return null
    const moved = this.#move(counts, change)
    const isCounted = (count: ChangedCount) => (this.#counts.get(keyOf(count)) ?? null) !== null
    return {
      taken: units.map((line) => ({
        ...line,
        fromProduct: isCounted(ofProduct(line, -1)),
        fromSize: isCounted(ofSize(line, -1)),
      })),
      soldOut: moved.some(({ after }) => after === 0),
    }
  }

  /**
   * Puts units back into the counts that they were taken from. A sum changes only with its sizes, which may have been
   * removed or counted since. `backInStock`: a count has left zero.
   */
  giveBack(units: readonly TakenUnits[], change: StockChange): { backInStock: boolean } {
    const counts = units.flatMap((line) => {
      const size = ofSize(line, 1)
      const raisesSize = line.fromSize && this.#counts.has(keyOf(size))
      const raisesProduct = this.#products.get(line.productId)?.isSum ? raisesSize : line.fromProduct
      return [...(raisesProduct ? [ofProduct(line, 1)] : []), ...(raisesSize ? [size] : [])]
    })
    const moved = this.#move(addUp(counts), change)
    return { backInStock: moved.some(({ delta, after }) => delta === after) }
  }

  /**
   * Adds units that were delivered, or takes back those below zero; all of them or none, and then why. Each size is
   * there once. Units of a delivery that were to come are in the count already.
   */
  receive(units: readonly CartItem[], change: StockChange): ReceiptObstacle[] {
    const obstacles = units.flatMap((unit): ReceiptObstacle[] => {
      if (this.#products.get(unit.productId)?.isGift) return [{ ...unit, kind: 'gift-card' }]
      const [size, whole] = [ofSize(unit, 1), ofProduct(unit, 1)].map((count) =>
        this.#counts.get(keyOf(count)),
      )
      if (size === undefined || whole === undefined) return [{ ...unit, kind: 'no-such-size' }]
      return size === null && whole === null ? [{ ...unit, kind: 'not-tracked' }] : []
    })
    const arrived = units.flatMap((unit) => {
      const toCome = this.#preorders.get(keyOf(ofSize(unit, 1)))?.units ?? 0
      const quantity = change.reason === 'received' ? Math.min(Math.max(0, unit.quantity), toCome) : 0
      return quantity > 0 ? [{ ...unit, quantity }] : []
    })
    const counts = addUp([
      ...units.flatMap((unit) => [ofProduct(unit, 1), ofSize(unit, 1)]),
      ...arrived.flatMap((unit) => [ofProduct(unit, -1), ofSize(unit, -1)]),
    ]).filter(({ delta }) => delta !== 0)
    const lacking = counts.filter((count) => count.delta < 0 && !this.#allows(count))
    for (const unit of units)
      if (
        lacking.some(
          ({ productId, size }) => productId === unit.productId && (size ?? unit.size) === unit.size,
        )
      )
        obstacles.push({ ...unit, kind: 'too-few' })
    if (obstacles.length > 0) return obstacles
    this.#arrived.push(...arrived)
    this.#move(counts, change)
    return []
  }

  /** Writes the changed counts, and the ledger. */
  async write(tx: Kysely<Database>): Promise<void> {
    const moved = this.#moved
    const arrived = this.#arrived
    this.#moved = []
    this.#arrived = []
    for (const { productId, size, quantity } of arrived) {
      const of = { productId, size }
      const { units, shipsOn } = this.#preorders.get(keyOf(ofSize({ ...of, quantity }, 1)))!
      await writePreorder(tx, of, { units: units - quantity, shipsOn })
    }
    const changed = JSON.stringify(addUp(moved).filter(({ delta }) => delta !== 0))
    if (moved.length === 0) return
    await Promise.all([
      changeProducts(tx, { changed }),
      changeSizes(tx, { changed }),
      writeMovements(tx, moved),
    ])
  }

  #allows(count: ChangedCount): boolean {
    const left = this.#counts.get(keyOf(count))
    return left === null || (left !== undefined && left + count.delta >= 0)
  }

  /** Changes the counts that there are, and returns them. */
  #move(counts: readonly ChangedCount[], change: StockChange): Movement[] {
    const moved = counts.flatMap(({ productId, size, delta }) => {
      const key = keyOf({ productId, size, delta })
      const before = this.#counts.get(key)
      if (before == null) return []
      this.#counts.set(key, before + delta)
      return [{ productId, size, delta, after: before + delta }]
    })
    this.#moved.push(...moved.map((movement) => ({ ...movement, ...change })))
    return moved
  }
}

/** `take` alone, written, of units that were sold before. Null, with nothing written, when a unit is gone. */
export async function takeStock(
  tx: Kysely<Database>,
  units: readonly CartItem[],
  change: StockChange,
): Promise<Taken | null> {
  const stock = await lockStock(tx, units, change.at)
  const taken = stock.take(units, change, { early: new Set(units.map(({ productId }) => productId)) })
  await stock.write(tx)
  return taken
}

/** `giveBack` alone, written. */
export async function returnStock(
  tx: Kysely<Database>,
  units: readonly TakenUnits[],
  change: StockChange,
): Promise<{ backInStock: boolean }> {
  const stock = await lockStock(tx, units, change.at)
  const returned = stock.giveBack(units, change)
  await stock.write(tx)
  return returned
}

const changeProducts = compiledStatement(
  (db, { changed }: { changed: string }) => sql`
    update products set stock = products.stock + changed.delta from ${listed(db, changed)}
    where products.id = changed."productId" and changed.size is null`,
)

const changeSizes = compiledStatement(
  (db, { changed }: { changed: string }) => sql`
    update product_sizes set stock = product_sizes.stock + changed.delta from ${listed(db, changed)}
    where product_sizes.product_id = changed."productId" and product_sizes.size = changed.size`,
)

/** Counts as one value, so that the statement is the same for any number of them. */
function listed(db: Kysely<Database>, changed: string) {
  return engineOf(db) === 'postgres'
    ? sql`json_to_recordset(cast(${changed} as json)) as changed ("productId" text, size text, delta integer)`
    : sql`(select value ->> 'productId' as "productId", value ->> 'size' as size, value ->> 'delta' as delta
        from json_each(${changed})) as changed`
}

function ofProduct({ productId, quantity }: CartItem, times: 1 | -1): ChangedCount {
  return { productId, size: null, delta: times * quantity }
}

function ofSize({ productId, size, quantity }: CartItem, times: 1 | -1): ChangedCount {
  return { productId, size, delta: times * quantity }
}

function keyOf({ productId, size }: ChangedCount): string {
  return size === null ? productId : `${productId} ${size}`
}

/** Each count once. */
function addUp(counts: readonly ChangedCount[]): ChangedCount[] {
  const sums = new Map<string, ChangedCount>()
  for (const { productId, size, delta } of counts) {
    const key = keyOf({ productId, size, delta })
    sums.set(key, { productId, size, delta: (sums.get(key)?.delta ?? 0) + delta })
  }
  return [...sums.values()]
}
