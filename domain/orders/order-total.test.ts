import { describe, expect, test } from 'vitest'
import { cents, formatCents, signedCents } from '#domain/money.ts'
import * as words from '#words/en/totals.ts'
import { asCharged, totalRows } from './order-total.ts'

describe('the displayed totals', () => {
  const off = signedCents(-5_50)
  const totals = {
    subtotal: cents(50_00),
    adjustments: [
      { kind: 'tax', label: { kind: 'tax', name: 'HST' }, amount: cents(6_50) },
      { kind: 'tax', label: { kind: 'own', name: 'Eco fee' }, amount: off },
    ] as const,
    total: cents(51_00),
  }

  test('are listed from subtotal to total, with a labelled row for each adjustment', () => {
    expect(totalRows(totals, formatCents, words)).toEqual([
      ['Subtotal', 'C$50.00'],
      ['HST', 'C$6.50'],
      ['Eco fee', '−C$5.50'],
      ['Total', 'C$51.00'],
    ])
  })

  test('name adjustments as the screen requires', () => {
    const rows = totalRows(totals, String, words, ({ label }) => ({ ...label, milliPercent: 13_000 }))
    expect(rows.map(([label]) => label)).toEqual(['Subtotal', 'HST (13%)', 'Eco fee (13%)', 'Total'])
  })
})

test.each([
  [
    'shipping that staff charged less for',
    20_00,
    { charged: 5_00, listed: 15_00, follows: 'difference' },
    10_00,
  ],
  [
    'shipping that became cheaper than the reduction',
    5_00,
    { charged: 5_00, listed: 15_00, follows: 'difference' },
    0,
  ],
  ['a deduction', -4_00, { charged: -10_00, listed: -12_00, follows: 'difference' }, -2_00],
  [
    'a deduction that the order has no more of',
    -1_00,
    { charged: -10_00, listed: -12_00, follows: 'difference' },
    0,
  ],
  ['a tax whose rate was half', 8_00, { charged: 3_00, listed: 6_00, follows: 'rate' }, 4_00],
  ['a deduction whose rate was half', -8_00, { charged: -3_00, listed: -6_00, follows: 'rate' }, -4_00],
  ['what follows nothing', 8_00, { charged: 3_00, listed: 6_00, follows: 'nothing' }, 8_00],
] as const)('%s keeps what the order was charged, and its sign', (_what, amount, terms, expected) => {
  expect(asCharged(amount, terms)).toBe(expected)
})
