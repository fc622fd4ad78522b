import type { Generated } from 'kysely'
import type { GiftCardEntryKind, GiftCardKind, GiftCardState } from '#domain/gift-cards/gift-card.ts'
import type { GiftCardId, OrderId, PaymentId, RefundId } from '#domain/ids.ts'
import type { Cents, SignedCents } from '#domain/money.ts'
import type { ShopDay } from '#domain/shop-day.ts'
import type { PersonalText } from './personal-text.ts'

export interface GiftCardTables {
  gift_cards: GiftCardsTable
  gift_card_entries: GiftCardEntriesTable
  credit_links: CreditLinksTable
}

/** Gift cards and store credit. What they are worth is in their entries. */
interface GiftCardsTable {
  id: GiftCardId
  kind: GiftCardKind
  state: GiftCardState
  /** A keyed digest of the code; null before it has one, and of store credit. */
  code_hash: Generated<string | null>
  last_four: Generated<string>
  /** Whose store credit it is (domain/promotions/limit-email.ts); null: a gift card. */
  email: Generated<PersonalText | null>
  currency: Generated<string>
  /** The unit of the order that it was bought as; null: it was not sold. */
  order_id: Generated<OrderId | null>
  line_position: Generated<number | null>
  unit: Generated<number | null>
  /** Whom it is sent to, and with which words; all empty: nobody. */
  recipient_name: Generated<PersonalText>
  recipient_email: Generated<PersonalText>
  sender_name: Generated<PersonalText>
  message: Generated<PersonalText>
  /** The day in the shop's time zone on which it is sent by mail; null: it is not. */
  send_on: Generated<ShopDay | null>
  sent_at: Generated<number | null>
  created_at: number
}

/** The ledger, append-only: triggers refuse any other change. */
interface GiftCardEntriesTable {
  gift_card_id: GiftCardId
  /** Counts the entries of a card from 1. */
  number: number
  kind: GiftCardEntryKind
  amount_cents: SignedCents
  /** What the card is worth after it. */
  balance_cents: Cents
  /** What it pays, or paid: of a debit and a credit-back. */
  payment_id: PaymentId | null
  /** Of a refund. */
  refund_id: RefundId | null
  /** Of staff. It is kept forever: the screens ask for no names. */
  reason: string
  /** As `asked_by` of a refund. */
  actor: string
  created_at: number
}

/** Links by mail that prove whose store credit it is. */
interface CreditLinksTable {
  id: string
  /** Null: the address has none. */
  gift_card_id: GiftCardId | null
  checkout_id: string
  /** A keyed digest of the id of the browser that asked. */
  visitor: string
  /** Of the code that it was used up for; null: it was not. */
  code_hash: Generated<string | null>
  created_at: number
  opened_at: Generated<number | null>
}
