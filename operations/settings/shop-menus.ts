import { findKeptProducts } from '#db/catalog/on-sale.ts'
import type { Tx } from '#db/engine/transact.ts'
import { toProductId } from '#domain/ids.ts'
import type { ShopCategory } from '#domain/catalog/category.ts'
import type { Collection } from '#domain/catalog/collection.ts'
import type { Drop } from '#domain/drops/drop.ts'
import { CATEGORIES_SETTING } from '#domain/settings/categories.ts'
import { COLLECTIONS } from '#domain/settings/collections.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { isGone, MENUS, namedByLink, type KnownThings, type Menus } from '#domain/settings/menus.ts'
import { isPublicPage, type ShopPage } from '#domain/settings/page.ts'
import { PAGES } from '#domain/settings/pages.ts'
import { readSetting } from '#operations/saved-settings.ts'
import type { Shop } from '#operations/shop.ts'
import { cachedSetting, currentSetting } from './current-setting.ts'
import type { SettingProblem } from './setting-effect.ts'

interface Things {
  pages: readonly ShopPage[]
  drops: readonly Drop[]
  categories: readonly ShopCategory[]
  collections: readonly Collection[]
}

/** The menus without what is gone, or is not public now. */
export async function readMenus(shop: Shop): Promise<Menus> {
  const [menus, pages, drops, categories, collections] = await Promise.all([
    currentSetting(shop, MENUS),
    currentSetting(shop, PAGES),
    currentSetting(shop, DROPS),
    currentSetting(shop, CATEGORIES_SETTING),
    currentSetting(shop, COLLECTIONS),
  ])
  const ids = productsIn(menus)
  const products = ids.length === 0 ? [] : await shop.catalog.findMany(ids.map(toProductId))
  const things = { ...pages, ...drops, ...categories, ...collections }
  return shown(menus, publicThings(things, shop.now()), new Set(products.map(({ id }) => id)))
}

/** The same as far as it is known without waiting for the database: without products, which may not be public yet. */
export function cachedMenus(shop: Shop): Menus {
  const things = {
    ...cachedSetting(shop, PAGES),
    ...cachedSetting(shop, DROPS),
    ...cachedSetting(shop, CATEGORIES_SETTING),
    ...cachedSetting(shop, COLLECTIONS),
  }
  return shown(cachedSetting(shop, MENUS), publicThings(things, shop.now()), new Set())
}

/** A menu that names what is gone is not saved. */
export async function checkMenus(tx: Tx, _before: Menus, menus: Menus): Promise<SettingProblem | null> {
  const [pages, drops, categories, collections, products] = await Promise.all([
    readSetting(tx, PAGES),
    readSetting(tx, DROPS),
    readSetting(tx, CATEGORIES_SETTING),
    readSetting(tx, COLLECTIONS),
    findKeptProducts(tx, productsIn(menus).map(toProductId)),
  ])
  const things = { ...pages.value, ...drops.value, ...categories.value, ...collections.value }
  const known = { ...namesOf(things), product: products as ReadonlySet<string> }
  for (const field of ['header', 'footer'] as const) {
    const at = menus[field].findIndex((link) => isGone(link, known))
    const link = menus[field][at]
    if (link)
      return {
        field: `${field}/${at}/href`,
        message: `There is nothing at ${link.href}. Choose another page for “${link.label}”, or remove it.`,
      }
  }
  return null
}

function productsIn({ header, footer }: Menus): string[] {
  const named = [...header, ...footer].map(({ href }) => namedByLink(href))
  return named.flatMap((one) => (one?.kind === 'product' ? [one.id] : []))
}

function publicThings({ pages, drops, categories, collections }: Things, now: number): Things {
  return {
    pages: pages.filter((page) => isPublicPage(page, now)),
    drops: drops.filter(({ isDraft }) => !isDraft),
    categories,
    collections: collections.filter(({ isDraft }) => !isDraft),
  }
}

function namesOf({ pages, drops, categories, collections }: Things): Omit<KnownThings, 'product'> {
  return {
    page: new Set(pages.map(({ handle }) => handle)),
    drop: new Set(drops.map(({ handle }) => handle)),
    category: new Set(categories.map(({ value }) => value)),
    collection: new Set(collections.map(({ handle }) => handle)),
  }
}

function shown({ header, footer }: Menus, things: Things, product: KnownThings['product']): Menus {
  const known = { ...namesOf(things), product }
  const isThere = (link: Menus['header'][number]) => !isGone(link, known)
  return { header: header.filter(isThere), footer: footer.filter(isThere) }
}
