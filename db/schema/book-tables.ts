import type { Generated } from 'kysely'
import type { AccountKind } from '#domain/books/accounts.ts'
import type { EntryKind } from '#domain/books/journal.ts'
import type { ShopDay } from '#domain/shop-day.ts'

export interface BookTables {
  books: BooksTable
  book_marks: BookMarksTable
  book_entries: BookEntriesTable
  book_postings: BookPostingsTable
  book_days: BookDaysTable
}

/** The state of the books. One row at most, which whoever enters something or locks a month has locked. */
interface BooksTable {
  id: number
  /** The last month that is locked, such as `2026-10`; null: none is. */
  locked_through: Generated<string | null>
}

/** What has changed since it was entered. Triggers write it. `subject`: the id of an order or of a gift card. */
interface BookMarksTable {
  subject: string
  kind: 'order' | 'card'
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
