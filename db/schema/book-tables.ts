import type { Generated } from 'kysely'
import type { AccountKind } from '#domain/books/accounts.ts'
import type { EntryKind } from '#domain/books/journal.ts'
import type { PayoutContents, PayoutState } from '#domain/books/payouts.ts'
import type { SettlementKind, UnmatchedReason } from '#domain/books/settlements.ts'
import type { OrderId } from '#domain/ids.ts'
import type { ShopDay } from '#domain/shop-day.ts'

export interface BookTables {
  books: BooksTable
  book_marks: BookMarksTable
  book_entries: BookEntriesTable
  book_postings: BookPostingsTable
  book_days: BookDaysTable
  gateway_transactions: GatewayTransactionsTable
  gateway_decisions: GatewayDecisionsTable
  gateway_payouts: GatewayPayoutsTable
  settlement_rounds: SettlementRoundsTable
}

/** What is entered as a whole: an order, a gift card, or a transaction at the payment provider. */
export type BookSubject = 'order' | 'card' | 'settlement'

/** The state of the books. One row at most, which whoever enters something or locks a month has locked. */
interface BooksTable {
  id: number
  /** The last month that is locked, such as `2026-10`; null: none is. */
  locked_through: Generated<string | null>
}

/**
 * What has changed since it was entered. Triggers write it. `subject`: the id of an order, a gift card or a
 * settlement.
 */
interface BookMarksTable {
  subject: string
  kind: BookSubject
  /** Raised with each change, so that one during the entering is not lost. */
  changes: number
}

/** The journal, append-only: what has changed is entered as a difference. No text in it is about a customer. */
interface BookEntriesTable {
  id: Generated<number>
  /** When it happened, in the shop's time zone then. */
  day: ShopDay
  kind: EntryKind
  /** What it is of, and which event of it: post-books.ts compares by both. */
  subject: string
  source: string
  order_number: string | null
  recorded_at: number
}

/** The lines of an entry, whose amounts add up to zero: a debit is positive. */
interface BookPostingsTable {
  entry_id: number
  line: number
  account: AccountKind
  name: string
  amount_cents: number
}

/** The sums of the postings of a day. */
interface BookDaysTable {
  day: ShopDay
  account: AccountKind
  name: string
  debit_cents: number
  credit_cents: number
}

/**
 * What moved the balance at the payment provider, append-only: what it is matched to (`order_id`, `unmatched`) and the
 * payout that it is in come later.
 */
interface GatewayTransactionsTable {
  /** The provider's. */
  id: string
  gateway: string
  kind: SettlementKind
  /** In the provider's words. */
  category: string
  /** Of a fee, in the provider's words; empty otherwise, because other words may be about a customer. */
  description: string
  at: number
  available_at: number
  /** Lower case: of the balance, not of what was charged. */
  currency: string
  amount_cents: number
  fee_cents: number
  /** The charge, refund, dispute or payout. */
  source_id: string
  /** The payment at the provider that it is of; empty: of none. */
  intent_id: string
  order_id: OrderId | null
  /** Null: it is matched. */
  unmatched: UnmatchedReason | null
  payout_id: string | null
}

/** What staff decided about an unmatched transaction. `account` null: it is not of this shop. */
interface GatewayDecisionsTable {
  transaction_id: string
  account: AccountKind | null
  decided_at: number
}

/** Payouts to the bank, as they are now. */
interface GatewayPayoutsTable {
  id: string
  gateway: string
  created_at: number
  /** The day on which the bank has it, at midnight UTC. */
  arrives_at: number
  currency: string
  /** Negative: the provider took it from the bank. */
  amount_cents: number
  state: PayoutState
  /** The provider's reason for a failure; empty otherwise. */
  failure: string
  /** By which the bank may name it; empty: the provider does not tell. */
  reference: string
  contents: PayoutContents
  /** When the shop had read what it contains. */
  listed_at: number | null
}

/** How far the shop has read what a payment provider settled. */
interface SettlementRoundsTable {
  gateway: string
  leased_until: Generated<number>
  ask_after: Generated<number>
  failures: Generated<number>
  /** Why it could not be read the last time; null: it could. */
  failure: string | null
  /** Null too when only the owner can help, by another key. */
  failing_since: number | null
  /** When the shop's first payment was asked for: nothing before it is read. Null: none was paid. */
  since: number | null
  /** All transactions before this moment are stored. */
  through: number | null
  /** The end of the time that is being read, and the last transaction of it that is stored. */
  window_to: number | null
  after_id: string | null
  /** When transactions and payouts were complete the last time. */
  complete_at: number | null
}
