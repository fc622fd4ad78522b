import { SUBSCRIBER_STATES } from '#domain/newsletter/newsletter.ts'
import { countAllSubscribers, readSubscribers } from '#operations/newsletter/read-subscribers.ts'
import type { Shop } from '#operations/shop.ts'
import { parseFilteredList, FILTER_NAMES } from '#web/views/filtered-list.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import type { PageAnswer } from '#web/page.ts'
import { subscriberView } from '#web/views/newsletter/subscriber-view.server.ts'
import SubscribersPage, { type SubscribersPageProps } from './subscribers-page.tsx'
import { staffPage } from '#web/route.ts'

export const routes = [
  staffPage(
    '/admin/subscribers',
    'subscribers.read',
    'admin/subscribers/subscribers-page',
    SubscribersPage,
    loadSubscribersPage,
    FILTER_NAMES,
  ),
]

export async function loadSubscribersPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const query = parseFilteredList(request.query, SUBSCRIBER_STATES)
  const time = staffTime(shop)
  const found = await Promise.all([
    readSubscribers(shop, { query: query.q, state: query.state }, query.page),
    countAllSubscribers(shop),
  ]).catch((error: unknown) => {
    shop.log.error('The list of subscribers could not be loaded', error)
    return null
  })
  const [list, counts] = found ?? []
  return {
    status: 200,
    head: staffHead('Subscribers', '/admin/subscribers'),
    props: {
      frame: await staffFrameProps(shop, request),
      query: { ...query, page: list?.page ?? query.page },
      list:
        list && counts
          ? {
              subscribers: list.rows.map((row) => subscriberView(row, time)),
              pages: list.pages,
              total: list.total,
              counts,
            }
          : null,
    } satisfies SubscribersPageProps,
  }
}
