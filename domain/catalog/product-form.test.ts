import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dollars, MAX_CHARGE } from '#domain/money.ts'
import { PRODUCT_FIELDS, PRODUCT_LIMITS } from './product-fields.ts'
import { checkProductForm } from './product-form.ts'
import { CATEGORIES } from './category.ts'
import { SIZES, stockOfSizes } from './size.ts'

const picture = {
  key: 'a1b2c3',
  alt: 'A red tee',
  width: 1200,
  height: 1500,
  placeholder: 'data:image/webp;base64,UklGRg==',
}
const filled = {
  name: 'Crimson Tee',
  price: 34.99,
  stock: 12,
  category: 'T-Shirts',
  description: 'Heavy cotton.\nBoxy fit.',
  sizes: [
    { size: 'S', stock: null },
    { size: 'M', stock: null },
  ],
  pictures: [picture],
}

const NOTHING_MORE = {
  compareAt: null,
  draft: false,
  publishedFrom: null,
  soldFrom: null,
  publishedUntil: null,
  color: '',
  styleNumber: '',
  gender: '',
  ageGroup: '',
  sizeChart: '',
  weight: null,
  taxFree: false,
  hsCode: '',
  origin: '',
  giftAmounts: '',
  searchTitle: '',
  searchDescription: '',
  codes: [],
}

function draftOf(fields: object) {
  const result = checkProductForm({ ...filled, ...fields })
  if ('errors' in result) throw new Error(JSON.stringify(result.errors))
  return result.draft
}

function faultyFields(fields: object): string[] {
  const result = checkProductForm({ ...filled, ...fields })
  return 'errors' in result ? Object.keys(result.errors) : []
}

describe('the product form', () => {
  test('becomes a draft: dollars come in, cents go out', () => {
    expect(draftOf({})).toEqual({ ...filled, ...NOTHING_MORE, price: 34_99 })
  })

  test('needs a name, a price and a category, and nothing else', () => {
    expect(checkProductForm({ name: ' Tee ', price: 0, category: 'Pants', id: 'x', version: 9 })).toEqual({
      draft: {
        name: 'Tee',
        price: 0,
        category: 'Pants',
        description: '',
        stock: null,
        sizes: [],
        pictures: [],
        ...NOTHING_MORE,
      },
    })
    for (const values of [{}, null, 7, 'x']) {
      expect(checkProductForm(values)).toEqual({
        errors: {
          name: 'Enter a name of up to 200 characters.',
          price: 'Enter a price in dollars: 0 or more, in steps of 0.01.',
          category: 'Choose a category.',
        },
      })
    }
  })

  test.each(PRODUCT_FIELDS)('reports %s, and nothing else', (field) => {
    expect(faultyFields({ [field]: { not: 'this' } })).toEqual([field])
  })
})

describe('the price', () => {
  test('accepts every whole number of cents, as a number or as typed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_CHARGE }), (amount) => {
        expect(draftOf({ price: amount / 100 }).price).toBe(amount)
        expect(draftOf({ price: ` ${(amount / 100).toFixed(2)} ` }).price).toBe(amount)
      }),
    )
  })

  test.each([
    -0.01,
    1.005,
    0.001,
    1_000_000,
    Number.NaN,
    Infinity,
    '',
    ' ',
    '1e3',
    '0x10',
    '-1',
    '1,50',
    null,
    undefined,
    true,
  ])('cannot be %j', (price) => expect(faultyFields({ price })).toEqual(['price']))
})

describe('the stock', () => {
  test.each([null, undefined, '', ' '])('left empty (%j) is not tracked', (stock) => {
    expect(draftOf({ stock }).stock).toBeNull()
  })

  test.each([
    [0, 0],
    ['7', 7],
    [PRODUCT_LIMITS.stock, PRODUCT_LIMITS.stock],
  ])('%j is %i pieces', (typed, stock) => expect(draftOf({ stock: typed }).stock).toBe(stock))

  test.each([-1, 0.5, '1.5', PRODUCT_LIMITS.stock + 1, Number.NaN, 'many', true])('cannot be %j', (stock) =>
    expect(faultyFields({ stock })).toEqual(['stock']),
  )

  test('is the sum of the size counts when every size has one, whatever was typed', () => {
    const counted = [
      { size: 'M', stock: 3 },
      { size: 'S', stock: '2' },
    ]
    expect(draftOf({ stock: 99, sizes: counted }).stock).toBe(5)
    expect(draftOf({ stock: 99, sizes: [{ size: 'M', stock: 0 }] }).stock).toBe(0)
  })

  test('is what was typed when a size has no count, or no size is offered', () => {
    const partly = [
      { size: 'M', stock: 3 },
      { size: 'S', stock: null },
    ]
    expect(draftOf({ stock: 99, sizes: partly }).stock).toBe(99)
    expect(draftOf({ stock: 99, sizes: [] }).stock).toBe(99)
  })

  test('always equals the sum of the size counts', () => {
    const size = fc.record({ size: fc.constantFrom(...SIZES), stock: fc.option(fc.nat(1_000)) })
    fc.assert(
      fc.property(fc.uniqueArray(size, { selector: (one) => one.size }), (sizes) => {
        const draft = draftOf({ sizes })
        expect(draft.sizes.map((one) => one.size)).toEqual(
          SIZES.filter((one) => sizes.some((s) => s.size === one)),
        )
        expect(draft.stock).toBe(stockOfSizes(draft.sizes) ?? 12)
      }),
    )
  })
})

describe('the other fields', () => {
  test.each(CATEGORIES.map(({ value }) => value))('%s is a category', (category) =>
    expect(draftOf({ category }).category).toBe(category),
  )

  test.each(['Shirts', '', 't-shirts', 'constructor'])('%j is not a category', (category) =>
    expect(faultyFields({ category })).toEqual(['category']),
  )

  test('a name is one line of up to 200 characters', () => {
    expect(draftOf({ name: 'x'.repeat(200) }).name).toHaveLength(200)
    for (const name of ['', '  ', 'x'.repeat(201), 'a\nb', 'a\0b'])
      expect(faultyFields({ name })).toEqual(['name'])
  })

  test('a description may have several lines, up to 5000 characters', () => {
    expect(draftOf({ description: ' one\r\n\r\ntwo\tthree ' }).description).toBe('one\n\ntwo\tthree')
    for (const description of ['x'.repeat(5_001), 'a\0b', 'a\u001bb']) {
      expect(faultyFields({ description })).toEqual(['description'])
    }
  })

  test('sizes are fixed sizes of the shop, each once', () => {
    for (const sizes of [
      [{ size: 'XXXL', stock: 1 }],
      [
        { size: 'M', stock: 1 },
        { size: 'M', stock: 2 },
      ],
      [{ size: 'M', stock: -1 }],
      ['M'],
    ]) {
      expect(faultyFields({ sizes })).toEqual(['sizes'])
    }
  })

  test('SKUs and barcodes belong to one size each; sizes are in the order of the shop', () => {
    const codes = [
      { size: 'M', sku: ' RD-M ', barcode: '0628504123456' },
      { size: 'S', sku: '', barcode: '' },
    ]
    expect(draftOf({ codes }).codes).toEqual([codes[1], { ...codes[0], sku: 'RD-M' }])
    const one = { size: 'M', sku: 'RD-M', barcode: '1' }
    for (const wrong of [
      [one, { ...one, sku: 'x', barcode: '2' }],
      [one, { ...one, size: 'S', barcode: '2' }],
      [one, { ...one, size: 'S', sku: 'x' }],
      [{ ...one, size: '44' }],
      [{ ...one, sku: 'x'.repeat(65) }],
    ]) {
      expect(faultyFields({ codes: wrong })).toEqual(['codes'])
    }
  })

  test.each(['6109.10', '61 09 10', '6109100022', '610910'])('%j is an HS code', (hsCode) =>
    expect(draftOf({ hsCode }).hsCode).toMatch(/^6109100?/),
  )

  test.each(['6109', '6109.1', '61091000221', 'tee'])('%j is not an HS code', (hsCode) =>
    expect(faultyFields({ hsCode })).toEqual(['hsCode']),
  )

  test('a product is published from one moment until a later one, in milliseconds or with an offset', () => {
    const drop = Date.UTC(2026, 11, 1, 18)
    expect(draftOf({ publishedFrom: drop }).publishedFrom).toBe(drop)
    expect(draftOf({ publishedFrom: String(drop) }).publishedFrom).toBe(drop)
    expect(draftOf({ publishedFrom: '2026-12-01T12:00-06:00' }).publishedFrom).toBe(drop)
    expect(draftOf({ publishedFrom: null, publishedUntil: '' })).toMatchObject({ publishedUntil: null })
    expect(draftOf({ publishedFrom: drop, publishedUntil: drop + 1 }).publishedUntil).toBe(drop + 1)
    expect(faultyFields({ publishedFrom: drop, publishedUntil: drop })).toEqual(['publishedUntil'])
    expect(faultyFields({ soldFrom: drop, publishedUntil: drop })).toEqual(['publishedUntil'])
    for (const publishedFrom of ['tomorrow', '2026-12-01T12:00', -1, 1.5, '9'.repeat(20)]) {
      expect(faultyFields({ publishedFrom })).toEqual(['publishedFrom'])
    }
  })

  test('a compare-at price is an amount like the price, or none', () => {
    expect(draftOf({ compareAt: '49.50' }).compareAt).toBe(49_50)
    expect(draftOf({ compareAt: ' ' }).compareAt).toBeNull()
    for (const compareAt of ['1.005', -1, 'x', 1_000_000]) {
      expect(faultyFields({ compareAt })).toEqual(['compareAt'])
    }
  })

  test('a checkbox is ticked when it is true or the text "true"', () => {
    expect([true, 'true', false, 'false', '', undefined].map((draft) => draftOf({ draft }).draft)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ])
    expect(faultyFields({ taxFree: 'on' })).toEqual(['taxFree'])
  })

  test('pictures exist in the image store, each once', () => {
    expect(
      draftOf({ pictures: [{ ...picture, alt: undefined, key: 'shop/tee-1.v2' }] }).pictures[0]?.alt,
    ).toBe('')
    for (const pictures of [
      [picture, picture],
      [{ ...picture, key: '../../etc/passwd' }],
      [{ ...picture, key: '/a' }],
      [{ ...picture, key: 'a b' }],
      [{ ...picture, key: '' }],
      [{ ...picture, placeholder: 'https://evil.example/x.png' }],
      [{ ...picture, placeholder: 'data:text/html,<script>' }],
      [{ ...picture, placeholder: 'data:image/png;base64,A") no-repeat; x' }],
      [{ ...picture, width: 0 }],
      [{ ...picture, alt: 'x'.repeat(301) }],
      Array.from({ length: 31 }, (_, index) => ({ ...picture, key: `k${index}` })),
    ]) {
      expect(faultyFields({ pictures })).toEqual(['pictures'])
    }
  })

  test('parsing a parsed draft gives the same draft', () => {
    const draft = draftOf({ publishedFrom: 5, taxFree: true, hsCode: '610910', compareAt: 50 })
    const compareAt = draft.compareAt && dollars(draft.compareAt)
    expect(draftOf({ ...draft, price: dollars(draft.price), compareAt })).toEqual(draft)
  })
})
