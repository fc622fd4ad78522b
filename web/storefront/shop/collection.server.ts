import type { Collection } from '#domain/catalog/collection.ts'
import { sizesOfCategories } from '#domain/catalog/category.ts'
import { COLLECTIONS } from '#domain/settings/collections.ts'
import { policySections } from '#domain/settings/policies.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import { cachedCategories, readCategories } from '#operations/settings/shop-categories.ts'
import { listCollection, publicCollections } from '#operations/settings/shop-collections.ts'
import type { Shop } from '#operations/shop.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer, PageRequest, Redirect } from '#web/page.ts'
import { page } from '#web/route.ts'
import { listedPicture } from '#web/search-engines/listed-picture.server.ts'
import { problemPage } from '#web/storefront/problem/problem-page.server.ts'
import { pictureView } from '#web/views/catalog/picture-view.server.ts'
import { listPage } from './shop-page.server.ts'
import ShopPage from './shop-page.tsx'
import { COLLECTION_QUERY_NAMES, parseShopQuery, shopAddress, tidyShopQuery } from './shop-query.ts'

export const COLLECTION_PAGE = 'storefront/shop/shop-page'

export const routes = [
  page(
    '/collections/:name',
    COLLECTION_PAGE,
    ShopPage,
    loadCollectionPage,
    COLLECTION_QUERY_NAMES,
    (query, shop) => tidyShopQuery(query, cachedCategories(shop), ''),
  ),
]

export async function loadCollectionPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const { name } = request.params
  const found = (await publicCollections(shop)).find(({ handle }) => handle === name)
  return found === undefined ? problemPage(shop, request, 'not-found') : showCollection(shop, request, found)
}

/** A collection for staff as it is saved, a draft too. */
export async function loadCollectionPreview(
  shop: Shop,
  request: StaffPageRequest,
): Promise<PageAnswer | Redirect> {
  const { collections } = await currentSetting(shop, COLLECTIONS)
  const found = collections.find(({ id }) => id === request.params['id'])
  if (found === undefined) return { redirect: '/admin/collections' }
  return showCollection(shop, request, found, request.words.shop.staffPreview)
}

async function showCollection(
  shop: Shop,
  request: PageRequest,
  own: Collection,
  preview?: string,
): Promise<PageAnswer> {
  const { name, handle, words, picture, rule, searchTitle, description } = own
  const categories = await readCategories(shop)
  const query = parseShopQuery(request.query, categories, handle)
  const asked = categories.filter(({ value }) => rule?.categories.includes(value))
  const sizes = sizesOfCategories(asked.length > 0 ? asked : categories)
  return listPage(shop, request, {
    query,
    choices: { categories: [], sizes },
    collection: {
      name,
      above: {
        sections: policySections(words),
        picture: picture && pictureView(shop.images, picture),
        ...(preview !== undefined && { preview }),
      },
    },
    head: (at) => ({
      title: request.words.frame.pageTitle(
        at > 1 ? request.words.shop.titleOfPage(searchTitle || name, at) : searchTitle || name,
      ),
      description: description || words.replaceAll(/\s+/g, ' ').slice(0, MAX_DESCRIPTION) || name,
      canonical: shopAddress(parseShopQuery(new URLSearchParams(), categories, handle), at),
      ownWords: true,
      feed: true,
      noindex: preview !== undefined,
      ...(picture && { picture: listedPicture(shop.images, picture) }),
    }),
    find: (part) => listCollection(shop, own, { size: query.size, sort: query.sort, ...part }),
  })
}

/** In characters, as search engines show it. */
const MAX_DESCRIPTION = 155
