import { expect, test } from 'vitest'
import { keysOf } from '#domain/record-of.ts'
import { sumsOfPayout } from './payouts.ts'
import { eventsOfSettlement, SETTLEMENT_KINDS, unmatchedReason, type Settlement } from './settlements.ts'

const NONE = { unmatched: null, decision: null, gateway: 'stripe' } as const
const one = (changes: Partial<Settlement>): Settlement => ({
  kind: 'payment',
  at: 1,
  currency: 'cad',
  amount: 100_00,
  fee: 3_20,
  ...changes,
})
const said = (changes: Partial<Settlement>, more: Partial<Parameters<typeof eventsOfSettlement>[1]> = {}) =>
  eventsOfSettlement(one(changes), { ...NONE, ...more }).map(
    ({ kind, postings }) =>
      `${kind}: ${postings.map(({ account, name, amount }) => `${account}${name && ` ${name}`} ${amount}`).join(', ')}`,
  )

test('each kind is booked against what it settles, and the fee is an expense', () => {
  expect(said({})).toEqual(['settled: gatewayBalance 9680, gatewayFees 320, gatewayDue stripe -10000'])
  expect(said({ kind: 'refund', amount: -40_00, fee: 0 })).toEqual([
    'settled: gatewayBalance -4000, gatewayDue stripe 4000',
  ])
  expect(said({ kind: 'dispute', amount: -100_00, fee: 15_00 })).toEqual([
    'settled: gatewayBalance -11500, gatewayFees 1500, gatewayDue stripe 10000',
  ])
  expect(said({ kind: 'dispute-won', amount: 100_00, fee: -15_00 })).toEqual([
    'settled: gatewayBalance 11500, gatewayFees -1500, gatewayDue stripe -10000',
  ])
  expect(said({ kind: 'fee', amount: -2_00, fee: 0 })).toEqual(['fee: gatewayBalance -200, gatewayFees 200'])
  expect(said({ kind: 'payout', amount: -90_00, fee: 0 })).toEqual([
    'payout: gatewayBalance -9000, bank 9000',
  ])
  expect(said({ kind: 'payout-failed', amount: 90_00, fee: 0 })).toEqual([
    'payout: gatewayBalance 9000, bank -9000',
  ])
})

test('what is matched to nothing is entered apart, or as staff decided; another currency not at all', () => {
  const unmatched = 'unknown-payment'
  expect(said({}, { unmatched })).toEqual([
    'other: gatewayBalance 9680, gatewayFees 320, gatewayOther -10000',
  ])
  expect(said({}, { unmatched, decision: { account: null } })).toEqual([
    'other: gatewayBalance 9680, gatewayOther -9680',
  ])
  expect(said({}, { unmatched, decision: { account: 'sales' } })).toEqual([
    'other: gatewayBalance 9680, gatewayFees 320, sales -10000',
  ])
  expect(said({}, { unmatched: 'currency' })).toEqual([])
  expect(said({ amount: 0, fee: 0 })).toEqual([])
})

test('every entry adds up to zero, and moves the balance by what the provider says', () => {
  for (const kind of keysOf(SETTLEMENT_KINDS))
    for (const unmatched of [null, 'kind', 'no-payment'] as const)
      for (const decision of [null, { account: null }, { account: 'given' as const }])
        for (const [amount, fee] of [
          [100_00, 3_20],
          [-100_00, 15_00],
          [1, -1],
          [0, 5],
        ] as const) {
          const [event] = eventsOfSettlement(one({ kind, amount, fee }), { ...NONE, unmatched, decision })
          expect(event!.postings.reduce((sum, posting) => sum + posting.amount, 0)).toBe(0)
          expect(event!.postings.find(({ account }) => account === 'gatewayBalance')?.amount).toBe(
            amount - fee,
          )
        }
})

test('why something is unmatched', () => {
  const why = (
    kind: Settlement['kind'],
    more: { intentId?: string; hasOrder?: boolean; currency?: string } = {},
  ) => {
    const { intentId = 'pi_1', hasOrder = false, currency = 'cad' } = more
    return unmatchedReason({ kind, currency, intentId }, { hasOrder, booksIn: 'cad' })
  }
  expect(why('payment', { hasOrder: true })).toBe(null)
  expect(why('refund')).toBe('unknown-payment')
  expect(why('payment', { intentId: '' })).toBe('no-payment')
  expect(why('payment', { hasOrder: true, currency: 'usd' })).toBe('currency')
  expect(why('other')).toBe('kind')
  expect(why('fee', { intentId: '' })).toBe(null)
  expect(why('payout', { intentId: '' })).toBe(null)
})

test('the parts of a payout add up to what the bank gets', () => {
  const sums = sumsOfPayout([
    { kind: 'payment', amount: 200_00, fee: 6_40 },
    { kind: 'refund', amount: -20_00, fee: 0 },
    { kind: 'refund-failed', amount: 5_00, fee: 0 },
    { kind: 'dispute', amount: -50_00, fee: 15_00 },
    { kind: 'dispute-won', amount: 50_00, fee: 0 },
    { kind: 'fee', amount: -3_00, fee: 0 },
    { kind: 'payout-failed', amount: 70_00, fee: 0 },
  ])
  expect(sums).toEqual({
    payments: 200_00,
    refunds: -15_00,
    disputes: 0,
    fees: -24_40,
    other: 70_00,
    total: 230_60,
  })
  const { total, ...parts } = sums
  expect(Object.values(parts).reduce((so, part) => so + part, 0)).toBe(total)
})
