import { sql, type Kysely, type Selectable } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { AccountKind } from '#domain/books/accounts.ts'
import {
  sumsOfPayout,
  type PayoutContents,
  type PayoutState,
  type PayoutSums,
} from '#domain/books/payouts.ts'
import type { Settlement, SettlementDecision, UnmatchedReason } from '#domain/books/settlements.ts'
import type { Period } from '#domain/sales/period.ts'
import type { ShopDay } from '#domain/shop-day.ts'

/** A page of rows. */
interface Span {
  limit: number
  offset: number
}

/** A payout to the bank. `sums`: null while the shop does not know what is in it. */
export interface Payout {
  id: string
  gateway: string
  createdAt: number
  /** The day on which the bank has it. */
  arrives: ShopDay
  currency: string
  amount: number
  state: PayoutState
  failure: string
  reference: string
  contents: PayoutContents
  sums: PayoutSums | null
}

/** Payouts, the newest first. */
export async function readPayouts(
  db: Kysely<Database>,
  { limit, offset }: Span,
): Promise<{ rows: Payout[]; total: number }> {
  const [rows, { total }] = await Promise.all([
    db
      .selectFrom('gateway_payouts')
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    db
      .selectFrom('gateway_payouts')
      .select((e) => e.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows: await withSums(db, rows), total: Number(total) }
}

/** A payout; null: there is none. */
export async function findPayout(db: Kysely<Database>, id: string): Promise<Payout | null> {
  const rows = await db.selectFrom('gateway_payouts').selectAll().where('id', '=', id).execute()
  return (await withSums(db, rows))[0] ?? null
}

async function withSums(
  db: Kysely<Database>,
  rows: readonly Selectable<Database['gateway_payouts']>[],
): Promise<Payout[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const parts = await db
    .selectFrom('gateway_transactions')
    .select(['payout_id', 'kind'])
    .select(({ fn }) => [fn.sum<number>('amount_cents').as('amount'), fn.sum<number>('fee_cents').as('fee')])
    .where('payout_id', 'in', ids)
    .whereRef('source_id', '<>', 'payout_id')
    .groupBy(['payout_id', 'kind'])
    .execute()
  const partsOf = Map.groupBy(parts, ({ payout_id }) => payout_id)
  return rows.map((row) => ({
    id: row.id,
    gateway: row.gateway,
    createdAt: Number(row.created_at),
    arrives: arrivalDay(row.arrives_at),
    currency: row.currency,
    amount: Number(row.amount_cents),
    state: row.state,
    failure: row.failure,
    reference: row.reference,
    contents: row.contents,
    sums:
      row.listed_at === null
        ? null
        : sumsOfPayout(
            (partsOf.get(row.id) ?? []).map(({ kind, amount, fee }) => ({
              kind,
              amount: Number(amount),
              fee: Number(fee),
            })),
          ),
  }))
}

/** A provider tells a day as its midnight in UTC. */
function arrivalDay(at: number): ShopDay {
  return new Date(Number(at)).toISOString().slice(0, 10)
}

/** What moved the balance, as it is shown. */
export interface StoredSettlement extends Settlement {
  id: string
  category: string
  description: string
  sourceId: string
  intentId: string
  orderNumber: string | null
  unmatched: UnmatchedReason | null
  /** Null: staff decided nothing. */
  decision: SettlementDecision | null
  payoutId: string | null
}

/** Which transactions are read: of a payout without its own, or those that match nothing, decided or not. */
export type SettlementFilter = { payoutId: string } | { isDecided: boolean }

function matching(db: Kysely<Database>, filter: SettlementFilter) {
  const all = db
    .selectFrom('gateway_transactions as one')
    .leftJoin('gateway_decisions', 'transaction_id', 'one.id')
  return 'payoutId' in filter
    ? all.where('payout_id', '=', filter.payoutId).where('source_id', '<>', filter.payoutId)
    : all.where('unmatched', 'is not', null).where('transaction_id', filter.isDecided ? 'is not' : 'is', null)
}

/** How many there are. */
export async function countSettlements(db: Kysely<Database>, filter: SettlementFilter): Promise<number> {
  const { total } = await matching(db, filter)
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** A page of transactions: of a payout the oldest first, of others the newest. */
export async function readSettlements(
  db: Kysely<Database>,
  filter: SettlementFilter,
  { limit, offset }: Span,
): Promise<StoredSettlement[]> {
  const order = 'payoutId' in filter ? 'asc' : 'desc'
  const rows = await matching(db, filter)
    .leftJoin('orders', 'orders.id', 'one.order_id')
    .select(['one.id', 'one.kind', 'category', 'description', 'one.at', 'one.currency', 'source_id'])
    .select(['one.intent_id', 'unmatched', 'payout_id', 'amount_cents', 'fee_cents'])
    .select(['orders.number as orderNumber', 'transaction_id as decided', 'account'])
    .orderBy('one.at', order)
    .orderBy('one.id', order)
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    category: row.category,
    description: row.description,
    at: Number(row.at),
    currency: row.currency,
    amount: Number(row.amount_cents),
    fee: Number(row.fee_cents),
    sourceId: row.source_id,
    intentId: row.intent_id,
    orderNumber: row.orderNumber,
    unmatched: row.unmatched,
    decision: row.decided === null ? null : { account: row.account as AccountKind | null },
    payoutId: row.payout_id,
  }))
}

/** The ids of payouts that the bank has in a period, by their days, or of one. */
export async function findPayoutIds(
  db: Kysely<Database>,
  which: Period | { payoutId: string },
): Promise<string[]> {
  const query = db.selectFrom('gateway_payouts').select('id').orderBy('arrives_at').orderBy('id')
  const rows = await (
    'payoutId' in which
      ? query.where('id', '=', which.payoutId)
      : query
          .where('arrives_at', '>=', Date.parse(which.from))
          .where('arrives_at', '<', Date.parse(which.to) + 86_400_000)
  ).execute()
  return rows.map(({ id }) => id)
}

/** How reading what the providers settled goes. */
export interface SettlementState {
  completeAt: number | null
  failure: string | null
  failingSince: number | null
}

/** How reading what a provider settled goes; null: it never began. */
export async function readSettlementState(
  db: Kysely<Database>,
  gateway: string,
): Promise<SettlementState | null> {
  const row = await db
    .selectFrom('settlement_rounds')
    .select(['complete_at', 'failure', 'failing_since'])
    .where('gateway', '=', gateway)
    .executeTakeFirst()
  if (!row) return null
  const time = (at: number | null) => (at === null ? null : Number(at))
  return {
    completeAt: time(row.complete_at),
    failure: row.failure,
    failingSince: time(row.failing_since),
  }
}

/** What the provider kept and paid out in a month, and what of the balance was left after it, in cents. */
export interface SettledMonth {
  month: string
  settled: number
  fees: number
  paidOut: number
  left: number
}

/** The last months in which the balance at the provider moved, the newest first. */
export async function readSettledMonths(db: Kysely<Database>, limit: number): Promise<SettledMonth[]> {
  const month = sql<string>`substr(day, 1, 7)`
  const net = (account: AccountKind) =>
    sql<number>`sum(case when account = ${account} then debit_cents - credit_cents else 0 end)`
  const rows = await db
    .selectFrom('book_days')
    .select([month.as('month'), net('gatewayFees').as('fees'), net('bank').as('bank')])
    .select(net('gatewayBalance').as('balance'))
    .where('account', 'in', ['gatewayFees', 'bank', 'gatewayBalance'])
    .groupBy(month)
    .orderBy('month')
    .execute()
  let left = 0
  const months = rows.map((row) => {
    const [fees, paidOut, moved] = [Number(row.fees), Number(row.bank), Number(row.balance)]
    left += moved
    return { month: row.month, settled: moved + fees + paidOut, fees, paidOut, left }
  })
  return months.toReversed().slice(0, limit)
}
