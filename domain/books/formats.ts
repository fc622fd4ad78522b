import { charging } from '#domain/charged-currency.ts'
import { CSV_START, csvLine, type CsvCell } from '#domain/csv.ts'
import { foldLetters } from '#domain/fold-letters.ts'
import { decimalDollars, signedCents } from '#domain/money.ts'
import type { Account, AccountKind, AccountRoot, FindAccount } from './accounts.ts'
import { ENTRY_KINDS, inOrder, type EntryKind, type Posting } from './journal.ts'

/** An entry as a file tells it: of one event, or of all of a day. */
export interface FileEntry {
  /** Unique in the journal: `1042`, or `2026-11-26` for a whole day. */
  number: string
  day: string
  /** Null: of all of a day. */
  kind: EntryKind | null
  orderNumber: string | null
  postings: readonly Posting[]
}

/** What a file is written with. `names`: the accounts that occur in it. */
export interface FileTerms {
  chart: FindAccount
  names: readonly { account: AccountKind; name: string }[]
  xeroTaxRate: string
}

interface BookFormat {
  label: string
  /** Whether its usual entry is of a whole day, because the program takes few lines. */
  isByDay: boolean
  extension: string
  type: string
  head: (terms: FileTerms) => string
  entry: (entry: FileEntry, terms: FileTerms) => string
}

/** What an entry is of, in words: `Order paid R-7K3M-9QX2`. */
export function entryWords({ kind, orderNumber, day }: Omit<FileEntry, 'postings' | 'number'>): string {
  if (kind === null) return `All of ${day}`
  return [ENTRY_KINDS[kind], orderNumber].filter(Boolean).join(' ')
}

const amountOf = (amount: number) => decimalDollars(signedCents(amount))

const csvText = (rows: readonly (readonly CsvCell[])[]) => rows.map(csvLine).join('')

/** A name within its account, where several share it. */
const withName = ({ number, name }: Account, own: string) => `${number} ${name}${own === '' ? '' : ` ${own}`}`

/** Text that cannot end a field, start a comment or another level, or spread over lines. */
const plain = (text: string) =>
  text
    .replaceAll(/[:;|"'()[\]{}\\\t\r\n@*=!]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

function hledgerAccount({ root, ...account }: Account & { root: AccountRoot }, name: string): string {
  return [root, plain(withName(account, '')), plain(name)].filter(Boolean).join(':')
}

const BEANCOUNT_ROOTS: Readonly<Record<AccountRoot, string>> = {
  assets: 'Assets',
  liabilities: 'Liabilities',
  income: 'Income',
  expenses: 'Expenses',
}

/** Account names have letters, digits and hyphens only. */
function beancountAccount({ root, number, name }: Account & { root: AccountRoot }, own: string): string {
  const part = (text: string) =>
    foldLetters(text)
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '')
  const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)
  const parts = [part(`${number} ${name}`), part(own)].filter(Boolean).map(capital)
  return [BEANCOUNT_ROOTS[root], ...parts].join(':')
}

/** What a line is of, in one line. */
function memoOf(entry: FileEntry, { name }: Posting): string {
  return [entryWords(entry), name].filter(Boolean).join(', ').replaceAll(/\s+/g, ' ')
}

const slashed = (day: string) => {
  const [year, month, date] = day.split('-')
  return `${month}/${date}/${year}`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const spelt = (day: string) => `${day.slice(8)} ${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`

/** A cell of a file with tabs, which a spreadsheet may open too. */
const tabbed = (cells: readonly string[]) =>
  `${cells.map((cell) => cell.replaceAll(/[\t\r\n"]+/g, ' ').replace(/^(?=[=+@]|-(?!\d))/, "'")).join('\t')}\r\n`

const CSV_TYPE = 'text/csv; charset=utf-8'
const TEXT_TYPE = 'text/plain; charset=utf-8'

/** The files that bookkeeping programs take, by their name in addresses. */
export const BOOK_FORMATS = {
  csv: {
    label: 'CSV',
    isByDay: false,
    extension: 'csv',
    type: CSV_TYPE,
    head: () =>
      CSV_START +
      csvText([
        ['Date', 'Entry', 'What', 'Order', 'Account', 'Account name', 'Of', 'Debit', 'Credit', 'Currency'],
      ]),
    entry: (entry, { chart }) =>
      csvText(
        inOrder(entry.postings).map((one) => {
          const { number, name } = chart(one)
          return [
            entry.day,
            entry.number,
            entry.kind === null ? 'All of the day' : ENTRY_KINDS[entry.kind],
            entry.orderNumber,
            number,
            name,
            one.name,
            one.amount > 0 ? amountOf(one.amount) : null,
            one.amount < 0 ? amountOf(-one.amount) : null,
            charging.currency,
          ]
        }),
      ),
  },
  hledger: {
    label: 'hledger',
    isByDay: false,
    extension: 'journal',
    type: TEXT_TYPE,
    head: ({ names, chart }) =>
      [
        `commodity 1000.00 ${charging.currency}`,
        ...new Set(names.map((one) => `account ${hledgerAccount(chart(one), one.name)}`)),
      ].join('\n') + '\n',
    entry: (entry, terms) =>
      [
        '',
        `${entry.day} (${entry.number}) ${plain(entryWords(entry))}`,
        ...inOrder(entry.postings).map(
          (one) =>
            `    ${hledgerAccount(terms.chart(one), one.name)}  ${amountOf(one.amount)} ${charging.currency}`,
        ),
        '',
      ].join('\n'),
  },
  beancount: {
    label: 'Beancount',
    isByDay: false,
    extension: 'beancount',
    type: TEXT_TYPE,
    head: ({ names, chart }) =>
      [
        `option "operating_currency" "${charging.currency}"`,
        ...new Set(
          names.map(
            (one) => `1970-01-01 open ${beancountAccount(chart(one), one.name)} ${charging.currency}`,
          ),
        ),
      ].join('\n') + '\n',
    entry: (entry, terms) =>
      [
        '',
        `${entry.day} * "${plain(entryWords(entry))}"${entry.orderNumber === null ? '' : ` ^${entry.orderNumber}`}`,
        ...inOrder(entry.postings).map(
          (one) =>
            `  ${beancountAccount(terms.chart(one), one.name)}  ${amountOf(one.amount)} ${charging.currency}`,
        ),
        '',
      ].join('\n'),
  },
  quickbooks: {
    label: 'QuickBooks Online',
    isByDay: true,
    extension: 'csv',
    type: CSV_TYPE,
    head: () =>
      CSV_START + csvText([['JournalNo', 'JournalDate', 'AccountName', 'Debits', 'Credits', 'Description']]),
    entry: (entry, { chart }) =>
      csvText(
        inOrder(entry.postings).map((one) => [
          entry.number,
          slashed(entry.day),
          chart(one).name,
          one.amount > 0 ? amountOf(one.amount) : null,
          one.amount < 0 ? amountOf(-one.amount) : null,
          memoOf(entry, one),
        ]),
      ),
  },
  iif: {
    label: 'QuickBooks Desktop (IIF)',
    isByDay: true,
    extension: 'iif',
    type: TEXT_TYPE,
    head: () =>
      [
        ['!TRNS', 'TRNSTYPE', 'DATE', 'ACCNT', 'AMOUNT', 'DOCNUM', 'MEMO'],
        ['!SPL', 'TRNSTYPE', 'DATE', 'ACCNT', 'AMOUNT', 'DOCNUM', 'MEMO'],
        ['!ENDTRNS'],
      ]
        .map(tabbed)
        .join(''),
    entry: (entry, { chart }) =>
      [
        ...inOrder(entry.postings).map((one, at) => [
          at === 0 ? 'TRNS' : 'SPL',
          'GENERAL JOURNAL',
          slashed(entry.day),
          chart(one).name,
          amountOf(one.amount),
          entry.number,
          memoOf(entry, one),
        ]),
        ['ENDTRNS'],
      ]
        .map(tabbed)
        .join(''),
  },
  xero: {
    label: 'Xero',
    isByDay: true,
    extension: 'csv',
    type: CSV_TYPE,
    head: () =>
      CSV_START + csvText([['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount']]),
    entry: (entry, { chart, xeroTaxRate }) =>
      csvText(
        inOrder(entry.postings).map((one) => [
          `${entry.number} ${entryWords(entry)}`,
          spelt(entry.day),
          one.name === '' ? chart(one).name : one.name,
          chart(one).number,
          xeroTaxRate,
          amountOf(one.amount),
        ]),
      ),
  },
} as const satisfies Record<string, BookFormat>

/** The name of a format. */
export type BookFormatName = keyof typeof BOOK_FORMATS
