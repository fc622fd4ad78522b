import * as v from 'valibot'
import { expect, test } from 'vitest'
import { POLICIES, policySections } from './policies.ts'

const parse = (privacy: string) => v.safeParse(POLICIES.schema, { privacy, delivery: 'All sales are final.' })

test('headings, lists and paragraphs are read from plain text', () => {
  const text =
    'Effective 2026\n\n# What we collect\n\nYour name\nand address:\n- one\n- two\n\n##Reach us\nWrite.'
  const plain = policySections(text).map(({ heading, blocks }) => ({
    heading,
    blocks: blocks.map(({ kind, lines }) => [kind, ...lines.map((line) => line.text)]),
  }))
  expect(plain).toEqual([
    { heading: '', blocks: [['paragraph', 'Effective 2026']] },
    {
      heading: 'What we collect',
      blocks: [
        ['paragraph', 'Your name', 'and address:'],
        ['list', 'one', 'two'],
      ],
    },
    { heading: 'Reach us', blocks: [['paragraph', 'Write.']] },
  ])
})

test.each(['', '#', ' \n\n'])('"%s" has no section', (text) => {
  expect(
    policySections(text)
      .flatMap(({ heading }) => heading)
      .filter(Boolean),
  ).toEqual([])
})

test.each([
  ['Hello <b>there</b>', 'Use plain text: customers would see “<b>” as typed.'],
  ['<script>alert(1)</script>', 'Use plain text: customers would see “<script>” as typed.'],
  ['a\u0000b', 'Remove the characters that cannot be printed.'],
  ['', 'Enter the policy: customers need one.'],
  ['x'.repeat(20_001), 'Keep it to 20,000 characters.'],
])('%s is refused in plain words', (text, sentence) => {
  expect(parse(text).issues?.[0]?.message).toBe(sentence)
})

test('text that only resembles markup is kept, and line ends of pasted text are normalized', () => {
  const parsed = parse('5 < 6 & 7 > 3\r\nEmail <hello@shop.example>  \r\n\r\n\r\n\r\nEnd')
  expect(parsed.output).toMatchObject({ privacy: '5 < 6 & 7 > 3\nEmail <hello@shop.example>\n\nEnd' })
})
