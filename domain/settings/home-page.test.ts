import * as v from 'valibot'
import { expect, test } from 'vitest'
import { HOME_PAGE } from './home-page.ts'
import { pictureKeys } from './setting.ts'

const KEY = '0123456789abcdef01234567'
const picture = { key: KEY, width: 1_920, height: 1_080, placeholder: 'data:image/webp;base64,UklGRg==' }
const film = { key: KEY, type: 'mp4', width: 1_280, height: 720 } as const

const parse = (changes: object) => v.safeParse(HOME_PAGE.schema, { ...HOME_PAGE.fallback, ...changes })

test('a version from before pictures existed is read as one without pictures', () => {
  const { tagline, button, heading, products } = HOME_PAGE.fallback
  const parsed = v.safeParse(HOME_PAGE.schema, { tagline, button, heading, products })
  expect(parsed.output).toEqual(HOME_PAGE.fallback)
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
})
