import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import PackingPage, { type PackingPageProps } from './packing-page.tsx'

export const routes = [
  staffPage('/admin/packing', 'orders.fulfil', 'admin/packing/packing-page', PackingPage, loadPackingPage, [
    'batch',
  ]),
]

export async function loadPackingPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  return {
    status: 200,
    head: staffHead('Packing', '/admin/packing'),
    usesCamera: true,
    props: {
      frame: await staffFrameProps(shop, request),
      batch: request.query.get('batch'),
    } satisfies PackingPageProps,
  }
}
