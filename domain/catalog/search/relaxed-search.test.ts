import { expect, test } from 'vitest'
import { relaxedSearch } from './relaxed-search.ts'
import { synonymsOf } from './search-words.ts'
import { vocabularyOf } from './spellings.ts'

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
  '%j has nothing to search for',
  (query) => {
    expect(relaxedSearch(query, vocabulary)).toBeNull()
  },
)

test('only the beginning of a long query is used', () => {
  expect(relaxedSearch('b c d e f g red', vocabulary)).toBeNull()
  expect(relaxedSearch('b c d e f red', vocabulary)).toEqual([['red']])
})

const synonyms = synonymsOf([
  ['Hoodie', 'hooded sweatshirt', 'pullover'],
  ['T-Shirt', 'top', 'undershirt'],
  ['cap', 'hat'],
])

test.each([
  ['pullover', [['hoodie']]],
  ['Hooded Sweatshirts', [['hoodie']]],
  ['red hooded sweatshirt', [['red'], ['hoodie']]],
  ['pullover red', [['hoodie'], ['red']]],
  ['pulover', [['hoodie']]],
  ['undershirt', [['t-shirts']]],
  ['hodie', [['hoodie']]],
  ['sweatshirt', null],
  ['hat', null],
  ['hooded sock', [['sock']]],
])('with synonyms %j is searched for as %j', (query, found) => {
  expect(relaxedSearch(query, vocabulary, synonyms)).toEqual(found)
})

test('a synonym counts only as a whole word of the catalogue', () => {
  const words = vocabularyOf(['mark cap, embroidered by hand so that it lasts'])
  expect(relaxedSearch('caps', words, synonyms)).toEqual([['cap']])
  expect(relaxedSearch('hats', words, synonyms)).toEqual([['cap']])
})

test('a word that the catalogue has is searched for with its synonyms, and comes first', () => {
  const both = vocabularyOf(['crew pullover', 'red hoodie'])
  expect(relaxedSearch('red pullover', both, synonyms)).toEqual([['red'], ['pullover', 'hoodie']])
  const phrase = vocabularyOf(['a hooded heavy sweatshirt', 'red hoodie'])
  expect(relaxedSearch('pullovers', phrase, synonyms)).toEqual([['hoodie', 'hooded sweatshirt']])
  expect(relaxedSearch('hooded sweatshirt', phrase, synonyms)).toEqual([['hoodie']])
})
