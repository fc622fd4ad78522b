import fc from 'fast-check'
import { expect, test } from 'vitest'
import { htmlOfText } from '#domain/import/html-text.ts'
import { textOfHtml } from './text-of-html.ts'

test('a description keeps its paragraphs, lines and lists', () => {
  expect(
    textOfHtml(
      '<p>Soft   <b>cotton</b>.<br>Boxy.</p>\n<ul>\n <li>220&nbsp;g</li><li>Made in Québec &amp; Ontario</li></ul>',
    ),
  ).toBe('Soft cotton.\nBoxy.\n\n- 220 g\n- Made in Québec & Ontario')
  expect(textOfHtml('Plain text, 3 < 4.\n\nAs it is. ')).toBe('Plain text, 3 < 4.\n\nAs it is.')
  expect(textOfHtml('<li><p>One</p></li><li><p>Two</p></li>')).toBe('- One\n\n- Two')
})

test('what is too long for any product is not parsed', () => {
  const html = '<b>'.repeat(70_000)
  expect(textOfHtml(html)).toBe(html)
})

test('nothing of a script is left, however it is written', () => {
  for (const html of [
    '<script>alert(1)</script>Hi',
    '<p>Hi<SCRIPT src=//x.example></SCRIPT></p>',
    'Hi<style>p{}</style>',
    '<img src=x onerror=alert(1)>Hi',
    '<svg><script>alert(1)</script></svg>Hi',
    'Hi<script>alert(1)',
    '<!-- <b> -->Hi',
  ])
    expect(textOfHtml(html)).toBe('Hi')
})

test('a text becomes HTML that is read back to the letter', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom('a', ' ', '\n', '\t', '<b>', '&', '&amp;', '"', "'", '-', '<p>', '</p>', '<br>'),
      ),
      (parts) => {
        const text = parts.join('').trim()
        expect(textOfHtml(htmlOfText(text))).toBe(text)
      },
    ),
  )
})
