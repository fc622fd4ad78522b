import { expect, test } from 'vitest'
import { draftOf } from '#providers/catalog/catalog.contract.ts'
import { toProductId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { CATEGORIES } from './category.ts'
import { editedProduct, type ProductEdit } from './product-edit.ts'
import type { Product } from './product.ts'

const NOW = 1_000
const TEE: Product = {
  ...draftOf({ price: cents(58_50), draft: false }),
  id: toProductId('tee'),
  version: 1,
  createdAt: 0,
  updatedAt: 0,
  archivedAt: null,
}
const edited = (edit: ProductEdit, product: Partial<Product> = {}) =>
  editedProduct({ ...TEE, ...product }, edit, {
    categories: CATEGORIES,
    charts: new Set(['relaxed-tee']),
    now: NOW,
  })
const price = (how: 'set' | 'amount' | 'percent', by: number, ending: '' | '00' | '99' = '') =>
  edited({ field: 'price', how, by, ending })

test.each([
  ['set', 40_00, '', 40_00],
  ['set', 40_10, '99', 40_10],
  ['amount', -8_50, '', 50_00],
  ['amount', -58_50, '', 0],
  ['percent', -20_000, '', 46_80],
  ['percent', -20_000, '00', 47_00],
  ['percent', -20_000, '99', 46_99],
  ['percent', -99_000, '99', 99],
  ['percent', 12_345, '', 65_72],
] as const)('a price that is %s by %i, ending on "%s", becomes %i cents', (how, by, ending, expected) => {
  expect(price(how, by, ending)).toMatchObject({ price: expected })
})

test('no price is below zero, or more than a card can be charged', () => {
  expect(price('amount', -58_51)).toBe('no-such-price')
  expect(price('percent', -110_000)).toBe('no-such-price')
  expect(price('amount', 99_999_999)).toBe('no-such-price')
})

test('the price to compare with is set, taken from the price, or removed', () => {
  expect(edited({ field: 'compareAt', to: 80_00 })).toMatchObject({ compareAt: 80_00, price: 58_50 })
  expect(edited({ field: 'compareAt', to: 'price' })).toMatchObject({ compareAt: 58_50 })
  expect(edited({ field: 'compareAt', to: 'none' }, { compareAt: cents(1) })).toMatchObject({
    compareAt: null,
  })
})

test('a gift card costs its amounts: it has no price to change, and none to compare with', () => {
  const card = { giftAmounts: '25, 50' }
  expect(edited({ field: 'price', how: 'amount', by: 5_00, ending: '' }, card)).toBe('gift-card')
  expect(edited({ field: 'compareAt', to: 80_00 }, card)).toBe('gift-card')
  expect(edited({ field: 'published', to: false }, card)).toMatchObject({ draft: true })
})

test('a product goes only into a category of the shop, and keeps its sizes and codes', () => {
  expect(edited({ field: 'category', to: 'Pants' })).toMatchObject({
    category: 'Pants',
    sizes: TEE.sizes,
    codes: [], // those that are not named stay
  })
  expect(edited({ field: 'category', to: 'Shoes' })).toBe('no-such-category')
  expect(edited({ field: 'sizeChart', to: 'relaxed-tee' })).toMatchObject({ sizeChart: 'relaxed-tee' })
  expect(edited({ field: 'sizeChart', to: '' })).toMatchObject({ sizeChart: '' })
  expect(edited({ field: 'sizeChart', to: 'gone' })).toBe('no-such-chart')
})

test('a product whose time in the shop is over is not published: no one would see it', () => {
  expect(edited({ field: 'published', to: true }, { draft: true })).toMatchObject({ draft: false })
  expect(edited({ field: 'published', to: false })).toMatchObject({ draft: true })
  expect(edited({ field: 'published', to: true }, { publishedUntil: NOW })).toBe('ended')
})

test('a deleted product can only be restored, and no other can', () => {
  const archived = { archivedAt: 1 }
  expect(edited({ field: 'published', to: false }, archived)).toBe('archived')
  expect(edited({ field: 'archived', to: true }, archived)).toBe('archived')
  expect(edited({ field: 'archived', to: false })).toBe('not-archived')
  expect(edited({ field: 'archived', to: false }, archived)).toMatchObject({ name: TEE.name })
})
