import fc from 'fast-check'
import { fastest } from '#test/support/fastest.ts'
import { describe, expect, test } from 'vitest'
import { itemCount, lineKey, MAX_LINES, MAX_UNITS_PER_LINE, type CartLine } from './cart.ts'
import { addToCart, removeLine, removePaid, restoreLine, setQuantity } from './edit-cart.ts'
import { parseStoredCart, serializeCart } from './stored-cart.ts'
import { cents } from '#domain/money.ts'
import { priceCart } from './pricing.ts'
import { TARIFF } from './tariff.ts'
import { SIZES, type Size } from '#domain/catalog/size.ts'

const tee = { id: 'tee', name: 'Street Tee', price: cents(35_00), imageUrls: ['/pictures/tee-640.webp'] }
const onSale = { ...tee, sizes: ['S', 'M'] as Size[] }

function line(size: Size, quantity: number, id = 'tee'): CartLine {
  return { product: { ...tee, id }, quantity, selectedSize: size }
}

const key = (size: Size, id = 'tee') => lineKey(line(size, 1, id))

const anyLine: fc.Arbitrary<CartLine> = fc.record({
  product: fc.record({
    id: fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/),
    name: fc.string({ minLength: 1, maxLength: 200 }).filter((name) => name.trim() !== ''),
    price: fc.integer({ min: 0, max: 99_999_999 }).map(cents),
    imageUrls: fc.array(fc.constantFrom('/a.webp', 'https://shop.example/b.jpg'), { maxLength: 10 }),
  }),
  quantity: fc.integer({ min: 1, max: MAX_UNITS_PER_LINE }),
  selectedSize: fc.constantFrom(...SIZES),
})
const anyCart = fc.uniqueArray(anyLine, { selector: lineKey, maxLength: 20 })

describe('adding to the cart', () => {
  test('a product without sizes is out of stock, whichever size is chosen', () => {
    expect(addToCart([], { ...tee, sizes: [] }, 'M')).toEqual({ kind: 'out-of-stock' })
    expect(addToCart([], { ...tee, sizes: [] }, null)).toEqual({ kind: 'out-of-stock' })
  })

  test('a size is needed, and must be one of the product’s', () => {
    expect(addToCart([], onSale, null)).toEqual({ kind: 'invalid-size' })
    expect(addToCart([], onSale, 'XL')).toEqual({ kind: 'invalid-size' })
  })

  test('adds a line of one unit', () => {
    expect(addToCart([], onSale, 'M')).toEqual([line('M', 1)])
  })

  test('the same product in the same size adds one unit', () => {
    expect(addToCart([line('S', 1), line('M', 2)], onSale, 'M')).toEqual([line('S', 1), line('M', 3)])
  })

  test('another size is a separate line', () => {
    expect(addToCart([line('S', 1)], onSale, 'M')).toEqual([line('S', 1), line('M', 1)])
  })

  test('a full cart takes no new line, but more units of an existing one', () => {
    const full = Array.from({ length: MAX_LINES }, (_, index) => line('M', 1, `p${index}`))
    expect(addToCart(full, onSale, 'M')).toEqual({ kind: 'cart-full' })
    expect(addToCart(full, { ...onSale, id: 'p7' }, 'M')).toHaveLength(MAX_LINES)
  })

  test('does not change the cart it was given', () => {
    const lines = [line('M', 1)]
    addToCart(lines, onSale, 'M')
    expect(lines).toEqual([line('M', 1)])
  })
})

describe('changing the cart', () => {
  test.each([0, -1, 1.5, Number.NaN, Infinity])('a quantity of %s changes nothing', (quantity) => {
    expect(setQuantity([line('M', 2)], key('M'), quantity)).toEqual([line('M', 2)])
  })

  test('a quantity from 1 to the maximum of a line is accepted', () => {
    const lines = [line('S', 1), line('M', 2)]
    expect(setQuantity(lines, key('M'), 1)).toEqual([line('S', 1), line('M', 1)])
    expect(setQuantity(lines, key('M'), 1e6)).toEqual([line('S', 1), line('M', MAX_UNITS_PER_LINE)])
  })

  test('a removed line can be restored to its old position', () => {
    fc.assert(
      fc.property(anyCart, fc.nat(), (lines, pick) => {
        fc.pre(lines.length > 0)
        const index = pick % lines.length
        const removed = lines[index] as CartLine
        const without = removeLine(lines, lineKey(removed))
        expect(without).toHaveLength(lines.length - 1)
        expect(restoreLine(without, removed, index)).toEqual(lines)
      }),
    )
  })

  test('a removed line that was added again is merged when it is restored', () => {
    expect(restoreLine([line('M', 1)], line('M', 2), 0)).toEqual([line('M', 3)])
  })

  test('only what was paid leaves the cart: other lines and further units stay', () => {
    const paid = [
      { productId: 'tee', size: 'M', quantity: 1 },
      { productId: 'tee', size: 'S', quantity: 2 },
      { productId: 'cap', size: 'M', quantity: 1 },
    ]
    const cart = [line('M', 3), line('S', 1), line('L', 1)]
    expect(removePaid(cart, paid)).toEqual([line('M', 2), line('L', 1)])
  })

  test('the item count is of units, not of lines', () => {
    expect(itemCount([line('S', 2), line('M', 3)])).toBe(5)
    expect(itemCount([])).toBe(0)
  })
})

describe('the stored cart', () => {
  test('has prices in CAD dollars, as in the spec', () => {
    expect(JSON.parse(serializeCart([line('M', 2)]))).toEqual([
      { product: { ...tee, price: 35 }, quantity: 2, selectedSize: 'M' },
    ])
  })

  test('survives storing and parsing', () => {
    fc.assert(
      fc.property(anyCart, (lines) => {
        expect(parseStoredCart(serializeCart(lines))).toEqual({ lines, dropped: 0 })
      }),
    )
  })

  test.each([null, '', '[]', 'null', '{"items":[]}'])('%j is an empty cart', (text) => {
    expect(parseStoredCart(text)).toEqual({ lines: [], dropped: 0 })
  })

  test.each(['{', 'undefined', '7', '"cart"', '{}', '['.repeat(100_000)])(
    '%.20j counts as one dropped line',
    (text) => {
      expect(parseStoredCart(text)).toEqual({ lines: [], dropped: 1 })
    },
  )

  test.each([
    ['items in an object', { items: [{ product: { ...tee, price: 35 }, quantity: 2, selectedSize: 'M' }] }],
    [
      'price and quantity as text',
      [{ product: { ...tee, price: '35.00' }, quantity: '2', selectedSize: 'M' }],
    ],
    ['price with a sign', [{ product: { ...tee, price: '$35' }, quantity: 2, selectedSize: 'M' }]],
    ['size under its old name', [{ product: { ...tee, price: 35 }, quantity: 2, size: 'M' }]],
    ['product fields on the line', [{ ...tee, price: 35, quantity: 2, size: 'M' }]],
  ])('of an older version is still read: %s', (_, stored) => {
    expect(parseStoredCart(JSON.stringify(stored))).toEqual({ lines: [line('M', 2)], dropped: 0 })
  })

  test('without pictures or quantity is one unit without pictures', () => {
    const stored = [{ product: { id: 'tee', name: 'Street Tee', price: 35 }, selectedSize: 'M' }]
    expect(parseStoredCart(JSON.stringify(stored)).lines).toEqual([
      { product: { ...tee, imageUrls: [] }, quantity: 1, selectedSize: 'M' },
    ])
  })

  test('keeps valid lines and counts the invalid ones', () => {
    const good = { product: { ...tee, price: 35 }, quantity: 1, selectedSize: 'M' }
    const ofQuantity = (quantity: unknown) => ({ ...good, quantity })
    const ofProduct = (fields: object) => ({ ...good, product: { ...tee, price: 35, ...fields } })
    const bad: unknown[] = [
      null,
      7,
      'tee',
      [],
      {},
      { ...good, product: null },
      { ...good, selectedSize: '<XXXL>' },
      { ...good, selectedSize: undefined },
      ...[0, -1, 1.5, '1.5', 'many', Number.MAX_VALUE * -1, {}, true].map(ofQuantity),
      ...[-1, '-5', '.5', null, 'free', 1e300, 1e9, {}, '1e5'].map((price) => ofProduct({ price })),
      ...['', 7, null, 'a b', '../tee', 'x'.repeat(65)].map((id) => ofProduct({ id })),
      ...['', '  ', 7, null].map((name) => ofProduct({ name })),
    ]
    const { lines, dropped } = parseStoredCart(JSON.stringify([...bad, good]))
    expect(lines).toEqual([line('M', 1)])
    expect(dropped).toBe(bad.length)
  })

  test('merges lines of the same product and size', () => {
    const twice = serializeCart([line('M', 2), line('S', 1), line('M', 3)])
    expect(parseStoredCart(twice)).toEqual({ lines: [line('M', 5), line('S', 1)], dropped: 0 })
    const many = serializeCart([line('M', 9_000), line('M', 9_000)])
    expect(parseStoredCart(many).lines).toEqual([line('M', MAX_UNITS_PER_LINE)])
  })

  test('cuts a huge quantity and a long name down to the limit', () => {
    const stored = [
      { product: { ...tee, name: 'x'.repeat(1e6), price: 35 }, quantity: 1e15, selectedSize: 'M' },
    ]
    const [read] = parseStoredCart(JSON.stringify(stored)).lines
    expect(read?.quantity).toBe(MAX_UNITS_PER_LINE)
    expect(read?.product.name).toHaveLength(200)
  })

  test('accepts picture addresses on the web and in this shop only', () => {
    const imageUrls = [
      '/pictures/a.webp',
      'https://img.example/a.jpg',
      'javascript:alert(1)',
      'data:image/svg+xml,<svg>',
      '//evil.example/a',
      '/\\evil.example/a',
      '/\t/evil.example/a',
      ' /a',
      7,
      null,
    ]
    const stored = [{ product: { ...tee, imageUrls, price: 35 }, quantity: 1, selectedSize: 'M' }]
    expect(parseStoredCart(JSON.stringify(stored)).lines[0]?.product.imageUrls).toEqual(imageUrls.slice(0, 2))
  })

  test('keeps the first lines of a huge array, at no more than a few times the cost of parsing it', () => {
    const lines = Array.from({ length: 10_000 }, (_, index) => line('M', 1, `p${index}`))
    const stored = serializeCart(lines)
    const read = parseStoredCart(stored)
    expect(fastest(() => parseStoredCart(stored))).toBeLessThan(20 * fastest(() => JSON.parse(stored)))
    expect(read.lines).toEqual(lines.slice(0, MAX_LINES))
    expect(read.dropped).toBe(10_000 - MAX_LINES)
  })

  test('cannot pollute a prototype', () => {
    const text = `[{"__proto__":{"polluted":1},"product":{"id":"__proto__","name":"constructor","price":1,"__proto__":{"price":0}},"quantity":1,"selectedSize":"M"}]`
    const { lines } = parseStoredCart(text)
    expect(lines[0]?.product).toEqual({ id: '__proto__', name: 'constructor', price: 100, imageUrls: [] })
    expect(Object.getPrototypeOf(lines[0])).toBe(Object.prototype)
    expect({}).not.toHaveProperty('polluted')
  })

  test('whatever was stored, the result can be priced and stored again', () => {
    const almostALine = fc.record(
      {
        product: fc.oneof(
          fc.jsonValue(),
          fc.record({ id: fc.string(), name: fc.string(), price: fc.oneof(fc.double(), fc.string()) }),
        ),
        quantity: fc.oneof(fc.double(), fc.integer(), fc.jsonValue()),
        selectedSize: fc.oneof(fc.constantFrom(...SIZES), fc.jsonValue()),
      },
      { requiredKeys: [] },
    )
    const anything = fc.oneof(
      fc.string(),
      fc.json(),
      fc.array(almostALine).map((lines) => JSON.stringify(lines)),
    )
    fc.assert(
      fc.property(anything, (text) => {
        const { lines, dropped } = parseStoredCart(text)
        expect(parseStoredCart(serializeCart(lines))).toEqual({ lines, dropped: 0 })
        expect(dropped).toBeGreaterThanOrEqual(0)
        priceCart(
          lines.map(({ product, quantity }) => ({ price: product.price, quantity })),
          { destination: null, tariff: TARIFF },
        )
      }),
      { numRuns: 1_000 },
    )
  })
})
