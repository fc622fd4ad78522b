import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchesSearch, normalizeSearch, searchBody, type Searchable } from './search.ts'

const tee: Searchable = {
  name: 'Crimson Tee',
  description: 'Heavy cotton.\nBoxy fit, for café nights.',
  category: 'T-Shirts',
}

const words = fc.string({ unit: 'grapheme', maxLength: 30 })
const products: fc.Arbitrary<Searchable> = fc.record({
  name: words,
  description: words,
  category: fc.constantFrom('T-Shirts', 'Hoodies', 'Accessories', 'Pants'),
})

describe('a search', () => {
  test.each(['crimson', 'SON TE', '  cotton. ', 'heavy COTTON', 't-shirts', 'CAFE\u0301', 'Ｃｒｉｍｓｏｎ'])(
    'for %j finds the product',
    (query) => expect(matchesSearch(tee, query)).toBe(true),
  )

  test.each(['hoodie', 'crimson  tee', 'tee heavy', '%', '_', '*'])('for %j does not', (query) =>
    expect(matchesSearch(tee, query)).toBe(false),
  )

  test.each(['', ' ', '\t\n'])('for nothing (%j) finds everything', (query) =>
    expect(matchesSearch(tee, query)).toBe(true),
  )

  test('finds a product by any part of its fields, in capitals or not', () => {
    fc.assert(
      fc.property(products, fc.nat(), fc.nat(), (product, from, length) => {
        const letters = Array.from(normalizeSearch(product.name))
        const start = letters.length === 0 ? 0 : from % letters.length
        const part = letters.slice(start, start + (length % 10)).join('')
        expect(matchesSearch(product, part)).toBe(true)
      }),
    )
  })

  test('of the stored search text finds the same products, apart from line breaks', () => {
    fc.assert(
      fc.property(products, words, (product, query) => {
        fc.pre(!normalizeSearch(query).includes('\n'))
        expect(searchBody(product).includes(normalizeSearch(query))).toBe(matchesSearch(product, query))
      }),
    )
  })
})

test('normalizing twice gives the same result as once', () => {
  fc.assert(
    fc.property(words, (text) => {
      expect(normalizeSearch(normalizeSearch(text))).toBe(normalizeSearch(text))
    }),
  )
})
