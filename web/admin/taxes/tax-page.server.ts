import { changedFields } from '#domain/settings/setting.ts'
import { TAX } from '#domain/settings/tax.ts'
import { shopDay } from '#domain/shop-day.ts'
import { readSettingHistory, readSettingVersion } from '#operations/settings/read-setting-history.ts'
import type { Shop } from '#operations/shop.ts'
import { historyProps, versionIn } from '#web/admin/document/document-versions.server.ts'
import { staffFrameProps } from '#web/admin/staff-frame.server.ts'
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
  const before = versionIn(request.query, 'before')
  const seen = versionIn(request.query, 'version')
  const [frame, saved, history, old] = await Promise.all([
    staffFrameProps(shop, request),
    readSettingVersion(shop, TAX),
    readSettingHistory(shop, TAX, before ?? undefined),
    seen === null ? null : readSettingVersion(shop, TAX, seen),
  ])
  return {
    status: 200,
    head: {
      title: 'Taxes – Redemption',
      description: 'For the staff of the shop.',
      canonical: '/admin/settings/tax',
      noindex: true,
    },
    props: {
      frame,
      saved: saved ?? { version: 0, value: TAX.fallback },
      isAsAtStart: changedFields(TAX, saved?.value ?? TAX.fallback, TAX.fallback) === '',
      old: saved?.version === seen ? null : old,
      today: shopDay(shop.now(), shop.settings.timeZone),
      ...historyProps(shop, history, before),
    } satisfies TaxPageProps,
  }
}
