import { formatCents } from '#domain/money.ts'
import { listPartners, partnerOrders, partnerPath, sumOrders } from '#operations/promotions/partner-sales.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { daysIn } from '#web/views/promotions/partner-days.ts'
import PartnersPage, { type PartnersPageProps } from './partners-page.tsx'

export const routes = [
  staffPage(
    '/admin/partners',
    'promotions.write',
    'admin/promotions/partners-page',
    PartnersPage,
    loadPartnersPage,
    ['from', 'to'],
  ),
]

/** `from` and `to`: days of payment; otherwise this month. */
export async function loadPartnersPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const days = daysIn(shop, Object.fromEntries(request.query))
  const partners = await listPartners(shop)
  const money = { revenue: formatCents, discount: formatCents, refunds: formatCents, net: formatCents }
  return {
    status: 200,
    head: staffHead('Partners', '/admin/partners'),
    props: {
      frame: await staffFrameProps(shop, request),
      days,
      partners: await Promise.all(
        partners.map(async (partner) => {
          const { orders, ...sums } = sumOrders(await partnerOrders(shop, partner, days))
          return {
            name: partner.name,
            codes: partner.promotions.flatMap(({ codes }) => codes).join(', '),
            link: shop.settings.publicUrl + partnerPath(shop, partner),
            orders,
            ...Object.fromEntries(
              Object.entries(sums).map(([name, amount]) => [name, money[name as keyof typeof money](amount)]),
            ),
          } as PartnersPageProps['partners'][number]
        }),
      ),
    } satisfies PartnersPageProps,
  }
}
