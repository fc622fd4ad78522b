import { expect, test } from 'vitest'
import { fastest } from '#test/support/fastest.ts'
import { findMeantEmail, looksLikeEmail, mailtoLink } from './email.ts'

test.each([
  'a@b.ca',
  'ada.lovelace+shop@mail.example.com',
  "o'neil@example.ie",
  'ülkü@exämple.de',
  'अदा@उदाहरण.भारत',
  '1@2.io',
  'a_b-c~d!e$f*g@x--y.1-2.example',
  'ada@xn--exmple-cua.xn--p1ai',
  `${'x'.repeat(64)}@${'y'.repeat(63)}.example`,
])('%s looks like an email address', (text) => expect(looksLikeEmail(text)).toBe(true))

test.each([
  ['sam@gmial.com', 'sam@gmail.com'],
  ['Sam.Fox@Gmail.con', 'Sam.Fox@gmail.com'],
  ['sam@gmail.co', 'sam@gmail.com'],
  [' sam@hotmal.com ', 'sam@hotmail.com'],
  ['sam@yaho.com', 'sam@yahoo.com'],
  ['sam@iclould.com', 'sam@icloud.com'],
  ['sam@sasktell.net', 'sam@sasktel.net'],
  ['sam@gmail.com', null],
  ['sam@mail.com', null],
  ['sam@ymail.com', null],
  ['sam@shopper.example', null],
  ['sam@gm', null],
  ['@gmial.com', null],
  ['a@b@gmial.com', null],
  ['', null],
])('who typed %j may have meant %j', (typed, meant) => expect(findMeantEmail(typed)).toBe(meant))

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
  'a@b.ca?bcc=c@d.ca',
  'a@b.ca?subject=Hello',
  'a?cc=c%40d.ca@b.ca',
  'a&b@c.ca',
  'a%0ABcc:c@b.ca',
  'a%0abcc@b.ca',
  '"a b"@c.ca',
  'a"b@c.ca',
  'a`b@c.ca',
  'a#b@c.ca',
  'a/b@c.ca',
  'a=b@c.ca',
  'a{b}@c.ca',
  'a|b@c.ca',
  'a@b.ca\u202e',
  'a\u200b@b.ca',
  'a\ud800@b.ca',
  `${'x'.repeat(250)}@b.ca`,
  'sam@gmail..com',
  'ada@-shopper.example',
  'ada@shopper-.example',
  'ada@shopper.-example',
  'ada@.shopper.example',
  'ada@shopper_.example',
  'ada@shop!.example',
  'ada@192.168.0.1',
  'ada.@shopper.example',
  '.ada@shopper.example',
  'ada..l@shopper.example',
  `${'x'.repeat(65)}@shopper.example`,
  `ada@${'x'.repeat(64)}.example`,
])('%j does not look like an email address', (text) => expect(looksLikeEmail(text)).toBe(false))

test('a long text made to slow down a regular expression is checked faster than it is copied letter by letter', () => {
  const busy = ['a@'.repeat(100_000), `a@${'b.'.repeat(120)}@`]
  const judging = fastest(() => busy.map(looksLikeEmail))
  const copying = fastest(() => busy.map((text) => [...text].join('')))
  expect(judging).toBeLessThan(copying)
})

test.each([
  ['ada@shop.example', undefined, 'mailto:ada@shop.example'],
  [
    "o'neil+shop@example.ie",
    'Re: Size & fit',
    "mailto:o'neil%2Bshop@example.ie?subject=Re%3A%20Size%20%26%20fit",
  ],
  ['a?bcc=x@y.z', undefined, 'mailto:a%3Fbcc%3Dx@y.z'],
  ['a@b.ca?cc=c@d.ca', 'Hi', 'mailto:a@b.ca%3Fcc%3Dc@d.ca?subject=Hi'],
  ['a@b.ca&body=x', undefined, 'mailto:a@b.ca%26body%3Dx'],
])('a mailto link to %s has one recipient', (email, subject, link) =>
  expect(mailtoLink(email, subject)).toBe(link),
)
