import { expect, test } from 'vitest'
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

test('a long text is judged at once', () => {
  const before = performance.now()
  looksLikeEmail('a@'.repeat(100_000))
  looksLikeEmail(`a@${'b.'.repeat(120)}@`)
  expect(performance.now() - before).toBeLessThan(50)
})
