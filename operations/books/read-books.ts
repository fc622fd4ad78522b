import {
  countEntries,
  hasMarks,
  readAccountSums,
  readBookDays,
  readDaySums,
  readEntries,
  walkEntries,
  type AccountSums,
  type DaySums,
  type EntryFilter,
} from '#db/books/journal.ts'
import { ACCOUNT_KINDS, type Account, type AccountRoot } from '#domain/books/accounts.ts'
import { BOOK_FORMATS, type BookFormatName, type FileEntry, type FileTerms } from '#domain/books/formats.ts'
import type { JournalEntry } from '#domain/books/journal.ts'
import { ACCOUNTS_SETTING, chartOf } from '#domain/settings/accounts.ts'
import { monthWith, type Period } from '#domain/sales/period.ts'
import { addDays, shopDay } from '#domain/shop-day.ts'
import { nearestPage, type ListPage } from '#operations/nearest-page.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'

const DAYS_ON_A_PAGE = 31
const ENTRIES_ON_A_PAGE = 50
const FILE_BATCH = 500
const FILE_DAYS = 31

/** An account of the owner's chart with what it came to in a period, in cents. */
export interface AccountBalance extends Account, AccountSums {
  root: AccountRoot
  /** The account's own name; `name` is within it. */
  title: string
}

/** This month, until another period is chosen. */
export function thisMonth({ now, settings }: Pick<Shop, 'now' | 'settings'>) {
  return monthWith(shopDay(now(), settings.timeZone))
}

/** The owner's chart of accounts. */
export async function readChart(shop: Shop) {
  return chartOf(await currentSetting(shop, ACCOUNTS_SETTING))
}

/** What every account came to in a period, in the order of the chart. */
export async function readBalances(shop: Shop, period: Period): Promise<AccountBalance[]> {
  const [sums, chart] = await Promise.all([readAccountSums(shop.database.db, period), readChart(shop)])
  return sums
    .filter(({ before, debit, credit }) => before !== 0 || debit !== 0 || credit !== 0)
    .map((one) => {
      const { number, name: title, root } = chart(one)
      return { ...one, number, title, root }
    })
    .toSorted(
      (a, b) =>
        compare(a.number, b.number) ||
        ACCOUNT_KINDS.indexOf(a.account) - ACCOUNT_KINDS.indexOf(b.account) ||
        compare(a.name, b.name),
    )
}

/** A page of the days of a period with their sums, newest first. */
export async function readDays(
  { database: { db } }: Shop,
  period: Period,
  page: number,
): Promise<ListPage<DaySums>> {
  return nearestPage(page, DAYS_ON_A_PAGE, (span) => readBookDays(db, period, span))
}

/** A page of the entries of some days or of an order. */
export async function readJournal(
  { database: { db } }: Shop,
  filter: EntryFilter,
  page: number,
): Promise<ListPage<JournalEntry>> {
  return nearestPage(page, ENTRIES_ON_A_PAGE, async (span) => {
    const [rows, total] = await Promise.all([readEntries(db, filter, span), countEntries(db, filter)])
    return { rows, total }
  })
}

/** Whether something that happened is not in the books yet. */
export async function isBehind({ database: { db } }: Shop): Promise<boolean> {
  return hasMarks(db)
}

/** The entries of a period as the text of a file, part by part. `isByDay`: one entry for each day. */
export async function* writeJournal(
  shop: Shop,
  period: Period,
  { format, isByDay }: { format: BookFormatName; isByDay: boolean },
): AsyncGenerator<string, undefined> {
  const { db } = shop.database
  const setting = await currentSetting(shop, ACCOUNTS_SETTING)
  const terms: FileTerms = {
    chart: chartOf(setting),
    names: await readAccountSums(db, period),
    xeroTaxRate: setting.xeroTaxRate,
  }
  const { head, entry } = BOOK_FORMATS[format]
  yield head(terms)
  for await (const batch of isByDay ? walkDays(shop, period) : walkFiled(shop, period))
    yield batch.map((one) => entry(one, terms)).join('')
}

async function* walkFiled({ database: { db } }: Shop, period: Period): AsyncGenerator<FileEntry[]> {
  for await (const batch of walkEntries(db, period, FILE_BATCH))
    yield batch.map((one) => ({ ...one, number: String(one.id) }))
}

async function* walkDays({ database: { db } }: Shop, { from, to }: Period): AsyncGenerator<FileEntry[]> {
  for (let first = from; first <= to; first = addDays(first, FILE_DAYS)) {
    const last = addDays(first, FILE_DAYS - 1)
    const days = await readDaySums(db, { from: first, to: last < to ? last : to })
    yield days.flatMap(({ day, postings }) => {
      const lines = postings.flatMap(({ account, name, debit, credit }) =>
        [debit, -credit].filter((amount) => amount !== 0).map((amount) => ({ account, name, amount })),
      )
      return lines.length === 0 ? [] : [{ number: day, day, kind: null, orderNumber: null, postings: lines }]
    })
  }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
