import { randomUUID } from 'node:crypto'
import { toProductId } from '#domain/ids.ts'
import { COLLECTIONS } from '#domain/settings/collections.ts'
import { currentVersion } from '#operations/settings/current-setting.ts'
import { readCategories } from '#operations/settings/shop-categories.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer, Redirect } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { pictureView } from '#web/views/catalog/picture-view.server.ts'
import CollectionPage, { type CollectionPageProps } from './collection-page.tsx'

export const routes = [
  staffPage(
    '/admin/collections/:id',
    'products.write',
    'admin/collections/collection-page',
    CollectionPage,
    loadCollectionPage,
    ['copy'],
  ),
]

/** `new` is another collection, which may begin as a copy of the one that `copy` names. */
export async function loadCollectionPage(
  shop: Shop,
  request: StaffPageRequest,
): Promise<PageAnswer | Redirect> {
  const asked = request.params['id'] ?? ''
  const [frame, saved, categories, colors] = await Promise.all([
    staffFrameProps(shop, request),
    currentVersion(shop, COLLECTIONS),
    readCategories(shop),
    shop.catalog.colors(),
  ])
  const named = (id: string | null) => saved.value.collections.find((one) => one.id === id) ?? null
  const own = named(asked)
  if (own === null && asked !== 'new') return { redirect: '/admin/collections' }
  const copied = own === null ? named(request.query.get('copy')) : null
  const shown = [own, copied].flatMap((one) => one ?? [])
  const ids = shown.flatMap(({ products }) => products)
  const products = await Promise.all(ids.map((id) => shop.catalog.find(toProductId(id), { hiddenToo: true })))
  return {
    status: 200,
    head: staffHead(own?.name ?? 'New collection', request.path),
    props: {
      frame,
      saved,
      id: own?.id ?? randomUUID(),
      copied,
      isSaved: own !== null,
      categories: categories.map(({ value, label }) => ({ value, label })),
      colors: [...new Set([...colors, ...shown.flatMap(({ rule }) => rule?.colors ?? [])])],
      names: Object.fromEntries(products.flatMap((one) => (one ? [[one.id, one.name]] : []))),
      pictures: Object.fromEntries(
        shown.flatMap(({ picture }) => (picture ? [[picture.key, pictureView(shop.images, picture)]] : [])),
      ),
    } satisfies CollectionPageProps,
  }
}
