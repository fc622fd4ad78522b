import { findKeptProducts, findNextNoLongerNew } from '#db/catalog/on-sale.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { Collection } from '#domain/catalog/collection.ts'
import type { CollectionSort, ShopFilters } from '#domain/catalog/shop-list.ts'
import { toProductId } from '#domain/ids.ts'
import { CATEGORIES_SETTING } from '#domain/settings/categories.ts'
import { COLLECTIONS } from '#domain/settings/collections.ts'
import { readSetting } from '#operations/saved-settings.ts'
import type { Shop } from '#operations/shop.ts'
import type { ListedPage } from '#providers/catalog/catalog.ts'
import { currentSetting } from './current-setting.ts'
import type { SettingProblem } from './setting-effect.ts'

type Settings = Pick<Shop, 'savedSettings' | 'settings'>
type Collections = { collections: readonly Collection[] }

/** The collections that shoppers see. */
export async function publicCollections(shop: Settings): Promise<readonly Collection[]> {
  return (await currentSetting(shop, COLLECTIONS)).collections.filter(({ isDraft }) => !isDraft)
}

/** A page of the products of a collection that shoppers see now. */
export async function listCollection(
  { catalog }: Pick<Shop, 'catalog'>,
  { rule, products, sort: own }: Collection,
  {
    size,
    sort,
    limit,
    offset,
  }: Pick<ShopFilters, 'size'> & { sort: CollectionSort; limit: number; offset: number },
): Promise<ListedPage> {
  const narrowed = size === null ? {} : { size }
  if (rule !== null) {
    return catalog.listed({ ...narrowed, rule, sort: sort === 'featured' ? own : sort, limit, offset })
  }
  if (sort !== 'featured') return catalog.listed({ ...narrowed, among: products, sort, limit, offset })
  const all = await catalog.listed({ ...narrowed, among: products, limit: products.length, offset: 0 })
  const places = new Map(products.map((id, place) => [id, place]))
  const placeOf = ({ id }: { id: string }) => places.get(id) ?? 0
  const ordered = all.products.toSorted((one, other) => placeOf(one) - placeOf(other))
  return { total: all.total, products: ordered.slice(offset, offset + limit) }
}

/** A collection does not get a product or a category that is gone. What it has already may go: it shows the others. */
export async function checkCollections(
  tx: Tx,
  { collections: before }: Collections,
  { collections: after }: Collections,
): Promise<SettingProblem | null> {
  const { categories } = (await readSetting(tx, CATEGORIES_SETTING)).value
  for (const [at, { id, products, rule }] of after.entries()) {
    const old = before.find((one) => one.id === id)
    const brought = products.filter((product) => !old?.products.includes(product))
    const kept: ReadonlySet<string> = await findKeptProducts(tx, brought.map(toProductId))
    if (brought.some((product) => !kept.has(product)))
      return { field: `collections/${at}/products`, message: 'A chosen product was deleted. Remove it.' }
    const lost = rule?.categories.find(
      (value) =>
        !old?.rule?.categories.includes(value) && !categories.some((category) => category.value === value),
    )
    if (lost !== undefined)
      return { field: `collections/${at}/rule/categories`, message: `There is no category ${lost}.` }
  }
  return null
}

/** The next time after `now` at which a product is no longer new in a collection; null: none is known. */
export async function nextCollectionChange(
  shop: Settings & Pick<Shop, 'database'>,
  now: number,
): Promise<number | null> {
  const collections = await publicCollections(shop)
  const days = new Set(collections.flatMap(({ rule }) => rule?.newDays ?? []))
  const times = await Promise.all([...days].map((one) => findNextNoLongerNew(shop.database.db, one, now)))
  const known = times.flatMap((at) => at ?? [])
  return known.length === 0 ? null : Math.min(...known)
}
