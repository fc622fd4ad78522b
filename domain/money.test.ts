import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addCents,
  cents,
  centsFromDollars,
  decimalDollars,
  dollars,
  formatCents,
  signedCents,
} from './money.ts'

const amounts = fc.maxSafeNat().map(cents)
const charges = fc.integer({ min: 0, max: 99_999_999 }).map(cents)

describe('cents', () => {
  test('are summed with negative amounts, and the sum is never negative', () => {
    expect(addCents([cents(50_00), signedCents(-5_00)])).toBe(45_00)
    expect(addCents([])).toBe(0)
    expect(() => addCents([cents(5_00), signedCents(-5_01)])).toThrow(RangeError)
  })

  test('are whole, safe and never negative numbers', () => {
    fc.assert(fc.property(fc.maxSafeNat(), (amount) => void expect(cents(amount)).toBe(amount)))
    for (const amount of [-1, 0.5, 2 ** 53, Number.NaN, Infinity])
      expect(() => cents(amount)).toThrow(RangeError)
  })

  test('survive conversion to dollars and back', () => {
    fc.assert(fc.property(charges, (amount) => void expect(centsFromDollars(dollars(amount))).toBe(amount)))
  })

  test.each([
    [1.005, 101],
    [0.1 + 0.2, 30],
    [19.99, 1999],
    [4.35, 435],
    [1.1, 110],
    [0.005, 1],
    [0.0049, 0],
    [0, 0],
  ])('in %s dollars are %i', (amount, expected) => expect(centsFromDollars(amount)).toBe(expected))

  test.each([-0.01, Number.NaN, Infinity, -Infinity, 1e300, 2 ** 53])(
    'cannot be read from %s dollars',
    (amount) => expect(centsFromDollars(amount)).toBeNull(),
  )

  test('keep every digit when formatted as dollars', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const text = decimalDollars(amount)
        expect(text).toMatch(/^\d+\.\d\d$/)
        expect(BigInt(text.replace('.', ''))).toBe(BigInt(amount))
      }),
    )
    expect(decimalDollars(cents(5))).toBe('0.05')
    expect(decimalDollars(cents(12_50))).toBe('12.50')
    expect(decimalDollars(signedCents(-12_05))).toBe('-12.05')
  })

  test.each([
    [0, 'C$0.00'],
    [145_36, 'C$145.36'],
    [999_99, 'C$999.99'],
    [1_234_50, 'C$1,234.50'],
    [1_234_567_05, 'C$1,234,567.05'],
    [-1_234_50, '−C$1,234.50'],
  ])('like %i are displayed as %s', (amount, text) => expect(formatCents(amount)).toBe(text))
})
