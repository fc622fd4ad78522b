import type { Cents } from '#domain/money.ts'
import { cents } from '#domain/money.ts'

/** What has a balance at the shop: a gift card by its code, or the store credit of a customer by their email. */
export const GIFT_CARD_KINDS = ['gift-card', 'store-credit'] as const

/** The kind of a gift card, as stored in `gift_cards.kind`. */
export type GiftCardKind = (typeof GIFT_CARD_KINDS)[number]

/** What staff call each kind, also as the way of a payment. */
export const GIFT_CARD_KIND_WORDS: Readonly<Record<GiftCardKind, string>> = {
  'gift-card': 'Gift card',
  'store-credit': 'Store credit',
}

/** Whether it can be paid with. A disabled one keeps its balance, and gets refunds. */
export const GIFT_CARD_STATES = ['active', 'disabled'] as const

/** The state of a gift card. */
export type GiftCardState = (typeof GIFT_CARD_STATES)[number]

/** What staff look for in the list, as they read it. `to-send`: by mail, now or on its day. `credit`: of customers. */
export const GIFT_CARD_LIST_STATES = {
  active: 'Active',
  'to-send': 'To be sent',
  empty: 'Nothing left',
  disabled: 'Disabled',
  credit: 'Store credit',
} as const

/** What staff look for in the list. */
export type GiftCardListState = keyof typeof GIFT_CARD_LIST_STATES

/**
 * Why a balance changed, and in which direction. `issue`: it was sold, or given by staff. `debit`: it pays for an
 * order. `credit-back`: that order ended unpaid, or takes less. `refund`: of an order that it paid for, or as store
 * credit. `adjust`: by staff. `void`: its purchase was refunded, so what was unused ended; upwards: that refund failed.
 */
export const GIFT_CARD_ENTRY_KINDS = {
  issue: 'up',
  debit: 'down',
  'credit-back': 'up',
  refund: 'up',
  adjust: 'either',
  void: 'either',
} as const satisfies Record<string, 'up' | 'down' | 'either'>

/** The kind of an entry of the ledger. */
export type GiftCardEntryKind = keyof typeof GIFT_CARD_ENTRY_KINDS

/** What an entry means to whoever reads it. `restored`: what a refund ended is there again, because it failed. */
export function entryMeaning(entry: {
  kind: GiftCardEntryKind
  amount: number
}): GiftCardEntryKind | 'restored' {
  return entry.kind === 'void' && entry.amount > 0 ? 'restored' : entry.kind
}

/** What a gift card can pay now. */
export interface PayingCard {
  balance: Cents
}

/**
 * How much each card pays of a total, in their order, all of it where they can. What is left for the gateway is nothing
 * or at least `leastCharge`, its smallest charge: the last card keeps the difference.
 */
export function payWithCards(
  total: Cents,
  cards: readonly PayingCard[],
  leastCharge: Cents,
): { paid: Cents[]; rest: Cents } {
  let rest: number = total
  const paid = cards.map(({ balance }) => {
    const amount = Math.min(balance, rest)
    rest -= amount
    return amount
  })
  let missing = rest > 0 ? Math.min(leastCharge, total) - rest : 0
  for (let at = paid.length - 1; at >= 0 && missing > 0; at -= 1) {
    const kept = Math.min(missing, paid[at]!)
    paid[at]! -= kept
    rest += kept
    missing -= kept
  }
  return { paid: paid.map(cents), rest: cents(rest) }
}
