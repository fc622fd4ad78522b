import { expect, test } from 'vitest'
import { readCookie } from './staff-cookie.ts'
import type { Shop } from '#operations/shop.ts'
import { readVisitorCookie } from './visitor-cookie.ts'

const ID = 'abcdefghijklmnopqrstuv'

/** As node:http hands over the header: each byte is a character. */
const sent = (cookie: string) => new Headers({ cookie })

test('a cookie is found by its exact name, the first one counts, and an empty one does not', () => {
  expect(readCookie(sent('a=1; __Host-staff=key;b=2'), '__Host-staff')).toBe('key')
  expect(readCookie(sent('__Host-staff=key; __Host-staff=other'), '__Host-staff')).toBe('key')
  expect(readCookie(sent('x__Host-staff=key; __Host-staff2=key'), '__Host-staff')).toBeNull()
  expect(readCookie(sent('__Host-staff='), '__Host-staff')).toBeNull()
})

// Browsers enforce what `__Host-` means for names that begin so, not for names that begin with another kind of space.
test.each(['\u00a0', '\u0085', '\u000b', '\u000c'])(
  'a neighbouring host cannot set a cookie of ours with %j before its name',
  (space) => {
    const headers = sent(`a=1; ${space}__Host-staff=theirs; __Host-staff=ours`)
    expect(readCookie(headers, '__Host-staff')).toBe('ours')
  },
)

test('the id of a visitor is read in the same way, with our signature only', () => {
  const opens = (key: string, purpose: string, subject: string) => key === `${purpose} ${subject}`
  const shop = { settings: { publicUrl: 'https://shop.example' }, signedLinks: { opens } } as unknown as Shop
  const own = `${ID}.visitor cookie ${ID}`
  expect(readVisitorCookie(sent(`a=1; \u00a0__Host-visitor=${own}`), shop)).toBeNull()
  expect(readVisitorCookie(sent(`a=1; __Host-visitor=${ID}`), shop)).toBeNull()
  expect(readVisitorCookie(sent(`a=1; __Host-visitor=${own}`), shop)).toBe(ID)
})
