import { readPromotionSales } from '#operations/promotions/promotion-figures.ts'
import { formatCents } from '#domain/money.ts'
import { stateOf } from '#domain/promotions/promotion.ts'
import { PROMOTIONS } from '#domain/settings/promotions.ts'
import type { Shop } from '#operations/shop.ts'
import { loadVersions } from '#web/admin/document/document-versions.server.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { promotionNames } from './promotion-names.server.ts'
import PromotionsPage, { type PromotionsPageProps } from './promotions-page.tsx'

export const routes = [
  staffPage(
    '/admin/promotions',
    'promotions.write',
    'admin/promotions/promotions-page',
    PromotionsPage,
    loadPromotionsPage,
    ['before', 'version'],
  ),
]

/** `version`: older promotions to look at. */
export async function loadPromotionsPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const [frame, versions, sales] = await Promise.all([
    staffFrameProps(shop, request),
    loadVersions(shop, PROMOTIONS, request.query),
    readPromotionSales(shop),
  ])
  const { promotions } = versions.saved.value
  const now = shop.now()
  return {
    status: 200,
    head: staffHead('Promotions', '/admin/promotions'),
    props: {
      frame,
      ...versions,
      names: await promotionNames(shop, [...promotions, ...(versions.old?.value.promotions ?? [])]),
      figures: Object.fromEntries(
        promotions.map((one) => {
          const { orders = 0, revenue = 0 } = sales.get(one.id) ?? {}
          return [one.id, { state: stateOf(one, now), orders, revenue: formatCents(revenue) }]
        }),
      ),
    } satisfies PromotionsPageProps,
  }
}
