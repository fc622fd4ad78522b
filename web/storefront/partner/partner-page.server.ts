import { dateFormat } from '#domain/date-format.ts'
import { formatCents } from '#domain/money.ts'
import { openPartnerLink } from '#operations/promotions/partner-sales.ts'
import type { Shop } from '#operations/shop.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { personalPage } from '#web/route.ts'
import { problemPage } from '#web/storefront/problem/problem-page.server.ts'
import { ownLanguage, wordsIn } from '#words/languages.ts'
import PartnerPage, { type PartnerPageProps } from './partner-page.tsx'

export const routes = [
  personalPage('/partner/:id', 'storefront/partner/partner-page', PartnerPage, loadPartnerPage, ['key']),
]

/** A wrong key and an unknown partner give the same response. */
export async function loadPartnerPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const asked = { id: request.params['id'] ?? '', key: request.query.get('key') ?? '' }
  const found = await openPartnerLink(shop, asked)
  if (found === null) return problemPage(shop, request, 'not-found')
  const all = wordsIn(shop, ownLanguage(shop))
  const month = dateFormat(all.language.LANGUAGE, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return {
    status: 200,
    head: {
      title: all.frame.pageTitle(all.partner.title(found.name)),
      description: all.partner.description,
      canonical: request.path,
      noindex: true,
    },
    props: {
      frame: await frameProps(shop, request),
      name: found.name,
      codes: found.codes.join(', '),
      months: found.months.map((one) => ({
        month: month.format(Date.parse(one.month)),
        orders: String(one.orders),
        revenue: formatCents(one.revenue),
        discount: formatCents(one.discount),
        refunds: formatCents(one.refunds),
        net: formatCents(one.net),
      })),
    } satisfies PartnerPageProps,
  }
}
