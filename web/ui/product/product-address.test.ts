import { expect, test } from 'vitest'
import { SIZES } from '#domain/catalog/size.ts'
import { productAddress, sizeInAddress } from './product-address.ts'

test('a size travels in the fragment of a product’s address', () => {
  for (const size of [...SIZES, 'One size', 'W30/L32', '7 1/2', null]) {
    const { hash, pathname } = new URL(productAddress('tee 1', size), 'http://shop.example')
    expect(pathname).toBe('/product/tee%201')
    expect(sizeInAddress({ hash })).toBe(size)
  }
})

test.each(['', '#', '#main', '#size=', '#size=%E0', '#size=M&x', '#size=M%20', '#size=%3Cb%3E'])(
  'the fragment %j has no size',
  (hash) => expect(sizeInAddress({ hash })).toBeNull(),
)
