import { expect, test } from 'vitest'
import { parseWordGroup, SEARCH_WORD_LIMITS, wordKey, wrongWordGroups } from './search-words.ts'

test('a line is read as words between commas, semicolons and new lines', () => {
  expect(parseWordGroup(' Hoodie, hooded   sweatshirt;pullover\njumper,, \u200b,')).toEqual([
    'Hoodie',
    'hooded sweatshirt',
    'pullover',
    'jumper',
  ])
  expect(parseWordGroup('tee\u0000\tshirt, \ud800')).toEqual(['tee shirt', '\ufffd'])
})

test.each([
  ['T-Shirts', 'tshirt'],
  ['hooded sweatshirt', 'hoodedsweatshirt'],
  ['Bodies', 'body'],
  ['hoodies', 'hoody'],
  ['Hoodie', 'hoody'],
  ['---', ''],
])('"%s" is looked up as "%s"', (word, key) => {
  expect(wordKey(word)).toBe(key)
})

const AMONG = 'A word can be in one group only.'

test.each([
  [[['hoodie', 'pullover']], []],
  [[[]], [[0, 'Enter at least two words, separated by commas.']]],
  [[['hoodie']], [[0, 'Enter at least two words, separated by commas.']]],
  [[['hoodie', '!?']], [[0, '“!?” has no letters or digits.']]],
  [[['hoodie', 'x'.repeat(41)]], [[0, 'Enter up to 40 characters for each word.']]],
  [[['tee', 'a b c d e']], [[0, '“a b c d e” is too long: a phrase has up to 4 words.']]],
  [[['tee', 'Tee']], [[0, '“Tee” is in this group twice.']]],
  [[['tee', 'tees']], [[0, '“tees” is the same as “tee”: hyphens and a plural s make no difference.']]],
  [
    [
      ['t-shirt', 'tee'],
      ['top', 'TShirts'],
    ],
    [[1, `“TShirts” is also in group 1. ${AMONG}`]],
  ],
  [[Array.from({ length: 9 }, (_, at) => `word ${at}`)], [[0, 'Enter up to 8 words in a group.']]],
] as [string[][], [number, string][]][])('the groups %j have the faults %j', (groups, wrong) => {
  expect([...wrongWordGroups(groups)]).toEqual(wrong)
})

test('the largest list is free of errors', () => {
  const { groups, words } = SEARCH_WORD_LIMITS
  const list = Array.from({ length: groups }, (_, group) =>
    Array.from({ length: words }, (__, word) => `word ${group} ${word} ${'x'.repeat(20)}`),
  )
  expect(wrongWordGroups(list).size).toBe(0)
})
