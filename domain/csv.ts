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

function csvCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (HARMLESS_NUMBER.test(cell)) return cell
  const text = cell.replace(FORMULA, "$&'").replace(/^[\t\r]/, "'$&")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
