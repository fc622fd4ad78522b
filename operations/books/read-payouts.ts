import {
  countSettlements,
  findPayout,
  findPayoutIds,
  readPayouts,
  readSettledMonths,
  readSettlements,
  readSettlementState,
  type Payout,
  type SettledMonth,
  type SettlementFilter,
  type SettlementState,
  type StoredSettlement,
} from '#db/books/payouts.ts'
import { askSettlementsNow } from '#db/books/settlements.ts'
import { PAYOUT_STATES } from '#domain/books/payouts.ts'
import { SETTLEMENT_KINDS } from '#domain/books/settlements.ts'
import type { CsvCell } from '#domain/csv.ts'
import { decimalDollars, signedCents } from '#domain/money.ts'
import type { Period } from '#domain/sales/period.ts'
import { shopDay } from '#domain/shop-day.ts'
import { nearestPage, type ListPage } from '#operations/nearest-page.ts'
import type { Shop } from '#operations/shop.ts'

export type { Payout, StoredSettlement }

const PAYOUTS_ON_A_PAGE = 25
const TRANSACTIONS_ON_A_PAGE = 50
const FILE_BATCH = 500
const MONTHS = 13

/** A page of payouts, the newest first. */
export async function listPayouts({ database: { db } }: Shop, page: number): Promise<ListPage<Payout>> {
  return nearestPage(page, PAYOUTS_ON_A_PAGE, (span) => readPayouts(db, span))
}

/** A payout with a page of what is in it; null: there is no such payout. */
export async function readPayout(
  { database: { db } }: Shop,
  id: string,
  page: number,
): Promise<{ payout: Payout; contents: ListPage<StoredSettlement> } | null> {
  const payout = await findPayout(db, id)
  return payout && { payout, contents: await readTransactions(db, { payoutId: id }, page) }
}

/** A page of what matches nothing, the newest first: what staff decided about, or the rest. */
export async function readUnmatched(
  { database: { db } }: Shop,
  isDecided: boolean,
  page: number,
): Promise<ListPage<StoredSettlement>> {
  return readTransactions(db, { isDecided }, page)
}

/** How many transactions match nothing, and wait for a decision. */
export async function countUnmatched({ database: { db } }: Pick<Shop, 'database'>): Promise<number> {
  return countSettlements(db, { isDecided: false })
}

function readTransactions(
  db: Shop['database']['db'],
  filter: SettlementFilter,
  page: number,
): Promise<ListPage<StoredSettlement>> {
  return nearestPage(page, TRANSACTIONS_ON_A_PAGE, async (span) => {
    const [rows, total] = await Promise.all([readSettlements(db, filter, span), countSettlements(db, filter)])
    return { rows, total }
  })
}

/**
 * Whether the shop's payment provider tells what it settles, how reading that goes, and the last months of it. `state`:
 * null before the first time.
 */
export async function readSettled({ database: { db }, gateway }: Shop): Promise<{
  isTold: boolean
  state: SettlementState | null
  months: SettledMonth[]
}> {
  const [state, months] = await Promise.all([
    readSettlementState(db, gateway.name),
    readSettledMonths(db, MONTHS),
  ])
  return { isTold: gateway.settlements !== undefined, state, months }
}

/** Has the payment provider asked within seconds. */
export async function askPayoutsNow({ database, gateway }: Shop): Promise<void> {
  await askSettlementsNow(database, gateway.name)
}

/** The heading of the file of payouts. */
export const PAYOUT_COLUMNS = [
  'Payout',
  'At the bank',
  'State',
  'Bank reference',
  'Date',
  'What',
  'Order',
  'Amount',
  'Fee',
  'Net',
  'Currency',
  'Transaction',
  'Source',
]

/** What is in the payouts that the bank has in a period, or in one payout; after it, the sum that the bank gets. */
export async function* walkPayouts(
  { database: { db }, settings: { timeZone } }: Shop,
  which: Period | { payoutId: string },
): AsyncGenerator<CsvCell[][], undefined> {
  const amount = (cents: number) => decimalDollars(signedCents(cents))
  for (const id of await findPayoutIds(db, which)) {
    const payout = await findPayout(db, id)
    if (payout === null) continue
    const own = [id, payout.arrives, PAYOUT_STATES[payout.state], payout.reference]
    for (let offset = 0; ; offset += FILE_BATCH) {
      const rows = await readSettlements(db, { payoutId: id }, { limit: FILE_BATCH, offset })
      yield rows.map((one) => [
        ...own,
        shopDay(one.at, timeZone),
        settlementWords(one),
        one.orderNumber,
        amount(one.amount),
        amount(one.fee),
        amount(one.amount - one.fee),
        one.currency.toUpperCase(),
        one.id,
        one.sourceId,
      ])
      if (rows.length < FILE_BATCH) break
    }
    const currency = payout.currency.toUpperCase()
    const day = shopDay(payout.createdAt, timeZone)
    yield [
      [...own, day, 'Payout', null, amount(-payout.amount), null, amount(-payout.amount), currency, null, id],
    ]
  }
}

/** What a transaction is, in words: of a fee, the provider's. */
export function settlementWords({
  kind,
  description,
  category,
}: Pick<StoredSettlement, 'kind' | 'description' | 'category'>): string {
  const { label } = SETTLEMENT_KINDS[kind]
  if (kind === 'other') return `${label}: ${category.replaceAll('_', ' ')}`
  return description === '' ? label : `${label}: ${description}`
}
