import { describe, expect, test } from 'vitest'
import { readSources } from '#test/support/source-graph.ts'

const sources = readSources()

/** The files in which the pattern stands. */
function holding(pattern: RegExp): string[] {
  return sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path)
}

describe('Money', () => {
  test('is made of a number in one place, which checks it', () => {
    expect(holding(/\bas (Signed)?Cents\b/)).toEqual(['domain/money.ts'])
  })

  test('between subtotal and total is written by one file alone, so that its sum is the order’s', () => {
    const writers = holding(/(insertInto|updateTable|deleteFrom)\('order_adjustments'\)/)
    expect(writers.filter((path) => !/^(bench|test)\//.test(path))).toEqual(['db/orders/order-content.ts'])
  })
})
