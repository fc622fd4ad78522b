import { listedProduct } from '#domain/catalog/listed-product.ts'
import { expect, test } from 'vitest'
import { draftOf } from '#providers/catalog/catalog.contract.ts'
import { DiskImages } from '#providers/images/disk-images.ts'
import { toProductId } from '#domain/ids.ts'
import { cents, dollars, type Cents } from '#domain/money.ts'
import { pictureView, productCard } from './picture-view.server.ts'

const images = new DiskImages({ folder: 'nowhere', workerFile: 'nowhere' })
const money = (amount: Cents) => `C$${dollars(amount)}`
const picture = { key: 'k', alt: 'Tee, front', width: 700, height: 875, placeholder: 'data:,' }

test('a picture lists all its widths, the smaller format first', () => {
  expect(pictureView(images, picture)).toEqual({
    alt: 'Tee, front',
    width: 700,
    height: 875,
    placeholder: 'data:,',
    src: '/pictures/k-640.webp',
    sources: [
      {
        type: 'image/avif',
        srcSet: '/pictures/k-320.avif 320w, /pictures/k-480.avif 480w, /pictures/k-640.avif 640w',
      },
      {
        type: 'image/webp',
        srcSet: '/pictures/k-320.webp 320w, /pictures/k-480.webp 480w, /pictures/k-640.webp 640w',
      },
    ],
  })
})

test('a tiny picture is declared with its real width', () => {
  const { src, sources } = pictureView(images, { ...picture, width: 90 })
  expect(src).toBe('/pictures/k-320.webp')
  expect(sources[0]?.srcSet).toBe('/pictures/k-320.avif 90w')
})

test('a card shows the first picture, whether the product is out of stock, and a price that was higher', () => {
  const product = {
    ...draftOf({ pictures: [picture, { ...picture, key: 'back' }] }),
    id: toProductId('tee'),
    version: 1,
    createdAt: 0,
    updatedAt: 0,
    archivedAt: null,
  }
  expect(productCard(images, listedProduct(product), money)).toEqual({
    id: 'tee',
    name: 'Wears Red Tee',
    price: 'C$58',
    picture: pictureView(images, picture),
    outOfStock: false,
  })
  expect(productCard(images, listedProduct({ ...product, sizes: [], pictures: [] }), money)).toMatchObject({
    picture: null,
    outOfStock: true,
    mark: 'Out of Stock',
  })
  const reduced = productCard(images, listedProduct({ ...product, compareAt: cents(80_00) }), money)
  expect(reduced).toMatchObject({ price: 'C$58', before: 'C$80' })
  const honest = productCard(images, listedProduct({ ...product, compareAt: product.price }), money)
  expect(honest).not.toHaveProperty('before')
  const gift = productCard(images, listedProduct({ ...product, giftAmounts: '25, 50' }), money)
  expect(gift.price).toBe('from C$58')
})
