import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('a cell with a comma, a quote or a line break stays one cell', () => {
  expect(csvLine(['a,b', 'say "hi"', 'two\nlines', 7, null])).toBe('"a,b","say ""hi""","two\nlines",7,\r\n')
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx'])('%j is written as text, not as a formula', (text) => {
  expect(csvLine([text])).toBe(`'${text}\r\n`)
})

test('a negative number stays a number', () => {
  expect(csvLine([-5])).toBe('-5\r\n')
})

test('a negative amount of money stays a number, so that a column with discounts can be added up', () => {
  expect(csvLine(['-36.00', '-1,234.50', '-36.00+1', ' -36.00'])).toBe(
    `-36.00,"'-1,234.50",'-36.00+1, '-36.00\r\n`,
  )
})

test('a phone number with its country code stays a phone number, and a formula that begins like one does not', () => {
  expect(csvLine(['+13065550100', '+1+1', '+1 306', '+13065550100*2'])).toBe(
    "+13065550100,'+1+1,'+1 306,'+13065550100*2\r\n",
  )
})

test.each([
  ['Ada;=cmd|0!A1', "Ada;'=cmd|0!A1"],
  ['Ada; @SUM(A1)', "Ada; '@SUM(A1)"],
  ['Ada\t-1', "Ada\t'-1"],
  ['＝1+1', "'＝1+1"],
  ['Ada;"=cmd|0!A1;Bo', `"Ada;""'=cmd|0!A1;Bo"`],
  ['Ada\n" =1+1', `"Ada\n"" '=1+1"`],
])('%j is also text in a spreadsheet that splits cells at semicolons or tabs', (text, written) => {
  expect(csvLine([text])).toBe(`${written}\r\n`)
})

test('a formula cannot hide on a later line, where such a spreadsheet starts a row', () => {
  expect(csvLine(['Hello\n=1+1'])).toBe('"Hello\n\'=1+1"\r\n')
})

test('a phone number, a web address and a sentence are left unchanged', () => {
  expect(csvLine(['306 555-0123', 'https://a.example/?b=c', 'Red; blue = purple'])).toBe(
    '306 555-0123,https://a.example/?b=c,Red; blue = purple\r\n',
  )
})
