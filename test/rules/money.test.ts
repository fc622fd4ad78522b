import { describe, expect, test } from 'vitest'
import { readSources } from '#test/support/sources/source-graph.ts'

const sources = readSources()

/** The files that contain the pattern. */
function holding(pattern: RegExp): string[] {
  return sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path)
}

describe('money', () => {
  test('is created from a number in one place, which checks it', () => {
    expect(holding(/\bas (Signed)?Cents\b/)).toEqual(['domain/money.ts'])
  })

  test('adjustments are written by one file, so that their sum is in the order', () => {
    const writers = holding(/(insertInto|updateTable|deleteFrom)\('order_adjustments'\)/)
    expect(writers.filter((path) => !/^(bench|test)\//.test(path))).toEqual(['db/orders/order-content.ts'])
  })
})
