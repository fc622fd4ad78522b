import type Stripe from 'stripe'
import type { PayoutContents, PayoutState } from '#domain/books/payouts.ts'
import { SETTLEMENT_KINDS, type SettlementKind } from '#domain/books/settlements.ts'
import type {
  GatewayPage,
  GatewayPayout,
  GatewaySettlements,
  GatewayTransaction,
} from '#providers/payments/payment-gateway.ts'

/**
 * Stripe's categories for bookkeeping: https://docs.stripe.com/reports/reporting-categories. Those that are left out,
 * such as a reserve, are `other`.
 */
const KINDS: Readonly<Record<string, SettlementKind>> = {
  charge: 'payment',
  charge_failure: 'payment-failed',
  partial_capture_reversal: 'payment-failed',
  refund: 'refund',
  refund_failure: 'refund-failed',
  dispute: 'dispute',
  dispute_reversal: 'dispute-won',
  fee: 'fee',
  tax: 'fee',
  network_cost: 'fee',
  payout: 'payout',
  payout_reversal: 'payout-failed',
  topup: 'top-up',
  topup_reversal: 'top-up',
}

const PAYOUT_STATES: Readonly<Record<string, PayoutState>> = {
  pending: 'pending',
  in_transit: 'in-transit',
  paid: 'paid',
  failed: 'failed',
  canceled: 'canceled',
}

const CONTENTS: Readonly<Record<string, PayoutContents>> = { completed: 'told', in_progress: 'later' }

/** The charge, refund or dispute tells its payment. */
const WITH_SOURCE = { expand: ['data.source'] }
const PAGE = 100

/** What Stripe settled: https://docs.stripe.com/api/balance_transactions, and what a payout has of it. */
export function openSettlements(
  stripe: Stripe,
  answered: <T>(call: Promise<T>) => Promise<T>,
): GatewaySettlements {
  const created = ({ from, to }: { from: number; to: number }) => ({
    created: { gte: Math.floor(from / 1_000), lt: Math.ceil(to / 1_000) },
  })
  const page = (after: string | null) => ({ limit: PAGE, ...(after !== null && { starting_after: after }) })
  return {
    async transactions(time, after) {
      const asked = { ...created(time), ...page(after), ...WITH_SOURCE }
      return pageOf(await answered(stripe.balanceTransactions.list(asked)), toTransaction)
    },
    async payouts(time, after) {
      return pageOf(await answered(stripe.payouts.list({ ...created(time), ...page(after) })), toPayout)
    },
    async contentsOf(payout, after) {
      const asked = { payout, ...page(after), ...WITH_SOURCE }
      return pageOf(await answered(stripe.balanceTransactions.list(asked)), toTransaction)
    },
  }
}

function pageOf<From extends { id: string }, To>(
  { data, has_more }: Stripe.ApiList<From>,
  convert: (one: From) => To,
): GatewayPage<To> {
  return { rows: data.map(convert), after: has_more ? (data.at(-1)?.id ?? null) : null }
}

function toTransaction(one: Stripe.BalanceTransaction): GatewayTransaction {
  const { id, amount, fee, currency, reporting_category: category, source, description } = one
  const kind = KINDS[category] ?? 'other'
  return {
    id,
    kind,
    category: kind === 'other' ? one.type : category,
    description: SETTLEMENT_KINDS[kind].of === 'provider' ? (description ?? '') : '',
    at: one.created * 1_000,
    availableAt: one.available_on * 1_000,
    currency,
    amount,
    fee,
    sourceId: typeof source === 'string' ? source : (source?.id ?? ''),
    intentId: intentOf(source),
  }
}

function intentOf(source: Stripe.BalanceTransaction['source']): string {
  if (source === null || typeof source === 'string' || !('payment_intent' in source)) return ''
  const { payment_intent: intent } = source
  return typeof intent === 'string' ? intent : (intent?.id ?? '')
}

function toPayout(payout: Stripe.Payout): GatewayPayout {
  const { id, amount, currency, status, failure_message, failure_code, trace_id } = payout
  return {
    id,
    createdAt: payout.created * 1_000,
    arrivesAt: payout.arrival_date * 1_000,
    currency,
    amount,
    state: PAYOUT_STATES[status] ?? 'pending',
    failure: failure_message ?? (failure_code ?? '').replaceAll('_', ' '),
    reference: trace_id?.value ?? payout.statement_descriptor ?? '',
    contents: CONTENTS[payout.reconciliation_status] ?? 'untold',
  }
}
