import type { Kysely, Selectable, SelectQueryBuilder } from 'kysely'
import { outOfStock, preorder } from '#db/catalog/on-sale.ts'
import { compiledStatement } from '#db/engine/compiled-statements.ts'
import type { Database } from '#db/schema.ts'
import { isGiftCard } from '#domain/catalog/gift-amounts.ts'
import type { ListedProduct } from '#domain/catalog/listed-product.ts'
import type { ShopSort } from '#domain/catalog/shop-list.ts'
import type { Size } from '#domain/catalog/size.ts'
import type { ListedPage, ShopProductQuery } from './catalog.ts'
import { countMatchingProducts, inOrder, matchingProducts } from './sql-shop-list.ts'

const PRODUCT = [
  'products.id',
  'products.name',
  'products.price_cents',
  'products.compare_at_cents',
  'products.gift_amounts',
] as const
const PICTURE = ['key', 'alt', 'width', 'height', 'placeholder'] as const

/** What lists show of the selected products, in one row each. */
export function withCards<Row>(selection: SelectQueryBuilder<Database, 'products', Row>) {
  return selection
    .leftJoin('pictures', (join) =>
      join.onRef('pictures.product_id', '=', 'products.id').on('pictures.position', '=', 0),
    )
    .select(PRODUCT)
    .select(PICTURE)
    .select([outOfStock.as('out_of_stock'), preorder.as('preorder')])
}

type ProductColumns = Pick<
  Selectable<Database['products']>,
  'id' | 'name' | 'price_cents' | 'compare_at_cents' | 'gift_amounts'
>
type PictureColumns = Pick<Selectable<Database['pictures']>, (typeof PICTURE)[number]>
/** Without a picture, all of its columns are null. */
type CardRow = ProductColumns & { [C in keyof PictureColumns]: PictureColumns[C] | null } & {
  out_of_stock: unknown
  preorder: unknown
}

/** The products of rows `withCards`. */
export function listedProducts(rows: readonly CardRow[]): ListedProduct[] {
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    price: row.price_cents,
    compareAt: row.compare_at_cents,
    picture: hasPicture(row) ? pictureOf(row) : null,
    outOfStock: Boolean(row.out_of_stock),
    isPreorder: Boolean(row.preorder),
    isGiftCard: isGiftCard({ giftAmounts: row.gift_amounts }),
  }))
}

function hasPicture<Row extends CardRow>(row: Row): row is Row & PictureColumns {
  return row.key !== null
}

function pictureOf({ key, alt, width, height, placeholder }: PictureColumns) {
  return { key, alt, width, height, placeholder }
}

/** The query for the rows of one page. Each has the number of products on all pages. */
export function listedRows(db: Kysely<Database>, query: ShopProductQuery, now: number) {
  return inOrder(withCards(matchingProducts(db, query, now)), query)
    .select(countMatchingProducts(db, query, now).as('total'))
    .limit(query.limit)
    .offset(query.offset)
}

type Browsed = Required<Pick<ShopProductQuery, 'category' | 'limit' | 'offset'>> & { size: Size; now: number }

/** The same without a search. Its shape: the sort order, and the filters that are set. */
const browsedRows = compiledStatement((db, { category, size, limit, offset, now }: Browsed, shape) => {
  const [sort, ...narrowed] = shape.split(' ') as [ShopSort, ...string[]]
  const narrow = {
    ...(narrowed.includes('category') && { category }),
    ...(narrowed.includes('size') && { size }),
  }
  return listedRows(db, { sort, ...narrow, limit, offset }, now)
})

async function readRows(db: Kysely<Database>, query: ShopProductQuery, now: number) {
  const { query: searched = '', words = [], sort = 'newest', category, size, limit, offset } = query
  const { among, rule } = query
  if (searched !== '' || words.length > 0 || among || rule) return listedRows(db, query, now).execute()
  const shape = [sort, category === undefined ? '' : 'category', size === undefined ? '' : 'size'].join(' ')
  return (await browsedRows(db, { category: category ?? '', size: size ?? '', limit, offset, now }, shape))
    .rows
}

/** One page of the catalogue as its cards show it. */
export async function listForCards(
  db: Kysely<Database>,
  query: ShopProductQuery,
  now: number,
): Promise<ListedPage> {
  const rows = await readRows(db, query, now)
  const [first] = rows
  // Past the last page there is no row with the total.
  const total = first?.total ?? (query.offset === 0 ? 0 : await readTotal(db, query, now))
  return { products: listedProducts(rows), total: Number(total) }
}

async function readTotal(db: Kysely<Database>, query: ShopProductQuery, now: number): Promise<number> {
  return (await countMatchingProducts(db, query, now).executeTakeFirstOrThrow()).total
}
