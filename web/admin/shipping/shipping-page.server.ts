import { changedFields } from '#domain/settings/setting.ts'
import { SHIPPING } from '#domain/settings/shipping.ts'
import { readSettingHistory, readSettingVersion } from '#operations/settings/read-setting-history.ts'
import type { Shop } from '#operations/shop.ts'
import { historyProps, versionIn } from '#web/admin/document/document-versions.server.ts'
import { staffFrameProps } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import ShippingPage, { type ShippingPageProps } from './shipping-page.tsx'

export const routes = [
  staffPage(
    '/admin/settings/shipping',
    'settings.write',
    'admin/shipping/shipping-page',
    ShippingPage,
    loadShippingPage,
    ['before', 'version'],
  ),
]

/** `version`: an older version to look at. */
export async function loadShippingPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const before = versionIn(request.query, 'before')
  const seen = versionIn(request.query, 'version')
  const [frame, saved, old, history] = await Promise.all([
    staffFrameProps(shop, request),
    readSettingVersion(shop, SHIPPING),
    seen === null ? null : readSettingVersion(shop, SHIPPING, seen),
    readSettingHistory(shop, SHIPPING, before ?? undefined),
  ])
  const current = saved ?? { version: 0, value: SHIPPING.fallback }
  return {
    status: 200,
    head: {
      title: `${SHIPPING.label} – Redemption`,
      description: 'For the staff of the shop.',
      canonical: '/admin/settings/shipping',
      noindex: true,
    },
    props: {
      frame,
      saved: current,
      old: old?.version === current.version ? null : old,
      ...historyProps(shop, history, before),
      isAsAtStart: changedFields(SHIPPING, current.value, SHIPPING.fallback) === '',
    } satisfies ShippingPageProps,
  }
}
