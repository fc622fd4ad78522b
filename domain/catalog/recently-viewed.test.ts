import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addRecentlyViewed, parseRecentlyViewed } from './recently-viewed.ts'

test('a stored value is read as up to eight distinct ids, whatever it contains', () => {
  expect(parseRecentlyViewed(['tee', 'tee', 7, null, '../admin', '', 'x'.repeat(65), 'cap'])).toEqual([
    'tee',
    'cap',
  ])
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(parseRecentlyViewed(value).length).toBeLessThanOrEqual(8)
    }),
  )
})

test('the product viewed last comes first, without duplicates, and the ninth is dropped', () => {
  const ids = [...'abcdefgh']
  expect(addRecentlyViewed(ids, 'c')).toEqual([...'cabdefgh'])
  expect(addRecentlyViewed(ids, 'z')).toEqual([...'zabcdefg'])
})
