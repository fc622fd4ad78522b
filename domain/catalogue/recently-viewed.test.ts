import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterViewing, parseRecentlyViewed } from './recently-viewed.ts'

test('what a browser kept is read as up to eight different ids, whatever else is in it', () => {
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

test('the product that was looked at last comes first, once, and the ninth is forgotten', () => {
  const ids = [...'abcdefgh']
  expect(afterViewing(ids, 'c')).toEqual([...'cabdefgh'])
  expect(afterViewing(ids, 'z')).toEqual([...'zabcdefg'])
})
