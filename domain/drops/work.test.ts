import { expect, test } from 'vitest'
import { firstWord, isSolved, solve } from './work.ts'

test('the first bytes are those of SHA-256, for every length that it takes', async () => {
  for (let length = 0; length <= 55; length += 1) {
    const text = String.fromCharCode(...Array.from({ length }, (_, at) => 33 + ((at * 7 + length) % 90)))
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
    expect(firstWord(text)).toBe(new DataView(digest).getUint32(0))
  }
})

test('a task is solved by numbers of its own, all of them, and the page lives meanwhile', async () => {
  let pauses = 0
  const answer = await solve('one', async () => void (pauses += 1))
  expect(isSolved('one', answer)).toBe(true)
  expect(pauses).toBeGreaterThan(10)
  expect(isSolved('two', answer)).toBe(false)
  expect(isSolved('one', answer.slice(0, answer.lastIndexOf('-')))).toBe(false)
  expect(
    isSolved(
      'one',
      answer.replace(/^\d+/, (number) => String(Number(number) + 1)),
    ),
  ).toBe(false)
  expect(isSolved('one', '')).toBe(false)
})
