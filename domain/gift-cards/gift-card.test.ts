import { describe, expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { payWithCards } from './gift-card.ts'
import { GIFT_CODE_LETTERS, lastFour, parseGiftCode, spacedGiftCode } from './gift-code.ts'

describe('the code of a gift card', () => {
  test('is read without case, spaces and hyphens', () => {
    for (const typed of ['BCDFGHJKMNPRTVWX', 'bcdf-ghjk-mnpr-tvwx', ' Bcdf ghjk  mnpr tvwx '])
      expect(parseGiftCode(typed)).toBe('BCDFGHJKMNPRTVWX')
  })
  test('has no letter that looks like another one or a digit', () => {
    for (const alike of ['I', 'L', 'O', 'Q', 'U', 'E', 'A', 'S'])
      expect(GIFT_CODE_LETTERS).not.toContain(alike)
  })
  test.each(['', 'DROP10', 'BCDFGHJKMNPRTVW', 'BCDFGHJKMNPRTVWXX', 'BCDFGHJKMNPRTVW0', 'ABCDFGHJKMNPRTVW'])(
    'is never what %j is, which may be that of a promotion',
    (typed) => expect(parseGiftCode(typed)).toBeNull(),
  )
  test('is shown in groups of four, and later by the last of them', () => {
    expect(spacedGiftCode('BCDFGHJKMNPRTVWX')).toBe('BCDF-GHJK-MNPR-TVWX')
    expect(lastFour('BCDFGHJKMNPRTVWX')).toBe('TVWX')
  })
})

describe('what gift cards pay', () => {
  const pay = (total: number, balances: number[], least = 50) =>
    payWithCards(
      cents(total),
      balances.map((balance) => ({ balance: cents(balance) })),
      cents(least),
    )

  test.each([
    ['all of it', 60_00, [100_00], [60_00], 0],
    ['as far as they go, one after the other', 60_00, [10_00, 20_00], [10_00, 20_00], 30_00],
    ['nothing once the total is covered', 60_00, [60_00, 20_00], [60_00, 0], 0],
    ['a little less, where the gateway could not charge the rest', 60_00, [59_80], [59_50], 50],
    ['a little less, the last one first', 60_00, [59_70, 10], [59_50, 0], 50],
    ['as far as they go of a total below what the gateway charges', 30, [10], [0], 30],
    ['nothing of nothing', 0, [10_00], [0], 0],
  ])('is %s', (_, total, balances, paid, rest) => {
    expect(pay(total, balances)).toEqual({ paid, rest })
  })

  test('and what is left add up to the total', () => {
    for (let seed = 1; seed <= 5_000; seed += 1) {
      const random = (below: number) => (seed * 7_919 * (below + 13)) % below
      const total = random(300_00)
      const balances = Array.from({ length: seed % 4 }, (_, at) => random(90_00 + at * 37))
      const { paid, rest } = pay(total, balances)
      expect(paid.reduce((sum, one) => sum + one, 0) + rest).toBe(total)
      expect(rest === 0 || rest >= Math.min(50, total)).toBe(true)
      expect(paid.every((one, at) => one >= 0 && one <= balances[at]!)).toBe(true)
    }
  })
})
