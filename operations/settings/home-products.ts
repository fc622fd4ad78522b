import { findBackInStock, findFirstBack } from '#db/catalog/back-in-stock.ts'
import { findKeptProducts } from '#db/catalog/on-sale.ts'
import type { Tx } from '#db/engine/transact.ts'
import { listedProduct, type ListedProduct } from '#domain/catalog/listed-product.ts'
import { toProductId } from '#domain/ids.ts'
import { CATEGORIES_SETTING } from '#domain/settings/categories.ts'
import { COLLECTIONS } from '#domain/settings/collections.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { HOME_PAGE, type HomePage } from '#domain/settings/home-page.ts'
import { BACK_IN_STOCK_DAYS, type HomeSection, type ProductsSection } from '#domain/settings/home-sections.ts'
import { readSetting } from '#operations/saved-settings.ts'
import type { Shop } from '#operations/shop.ts'
import { currentSetting } from './current-setting.ts'
import type { SettingProblem } from './setting-effect.ts'
import { listCollection, publicCollections } from './shop-collections.ts'

const DAY_MS = 24 * 60 * 60_000

/** The products of a section of the home page that shoppers see now; of chosen ones, the newest where none is left. */
export async function listHomeProducts(
  shop: Pick<Shop, 'catalog' | 'database' | 'now' | 'savedSettings' | 'settings'>,
  { from, products, category, collection, most }: ProductsSection,
): Promise<ListedProduct[]> {
  const { catalog } = shop
  const page = { limit: most, offset: 0 }
  switch (from) {
    case 'newest':
      return (await catalog.listed(page)).products
    case 'chosen': {
      const chosen = await catalog.findMany(products.map(toProductId))
      return chosen.length > 0 ? chosen.map(listedProduct) : (await catalog.listed(page)).products
    }
    case 'category':
      return (await catalog.listed({ category, ...page })).products
    case 'collection': {
      const own = (await publicCollections(shop)).find(({ id }) => id === collection)
      return own ? (await listCollection(shop, own, { size: null, sort: 'featured', ...page })).products : []
    }
    case 'back': {
      const now = shop.now()
      const since = now - BACK_IN_STOCK_DAYS * DAY_MS
      const among = await findBackInStock(shop.database.db, { since, limit: most, now })
      if (among.length === 0) return []
      const found = await catalog.listed({ among, ...page })
      return found.products.toSorted((one, other) => among.indexOf(one.id) - among.indexOf(other.id))
    }
  }
}

/** The next time after `now` at which a product no longer counts as back in stock; null: nothing shows them. */
export async function nextHomeChange(
  shop: Pick<Shop, 'database' | 'savedSettings' | 'settings'>,
  now: number,
): Promise<number | null> {
  const { sections } = await currentSetting(shop, HOME_PAGE)
  if (!sections.some((one) => one.kind === 'products' && one.from === 'back' && !one.hidden)) return null
  const days = BACK_IN_STOCK_DAYS * DAY_MS
  const first = await findFirstBack(shop.database.db, now - days)
  return first === null ? null : first + days
}

/** A section does not get what is gone. What it has already may go: it is left out of the page. */
export async function checkHomePage(
  tx: Tx,
  { sections: before }: HomePage,
  { sections: after }: HomePage,
): Promise<SettingProblem | null> {
  const had = new Set(before.flatMap(namedBy))
  const [{ categories }, { collections }, { drops }, kept] = await Promise.all([
    readSetting(tx, CATEGORIES_SETTING).then(({ value }) => value),
    readSetting(tx, COLLECTIONS).then(({ value }) => value),
    readSetting(tx, DROPS).then(({ value }) => value),
    findKeptProducts(
      tx,
      after.flatMap((one) => (one.kind === 'products' ? one.products.map(toProductId) : [])),
    ),
  ])
  const known = new Set([
    ...categories.map(({ value }) => `category ${value}`),
    ...collections.map(({ id }) => `collection ${id}`),
    ...drops.map(({ id }) => `drop ${id}`),
    ...[...kept].map((id) => `products ${id}`),
  ])
  for (const [at, section] of after.entries()) {
    const lost = namedBy(section).find((name) => !had.has(name) && !known.has(name))
    if (lost === undefined) continue
    const field = lost.slice(0, lost.indexOf(' '))
    return { field: `sections/${at}/${field}`, message: GONE[field] ?? '' }
  }
  return null
}

const GONE: Readonly<Record<string, string>> = {
  products: 'A chosen product was deleted. Remove it.',
  category: 'This category was removed. Choose another one.',
  collection: 'This collection was deleted. Choose another one.',
  drop: 'This drop was deleted. Choose another one.',
}

/** What a section names, each with the field that does: `category Hoodies`. */
function namedBy(section: HomeSection): string[] {
  if (section.kind === 'drop') return section.drop === '' ? [] : [`drop ${section.drop}`]
  if (section.kind !== 'products') return []
  const { from, products, category, collection } = section
  if (from === 'chosen') return products.map((id) => `products ${id}`)
  if (from === 'category') return [`category ${category}`]
  return from === 'collection' ? [`collection ${collection}`] : []
}
