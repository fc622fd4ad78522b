import { sql, type Kysely } from 'kysely'
import { isAmong } from '#db/engine/is-among.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import type { Database } from '#db/schema.ts'
import type { BookSubject } from '#db/schema/book-tables.ts'
import { addedUp, type BookEvent, type EntryKind, type Posting } from '#domain/books/journal.ts'
import { shopDay, type ShopDay } from '#domain/shop-day.ts'
import { ordersOfCards, readCardEvents, readOrderEvents, type SubjectEvents } from './order-facts.ts'
import { readSettlementEvents } from './settlements.ts'

/** SQLite takes no other change while one transaction enters these. */
const BATCH = 25
/** A statement has a limited number of values. */
const MAX_ROWS = 1_000

/** When something is entered, and in which time zone. */
export interface Clock {
  now: number
  timeZone: string
}

/** An entry to write. */
export interface NewEntry {
  day: ShopDay
  kind: EntryKind
  subject: string
  source: string
  orderNumber: string | null
  postings: Posting[]
}

/**
 * Enters what has changed of some orders, gift cards and settlements: the difference between what they say now and what
 * the journal has of them. Returns how many were marked; zero: the books are complete.
 */
export async function postNext(database: ShopDatabase, clock: Clock): Promise<number> {
  const isMarked = await database.db.selectFrom('book_marks').select('kind').limit(1).executeTakeFirst()
  if (isMarked === undefined) return 0
  return transact(database, async (tx) => {
    const lockedThrough = await lockBooks(tx)
    // Only now: a mark that another process has entered and deleted meanwhile may be there again, for another change.
    const marks = await tx.selectFrom('book_marks').selectAll().orderBy('subject').limit(BATCH).execute()
    const of = (kind: BookSubject) => marks.filter((mark) => mark.kind === kind).map(({ subject }) => subject)
    const sellers = await ordersOfCards(tx, of('card'))
    const orders = await readOrderEvents(tx, [...new Set([...of('order'), ...sellers])])
    const cards = await readCardEvents(tx, of('card'))
    const settled = await readSettlementEvents(tx, of('settlement'))
    const nothing = marks.map(({ subject }) => [subject, NOTHING] as const)
    const terms = { ...clock, lockedThrough }
    await postSubjects(tx, new Map([...nothing, ...orders, ...cards, ...settled]), terms)
    await deleteMarks(tx, marks)
    return marks.length
  })
}

/** Deletes marks unless their subjects have changed since, or are changing: it waits for nobody who may wait for it. */
async function deleteMarks(tx: Tx, marks: readonly { subject: string; changes: number }[]): Promise<void> {
  const seen = new Map(marks.map(({ subject, changes }) => [subject, changes]))
  const now = await tx
    .selectFrom('book_marks')
    .select(['subject', 'changes'])
    .where(isAmong(tx, 'subject', [...seen.keys()]))
    .forUpdate()
    .skipLocked()
    .execute()
  const entered = now.filter(({ subject, changes }) => seen.get(subject) === changes)
  const subjects = entered.map(({ subject }) => subject)
  await tx
    .deleteFrom('book_marks')
    .where(isAmong(tx, 'subject', subjects))
    .execute()
}

const NOTHING: SubjectEvents = { orderNumber: null, events: [] }

/** Locks the books until the transaction ends, and reads the last month that is locked. */
export async function lockBooks(tx: Tx): Promise<string | null> {
  await tx
    .insertInto('books')
    .values({ id: 1 })
    .onConflict((c) => c.doNothing())
    .execute()
  const row = await tx.selectFrom('books').select('locked_through').forUpdate().executeTakeFirstOrThrow()
  return row.locked_through
}

/** The month of a day. */
export function monthOf(day: ShopDay): string {
  return day.slice(0, 7)
}

async function postSubjects(
  tx: Tx,
  subjects: ReadonlyMap<string, SubjectEvents>,
  { now, timeZone, lockedThrough }: Clock & { lockedThrough: string | null },
): Promise<void> {
  const posted = await readPosted(tx, [...subjects.keys()])
  const isOpen = (day: ShopDay) => lockedThrough === null || monthOf(day) > lockedThrough
  const today = shopDay(now, timeZone)
  const entries: NewEntry[] = []
  for (const [subject, { orderNumber, events }] of subjects) {
    const known = posted.get(subject) ?? new Map<string, Posted>()
    if (
      events.length === 0 &&
      known.size > 0 &&
      [...known.values()].every(({ days }) => days.every(isOpen))
    ) {
      await forgetSubject(tx, subject)
      continue
    }
    const gone = [...known].filter(([source]) => !events.some((event) => event.source === source))
    const wanted = [
      ...events.map((event) => ({ ...event, before: known.get(event.source) })),
      ...gone.map(([source, before]): BookEvent & { before: Posted } => ({
        source,
        kind: 'change',
        at: now,
        postings: [],
        before,
      })),
    ]
    for (const { source, kind, at, postings, before } of wanted) {
      const taken = (before?.postings ?? []).map((one) => ({ ...one, amount: -one.amount }))
      const difference = addedUp([...postings, ...taken])
      if (difference.length === 0) continue
      const happened = before?.days[0] ?? shopDay(at, timeZone)
      entries.push({
        day: isOpen(happened) ? happened : isOpen(today) ? today : firstOpenDay(lockedThrough!),
        kind: before === undefined ? kind : 'change',
        subject,
        source,
        orderNumber: orderNumber ?? before?.orderNumber ?? null,
        postings: difference,
      })
    }
  }
  await insertEntries(tx, entries, now)
}

/** The first day after a locked month. */
function firstOpenDay(month: string): ShopDay {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10)
}

/** What the journal has of an event: its sum, and the days of its entries, the first of which is its own. */
interface Posted {
  postings: Posting[]
  days: ShopDay[]
  orderNumber: string | null
}

async function readPosted(
  tx: Kysely<Database>,
  subjects: readonly string[],
): Promise<Map<string, Map<string, Posted>>> {
  const rows = await tx
    .selectFrom('book_entries')
    .innerJoin('book_postings', 'entry_id', 'book_entries.id')
    .select(['subject', 'source', 'day', 'order_number as orderNumber'])
    .select(['account', 'name', 'amount_cents as amount'])
    .where(isAmong(tx, 'subject', subjects))
    .orderBy('book_entries.id')
    .orderBy('line')
    .execute()
  return new Map(
    [...Map.groupBy(rows, ({ subject }) => subject)].map(([subject, own]) => [
      subject,
      new Map(
        [...Map.groupBy(own, ({ source }) => source)].map(([source, all]) => {
          const postings = all.map(({ account, name, amount }) => ({ account, name, amount: Number(amount) }))
          const days = [...new Set(all.map(({ day }) => day))]
          return [source, { postings, days, orderNumber: all[0]!.orderNumber }]
        }),
      ),
    ]),
  )
}

/** Writes entries, and adds them to the sums of their days. */
export async function insertEntries(tx: Tx, entries: readonly NewEntry[], now: number): Promise<void> {
  if (entries.length > MAX_ROWS)
    for (let at = 0; at < entries.length; at += MAX_ROWS)
      await insertEntries(tx, entries.slice(at, at + MAX_ROWS), now)
  if (entries.length === 0 || entries.length > MAX_ROWS) return
  for (const { postings, source } of entries) {
    const sum = postings.reduce((so, { amount }) => so + amount, 0)
    if (sum !== 0) throw new Error(`An entry of the books does not balance: ${source} by ${sum}`)
  }
  const ids = await tx
    .insertInto('book_entries')
    .values(
      entries.map(({ day, kind, subject, source, orderNumber }) => ({
        day,
        kind,
        subject,
        source,
        order_number: orderNumber,
        recorded_at: now,
      })),
    )
    .returning('id')
    .execute()
  const inserted = ids.map(({ id }) => Number(id)).toSorted((a, b) => a - b)
  const rows = entries.flatMap(({ day, postings }, at) =>
    postings.map(({ account, name, amount }, line) => ({
      entry: inserted[at]!,
      line,
      day,
      account,
      name,
      amount,
    })),
  )
  for (let at = 0; at < rows.length; at += MAX_ROWS)
    await tx
      .insertInto('book_postings')
      .values(
        rows.slice(at, at + MAX_ROWS).map(({ entry, line, account, name, amount }) => ({
          entry_id: entry,
          line,
          account,
          name,
          amount_cents: amount,
        })),
      )
      .execute()
  await addToDays(tx, rows, 1)
}

/** Takes what does not count any more, such as a test order, out of months that are open, as if it had never been. */
async function forgetSubject(tx: Tx, subject: string): Promise<void> {
  const rows = await tx
    .selectFrom('book_entries')
    .innerJoin('book_postings', 'entry_id', 'book_entries.id')
    .select(['day', 'account', 'name', 'amount_cents as amount'])
    .where('subject', '=', subject)
    .execute()
  const ids = tx.selectFrom('book_entries').select('id').where('subject', '=', subject)
  await tx.deleteFrom('book_postings').where('entry_id', 'in', ids).execute()
  await tx.deleteFrom('book_entries').where('subject', '=', subject).execute()
  await addToDays(
    tx,
    rows.map((row) => ({ ...row, amount: Number(row.amount) })),
    -1,
  )
}

async function addToDays(tx: Tx, rows: readonly (Posting & { day: ShopDay })[], sign: 1 | -1): Promise<void> {
  const sums = new Map<
    string,
    { day: ShopDay; account: Posting['account']; name: string; debit: number; credit: number }
  >()
  for (const { day, account, name, amount } of rows) {
    const key = `${day} ${account} ${name}`
    const own = sums.get(key) ?? { day, account, name, debit: 0, credit: 0 }
    if (amount > 0) own.debit += sign * amount
    else own.credit -= sign * amount
    sums.set(key, own)
  }
  if (sums.size === 0) return
  await tx
    .insertInto('book_days')
    .values(
      [...sums.values()].map(({ day, account, name, debit, credit }) => ({
        day,
        account,
        name,
        debit_cents: debit,
        credit_cents: credit,
      })),
    )
    .onConflict((c) =>
      c.columns(['day', 'account', 'name']).doUpdateSet({
        debit_cents: sql`book_days.debit_cents + excluded.debit_cents`,
        credit_cents: sql`book_days.credit_cents + excluded.credit_cents`,
      }),
    )
    .execute()
}
