import { expect, test } from 'vitest'
import { messageIdOf } from './message-id.ts'
import { parseSender } from './parse-sender.ts'

test.each(['https://wear.shop.example', 'https://wear.shop.example:8443/shop'])(
  'a Message-ID ends with the host of %s',
  (publicUrl) => expect(messageIdOf('order-1', publicUrl)).toBe('<order-1@wear.shop.example>'),
)

test.each([
  null,
  'http://localhost:3000',
  'http://127.0.0.1',
  'http://[::1]:80',
  'http://shop',
  'http://shop.local',
])('%s is not a public host name', (publicUrl) =>
  expect(messageIdOf('order-1', publicUrl)).toBe('<order-1@redemption.invalid>'),
)

test('an id cannot end the Message-ID or begin a header', () => {
  expect(messageIdOf('a>\r\nBcc: <b', null)).toMatch(/^<[0-9a-f]{64}@redemption\.invalid>$/)
})

test.each([
  ['Redemption <shop@shop.example>', { name: 'Redemption', address: 'shop@shop.example' }],
  ['"Redemption, Inc." <shop@shop.example>', { name: 'Redemption, Inc.', address: 'shop@shop.example' }],
  ['shop@shop.example', { name: '', address: 'shop@shop.example' }],
])('the sender %s is split into name and address', (from, parts) => expect(parseSender(from)).toEqual(parts))
