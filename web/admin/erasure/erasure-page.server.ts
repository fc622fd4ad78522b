import { readErasures } from '#operations/orders/read-erasures.ts'
import { readOrder } from '#operations/orders/read-order.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import type { PageAnswer } from '#web/page.ts'
import ErasurePage, { type ErasurePageProps } from './erasure-page.tsx'
import { findErasurePreview } from '#web/views/orders/erasure-view.server.ts'
import { staffPage } from '#web/route.ts'

export const routes = [
  staffPage('/admin/erasure', 'customers.erase', 'admin/erasure/erasure-page', ErasurePage, loadErasurePage, [
    'order',
  ]),
]

/**
 * `?order=`: the customer of that order, or the order alone when it has no address. Never the address itself, which
 * would stay in logs and in the browser history.
 */
export async function loadErasurePage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const time = staffTime(shop)
  const order = await readOrder(shop, request.query.get('order') ?? '')
  const { customer, erasure, number } = order?.order ?? {}
  const who = customer?.email || (erasure === null ? (number ?? '') : '')
  return {
    status: 200,
    head: staffHead('Delete a customer’s data', '/admin/erasure'),
    props: {
      frame: await staffFrameProps(shop, request),
      found: who === '' ? null : await findErasurePreview(shop, who),
      earlier: (await readErasures(shop)).map((erasure) => ({ ...erasure, at: time(erasure.at) })),
    } satisfies ErasurePageProps,
  }
}
