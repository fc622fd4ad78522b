import { describe, expect, test } from 'vitest'
import { cents, formatCad, signedCents } from '#domain/money.ts'
import { totalRows } from './order-total.ts'

describe('the displayed totals', () => {
  const off = signedCents(-5_50)
  const totals = {
    subtotal: cents(50_00),
    adjustments: [
      { kind: 'tax', label: 'HST', amount: cents(6_50) },
      { kind: 'tax', label: 'Eco fee', amount: off },
    ] as const,
    total: cents(51_00),
  }

  test('are listed from subtotal to total, with a labelled row for each adjustment', () => {
    expect(totalRows(totals, formatCad)).toEqual([
      ['Subtotal', 'C$50.00'],
      ['HST', 'C$6.50'],
      ['Eco fee', '−C$5.50'],
      ['Total', 'C$51.00'],
    ])
  })

  test('name adjustments as the screen requires', () => {
    const rows = totalRows(totals, String, ({ kind, label }) => `${kind}: ${label}`)
    expect(rows.map(([label]) => label)).toEqual(['Subtotal', 'tax: HST', 'tax: Eco fee', 'Total'])
  })
})
