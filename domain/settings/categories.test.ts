import * as v from 'valibot'
import { expect, test } from 'vitest'
import { CATEGORIES, sizesOfCategories } from '#domain/catalog/category.ts'
import { SIZES } from '#domain/catalog/size.ts'
import { CATEGORIES_SETTING } from './categories.ts'

const parse = (...categories: object[]) => v.safeParse(CATEGORIES_SETTING.schema, { categories })
const hoodies = { value: 'Hoodies', label: 'Hoodies', sizes: ['S', 'M'], hidden: false }

test('starts with the categories and sizes of the specification', () => {
  const { categories } = CATEGORIES_SETTING.fallback
  expect(categories.map(({ value, label, sizes, hidden }) => [value, label, sizes.join(), hidden])).toEqual([
    ['T-Shirts', 'Shirts', 'XS,S,M,L,XL,XXL', false],
    ['Hoodies', 'Hoodies', 'XS,S,M,L,XL,XXL', false],
    ['Accessories', 'Accessories', 'XS,S,M,L,XL,XXL', false],
    ['Pants', 'Pants', 'XS,S,M,L,XL,XXL', false],
  ])
  expect(parse(...CATEGORIES).output).toEqual(CATEGORIES_SETTING.fallback)
})

test('a new category is stored under its first name, or under a variation when that is taken', () => {
  const renamed = { ...hoodies, label: 'Jumpers' }
  expect(
    parse(renamed, { label: ' Face masks ', sizes: 'One  size' }, { label: 'Hoodies', sizes: 'S' }).output,
  ).toEqual({
    categories: [
      renamed,
      { value: 'Face masks', label: 'Face masks', sizes: ['One size'], hidden: false },
      { value: 'Hoodies 2', label: 'Hoodies', sizes: ['S'], hidden: false },
    ],
  })
})

test('sizes are typed in one field, and keep their order', () => {
  expect(parse({ ...hoodies, sizes: '36, 37;38\n36.5, W30/L32, 7 1/2' }).output).toMatchObject({
    categories: [{ sizes: ['36', '37', '38', '36.5', 'W30/L32', '7 1/2'] }],
  })
})

test.each([
  [[], 'categories', 'A shop needs at least one category.'],
  [[{ ...hoodies, label: ' ' }], 'categories.0.label', 'Enter the name of the category.'],
  [[hoodies, { label: 'hoodies', sizes: 'S' }], 'categories.1.label', 'Another category has this name.'],
  [[hoodies, { ...hoodies, label: 'Caps' }], 'categories.1.label', 'Another category has the same address.'],
  [[{ ...hoodies, sizes: ' , ' }], 'categories.0.sizes', 'Enter at least one size, such as One size.'],
  [[{ ...hoodies, sizes: 'S, M, s' }], 'categories.0.sizes', 'List each size once: s is listed twice.'],
  [
    [{ ...hoodies, sizes: 'S, <b>' }],
    'categories.0.sizes.1',
    `“<b>” cannot be a size: use letters, digits and . / + - ' ", starting with a letter or a digit.`,
  ],
  [[{ ...hoodies, hidden: true }], 'categories', 'Show at least one category.'],
])('%j is refused at %s', (categories, place, message) => {
  const [issue] = parse(...categories).issues ?? []
  expect({ place: issue?.path?.map(({ key }) => key).join('.'), message: issue?.message }).toEqual({
    place,
    message,
  })
})

test('the sizes of several categories are one list in which each keeps its order', () => {
  const of = (...sets: string[][]) => sizesOfCategories(sets.map((sizes) => ({ sizes })))
  expect(of([...SIZES], [...SIZES])).toEqual(SIZES)
  expect(of(['S', 'L'], ['S', 'M', 'L'], ['One size'])).toEqual(['S', 'M', 'L', 'One size'])
  expect(of(['36', '37', '38'], ['28', '30', '36'])).toEqual(['28', '30', '36', '37', '38'])
})
