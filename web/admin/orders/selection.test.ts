import { expect, test } from 'vitest'
import { NOTHING_SELECTED, toggled, type Selected } from './selection.ts'

const IDS = ['a', 'b', 'c', 'd', 'e']

/** Touches orders in turn: `c`, or `c+` with Shift. */
function touch(steps: readonly string[], from = NOTHING_SELECTED): Selected {
  return steps.reduce((before, step) => toggled(before, IDS, step[0] ?? '', step.endsWith('+')), from)
}
const chosen = (selected: Selected) => [...selected.chosen].toSorted().join('')

test.each([
  [['b'], 'b'],
  [['b', 'd', 'b'], 'd'],
  [['b', 'd+'], 'bcd'],
  [['d', 'b+'], 'bcd'],
  [['a', 'c+', 'e+'], 'abcde'],
  [['b', 'd+', 'c'], 'bd'],
  [['c+'], 'c'],
])('touching %j selects "%s"', (steps, selected) => {
  expect(chosen(touch(steps))).toBe(selected)
})

test('clearing one order when all are selected leaves the others of the page', () => {
  const after = touch(['c'], { ...NOTHING_SELECTED, all: true })
  expect({ all: after.all, chosen: chosen(after) }).toEqual({ all: false, chosen: 'abde' })
})

test('a range from an order that is no longer on the page selects one order only', () => {
  expect(chosen(touch(['d+'], { ...NOTHING_SELECTED, last: 'z' }))).toBe('d')
})
