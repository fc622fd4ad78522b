import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isRush, type Drop } from './drop.ts'
import { findRush, rehearsedDrop, ROBOTS, robotsCarried } from './rehearsal.ts'

const MINUTE = 60_000
const AT = 1_800_000_000_000

const drop = (changes: Partial<Drop> = {}): Drop => ({
  id: 'w',
  name: 'Winter drop',
  handle: 'winter',
  words: '',
  picture: null,
  isDraft: false,
  products: [],
  publicFrom: AT,
  soldFrom: AT,
  early: null,
  room: null,
  draw: null,
  perPerson: null,
  payMinutes: null,
  ...changes,
})

describe('robots', () => {
  test('as many are carried as processors and memory allow, and none where a second shop has no room', () => {
    expect(robotsCarried({ processors: 2, freeBytes: 8e9 })).toBe(5_000)
    expect(robotsCarried({ processors: 64, freeBytes: 64e9 })).toBe(ROBOTS.max)
    expect(robotsCarried({ processors: 2, freeBytes: 420e6 })).toBe(500)
    expect(robotsCarried({ processors: 2, freeBytes: 300e6 })).toBe(0)
  })

  test('more memory never carries fewer, and the number is within the limits', () => {
    fc.assert(
      fc.property(
        fc.nat(10_000),
        fc.nat(10_000),
        fc.integer({ min: 1, max: 64 }),
        (some, more, processors) => {
          const few = robotsCarried({ processors, freeBytes: some * 1e6 })
          const many = robotsCarried({ processors, freeBytes: (some + more) * 1e6 })
          expect(many).toBeGreaterThanOrEqual(few)
          expect(few === 0 || (few >= ROBOTS.min && few <= ROBOTS.max)).toBe(true)
        },
      ),
    )
  })
})

describe('the rush of a drop', () => {
  test.each([
    ['half an hour before the sale', drop(), AT - 29 * MINUTE, AT + 60 * MINUTE],
    ['during the sale', drop(), AT + 59 * MINUTE, AT + 60 * MINUTE],
    [
      'while its room is open',
      drop({ room: { opensMinutes: 120, turnMinutes: 2, turns: 1, perMinute: 1 } }),
      AT - 119 * MINUTE,
      AT + 60 * MINUTE,
    ],
    [
      'at early access',
      drop({ soldFrom: AT + 600 * MINUTE, early: { from: AT, password: '' } }),
      AT,
      AT + 60 * MINUTE,
    ],
    [
      'when a draw opens',
      drop({
        soldFrom: AT + 600 * MINUTE,
        draw: { entriesFrom: AT, payHours: 1, showsCounts: false, checksCard: false },
      }),
      AT + MINUTE,
      AT + 60 * MINUTE,
    ],
  ])('is %s', (_when, one, now, until) => {
    expect(findRush([one], now)).toEqual({ drop: one, from: expect.any(Number) as number, until })
  })

  test.each([
    ['earlier', drop(), AT - 31 * MINUTE],
    ['an hour after', drop(), AT + 60 * MINUTE],
    ['of a draft', drop({ isDraft: true }), AT],
  ])('is not %s', (_when, one, now) => {
    expect(findRush([one], now)).toBeNull()
  })

  test('of two drops the one counts that lasts longer', () => {
    const later = drop({ id: 'l', soldFrom: AT + MINUTE })
    expect(findRush([drop(), later], AT)?.drop.id).toBe('l')
  })
})

test('a rehearsed drop is public for everyone from now on, sold from its start, and keeps its limits', () => {
  const room = { opensMinutes: 30, turnMinutes: 2, turns: 1, perMinute: 1 }
  const one = drop({
    isDraft: true,
    early: { from: AT, password: 'first' },
    room,
    perPerson: 2,
    payMinutes: 20,
  })
  const rehearsed = rehearsedDrop(one, { now: 5, startsAt: 10 })
  expect(rehearsed).toEqual({
    ...one,
    isDraft: false,
    early: null,
    publicFrom: 5,
    soldFrom: 10,
    payMinutes: 2,
  })
  expect(isRush(rehearsed, 10)).toBe(true)
})
