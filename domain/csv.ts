/** A cell of a table that leaves the shop. `null` is an empty cell. */
export type CsvCell = string | number | null

/** Excel takes a file for UTF-8 only if it begins with this. */
export const CSV_START = '\uFEFF'

/**
 * Where a spreadsheet would begin a formula: at the start of a text, and behind what parts cells or rows where commas
 * do not, as in Excel in Canadian French.
 */
const FORMULA = /(^|[;\t\r\n]) *(?=[=+\-@＝＋－＠])/g

/**
 * One line of a CSV file, with its line end (RFC 4180). What a spreadsheet would run as a formula gets an apostrophe in
 * front, as OWASP's page on CSV injection advises: shoppers type these texts, staff open them.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = cell.replace(FORMULA, "$&'").replace(/^[\t\r]/, "'$&")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
