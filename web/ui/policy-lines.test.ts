import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PolicyLine } from './policy-lines.tsx'

test.each([
  ['Within **30 days** of delivery.', 'Within <strong>30 days</strong> of delivery.'],
  [
    '[Write to us](/contact) or see [the law](https://law.example/a?b=c).',
    '<a href="/contact">Write to us</a> or see <a href="https://law.example/a?b=c">the law</a>.',
  ],
  [
    'Mail a@shop.example, **now**',
    'Mail <a href="mailto:a@shop.example">a@shop.example</a>, <strong>now</strong>',
  ],
  [
    '2 ** 3 is [no link](javascript:alert(1)) and * no list',
    '2 ** 3 is [no link](javascript:alert(1)) and * no list',
  ],
  [
    '[Call us](tel:+13065550100) or [mail](mailto:a@shop.example)',
    '<a href="tel:+13065550100">Call us</a> or <a href="mailto:a@shop.example">mail</a>',
  ],
  ['[elsewhere](//evil.example)', '[elsewhere](//evil.example)'],
])('a line of a policy: %j', (text, html) => {
  expect(renderToStaticMarkup(createElement(PolicyLine, { text }))).toBe(html)
})
