import * as v from 'valibot'
import { listDeliveries } from '#operations/stock/read-deliveries.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { listEntries, pageOf } from '#web/views/list-cursor.server.ts'
import { briefStaffTime } from '#web/views/staff-time.server.ts'
import DeliveriesPage, { type DeliveriesPageProps } from './deliveries-page.tsx'

export const routes = [
  staffPage(
    '/admin/deliveries',
    'products.read',
    'admin/deliveries/deliveries-page',
    DeliveriesPage,
    loadDeliveriesPage,
    ['after'],
  ),
]

const DELIVERIES_PER_PAGE = 50

export async function loadDeliveriesPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const asked = v.safeParse(listEntries.cursor, request.query.get('after') ?? undefined)
  const after = asked.success ? asked.output : undefined
  const [frame, found] = await Promise.all([
    staffFrameProps(shop, request),
    listDeliveries(shop, { after, limit: DELIVERIES_PER_PAGE + 1 }),
  ])
  const { shown, next } = pageOf(found, DELIVERIES_PER_PAGE)
  const time = briefStaffTime(shop)
  return {
    status: 200,
    head: staffHead('Deliveries', '/admin/deliveries'),
    props: {
      frame,
      deliveries: shown.map(({ id, name, supplier, units, createdAt, createdBy }) => ({
        id,
        name,
        supplier,
        units,
        received: `${time(createdAt)}, ${createdBy}`,
      })),
      next,
    } satisfies DeliveriesPageProps,
  }
}
