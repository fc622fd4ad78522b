import { sql, type Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { AccountKind } from '#domain/books/accounts.ts'
import type { JournalEntry } from '#domain/books/journal.ts'
import type { Period } from '#domain/sales/period.ts'
import type { ShopDay } from '#domain/shop-day.ts'

/** What an account came to in a period, in cents. `before`: what it had before the first day. */
export interface AccountSums {
  account: AccountKind
  name: string
  before: number
  debit: number
  credit: number
}

/** What every account came to in a period, added up from the sums of days. */
export async function readAccountSums(db: Kysely<Database>, { from, to }: Period): Promise<AccountSums[]> {
  const within = (column: 'debit_cents' | 'credit_cents') =>
    sql<number>`sum(case when day >= ${from} then ${sql.ref(column)} else 0 end)`
  const rows = await db
    .selectFrom('book_days')
    .select(['account', 'name'])
    .select(sql<number>`sum(case when day < ${from} then debit_cents - credit_cents else 0 end)`.as('before'))
    .select([within('debit_cents').as('debit'), within('credit_cents').as('credit')])
    .where('day', '<=', to)
    .groupBy(['account', 'name'])
    .execute()
  return rows.map(({ account, name, before, debit, credit }) => ({
    account,
    name,
    before: Number(before),
    debit: Number(debit),
    credit: Number(credit),
  }))
}

/** The sums of the accounts of a day. */
export interface DaySums {
  day: ShopDay
  postings: { account: AccountKind; name: string; debit: number; credit: number }[]
}

/** A page of the days of a period that have entries, newest first. */
export async function readBookDays(
  db: Kysely<Database>,
  { from, to }: Period,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: DaySums[]; total: number }> {
  const ofPeriod = db.selectFrom('book_days').where('day', '>=', from).where('day', '<=', to)
  const [days, { total }] = await Promise.all([
    ofPeriod.select('day').distinct().orderBy('day', 'desc').limit(limit).offset(offset).execute(),
    ofPeriod.select(sql<number>`count(distinct day)`.as('total')).executeTakeFirstOrThrow(),
  ])
  const [first, last] = [days.at(-1)?.day, days[0]?.day]
  if (first === undefined || last === undefined) return { rows: [], total: Number(total) }
  const sums = await readDaySums(db, { from: first, to: last })
  return { rows: sums.toReversed(), total: Number(total) }
}

/** The sums of the days of a period that have entries, oldest first. */
export async function readDaySums(db: Kysely<Database>, { from, to }: Period): Promise<DaySums[]> {
  const rows = await db
    .selectFrom('book_days')
    .selectAll()
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .execute()
  return [...Map.groupBy(rows, ({ day }) => day)].map(([day, own]) => ({
    day,
    postings: own.map(({ account, name, debit_cents, credit_cents }) => ({
      account,
      name,
      debit: Number(debit_cents),
      credit: Number(credit_cents),
    })),
  }))
}

/** Which entries are read: of a period, or of an order. */
export type EntryFilter = Period | { orderNumber: string }

function matching(db: Kysely<Database>, filter: EntryFilter) {
  const entries = db.selectFrom('book_entries')
  return 'orderNumber' in filter
    ? entries.where('order_number', '=', filter.orderNumber)
    : entries.where('day', '>=', filter.from).where('day', '<=', filter.to)
}

/** How many entries there are. */
export async function countEntries(db: Kysely<Database>, filter: EntryFilter): Promise<number> {
  const row = await matching(db, filter)
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(row.total)
}

/** Where a page of entries begins: after an entry, or after a number of them. */
export interface EntryPlace {
  limit: number
  offset?: number
  after?: Pick<JournalEntry, 'day' | 'id'> | null
}

/** Entries with their postings, in the order of the journal. */
export async function readEntries(
  db: Kysely<Database>,
  filter: EntryFilter,
  { limit, offset = 0, after = null }: EntryPlace,
): Promise<JournalEntry[]> {
  let query = matching(db, filter)
  if (after !== null)
    query = query.where((e) =>
      e.or([e('day', '>', after.day), e.and([e('day', '=', after.day), e('id', '>', after.id)])]),
    )
  const entries = await query
    .select(['id', 'day', 'kind', 'order_number as orderNumber'])
    .orderBy('day')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  if (entries.length === 0) return []
  const ids = entries.map(({ id }) => Number(id))
  const rows = await db
    .selectFrom('book_postings')
    .select(['entry_id as entry', 'account', 'name', 'amount_cents as amount'])
    .where('entry_id', 'in', ids)
    .orderBy('entry_id')
    .orderBy('line')
    .execute()
  const postings = Map.groupBy(rows, ({ entry }) => Number(entry))
  return entries.map((entry) => ({
    ...entry,
    id: Number(entry.id),
    postings: (postings.get(Number(entry.id)) ?? []).map(({ account, name, amount }) => ({
      account,
      name,
      amount: Number(amount),
    })),
  }))
}

/** Every entry of a period, in batches. */
export async function* walkEntries(
  db: Kysely<Database>,
  period: Period,
  limit: number,
): AsyncGenerator<JournalEntry[]> {
  let after: JournalEntry | null = null
  for (;;) {
    const batch: JournalEntry[] = await readEntries(db, period, { limit, after })
    if (batch.length > 0) yield batch
    after = batch.at(-1) ?? null
    if (batch.length < limit) return
  }
}

/** Whether something is still to be entered, such as the orders of an earlier version. */
export async function hasMarks(db: Kysely<Database>): Promise<boolean> {
  return (await db.selectFrom('book_marks').select('subject').limit(1).executeTakeFirst()) !== undefined
}
