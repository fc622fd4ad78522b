import { TAX } from '#domain/settings/tax.ts'
import { shopDay } from '#domain/shop-day.ts'
import type { Shop } from '#operations/shop.ts'
import { loadVersions } from '#web/admin/document/document-versions.server.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import TaxPage, { type TaxPageProps } from './tax-page.tsx'

export const routes = [
  staffPage('/admin/settings/tax', 'settings.write', 'admin/taxes/tax-page', TaxPage, loadTaxPage, [
    'before',
    'version',
  ]),
]

export async function loadTaxPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const [frame, versions] = await Promise.all([
    staffFrameProps(shop, request),
    loadVersions(shop, TAX, request.query),
  ])
  return {
    status: 200,
    head: staffHead('Taxes', '/admin/settings/tax'),
    props: {
      frame,
      ...versions,
      today: shopDay(shop.now(), shop.settings.timeZone),
    } satisfies TaxPageProps,
  }
}
