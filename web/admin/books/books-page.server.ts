import * as v from 'valibot'
import { BOOK_FORMATS } from '#domain/books/formats.ts'
import { ENTRY_KINDS, inOrder } from '#domain/books/journal.ts'
import type { AccountKind, FindAccount } from '#domain/books/accounts.ts'
import { dateFormat } from '#domain/date-format.ts'
import { dayFilter } from '#domain/list-filter.ts'
import { formatCents } from '#domain/money.ts'
import { keysOf } from '#domain/record-of.ts'
import { commonPeriods, monthWith, type Period } from '#domain/sales/period.ts'
import {
  isBehind,
  readBalances,
  readChart,
  readDays,
  readJournal,
  thisMonth,
} from '#operations/books/read-books.ts'
import { readLockedThrough } from '#operations/books/lock-months.ts'
import { countUnmatched } from '#operations/books/read-payouts.ts'
import { addDays, shopDay } from '#domain/shop-day.ts'
import type { Shop } from '#operations/shop.ts'
import { chosenPeriod } from '#web/admin/reports/reports-page.server.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { MonthLocks } from './book-locks.tsx'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { pageParameter } from '#web/views/list-address.ts'
import { BOOK_VIEWS } from './books-nav.tsx'
import BooksPage, { type BooksPageProps, type BookTable } from './books-page.tsx'

export const routes = [
  staffPage('/admin/books', 'reports.read', 'admin/books/books-page', BooksPage, loadBooksPage, [
    'view',
    'from',
    'to',
    'day',
    'order',
    'page',
  ]),
]

const MAX_NUMBER_LENGTH = 40
const dayParameter = v.fallback(v.nullable(dayFilter('').schema), null)
const viewParameter = v.fallback(v.picklist(keysOf(BOOK_VIEWS)), 'journal')

export async function loadBooksPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const { query } = request
  const day = v.parse(dayParameter, query.get('day'))
  const order = query.get('order')?.replaceAll('\0', '').trim().slice(0, MAX_NUMBER_LENGTH) || null
  const { period, choice } = chosenPeriod(
    shop,
    query,
    (today) => commonPeriods(today).filter(({ label }) => / (month|quarter|year)$/.test(label)),
    thisMonth(shop),
  )
  const asked = {
    view: v.parse(viewParameter, query.get('view')),
    day,
    order,
    page: v.parse(pageParameter, query.get('page')),
  }
  const loaded = await loadView(shop, period, asked).catch((error: unknown) => {
    shop.log.error('The books could not be loaded', error)
    return null
  })
  const isOwner = request.staff?.permissions.includes('settings.write') ?? false
  return {
    status: 200,
    head: staffHead('Books', '/admin/books'),
    props: {
      frame: await staffFrameProps(shop, request),
      choice,
      locks: isOwner ? await loadLocks(shop) : null,
      view: asked.view,
      about: day !== null || order !== null ? { day, order } : null,
      isOwner,
      unmatched: await countUnmatched(shop),
      formats: keysOf(BOOK_FORMATS).map((name) => ({ name, label: BOOK_FORMATS[name].label })),
      ...(loaded ?? { table: null, isBehind: false }),
    } satisfies BooksPageProps,
  }
}

/** The month that is locked last, and those around it. */
async function loadLocks(shop: Shop): Promise<MonthLocks> {
  const through = await readLockedThrough(shop)
  const before = (day: string) => addDays(`${day.slice(0, 7)}-01`, -1).slice(0, 7)
  const over = before(shopDay(shop.now(), shop.settings.timeZone))
  const following = through === null ? over : addDays(monthWith(`${through}-01`).to, 1).slice(0, 7)
  return {
    through,
    name: through === null ? '' : monthName(through),
    next: following <= over ? { month: following, name: monthName(following) } : null,
    previous: through === null ? null : before(`${through}-01`),
  }
}

function monthName(month: string): string {
  return dateFormat('en-CA', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(`${month}-01`),
  )
}

interface Asked {
  view: keyof typeof BOOK_VIEWS
  day: string | null
  order: string | null
  page: number
}

async function loadView(
  shop: Shop,
  period: Period,
  { view, day, order, page }: Asked,
): Promise<Pick<BooksPageProps, 'table' | 'isBehind'>> {
  const table =
    day !== null || order !== null
      ? await entriesTable(shop, order !== null ? { orderNumber: order } : { from: day!, to: day! }, page)
      : view === 'accounts'
        ? await accountsTable(shop, period)
        : await daysTable(shop, period, page)
  return { table, isBehind: await isBehind(shop) }
}

async function entriesTable(
  shop: Shop,
  filter: Parameters<typeof readJournal>[1],
  page: number,
): Promise<BookTable> {
  const [{ rows, ...list }, chart] = await Promise.all([readJournal(shop, filter, page), readChart(shop)])
  return {
    kind: 'entries',
    ...list,
    entries: rows.map(({ id, day, kind, orderNumber, postings }) => ({
      id,
      day,
      what: ENTRY_KINDS[kind],
      order: orderNumber,
      lines: inOrder(postings).map(({ amount, ...of }) => ({
        account: accountWords(chart, of),
        debit: amount > 0 ? formatCents(amount) : '–',
        credit: amount < 0 ? formatCents(-amount) : '–',
      })),
    })),
  }
}

function accountWords(chart: FindAccount, of: { account: AccountKind; name: string }): string {
  const { number, name } = chart(of)
  return `${number} ${name}${of.name === '' ? '' : ` · ${of.name}`}`
}

const NET_SALES: readonly AccountKind[] = ['sales', 'discounts', 'returns', 'returnFees']

async function daysTable(shop: Shop, period: Period, page: number): Promise<BookTable> {
  const { rows, ...list } = await readDays(shop, period, page)
  return {
    kind: 'days',
    ...list,
    days: rows.map(({ day, postings }) => {
      const credit = (kinds: readonly AccountKind[]) =>
        formatCents(
          postings.reduce((so, one) => so + (kinds.includes(one.account) ? one.credit - one.debit : 0), 0),
        )
      return {
        day,
        sales: credit(NET_SALES),
        shipping: credit(['shipping', 'duty']),
        taxes: credit(['taxes']),
        turnover: formatCents(postings.reduce((so, { debit }) => so + debit, 0)),
      }
    }),
  }
}

async function accountsTable(shop: Shop, period: Period): Promise<BookTable> {
  const balances = await readBalances(shop, period)
  const sum = (of: (one: (typeof balances)[number]) => number) =>
    formatCents(balances.reduce((so, one) => so + of(one), 0))
  return {
    kind: 'accounts',
    page: 1,
    pages: 1,
    total: balances.length,
    accounts: balances.map(({ account, number, title, name, before, debit, credit }) => ({
      key: `${account} ${name}`,
      title: `${number} ${title}`,
      name,
      before: formatCents(before),
      debit: formatCents(debit),
      credit: formatCents(credit),
      balance: formatCents(before + debit - credit),
    })),
    sums: {
      debit: sum(({ debit }) => debit),
      credit: sum(({ credit }) => credit),
    },
  }
}
