import { expect, test } from 'vitest'
import { relaxedSearch, vocabularyOf } from './relaxed-search.ts'

const vocabulary = vocabularyOf([
  'wears red hoodie\nheavy fleece in deep red.\nhoodies',
  'emblem tee\ncotton, boxy fit\nt-shirts',
  'crew sock\nribbed\naccessories',
])

test.each([
  ['crew hoodie', [['crew'], ['hoodie']]],
  ['red-hoodie', [['red'], ['hoodie']]],
  ['tees', [['tee']]],
  ['tshirt', [['t-shirts']]],
  ['hodie', [['hoodie']]],
  ['hoodei', [['hoodie']]],
  ['hoodiee', [['hoodie', 'hoodies']]],
  ['fleese', [['fleece']]],
  ['warm socks', [['sock']]],
  ['Crew SOCKS!', [['crew'], ['sock']]],
])('%j is searched for as %j', (query, found) => {
  expect(relaxedSearch(query, vocabulary)).toEqual(found)
})

test.each(['overcoat', '', '  ', '-', '%_', 'zz', 'a', '\0', 'ted'])(
  '%j finds nothing to search for',
  (query) => {
    expect(relaxedSearch(query, vocabulary)).toBeNull()
  },
)

test('a long query is looked at in part', () => {
  expect(relaxedSearch('b c d e f g red', vocabulary)).toBeNull()
  expect(relaxedSearch('b c d e f red', vocabulary)).toEqual([['red']])
})
