import { MESSAGE_FILTERS } from '#domain/inbox/inbox-list.ts'
import { readMessages } from '#operations/inbox/read-messages.ts'
import type { Shop } from '#operations/shop.ts'
import { parseFilteredList, FILTER_NAMES } from '#web/views/filtered-list.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import type { PageAnswer } from '#web/page.ts'
import { messageView } from '#web/views/inbox/message-view.server.ts'
import MessagesPage, { type MessagesPageProps } from './messages-page.tsx'
import { staffPage } from '#web/route.ts'

export const routes = [
  staffPage(
    '/admin/messages',
    'messages.read',
    'admin/messages/messages-page',
    MessagesPage,
    loadMessagesPage,
    FILTER_NAMES,
  ),
]

/** The length of the excerpt in the list. */
const EXCERPT = 200

export async function loadMessagesPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const query = parseFilteredList(request.query, MESSAGE_FILTERS)
  const time = staffTime(shop)
  const found = await readMessages(shop, { query: query.q, state: query.state }, query.page).catch(
    (error: unknown) => {
      shop.log.error('The list of messages could not be loaded', error)
      return null
    },
  )
  return {
    status: 200,
    head: staffHead('Messages', '/admin/messages'),
    props: {
      frame: await staffFrameProps(shop, request),
      query: { ...query, page: found?.page ?? query.page },
      list: found && {
        pages: found.pages,
        total: found.total,
        messages: found.rows.map((row) => {
          const view = messageView(row, time)
          return { ...view, message: excerpt(view.message) }
        }),
      },
    } satisfies MessagesPageProps,
  }
}

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length <= EXCERPT ? line : `${[...line].slice(0, EXCERPT).join('')}…`
}
