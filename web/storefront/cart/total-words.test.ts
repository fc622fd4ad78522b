import { expect, test } from 'vitest'
import { chargeProblem } from './total-words.ts'

test('a total below the least card charge has a notice as soon as it is shown', () => {
  expect(chargeProblem({ total: 50 }, 50)).toBe(null)
  expect(chargeProblem({ total: 49 }, 50)).toBe(
    'The minimum card payment is C$0.50. Add something to your cart.',
  )
  expect(chargeProblem({ total: 0 }, 50)).toContain('There is nothing to pay for this cart')
})
