import { expect, test } from 'vitest'
import { greetingName } from './greeting-name.ts'

test.each([
  ['Sam Okafor', 'Sam'],
  ['  sam\u00a0\n okafor ', 'sam'],
  ['Zoë', 'Zoë'],
  ["D'Arcy O’Neill", "D'Arcy"],
  ['Anne-Marie St. Jean', 'Anne-Marie'],
  ['Ada K. Prairie', 'Ada'],
  ['Maria de la Cruz Santos', 'Maria'],
  ['山田太郎', '山田太郎'],
  ['नूर हद्दाद', 'नूर'],
  ['S\u200bam\u202e Okafor', 'Sam'],
])('%j is greeted as %j', (name, called) => {
  expect(greetingName(name)).toBe(called)
})

test.each([
  '',
  '   ',
  '-',
  'Okafor, Sam',
  'Dr. Sam Okafor',
  'Mrs Okafor',
  'J. R. Okafor',
  'J Okafor',
  'sam@example.com',
  'evil.example',
  'Sam https://evil.example/x',
  '<b>Sam</b>',
  'You have won a prize today friend',
  'Sam 2',
  '{{name}}',
  'x'.repeat(31),
])('%j is not used in a greeting', (name) => {
  expect(greetingName(name)).toBeNull()
})
