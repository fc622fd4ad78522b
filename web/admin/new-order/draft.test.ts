import { describe, expect, test } from 'vitest'
import { EMPTY_DRAFT, missingFields, remainingErrors, type Draft } from './draft.ts'

const SHIPPED: Draft = { ...EMPTY_DRAFT, delivery: 'ship' }

describe('the missing fields of a new order', () => {
  test('are all named together, at the fields', () => {
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

  test('stay named until they are filled in, and none is added while one types', () => {
    const named = missingFields(EMPTY_DRAFT)
    expect(remainingErrors(named, { ...SHIPPED, method: 'cash' })).toEqual({
      lines: 'Choose at least one item.',
    })
    expect(remainingErrors({}, SHIPPED)).toEqual({})
  })
})
