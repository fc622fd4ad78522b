import { describe, expect, test } from 'vitest'
import { EMPTY_DRAFT, missingFields, remainingErrors, type Draft } from './draft.ts'

const SHIPPED: Draft = { ...EMPTY_DRAFT, delivery: 'ship' }

describe('what a new order misses', () => {
  test('is named all at once, at the fields', () => {
    expect(missingFields(EMPTY_DRAFT)).toEqual({
      lines: 'Choose at least one item.',
      method: 'Choose how it was paid.',
    })
    expect(Object.keys(missingFields(SHIPPED))).toEqual([
      'lines',
      'customer/email',
      'customer/phone',
      'customer/name',
      'customer/address',
      'customer/city',
      'customer/region',
      'customer/postal',
      'method',
    ])
  })

  test('stays named until it is there, and nothing is added while one types', () => {
    const named = missingFields(EMPTY_DRAFT)
    expect(remainingErrors(named, { ...SHIPPED, method: 'cash' })).toEqual({
      lines: 'Choose at least one item.',
    })
    expect(remainingErrors({}, SHIPPED)).toEqual({})
  })
})
