import { COLLECTIONS } from '#domain/settings/collections.ts'
import { readCategories } from '#operations/settings/shop-categories.ts'
import type { Shop } from '#operations/shop.ts'
import { loadVersions } from '#web/admin/document/document-versions.server.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import CollectionsPage, { type CollectionsPageProps } from './collections-page.tsx'

export const routes = [
  staffPage(
    '/admin/collections',
    'products.write',
    'admin/collections/collections-page',
    CollectionsPage,
    loadCollectionsPage,
    ['before', 'version'],
  ),
]

/** `version`: older collections to look at. */
export async function loadCollectionsPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const [frame, versions, categories] = await Promise.all([
    staffFrameProps(shop, request),
    loadVersions(shop, COLLECTIONS, request.query),
    readCategories(shop),
  ])
  return {
    status: 200,
    head: staffHead('Collections', '/admin/collections'),
    props: {
      frame,
      ...versions,
      labels: Object.fromEntries(categories.map(({ value, label }) => [value, label])),
    } satisfies CollectionsPageProps,
  }
}
