import * as v from 'valibot'
import { ACCOUNT_KINDS } from '#domain/books/accounts.ts'
import { PAYOUT_STATES } from '#domain/books/payouts.ts'
import { SETTLEMENT_KINDS, UNMATCHED_REASONS } from '#domain/books/settlements.ts'
import { keysOf } from '#domain/record-of.ts'
import { decideSettlement, mayBeBookedTo } from '#operations/books/decide-settlement.ts'
import { thisMonth } from '#operations/books/read-books.ts'
import {
  askPayoutsNow,
  listPayouts,
  PAYOUT_COLUMNS,
  readPayout,
  readUnmatched,
  walkPayouts,
  type Payout,
  type StoredSettlement,
} from '#operations/books/read-payouts.ts'
import { idParams, noSuch, staffAction } from '#web/api/action.ts'
import { countSchema } from '#web/api/count-schema.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { exportAnswer } from '#web/api/orders/staff-export.ts'
import { problem } from '#web/http/problem.ts'
import { pageParameter } from '#web/views/list-address.ts'
import { askedPeriod, periodEntries } from '#web/views/sales/period-query.ts'

const AMOUNTS =
  'Amounts are in cents of `currency`, the currency of the balance at the payment provider; times in epoch milliseconds.'
const amount = v.pipe(v.number(), v.integer())
const list = { page: countSchema, pages: countSchema, total: countSchema }
const idText = (id: string) => id
const payoutParams = idParams(idText, 'There is no such payout.')
const transactionParams = idParams(idText, 'There is no such transaction.')

const payoutSchema = v.object({
  id: v.string(),
  createdAt: v.number(),
  arrives: v.string(),
  currency: v.string(),
  amount,
  state: v.picklist(keysOf(PAYOUT_STATES)),
  failure: v.string(),
  reference: v.string(),
  contents: v.picklist(['told', 'later', 'untold']),
  sums: v.nullable(
    v.object({
      payments: amount,
      refunds: amount,
      disputes: amount,
      fees: amount,
      other: amount,
      total: amount,
    }),
  ),
})

const transactionSchema = v.object({
  id: v.string(),
  kind: v.picklist(keysOf(SETTLEMENT_KINDS)),
  category: v.string(),
  description: v.string(),
  at: v.number(),
  currency: v.string(),
  amount,
  fee: amount,
  sourceId: v.string(),
  intentId: v.string(),
  orderNumber: v.nullable(v.string()),
  unmatched: v.nullable(v.picklist(UNMATCHED_REASONS)),
  decision: v.nullable(v.object({ account: v.nullable(v.picklist(ACCOUNT_KINDS)) })),
  payoutId: v.nullable(v.string()),
})

function shownPayout({ gateway: _gateway, ...payout }: Payout): v.InferOutput<typeof payoutSchema> {
  return payout
}

function shownTransaction(one: StoredSettlement): v.InferOutput<typeof transactionSchema> {
  return one
}

const decisionSchema = v.variant('decision', [
  v.object({
    decision: v.literal('account'),
    account: v.picklist(ACCOUNT_KINDS.filter(mayBeBookedTo), 'Choose an account.'),
  }),
  v.object({ decision: v.picklist(['elsewhere', 'none']) }),
])

export const routes = [
  staffAction('GET /api/staff/books/payouts', 'reports.read', {
    summary: 'Payouts of the payment provider to the bank',
    detail: `${AMOUNTS} 25 on a page, newest first. \`sums\`: what the amount consists of, or null while the provider does not tell.`,
    query: v.object({ page: pageParameter }),
    answers: {
      200: {
        means: 'The payouts of the page, and how many there are.',
        schema: v.object({ payouts: v.array(payoutSchema), ...list }),
      },
    },
    async run({ shop, query: { page } }) {
      const { rows, ...counts } = await listPayouts(shop, page)
      return { payouts: rows.map(shownPayout), ...counts }
    },
  }),
  staffAction('GET /api/staff/books/payouts/:id', 'reports.read', {
    summary: 'A payout, and what is in it',
    detail: `${AMOUNTS} 50 transactions on a page, oldest first: \`amount\` less \`fee\` is what the balance changed by.`,
    params: payoutParams,
    query: v.object({ page: pageParameter }),
    answers: {
      200: {
        means: 'The payout with a page of its transactions.',
        schema: v.object({ payout: payoutSchema, transactions: v.array(transactionSchema), ...list }),
      },
    },
    async run({ shop, params: { id }, query: { page } }) {
      const found = await readPayout(shop, id, page)
      if (found === null) return noSuch(payoutParams)
      const { rows, ...counts } = found.contents
      return { payout: shownPayout(found.payout), transactions: rows.map(shownTransaction), ...counts }
    },
  }),
  staffAction('GET /api/staff/books/payouts.csv', 'reports.read', {
    summary: 'Payouts as a CSV file',
    detail:
      'Every transaction of the payouts that the bank has in these days, both included, or of one (`payout`), then the payout itself. This month without either. In whole units.',
    query: v.object({
      ...periodEntries,
      payout: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/, 'This is no payout.'))),
    }),
    answers: { 200: { means: 'UTF-8 with a byte order mark.', type: 'text/csv; charset=utf-8' } },
    async run(asked) {
      const { shop, query, request } = asked
      const { payout, ...days } = query
      const { period, fault } = askedPeriod(days, thisMonth(shop))
      if (fault !== null) {
        const errors = [{ path: '/from', message: fault }]
        return problem({ type: 'invalid-request', status: 422, title: 'Some fields are wrong.', errors })
      }
      const which = payout === undefined ? period : { payoutId: payout }
      const name = payout === undefined ? `payouts-${period.from}-${period.to}` : `payout-${payout}`
      const file = { name: `${name}.csv`, head: PAYOUT_COLUMNS, batches: walkPayouts(shop, which) }
      return exportAnswer(request, asked, 'exported-books', file)
    },
  }),
  staffAction('POST /api/staff/books/payouts/read', 'reports.read', {
    summary: 'Read fees and payouts now',
    detail: 'Asks the payment provider within seconds, in place of within half an hour.',
    answers: { 204: { means: 'It will be asked.' } },
    async run({ shop }) {
      await askPayoutsNow(shop)
      return null
    },
  }),
  staffAction('GET /api/staff/books/unmatched', 'reports.read', {
    summary: 'What happened at the payment provider that matches no order',
    detail: `${AMOUNTS} 50 on a page, newest first. \`list\`: \`open\`, or \`decided\` for those that staff decided about.`,
    query: v.object({
      list: v.optional(v.picklist(['open', 'decided']), 'open'),
      page: pageParameter,
    }),
    answers: {
      200: {
        means: 'The transactions of the page, and how many there are.',
        schema: v.object({ transactions: v.array(transactionSchema), ...list }),
      },
    },
    async run({ shop, query }) {
      const { rows, ...counts } = await readUnmatched(shop, query.list === 'decided', query.page)
      return { transactions: rows.map(shownTransaction), ...counts }
    },
  }),
  staffAction('PUT /api/staff/books/unmatched/:id', 'settings.write', {
    summary: 'Decide what an unmatched transaction is',
    detail:
      '`account` books it to an account of the books, by its kind. `elsewhere`: it is not of this shop, or is entered elsewhere. `none` takes a decision back. ' +
      'The books enter the difference, in a month that is open.',
    params: transactionParams,
    body: { schema: decisionSchema, example: { decision: 'account', account: 'gatewayFees' } },
    answers: {
      204: { means: 'It is decided.' },
      409: refusal('It is of an order by now, or its balance is in another currency than the books.'),
    },
    async run({ shop, params: { id }, body }) {
      const decision =
        body.decision === 'none' ? null : { account: body.decision === 'account' ? body.account : null }
      const { kind } = await decideSettlement(shop, id, decision)
      switch (kind) {
        case 'done':
          return null
        case 'not-found':
          return noSuch(transactionParams)
        case 'matched': {
          const title = 'This is matched to an order by now. Reload the page.'
          return problem({ type: 'not-possible', status: 409, title })
        }
        case 'not-entered': {
          const title = 'Its balance is in another currency than the books, so it is not entered.'
          return problem({ type: 'not-possible', status: 409, title })
        }
      }
    },
  }),
]
