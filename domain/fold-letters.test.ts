import anyAscii from 'any-ascii'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldLetters } from './fold-letters.ts'

/** Newer than the library (Unicode 17): kept as it is. */
const NOT_IN_LIBRARY = new Set('꟎꟏')

const latinLetters = Array.from({ length: 0x2_0000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((letter) => /(?=\p{L})\p{Script=Latin}/u.test(letter))

test('every Latin letter of Unicode becomes small ASCII letters, as the library writes it, or is an apostrophe', () => {
  expect(latinLetters.length).toBeGreaterThan(1_400)
  const wrong = latinLetters.filter((letter) => {
    if (NOT_IN_LIBRARY.has(letter)) return foldLetters(letter) !== letter.toLowerCase()
    const bare = letter.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '')
    return (
      foldLetters(letter) !==
      anyAscii(bare)
        .toLowerCase()
        .replaceAll(/[^a-z0-9]/g, '')
    )
  })
  expect(wrong).toEqual([])
})

test.each([
  ['Łopata', 'lopata'],
  ['STRAẞE Straße', 'strasse strasse'],
  ['Œuvre Æther Ø', 'oeuvre aether o'],
  ['Crème Brûlée', 'creme brulee'],
  ['O’Connor-Łęcki', 'oconnor-lecki'],
  ["O'Connor O`Connor O´Connor OʼConnor O＇Connor", 'oconnor oconnor oconnor oconnor oconnor'],
  ['Hawaiʻi', 'hawaii'],
  ['col·lecció', 'colleccio'],
  ['ﬁne ﬂeece Ｔｅｅ', 'fine fleece tee'],
  ['Þórður Đặng İstanbul ısı Əli', 'thordur dang istanbul isi eli'],
  ['Ёлка ΆΛΦΑ', 'елка αλφα'],
  ['赤いガーゼ 商品 한국 हिन्दी', '赤いガーゼ 商品 한국 हिन्दी'],
])('%s is folded to %s', (text, folded) => {
  expect(foldLetters(text)).toBe(folded)
})

test('folding twice gives the same result as once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(foldLetters(foldLetters(text))).toBe(foldLetters(text))
    }),
  )
})
