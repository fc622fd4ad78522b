import { readEndpoints, readMessages } from '#operations/webhooks/webhooks.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { briefStaffTime } from '#web/views/staff-time.server.ts'
import WebhooksPage, { type ListedMessage, type WebhooksPageProps } from './webhooks-page.tsx'

export const routes = [
  staffPage(
    '/admin/webhooks',
    'webhooks.write',
    'admin/webhooks/webhooks-page',
    WebhooksPage,
    loadWebhooksPage,
  ),
]

export async function loadWebhooksPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const time = briefStaffTime(shop)
  const endpoints = await readEndpoints(shop)
  const logs = await Promise.all(endpoints.map(({ id }) => readMessages(shop, id)))
  return {
    status: 200,
    head: staffHead('Webhooks', '/admin/webhooks'),
    props: {
      frame: await staffFrameProps(shop, request),
      endpoints: endpoints.map(({ id, url, topics, state, waiting }, at) => ({
        id,
        url,
        topics,
        state,
        waiting,
        messages: (logs[at] ?? []).map((message): ListedMessage => {
          const { id: number, topic, isDone, body, answer } = message
          return {
            number,
            topic,
            isDone,
            body,
            answer,
            at: time(message.happenedAt),
            state: stateOf(message, time),
          }
        }),
      })),
    } satisfies WebhooksPageProps,
  }
}

function stateOf(
  { isDone, isFailing, status, nextAt, attempts, topic }: Awaited<ReturnType<typeof readMessages>>[number],
  time: (at: number) => string,
): string {
  const answered = status === null ? 'No answer' : `Answered ${status}`
  if (isDone) return topic === 'test' || attempts < 2 ? answered : `${answered} at attempt ${attempts}`
  if (isFailing) return `${answered}, next attempt ${time(nextAt ?? 0)}`
  return nextAt === null ? 'Waits for an earlier one' : 'Waits'
}
