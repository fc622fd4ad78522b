import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstFreeId, isProductId, productIdFromName } from './product-id.ts'
import { toProductId } from '#domain/ids.ts'

test.each([
  ['Wears Red Tee', 'wears-red-tee'],
  ['Crew Sock, 2-Pack', 'crew-sock-2-pack'],
  ['Ünïcode', 'unicode'],
  ['Men’s Tee', 'mens-tee'],
  ['Łopata', 'lopata'],
  ['Straße', 'strasse'],
  ['Œuvre Æther Ø', 'oeuvre-aether-o'],
  ['  --- ', 'product'],
  ['赤いシャツ', 'product'],
])('%s becomes the id %s', (name, id) => {
  expect(productIdFromName(name)).toBe(id)
})

test('any name gives an id that is valid in an address', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) =>
      isProductId(productIdFromName(name)),
    ),
  )
})

test('a name that is taken gets a number', () => {
  expect(firstFreeId(toProductId('tee'), new Set(['hoodie']))).toBe('tee')
  expect(firstFreeId(toProductId('tee'), new Set(['tee', 'tee-2', 'tee-4']))).toBe('tee-3')
})
