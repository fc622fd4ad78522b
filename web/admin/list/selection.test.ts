import { expect, test } from 'vitest'
import { toggled } from './selection.ts'

const PAGE = ['a', 'b', 'c', 'd', 'e']

/** Touches orders in turn: `c`, or `c+` with Shift. */
function touch(steps: readonly string[], before: Iterable<string> = []): string {
  let last: string | null = null
  let chosen = new Set(before)
  for (const step of steps) {
    const number = step[0] ?? ''
    chosen = toggled(chosen, PAGE, last, number, step.endsWith('+'))
    last = number
  }
  return [...chosen].toSorted().join('')
}

test.each([
  [['b'], 'b'],
  [['b', 'd', 'b'], 'd'],
  [['b', 'd+'], 'bcd'],
  [['d', 'b+'], 'bcd'],
  [['a', 'c+', 'e+'], 'abcde'],
  [['b', 'd+', 'c'], 'bd'],
  [['c+'], 'c'],
])('touching %j selects "%s"', (steps, selected) => {
  expect(touch(steps)).toBe(selected)
})

test('what is selected on another page stays', () => {
  expect(touch(['b', 'd+', 'c'], ['y', 'z'])).toBe('bdyz')
})

test('a range from an order that is no longer on the page selects one order only', () => {
  expect([...toggled(new Set(), PAGE, 'z', 'd', true)]).toEqual(['d'])
})
