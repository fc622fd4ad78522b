import { SHIPPING } from '#domain/settings/shipping.ts'
import type { Shop } from '#operations/shop.ts'
import { loadVersions } from '#web/admin/document/document-versions.server.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
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
  const [frame, versions] = await Promise.all([
    staffFrameProps(shop, request),
    loadVersions(shop, SHIPPING, request.query),
  ])
  return {
    status: 200,
    head: staffHead(SHIPPING.label, '/admin/settings/shipping'),
    props: { frame, ...versions } satisfies ShippingPageProps,
  }
}
