import { expect, test } from 'vitest'
import { checkCard, formatCardNumber, formatExpiry, TEST_CARDS } from './test-cards.ts'

const now = new Date(2026, 10, 21)
const good = { number: '4242 4242 4242 4242', expiry: '04 / 30', cvc: '123' }

test.each(TEST_CARDS)('the published number $number is accepted', ({ number }) => {
  expect(checkCard({ ...good, number: formatCardNumber(number) }, now)).toEqual({})
})

test('any other number is refused before it leaves the browser', () => {
  expect(checkCard({ ...good, number: '5555 5555 5555 4444' }, now).number).toMatch(
    /Do not enter a real card/,
  )
  expect(checkCard({ ...good, number: '4242' }, now).number).toBeDefined()
})

test('a card is valid until the end of its month', () => {
  expect(checkCard({ ...good, expiry: '11 / 26' }, now)).toEqual({})
  expect(checkCard({ ...good, expiry: '10 / 26' }, now).expiry).toBe('This date is in the past.')
  expect(checkCard({ ...good, expiry: '13 / 30' }, now).expiry).toBeDefined()
  expect(checkCard({ ...good, expiry: '00 / 30' }, now).expiry).toBeDefined()
  expect(checkCard({ ...good, cvc: '12' }, now).cvc).toBeDefined()
})

test.each([
  ['4242424242424242', '4242 4242 4242 4242'],
  ['4242-4242 42', '4242 4242 42'],
  ['42424', '4242 4'],
  ['4242', '4242'],
  ['4242 4242 4242 4242 9', '4242 4242 4242 4242'],
])('the card number %j is read as %j', (typed, shown) => expect(formatCardNumber(typed)).toBe(shown))

test.each([
  ['0430', '04 / 30'],
  ['04/30', '04 / 30'],
  ['4/30', '04 / 30'],
  ['04 / 2030', '04 / 30'],
  ['4', '04 / '],
  ['1', '1'],
  ['1/', '01 / '],
  ['12', '12'],
  ['04 / ', '04'],
  ['04 /', '04'],
  ['0', '0'],
  ['', ''],
])('the expiry %j is read as %j', (typed, shown) => expect(formatExpiry(typed)).toBe(shown))
