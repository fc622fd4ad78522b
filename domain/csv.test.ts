import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('a cell with a comma, a quote or a line break stays one cell', () => {
  expect(csvLine(['a,b', 'say "hi"', 'two\nlines', 7, null])).toBe('"a,b","say ""hi""","two\nlines",7,\r\n')
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx'])('%j is a text and no formula', (text) => {
  expect(csvLine([text])).toBe(`'${text}\r\n`)
})

test('a number below zero stays a number', () => {
  expect(csvLine([-5])).toBe('-5\r\n')
})
