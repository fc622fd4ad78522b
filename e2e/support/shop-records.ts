import { onSale } from '#db/catalog/on-sale.ts'
import { takeStock } from '#db/catalog/stock.ts'
import { transact } from '#db/engine/transact.ts'
import { withEmptyFields } from '#domain/catalog/product-fields.ts'
import { join } from 'node:path'
import { openDatabase, type ShopDatabase } from '#db/engine/open-database.ts'
import type { Fit } from '#domain/fit/fit.ts'
import { toFitAnswerId, toProductId, type ProductId } from '#domain/ids.ts'
import { centsFromDollars, type Cents } from '#domain/money.ts'
import { availableSizes, type Product, type ProductDraft } from '#domain/catalog/product.ts'
import { SIZES, stockOfSizes, type Size } from '#domain/catalog/size.ts'
import { SqlCatalog } from '#providers/catalog/sql-catalog.ts'
import { BANK_DELAY_MS, TEST_REFUNDS } from '#providers/payments/test-gateway/test-refunds.ts'

/** A product that a journey adds. */
export interface NewProduct {
  name: string
  /** CAD dollars. */
  price: number
  sizes?: Size[]
  /** Sizes with their own counts, instead of `sizes` and `stock`. */
  counts?: Partial<Record<Size, number>>
  /** Units in stock; null: not tracked. */
  stock?: number | null
  giftAmounts?: string
}

/** The parts of an order that journeys check. `total` in cents. */
export interface OrderEntry {
  number: string
  state: string
  total: number
  note: string
}

/** The records of a running shop, accessed from a second process: the shop is notified of every change. */
export class ShopRecords {
  readonly #database: ShopDatabase
  readonly #catalog: SqlCatalog
  readonly #atFirst: ReadonlySet<string>

  private constructor(database: ShopDatabase, atFirst: ReadonlySet<string>) {
    this.#database = database
    this.#atFirst = atFirst
    this.#catalog = new SqlCatalog(database)
  }

  static async open(dataDir: string): Promise<ShopRecords> {
    const file = join(dataDir, 'shop.db')
    const database = await openDatabase({ engine: 'sqlite', file, synchronous: 'full' })
    return new ShopRecords(database, new Set(await idsOnSale(database)))
  }

  /** Adds a product until the end of the journey. */
  async addProduct({
    name,
    price,
    sizes = ['S', 'M', 'L'],
    stock = null,
    counts,
    giftAmounts = '',
  }: NewProduct): Promise<Product> {
    const counted = SIZES.flatMap((size) => {
      const count = counts?.[size]
      return count === undefined ? [] : [{ size, stock: count }]
    })
    return this.#catalog.add(
      withEmptyFields({
        name,
        price: cents(price),
        category: 'Hoodies',
        description: `${name}, for one journey.`,
        giftAmounts,
        stock: stockOfSizes(counted) ?? stock,
        sizes: counts === undefined ? sizes.map((size) => ({ size, stock: null })) : counted,
      }),
    )
  }

  /** How many products are on sale. */
  async onSale(): Promise<number> {
    return (await idsOnSale(this.#database)).length
  }

  async changePrice(id: string, price: number): Promise<void> {
    await this.#update(id, { price: cents(price) })
  }

  async changeStock(id: string, stock: number | null): Promise<void> {
    await this.#update(id, { stock })
  }

  async makeSoldOut(id: string): Promise<void> {
    const product = await this.#get(id)
    await this.#catalog.archive(product.id)
  }

  async unitsLeft(id: string): Promise<number | null> {
    return (await this.#get(id)).stock
  }

  /** Sells units, as an order does. */
  async takeUnits(id: string, size: Size, quantity: number): Promise<void> {
    const units = [{ productId: toProductId(id), size, quantity }]
    const change = { reason: 'sold', by: 'shopper', orderId: null, at: Date.now() } as const
    await transact(this.#database, (tx) => takeStock(tx, units, change))
  }

  /** A product of the demo catalogue that is available in each of these sizes. */
  async findProduct(query: string, ...sizes: Size[]): Promise<Product> {
    const { products } = await this.#catalog.list({ query, limit: 48, offset: 0 })
    const found = products.find((product) => sizes.every((size) => availableSizes(product).includes(size)))
    if (!found) throw new Error(`No ${query} in ${sizes.join(', ')}`)
    return found
  }

  /** The orders of one shopper, oldest first. */
  async ordersOf(email: string): Promise<OrderEntry[]> {
    return this.#database.db
      .selectFrom('orders')
      .where('email', '=', email)
      .orderBy('created_at')
      .select(['number', 'state', 'total_cents as total', 'note'])
      .execute()
  }

  /** All parcels were sent this many days earlier. */
  async sendEarlier(days: number): Promise<void> {
    await this.#database.db
      .updateTable('order_shipments')
      .set((e) => ({ sent_at: e('sent_at', '-', days * 86_400_000) }))
      .execute()
  }

  /** Answers of others about how a product fits, by size. The shop is not told. */
  async addFitAnswers(number: string, productId: string, fits: Record<Size, Fit>): Promise<void> {
    const { db } = this.#database
    const order = db.selectFrom('orders').select('id').where('number', '=', number)
    const { id: orderId } = await order.executeTakeFirstOrThrow()
    const rows = Object.entries(fits).map(([size, fit]) => ({
      id: toFitAnswerId(`${number} ${size}`),
      order_id: orderId,
      product_id: toProductId(productId),
      size,
      fit,
      answered_at: Date.now(),
    }))
    await db.insertInto('fit_answers').values(rows).execute()
  }

  /** The test gateway reports this now about every payment, not seconds after the event. */
  async bringForward(type: 'charge.dispute.created' | 'refund.failed'): Promise<void> {
    await this.#database.db
      .updateTable('test_gateway_events')
      .set({ deliver_after: 0 })
      .where('delivered_at', 'is', null)
      .where('body', 'like', `%"type":"${type}"%`)
      .execute()
    if (type !== 'refund.failed') return
    await this.#database.db
      .updateTable('test_gateway_refunds')
      .set((e) => ({ created_at: e('created_at', '-', BANK_DELAY_MS) }))
      .where('amount_cents', '=', TEST_REFUNDS.failsLater)
      .execute()
  }

  /** Deletes the products that this journey, or staff in it, have added. */
  async close(): Promise<void> {
    const kept = await this.#database.db
      .selectFrom('products')
      .select('id')
      .where('archived_at', 'is', null)
      .execute()
    for (const { id } of kept) {
      if (!this.#atFirst.has(id)) await this.#catalog.archive(id)
    }
    await this.#database.close()
  }

  async #get(id: string): Promise<Product> {
    const product = await this.#catalog.find(toProductId(id))
    if (!product) throw new Error(`No product ${id}`)
    return product
  }

  async #update(id: string, change: Partial<ProductDraft>): Promise<void> {
    const { version, ...product } = await this.#get(id)
    await this.#catalog.update(toProductId(id), version, { ...product, ...change })
  }
}

async function idsOnSale({ db }: ShopDatabase): Promise<ProductId[]> {
  const rows = await db.selectFrom('products').select('id').where(onSale(Date.now())).execute()
  return rows.map(({ id }) => id)
}

function cents(price: number): Cents {
  const amount = centsFromDollars(price)
  if (amount === null) throw new Error(`${price} is not a price`)
  return amount
}
