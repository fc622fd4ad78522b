import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { Drop } from '#domain/drops/drop.ts'
import { HOME_PAGE } from './home-page.ts'
import { dropOf, firstProducts } from './home-sections.ts'
import { pictureKeys } from './setting.ts'

const KEY = '0123456789abcdef01234567'
const picture = { key: KEY, width: 1_920, height: 1_080, placeholder: 'data:image/webp;base64,UklGRg==' }
const film = { key: KEY, type: 'mp4', width: 1_280, height: 720 } as const

const HERO = { kind: 'hero', hidden: false }
const FILM = { kind: 'film', hidden: false, heading: '', text: '' }

const parse = (changes: object) => v.safeParse(HOME_PAGE.schema, { ...HOME_PAGE.fallback, ...changes })

test('a version from before pictures and sections existed is read as one without pictures, with its products', () => {
  const { tagline, button, sections } = HOME_PAGE.fallback
  const old = { tagline, button, heading: 'New arrivals', products: [] }
  expect(v.parse(HOME_PAGE.schema, old)).toEqual(HOME_PAGE.fallback)
  expect(v.parse(HOME_PAGE.schema, { ...old, heading: 'Ours', products: ['beanie'] }).sections).toEqual([
    sections[0],
    { ...sections[1], heading: 'Ours', from: 'chosen', products: ['beanie'] },
    sections[2],
  ])
})

const products = firstProducts('Ours')
const block = { kind: 'beside', hidden: false, heading: 'We', text: '**Us**', picture: null, items: [] }
const shown = { ...picture, alt: '' }

test.each([
  ['a second opening', [HERO, HERO], undefined],
  ['chosen products without any', [{ ...products, from: 'chosen' }], 'products'],
  ['the products of no category', [{ ...products, from: 'category' }], 'category'],
  ['the products of no collection', [{ ...products, from: 'collection' }], 'collection'],
  ['a heading of nothing', [{ ...products, heading: ' ' }], 'heading'],
  ['five products', [{ ...products, most: 5 }], 'most'],
  ['a picture beside text without a picture', [block], 'picture'],
  ['markup', [{ ...block, picture: shown, text: '<b>Us</b>' }], 'text'],
  ['a film without a picture', [{ ...FILM, film, picture: null }], 'picture'],
  ['a film section without a film', [{ ...FILM, film: null, picture: shown }], 'film'],
  ['a part that only other pages have', [{ ...block, kind: 'people' }], 'kind'],
])('%s is refused at its field', (_what, sections, field) => {
  const parsed = v.safeParse(HOME_PAGE.schema, { ...HOME_PAGE.fallback, sections })
  expect(parsed.success).toBe(false)
  const [first] = parsed.issues ?? []
  const path = (first?.path ?? []).map(({ key }) => key)
  expect(path).toEqual(field === undefined ? ['sections'] : ['sections', 0, field])
})

test('whatever sections an owner arranges are read back as they were saved', () => {
  const any = fc.constantFrom<unknown>(
    products,
    { ...products, from: 'category', category: 'Hoodies', most: 4 },
    { ...products, from: 'back', hidden: true },
    { ...block, picture: shown },
    { ...block, kind: 'line', text: 'Wears red.' },
    { ...FILM, film, picture: shown },
    { kind: 'drop', hidden: false, drop: '' },
  )
  fc.assert(
    fc.property(fc.array(any, { maxLength: 18 }), fc.boolean(), (others, hidden) => {
      const sections = [...others, { ...HERO, hidden }]
      const value = { ...HOME_PAGE.fallback, sections }
      expect(v.parse(HOME_PAGE.schema, value)).toEqual(value)
    }),
  )
})

test('a countdown is to a drop that is to come, and never to a draft', () => {
  const drop = (id: string, soldFrom: number, isDraft = false) =>
    ({ id, soldFrom, publicFrom: soldFrom, isDraft }) as Drop
  const drops = [drop('late', 300), drop('secret', 150, true), drop('next', 200), drop('past', 50)]
  const found = (id: string, now = 100) => dropOf({ kind: 'drop', hidden: false, drop: id }, drops, now)?.id
  expect(found('')).toBe('next')
  expect(found('late')).toBe('late')
  for (const none of ['secret', 'past', 'unknown']) expect(found(none)).toBeUndefined()
  expect(found('next', 200)).toBeUndefined()
  expect(found('', 300)).toBeUndefined()
})

test('only pictures and films that the shop stored are accepted', () => {
  expect(parse({ picture, portrait: picture, film, alt: 'A ramp' }).success).toBe(true)
  for (const wrong of [
    { picture: { ...picture, key: '../secret' }, decorative: true },
    { picture: { ...picture, placeholder: 'https://evil.example/x.png' }, decorative: true },
    { picture: { ...picture, width: 0 }, decorative: true },
    { picture: 'x', decorative: true },
    { picture, decorative: true, film: { ...film, type: 'exe' } },
    { picture, decorative: true, film: { ...film, key: 'x' } },
    { picture, alt: '<b>A ramp</b>' },
  ]) {
    expect(parse(wrong).success, JSON.stringify(wrong)).toBe(false)
  }
})

test('the keys of pictures and films are found by their fields', () => {
  expect(pictureKeys(HOME_PAGE, HOME_PAGE.fallback)).toEqual([])
  expect([
    ...pictureKeys(HOME_PAGE, { ...HOME_PAGE.fallback, picture, film: { ...film, key: 'f' } }),
  ]).toEqual([
    ['picture', KEY],
    ['film', 'f'],
  ])
  const section = { kind: 'film', hidden: false, heading: '', text: '', film, picture: shown } as const
  expect(pictureKeys(HOME_PAGE, { ...HOME_PAGE.fallback, sections: [section] })).toEqual([
    ['sections', KEY],
    ['sections', KEY],
  ])
})
