import * as v from 'valibot'

/** A cell of an exported table. `null` is an empty cell. */
export type CsvCell = string | number | null

/** Excel reads a file as UTF-8 only if it begins with this byte order mark. */
export const CSV_START = '\uFEFF'

/**
 * Where a spreadsheet would start a formula: at the start of a text, and after a cell or row separator other than a
 * comma, as in Excel in Canadian French. Quotes in between do not prevent it: there they open and close an empty text.
 */
const FORMULA = /(^|[;\t\r\n])[ "]*(?=[=+\-@＝＋－＠])/g

/**
 * A negative amount with its cents, which a spreadsheet would leave out of its sum as text, or a phone number with its
 * country code, which a carrier's program may refuse with an apostrophe. Neither is a formula.
 */
const HARMLESS_NUMBER = /^(-\d+\.\d\d|\+\d{6,15})$/

/**
 * One line of a CSV file with its line end (RFC 4180). A cell that a spreadsheet would run as a formula gets an
 * apostrophe in front, as OWASP's page on CSV injection advises: shoppers type these texts and staff open them.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** One line of a CSV file that only programs read, such as a feed: texts stay as they are, formulas too. */
export function dataLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`
}

function csvCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (HARMLESS_NUMBER.test(cell)) return cell
  return quoted(cell.replace(FORMULA, "$&'").replace(/^[\t\r]/, "'$&"))
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A row of a table that was pasted or imported. `line` counts from 1, as in the text. */
export interface TypedRow {
  line: number
  cells: string[]
}

/** The largest file of a table that is imported, in characters. */
const MAX_TABLE_LENGTH = 900_000

/** A table that was pasted, or a file of one. `most`: characters. */
export const typedTable = (most = MAX_TABLE_LENGTH) =>
  v.object({
    text: v.pipe(
      v.string(),
      v.maxLength(most, 'This is too long. Import it in parts.'),
      v.transform((text) => text.replaceAll('\0', '')),
    ),
  })

/** The rows of a text, one in a line, without blank ones. Tabs, commas or semicolons separate the cells. */
export function typedRows(text: string): TypedRow[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((line, at) => ({ line: at + 1, cells: cellsOf(line) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
}

/** The cells of a line, without quotes and without the apostrophe that defuses a formula in an exported file. */
function cellsOf(line: string): string[] {
  const cells = line.match(/("(?:[^"]|"")*"|[^\t,;])+|(?<=[\t,;]|^)(?=[\t,;]|$)/g) ?? []
  return cells.map((cell) => {
    const text = cell.trim()
    const quoted = /^"([^]*)"$/.exec(text)?.[1]?.replaceAll('""', '"')
    return (quoted ?? text).trim().replace(/^'/, '')
  })
}
