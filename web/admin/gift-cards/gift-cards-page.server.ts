import { GIFT_CARD_LIST_STATES } from '#domain/gift-cards/gift-card.ts'
import { formatCents } from '#domain/money.ts'
import { shopDay } from '#domain/shop-day.ts'
import { readGiftCards, readLiability } from '#operations/gift-cards/read-gift-cards.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { FILTER_NAMES, parseFilteredList } from '#web/views/filtered-list.ts'
import { giftCardView } from './gift-card-view.server.ts'
import GiftCardsPage, { type GiftCardsPageProps } from './gift-cards-page.tsx'

export const routes = [
  staffPage(
    '/admin/gift-cards',
    'gift-cards.write',
    'admin/gift-cards/gift-cards-page',
    GiftCardsPage,
    loadGiftCardsPage,
    FILTER_NAMES,
  ),
]

export async function loadGiftCardsPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const query = parseFilteredList(request.query, GIFT_CARD_LIST_STATES)
  const found = await Promise.all([
    readGiftCards(shop, { query: query.q, state: query.state }, query.page),
    readLiability(shop),
  ]).catch((error: unknown) => {
    shop.log.error('The list of gift cards could not be loaded', error)
    return null
  })
  const [list, liability] = found ?? []
  return {
    status: 200,
    head: staffHead('Gift cards', '/admin/gift-cards'),
    props: {
      frame: await staffFrameProps(shop, request),
      query: { ...query, page: list?.page ?? query.page },
      today: shopDay(shop.now(), shop.settings.timeZone),
      list:
        list && liability !== undefined
          ? {
              cards: list.rows.map((card) => giftCardView(shop, card)),
              pages: list.pages,
              total: list.total,
              liability: formatCents(liability),
            }
          : null,
    } satisfies GiftCardsPageProps,
  }
}
