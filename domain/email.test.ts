import { expect, test } from 'vitest'
import { fastest } from '#test/fastest.ts'
import { looksLikeEmail } from './email.ts'

test.each(['a@b.ca', 'ada.lovelace+shop@mail.example.com', "o'neil@example.ie", 'ülkü@exämple.de', '1@2.io'])(
  '%s looks like an address',
  (text) => expect(looksLikeEmail(text)).toBe(true),
)

test.each([
  '',
  'ada',
  'ada@example',
  '@example.com',
  'ada@',
  'ada@example.',
  'ada@@example.com',
  'ada lovelace@example.com',
  'a@b.ca,c@d.ca',
  'a@b.ca;c@d.ca',
  'Ada <a@b.ca>',
  'a@b.ca\nBcc: c@d.ca',
  'a@b.ca\u0000',
  `${'x'.repeat(250)}@b.ca`,
])('%j does not', (text) => expect(looksLikeEmail(text)).toBe(false))

test('a long text made to keep a pattern busy is judged sooner than it could be copied letter by letter', () => {
  const busy = ['a@'.repeat(100_000), `a@${'b.'.repeat(120)}@`]
  const judging = fastest(() => busy.map(looksLikeEmail))
  const copying = fastest(() => busy.map((text) => [...text].join('')))
  expect(judging).toBeLessThan(copying)
})
