import { expect, test } from 'vitest'
import { etagOf, isKnown } from './etag.ts'

const asks = (known?: string) =>
  new Request('http://shop.example/', known === undefined ? {} : { headers: { 'if-none-match': known } })

test('the ETag of a text changes only with its content', () => {
  expect(etagOf('red')).toBe(etagOf('red'))
  expect(etagOf('red')).not.toBe(etagOf('ink'))
  expect(etagOf('red')).toMatch(/^"[\w-]{22}"$/)
})

test.each(['"a"', 'W/"a"', '"x", "a"', '"x",W/"a" '])('%s matches "a", and the weak ETag too', (known) => {
  expect(isKnown(asks(known), '"a"')).toBe(true)
  expect(isKnown(asks(known), 'W/"a"')).toBe(true)
})

test.each([undefined, '', '"b"', '"ab"', 'a'])('%s does not', (known) => {
  expect(isKnown(asks(known), '"a"')).toBe(false)
})
