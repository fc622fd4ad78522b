import { transact } from '#db/engine/transact.ts'
import {
  addMissingPages,
  listMissingPages,
  markMissingPage,
  type MissingPage,
} from '#db/redirects/redirects.ts'
import { toProductId } from '#domain/ids.ts'
import { searchProducts } from '#operations/catalog/search-products.ts'
import { recordAudit } from '#operations/record-audit.ts'
import { readCategories } from '#operations/settings/shop-categories.ts'
import type { Shop } from '#operations/shop.ts'

/** A missing page, and the page of the shop that was probably meant; null when none is near. */
export interface ListedMissingPage extends MissingPage {
  meant: string | null
}

const LISTED = 25
/** How many different addresses are counted until they are stored: more are nobody's old links. */
const MAX_COUNTED = 500
/** Files, and what programs that look for holes ask every shop for. */
const NO_PAGE = /\/\.|\/wp-(admin|login|includes|json)|\.(?!html?$)[a-z0-9]{1,8}$/

const counted = new WeakMap<Shop, Map<string, number>>()

/** Counts that somebody asked for a page that is not there; stored by `storeMissingPages`. */
export function countMissingPage(shop: Shop, path: string): void {
  const hits = counted.get(shop) ?? new Map<string, number>()
  counted.set(shop, hits)
  if (NO_PAGE.test(path) || (hits.size >= MAX_COUNTED && !hits.has(path))) return
  hits.set(path, (hits.get(path) ?? 0) + 1)
}

/** Stores what was counted since the last round. What a process counted in its last seconds may be lost. */
export async function storeMissingPages(shop: Shop): Promise<void> {
  const hits = counted.get(shop)
  if (hits === undefined || hits.size === 0) return
  counted.delete(shop)
  await addMissingPages(shop.database.db, hits, shop.now())
}

/** The missing pages that are asked for most, each with the page that was probably meant. */
export async function readMissingPages(shop: Shop): Promise<ListedMissingPage[]> {
  const pages = await listMissingPages(shop.database.db, LISTED)
  return Promise.all(pages.map(async (page) => ({ ...page, meant: await findMeant(shop, page.path) })))
}

/** Leaves a missing page out of the list, or lists it again. */
export async function ignoreMissingPage(shop: Shop, path: string, isIgnored: boolean): Promise<void> {
  await transact(shop.database, async (tx) => {
    await markMissingPage(tx, path, isIgnored ? shop.now() : null)
    await recordAudit(tx, shop, {
      action: isIgnored ? 'missing-page-ignored' : 'missing-page-listed',
      subject: { id: path, name: path },
    })
  })
}

/** Pages that every shop has under some name. */
const USUAL_PAGES: readonly (readonly [RegExp, string])[] = [
  [/about|story/, '/about'],
  [/contact/, '/contact'],
  [/privacy/, '/privacy-policy'],
  [/shipping|delivery|return|refund/, '/delivery-returns'],
  [/gift-?cards?/, '/gift-card'],
]
const LISTS = /^\/(collections?|product-category|categor(y|ies)|shop|store|catalog)(\/|$)/

async function findMeant(shop: Shop, path: string): Promise<string | null> {
  const name = path
    .split('/')
    .at(-1)!
    .replace(/\.html?$/, '')
  const product = await shop.catalog.find(toProductId(name))
  if (product) return `/product/${product.id}`
  const words = name.replaceAll(/[-_+\s]+/g, ' ').trim()
  if (LISTS.test(path) && !path.includes('/products/')) {
    const categories = await readCategories(shop)
    const category = categories.find(({ value, label }) =>
      [value, label].some(
        (one) =>
          one
            .toLowerCase()
            .replaceAll(/[^a-z0-9]+/g, ' ')
            .trim() === words,
      ),
    )
    return category ? `/shop?${new URLSearchParams({ category: category.value })}` : '/shop'
  }
  const usual = USUAL_PAGES.find(([pattern]) => pattern.test(name))
  if (usual) return usual[1]
  const [found] =
    words === '' ? [] : (await searchProducts(shop, { query: words, limit: 1, offset: 0 })).products
  return found ? `/product/${found.id}` : null
}
