import { expect, test } from 'vitest'
import { readNumber } from './read-number.ts'

test.each([
  ['50', 50],
  ['19.99', 19.99],
  ['1,299.00', 1299],
  ['1.299,00', 1299],
  ['1 299,50', 1299.5],
  ['1\u202f299,50', 1299.5],
  ['1.299', 1299],
  ['0.299', 0.299],
  ['1.299.000', 1_299_000],
  ['12,5', 12.5],
  ['.5', 0.5],
  ['C$ 25.00', 25],
  ['25 EUR', 25],
  ['1’299.00', 1299],
  ['-3', -3],
])('%s is the number %d', (text, number) => expect(readNumber(text)).toBe(number))

test('an empty text is no number, and another text a wrong one', () => {
  expect(readNumber('  ')).toBe(null)
  for (const text of ['free', '12 or 13', '1-2', '$', '12,', '=1+1'])
    expect([text, readNumber(text)]).toEqual([text, text === '12,' ? 12 : Number.NaN])
})
