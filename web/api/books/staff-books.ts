import * as v from 'valibot'
import { ACCOUNT_KINDS } from '#domain/books/accounts.ts'
import { BOOK_FORMATS } from '#domain/books/formats.ts'
import { ENTRY_KINDS } from '#domain/books/journal.ts'
import { keysOf } from '#domain/record-of.ts'
import { lockMonths, readLockedThrough } from '#operations/books/lock-months.ts'
import {
  readBalances,
  readChart,
  readJournal,
  thisMonth,
  writeJournal,
} from '#operations/books/read-books.ts'
import { recordExport } from '#operations/staff/record-export.ts'
import type { Shop } from '#operations/shop.ts'
import { staffAction } from '#web/api/action.ts'
import { countSchema } from '#web/api/count-schema.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { fileAnswer } from '#web/http/files/csv-answer.ts'
import { problem } from '#web/http/problem.ts'
import { staffAuthor } from '#web/http/staff-only.ts'
import { pageParameter } from '#web/views/list-address.ts'
import { askedPeriod, periodEntries } from '#web/views/sales/period-query.ts'

const DAYS = 'Days are in the shop’s time zone, both included; this month without them. Amounts are in cents.'
const amount = v.pipe(v.number(), v.integer())
const accountEntries = {
  account: v.picklist(ACCOUNT_KINDS),
  number: v.string(),
  title: v.string(),
  name: v.string(),
}
const monthSchema = v.pipe(v.string(), v.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Enter a month, such as 2026-10.'))
const lockSchema = v.object({ through: v.nullable(v.string()) })
const periodSchema = v.object({ from: v.string(), to: v.string() })

function periodOf(shop: Shop, asked: { from?: string | undefined; to?: string | undefined }) {
  const { period, fault } = askedPeriod(asked, thisMonth(shop))
  if (fault === null) return period
  const errors = [{ path: '/from', message: fault }]
  return problem({ type: 'invalid-request', status: 422, title: 'Some fields are wrong.', errors })
}

export const routes = [
  staffAction('GET /api/staff/books/accounts', 'reports.read', {
    summary: 'What each account of the books came to',
    detail: `${DAYS} \`account\` is the kind, \`number\` and \`title\` are of the owner’s chart, \`name\` is within it, such as of a tax.`,
    query: v.object(periodEntries),
    answers: {
      200: {
        means: 'The accounts in the order of their numbers: a debit is positive in `before` and `balance`.',
        schema: v.object({
          period: periodSchema,
          accounts: v.array(
            v.object({ ...accountEntries, before: amount, debit: amount, credit: amount, balance: amount }),
          ),
        }),
      },
    },
    async run({ shop, query: asked }) {
      const period = periodOf(shop, asked)
      if (period instanceof Response) return period
      const balances = await readBalances(shop, period)
      return {
        period,
        accounts: balances.map(({ root: _root, ...one }) => ({
          ...one,
          balance: one.before + one.debit - one.credit,
        })),
      }
    },
  }),
  staffAction('GET /api/staff/books/entries', 'reports.read', {
    summary: 'Entries of the journal',
    detail: `${DAYS} 50 on a page, in the order of the journal. \`order\`: all entries of an order instead, by its number.`,
    query: v.object({
      ...periodEntries,
      order: v.optional(v.pipe(v.string(), v.maxLength(40))),
      page: pageParameter,
    }),
    answers: {
      200: {
        means: 'The entries: a debit is positive, a credit negative, and each entry adds up to zero.',
        schema: v.object({
          entries: v.array(
            v.object({
              id: countSchema,
              day: v.string(),
              kind: v.picklist(keysOf(ENTRY_KINDS)),
              orderNumber: v.nullable(v.string()),
              postings: v.array(v.object({ ...accountEntries, amount })),
            }),
          ),
          page: countSchema,
          pages: countSchema,
          total: countSchema,
        }),
      },
    },
    async run({ shop, query: { order, page, ...asked } }) {
      const filter = order === undefined ? periodOf(shop, asked) : { orderNumber: order.replaceAll('\0', '') }
      if (filter instanceof Response) return filter
      const [{ rows, ...list }, chart] = await Promise.all([readJournal(shop, filter, page), readChart(shop)])
      return {
        entries: rows.map(({ postings, ...entry }) => ({
          ...entry,
          postings: postings.map((posting) => {
            const { number, name: title } = chart(posting)
            return { ...posting, number, title }
          }),
        })),
        ...list,
      }
    },
  }),
  staffAction('PUT /api/staff/books/lock', 'settings.write', {
    summary: 'Lock or unlock months of the books',
    detail:
      'Locks all months up to `through`, or unlocks those after it; null: all. `before`: what is locked, as far as you know. ' +
      'Only months that are over can be locked. What changes about a locked month later is entered in one that is open.',
    body: {
      schema: v.object({ before: v.nullable(monthSchema), through: v.nullable(monthSchema) }),
      example: { before: null, through: '2026-10' },
    },
    answers: {
      200: { means: 'The last month that is locked.', schema: lockSchema },
      409: refusal('The month is not over, something is still being entered, or another owner was faster.'),
    },
    async run({ shop, body }) {
      const outcome = await lockMonths(shop, body)
      switch (outcome.kind) {
        case 'done':
          return { through: await readLockedThrough(shop) }
        case 'not-over':
          return problem({ type: 'refused', status: 409, title: 'This month is not over.' })
        case 'behind': {
          const title = 'Something that happened is still being entered. Try again in a minute.'
          return problem({ type: 'refused', status: 409, title })
        }
        case 'changed-meanwhile': {
          const title = 'Another owner has locked or unlocked a month since. Reload the page.'
          const current = { through: outcome.through }
          return problem({ type: 'changed-meanwhile', status: 409, title, current })
        }
      }
    },
  }),
  staffAction('GET /api/staff/books/file', 'reports.read', {
    summary: 'The journal as a file for a bookkeeping program',
    detail:
      `${DAYS} In the file they are in whole units. \`by\`: an entry for each event (\`entry\`), or one for all of a day (\`day\`); ` +
      'without it, as the program usually takes it. QuickBooks finds accounts by name, Xero by number.',
    query: v.object({
      ...periodEntries,
      format: v.optional(v.picklist(keysOf(BOOK_FORMATS)), 'csv'),
      by: v.optional(v.picklist(['entry', 'day', ''])),
    }),
    answers: { 200: { means: 'The file, in UTF-8.', type: 'text/plain; charset=utf-8' } },
    async run({ shop, query: { format, by, ...asked }, request, staff, address }) {
      const period = periodOf(shop, asked)
      if (period instanceof Response) return period
      if (request.method !== 'HEAD')
        await recordExport(shop, 'exported-books', staffAuthor(request.headers, staff, address))
      const { extension, type, isByDay } = BOOK_FORMATS[format]
      return fileAnswer(
        shop,
        { name: `books-${format}-${period.from}-${period.to}.${extension}`, type },
        writeJournal(shop, period, { format, isByDay: by ? by === 'day' : isByDay }),
      )
    },
  }),
]
