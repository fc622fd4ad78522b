import { GIFT_CARD_LIST_STATES } from '#domain/gift-cards/gift-card.ts'
import { formatCents, type Cents } from '#domain/money.ts'
import type { readGiftCards } from '#operations/gift-cards/read-gift-cards.ts'
import type { Shop } from '#operations/shop.ts'
import type { GiftCardView } from './gift-card-view.ts'
import { staffTime } from '#web/views/staff-time.server.ts'

type Card = Awaited<ReturnType<typeof readGiftCards>>['rows'][number]

/** A gift card or store credit for display. */
export function giftCardView(shop: Shop, card: Card): GiftCardView {
  const time = staffTime(shop)
  const isCredit = card.kind === 'store-credit'
  return {
    id: card.id,
    isCredit,
    name: isCredit ? 'Store credit' : card.lastFour === '' ? 'No code yet' : `•••• ${card.lastFour}`,
    state: GIFT_CARD_LIST_STATES[stateOf(card)],
    isActive: card.state === 'active',
    balance: formatCents(card.balance),
    balanceCents: card.balance,
    isEmpty: card.balance === 0,
    recipient: card.name,
    email: card.email,
    order: card.orderNumber,
    sending: sendingWords(card, time),
    issuedAt: time(card.createdAt),
  }
}

function stateOf({ state, balance }: { state: Card['state']; balance: Cents }) {
  if (state === 'disabled') return 'disabled'
  return balance === 0 ? 'empty' : 'active'
}

function sendingWords({ state, sendOn, sentAt, email }: Card, time: (at: number) => string): string {
  if (sentAt !== null) return `Sent ${time(sentAt)}`
  return sendOn === null || email === '' || state === 'disabled' ? '' : `To be sent on ${sendOn}`
}
