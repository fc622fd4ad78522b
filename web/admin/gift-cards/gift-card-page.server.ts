import { entryMeaning } from '#domain/gift-cards/gift-card.ts'
import { toGiftCardId } from '#domain/ids.ts'
import { formatCents } from '#domain/money.ts'
import { readGiftCard } from '#operations/gift-cards/read-gift-cards.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { actorName } from '#web/views/orders/history-words.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import { giftCardView } from './gift-card-view.server.ts'
import GiftCardPage, { type GiftCardPageProps } from './gift-card-page.tsx'

export const routes = [
  staffPage(
    '/admin/gift-cards/:id',
    'gift-cards.write',
    'admin/gift-cards/gift-card-page',
    GiftCardPage,
    loadGiftCardPage,
  ),
]

export async function loadGiftCardPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const card = await readGiftCard(shop, toGiftCardId(request.params['id'] ?? ''))
  const time = staffTime(shop)
  return {
    status: card === null ? 404 : 200,
    head: staffHead(card === null ? 'No such gift card' : 'Gift card', request.path),
    props: {
      frame: await staffFrameProps(shop, request),
      card: card && giftCardView(shop, card),
      history:
        card?.entries.map((entry) => ({
          number: entry.number,
          at: time(entry.at),
          kind: entryMeaning(entry),
          amount: formatCents(entry.amount),
          balance: formatCents(entry.balance),
          reason: entry.reason,
          by: actorName(entry.by),
        })) ?? [],
    } satisfies GiftCardPageProps,
  }
}
