import * as v from 'valibot'
import { ACCOUNT_KINDS } from '#domain/books/accounts.ts'
import { PAYOUT_STATES, type PayoutSums } from '#domain/books/payouts.ts'
import { chargedCode } from '#domain/currency.ts'
import { decimalDollars, formatCents, signedCents } from '#domain/money.ts'
import { dateFormat } from '#domain/date-format.ts'
import { shopDay } from '#domain/shop-day.ts'
import { mayBeBookedTo } from '#operations/books/decide-settlement.ts'
import { readChart, thisMonth } from '#operations/books/read-books.ts'
import {
  countUnmatched,
  listPayouts,
  readPayout,
  readSettled,
  readUnmatched,
  settlementWords,
  type Payout,
  type StoredSettlement,
} from '#operations/books/read-payouts.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { pageParameter } from '#web/views/list-address.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import PayoutsPage, { type PayoutRow, type PayoutsPageProps } from './payouts-page.tsx'
import UnmatchedPage, { type UnmatchedPageProps } from './unmatched-page.tsx'

export const routes = [
  staffPage(
    '/admin/books/payouts',
    'reports.read',
    'admin/books/payouts-page',
    PayoutsPage,
    loadPayoutsPage,
    ['payout', 'page'],
  ),
  staffPage(
    '/admin/books/unmatched',
    'reports.read',
    'admin/books/unmatched-page',
    UnmatchedPage,
    loadUnmatchedPage,
    ['list', 'page'],
  ),
]

const MAX_ID_LENGTH = 100
const listParameter = v.fallback(v.picklist(['open', 'decided']), 'open')

async function commonProps(shop: Shop, request: StaffPageRequest) {
  return {
    frame: await staffFrameProps(shop, request),
    isOwner: request.staff?.permissions.includes('settings.write') ?? false,
    unmatched: await countUnmatched(shop),
    provider: shop.gatewayLabels[shop.gateway.name] ?? shop.gateway.name,
  }
}

export async function loadPayoutsPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const { query } = request
  const id = query.get('payout')?.replaceAll('\0', '').slice(0, MAX_ID_LENGTH) || null
  const page = v.parse(pageParameter, query.get('page'))
  const shown = await (id === null ? loadList(shop, page) : loadPayout(shop, id, page)).catch(
    (error: unknown) => {
      shop.log.error('The payouts could not be loaded', error)
      return null
    },
  )
  const { from, to } = thisMonth(shop)
  return {
    status: shown?.kind === 'missing' ? 404 : 200,
    head: staffHead('Payouts', '/admin/books/payouts'),
    props: { ...(await commonProps(shop, request)), days: { from, to }, shown } satisfies PayoutsPageProps,
  }
}

async function loadList(shop: Shop, page: number): Promise<PayoutsPageProps['shown']> {
  const [{ rows, ...list }, { isTold, state, months }] = await Promise.all([
    listPayouts(shop, page),
    readSettled(shop),
  ])
  const time = staffTime(shop)
  const monthName = dateFormat('en-CA', { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return {
    kind: 'list',
    ...list,
    payouts: rows.map((payout) => payoutRow(shop, payout)),
    reading: {
      isTold,
      at: state === null || state.completeAt === null ? null : time(state.completeAt),
      failure: state?.failure ?? null,
      failingSince: state === null || state.failingSince === null ? null : time(state.failingSince),
    },
    months: months.map(({ month, settled, fees, paidOut, left }) => ({
      month: monthName.format(Date.parse(`${month}-01`)),
      settled: formatCents(settled),
      fees: formatCents(fees),
      paidOut: formatCents(paidOut),
      left: formatCents(left),
    })),
  }
}

async function loadPayout(shop: Shop, id: string, page: number): Promise<PayoutsPageProps['shown']> {
  const found = await readPayout(shop, id, page)
  if (found === null) return { kind: 'missing' }
  const { payout, contents } = found
  const { rows, ...list } = contents
  return {
    kind: 'payout',
    ...list,
    payout: payoutRow(shop, payout),
    contents: payout.sums === null ? (payout.contents === 'untold' ? 'untold' : 'later') : 'told',
    transactions: rows.map((one) => transactionRow(shop, one)),
  }
}

const PARTS: Record<Exclude<keyof PayoutSums, 'total'>, string> = {
  payments: 'Payments',
  refunds: 'Refunds',
  disputes: 'Disputes',
  fees: 'Fees',
  other: 'Other',
}

function payoutRow(shop: Shop, payout: Payout): PayoutRow {
  const { id, createdAt, arrives, currency, amount, state, failure, reference, sums } = payout
  const shown = (cents: number) => amountIn(cents, currency)
  return {
    id,
    sent: shopDay(createdAt, shop.settings.timeZone),
    arrives,
    amount: shown(amount),
    isFailed: state === 'failed' || state === 'canceled',
    state: PAYOUT_STATES[state],
    failure,
    reference,
    fees: sums && shown(sums.fees),
    parts:
      sums &&
      (Object.keys(PARTS) as (keyof typeof PARTS)[])
        .filter((part) => sums[part] !== 0 || part === 'payments' || part === 'fees')
        .map((part) => ({ label: PARTS[part], amount: shown(sums[part]) })),
    difference: sums === null || sums.total === amount ? null : shown(amount - sums.total),
  }
}

function transactionRow(shop: Shop, one: StoredSettlement) {
  const { id, at, currency, amount, fee, orderNumber } = one
  return {
    id,
    day: shopDay(at, shop.settings.timeZone),
    what: settlementWords(one),
    order: orderNumber,
    isUnmatched: one.unmatched !== null,
    amount: amountIn(amount, currency),
    fee: amountIn(fee, currency),
    net: amountIn(amount - fee, currency),
  }
}

/** An amount of a balance, which may be in another currency than the books. */
function amountIn(amount: number, currency: string): string {
  return currency === chargedCode()
    ? formatCents(amount)
    : `${decimalDollars(signedCents(amount))} ${currency.toUpperCase()}`
}

export async function loadUnmatchedPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const list = v.parse(listParameter, request.query.get('list'))
  const page = v.parse(pageParameter, request.query.get('page'))
  const [chart, found] = await Promise.all([
    readChart(shop),
    readUnmatched(shop, list === 'decided', page).catch((error: unknown) => {
      shop.log.error('What matches no order could not be loaded', error)
      return null
    }),
  ])
  const { from, to } = thisMonth(shop)
  const accountOf = (account: (typeof ACCOUNT_KINDS)[number]) => {
    const { number, name } = chart({ account, name: '' })
    return `${number} ${name}`
  }
  return {
    status: 200,
    head: staffHead('Unmatched transactions', '/admin/books/unmatched'),
    props: {
      ...(await commonProps(shop, request)),
      days: { from, to },
      list,
      booksIn: chargedCode().toUpperCase(),
      accounts: ACCOUNT_KINDS.filter(mayBeBookedTo).map((kind) => ({ kind, name: accountOf(kind) })),
      shown: found && {
        page: found.page,
        pages: found.pages,
        total: found.total,
        transactions: found.rows.map((one) => ({
          ...transactionRow(shop, one),
          currency: one.currency.toUpperCase(),
          names: [one.sourceId, one.intentId].filter((name) => name !== ''),
          payout: one.payoutId,
          why: one.unmatched ?? 'kind',
          decision:
            one.decision === null
              ? null
              : one.decision.account !== null
                ? `Booked to ${accountOf(one.decision.account)}`
                : one.unmatched === 'currency'
                  ? 'Entered elsewhere'
                  : 'Not of this shop',
        })),
      },
    } satisfies UnmatchedPageProps,
  }
}
