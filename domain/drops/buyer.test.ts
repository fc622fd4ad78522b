import { expect, test } from 'vitest'
import { limitAddress } from './buyer.ts'

const at = (address: string, postal = 'S7K 1A1', country = 'CA') => limitAddress({ address, postal, country })

test.each([
  ['12 Broadway Ave', '12 Broadway Avenue', '12, BROADWAY AV.', ' 12  broadway  ave ', '№12 Broadway Ave'],
  ['4 - 7 Elm St W', 'Unit 4, 7 Elm Street West', 'Apt #4 7 elm str. w', '4-7 Elm St. West'],
  ['3 Rue Émile-Zola', '3 rue emile zola', '3, RUE EMILE ZOLA'],
])('an address has one form for its spellings: %s', (first, ...others) => {
  for (const other of others) expect(at(other, 's7k1a1')).toBe(at(first))
})

test('flats, houses and places stay apart', () => {
  const all = [
    at('12 Broadway Ave'),
    at('1 2 Broadway Ave'),
    at('4 - 12 Broadway Ave'),
    at('12 Broadway St'),
    at('12 Broadway Ave', 'S7K 1A2'),
    at('12 Broadway Ave', 'S7K 1A1', 'US'),
  ]
  expect(new Set(all).size).toBe(all.length)
  expect(at(' , ')).toBe('')
})
