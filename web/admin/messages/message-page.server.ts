import { readAnswers } from '#operations/inbox/answer-message.ts'
import { findMessage } from '#operations/inbox/read-messages.ts'
import { findWithdrawnOrder } from '#operations/orders/withdraw-from-contract.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import type { PageAnswer } from '#web/page.ts'
import MessagePage, { type MessagePageProps } from './message-page.tsx'
import { messageView } from '#web/views/inbox/message-view.server.ts'
import { WITHDRAWAL_DAYS } from '#domain/inbox/withdrawal.ts'
import { dateFormat } from '#domain/date-format.ts'
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
    head: staffHead(found === null ? 'No such message' : `Message from ${found.name}`, request.path),
    props: {
      frame: await staffFrameProps(shop, request),
      message: found && messageView(found, staffTime(shop), await readAnswers(shop, found.id)),
      withdrawal: found && (await withdrawalFacts(shop, found)),
    } satisfies MessagePageProps,
  }
}

const ONE_DAY_MS = 86_400_000

/** What staff need to know of a withdrawal: which order it is of, whether it is in time, and when the refund is due. */
async function withdrawalFacts(
  shop: Shop,
  { contract, email, createdAt }: NonNullable<Awaited<ReturnType<typeof findMessage>>>,
): Promise<MessagePageProps['withdrawal']> {
  if (contract === null) return null
  const found = await findWithdrawnOrder(shop, { contract, email })
  const format = dateFormat('en-CA', { dateStyle: 'long', timeZone: shop.settings.timeZone })
  const dayAfter = (days: number) => format.format(createdAt + days * ONE_DAY_MS)
  const parcels = found?.order.shipments ?? []
  return {
    contract,
    refundBy: dayAfter(WITHDRAWAL_DAYS),
    order: found && {
      number: found.order.number,
      isOfSender: found.isOfSender,
      sentOn:
        found.order.fulfilment === 'fulfilled'
          ? format.format(Math.max(...parcels.map(({ at }) => at)))
          : null,
      arrivedSince: dayAfter(-WITHDRAWAL_DAYS),
    },
  }
}
