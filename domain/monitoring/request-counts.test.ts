import { describe, expect, test } from 'vitest'
import { durationOf, RequestCounts, requestsBetween } from './request-counts.ts'

describe('request counts', () => {
  test('are totals of pages from the cache, files and answers of the application', () => {
    const counts = new RequestCounts()
    counts.cached = 3
    counts.files = 2
    counts.answered('page', 200, 4)
    counts.answered('page', 404, 30)
    counts.answered('order', 503, 20_000)
    expect(counts.summary()).toMatchObject({ requests: 8, failures: 1 })
    expect(counts.answers.get('page')).toEqual({
      byStatus: new Map([
        [2, 1],
        [4, 1],
      ]),
      byDuration: [1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0],
      totalMs: 34,
    })
  })

  test('between two moments are those added after the first', () => {
    const counts = new RequestCounts()
    counts.answered('api', 500, 1)
    const before = counts.summary()
    counts.cached += 1
    counts.answered('api', 200, 60)
    const between = requestsBetween(before, counts.summary())
    expect(between).toMatchObject({ requests: 2, failures: 0 })
    expect(durationOf(between.byDuration, 0.95)).toBe(100)
  })

  test('show within what time most answers were ready', () => {
    const counts = new RequestCounts()
    expect(durationOf(counts.summary().byDuration, 0.95)).toBeNull()
    for (let quick = 0; quick < 95; quick += 1) counts.answered('page', 200, 8)
    for (let slow = 0; slow < 5; slow += 1) counts.answered('page', 200, 60_000)
    const { byDuration } = counts.summary()
    expect(durationOf(byDuration, 0.95)).toBe(10)
    expect(durationOf(byDuration, 0.99)).toBe(10_000)
  })
})
