import { readAnswers } from '#operations/inbox/answer-message.ts'
import { findMessage } from '#operations/inbox/read-messages.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import type { PageAnswer } from '#web/page.ts'
import MessagePage, { type MessagePageProps } from './message-page.tsx'
import { messageView } from '#web/views/inbox/message-view.server.ts'
import { staffPage } from '#web/route.ts'
import { toMessageId } from '#domain/ids.ts'

export const routes = [
  staffPage(
    '/admin/messages/:id',
    'messages.read',
    'admin/messages/message-page',
    MessagePage,
    loadMessagePage,
  ),
]

export async function loadMessagePage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const found = await findMessage(shop, toMessageId(request.params['id'] ?? ''))
  return {
    status: found === null ? 404 : 200,
    head: {
      title: `${found === null ? 'No such message' : `Message from ${found.name}`} – Redemption`,
      description: 'For the staff of the shop.',
      canonical: request.path,
      noindex: true,
    },
    props: {
      frame: await staffFrameProps(shop, request),
      message: found && messageView(found, staffTime(shop), await readAnswers(shop, found.id)),
    } satisfies MessagePageProps,
  }
}
