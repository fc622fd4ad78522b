import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { availableSizes, isOutOfStock, unitsLeft } from './product.ts'
import { parseSize, SIZES, stockOfSizes, type ProductSize } from './size.ts'

const counts = fc.option(fc.nat(20))
const products = fc.record({
  stock: counts,
  sizes: fc.uniqueArray(fc.record({ size: fc.constantFrom(...SIZES), stock: counts }), {
    selector: ({ size }) => size,
  }),
})

describe('a product', () => {
  test('without sizes is out of stock, whatever its count', () => {
    for (const stock of [null, 0, 7]) expect(isOutOfStock({ stock, sizes: [] })).toBe(true)
  })

  test('that is tracked and at 0 is out of stock in every size', () => {
    expect(
      isOutOfStock({
        stock: 0,
        sizes: [
          { size: 'M', stock: null },
          { size: 'L', stock: 5 },
        ],
      }),
    ).toBe(true)
  })

  test('whose sizes are all sold is out of stock', () => {
    expect(isOutOfStock({ stock: null, sizes: [{ size: 'M', stock: 0 }] })).toBe(true)
  })

  test('without tracked stock can be bought without a limit', () => {
    const product = { stock: null, sizes: [{ size: 'M', stock: null }] satisfies ProductSize[] }
    expect(unitsLeft(product, 'M')).toBeNull()
    expect(isOutOfStock(product)).toBe(false)
  })

  test('is limited by the product count or the size count, whichever is smaller', () => {
    const product = {
      stock: 4,
      sizes: [
        { size: 'S', stock: 9 },
        { size: 'M', stock: 2 },
        { size: 'L', stock: null },
      ] satisfies ProductSize[],
    }
    expect(SIZES.map((size) => unitsLeft(product, size))).toEqual([0, 4, 2, 4, 0, 0])
  })

  test('can be bought in the offered sizes that have stock left, in the order of its sizes', () => {
    fc.assert(
      fc.property(products, (product) => {
        const available = availableSizes(product)
        const offered = product.sizes.map(({ size }) => size)
        expect(available).toEqual(offered.filter((size) => available.includes(size)))
        for (const size of SIZES) expect(available.includes(size)).toBe(unitsLeft(product, size) !== 0)
        expect(isOutOfStock(product)).toBe(available.length === 0)
      }),
    )
  })
})

test('has a sum of size counts only when every size has a count', () => {
  expect(stockOfSizes([])).toBeNull()
  expect(stockOfSizes([{ size: 'S', stock: 0 }])).toBe(0)
  expect(
    stockOfSizes([
      { size: 'S', stock: 2 },
      { size: 'M', stock: 3 },
    ]),
  ).toBe(5)
  expect(
    stockOfSizes([
      { size: 'S', stock: null },
      { size: 'M', stock: 3 },
    ]),
  ).toBeNull()
  expect(
    stockOfSizes([
      { size: 'S', stock: 3 },
      { size: 'M', stock: null },
    ]),
  ).toBeNull()
})

test.each(['', 'm', 'XXXL', null, undefined, 3, ['M']])('%j is not a size', (value) => {
  expect(parseSize(value)).toBeNull()
})
