import { expect, test } from 'vitest'
import { draftOf } from '#providers/catalog/catalog.contract.ts'
import { DiskImages } from '#providers/images/disk-images.ts'
import { toProductId } from '#domain/ids.ts'
import { pictureView, productCard } from './picture-view.server.ts'

const images = new DiskImages({ folder: 'nowhere', workerFile: 'nowhere' })
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
  expect([src, sources[0]?.srcSet]).toEqual(['/pictures/k-320.webp', '/pictures/k-320.avif 90w'])
})

test('a card shows the first picture, and whether the product is out of stock', () => {
  const product = {
    ...draftOf({ pictures: [picture, { ...picture, key: 'back' }] }),
    id: toProductId('tee'),
    version: 1,
    createdAt: 0,
    updatedAt: 0,
    archivedAt: null,
  }
  expect(productCard(images, product, 'CA$58.00')).toEqual({
    id: 'tee',
    name: 'Wears Red Tee',
    price: 'CA$58.00',
    picture: pictureView(images, picture),
    outOfStock: false,
  })
  expect(productCard(images, { ...product, sizes: [], pictures: [] }, '')).toMatchObject({
    picture: null,
    outOfStock: true,
  })
})
