import { typedRows } from '#domain/csv.ts'
import { hasOrderNumber, ORDER_NUMBER } from '#domain/orders/order.ts'

/** The largest number of orders in one batch. */
export const MAX_BATCH_SIZE = 500

/** The longest tracking number, in characters. */
export const MAX_TRACKING_LENGTH = 100

/**
 * What is wrong with a row of tracking numbers, by itself. `order-number`: in the place of the tracking number or the
 * carrier. `shortened`: a spreadsheet has replaced the digits, as in
 * `7.02E+15`. `doubled-order` and `doubled-tracking`: an earlier row has the same one.
 */
export type TrackingRowProblem =
  | 'no-order'
  | 'no-tracking'
  | 'order-number'
  | 'too-long'
  | 'shortened'
  | 'doubled-order'
  | 'doubled-tracking'

/** One row of pasted or imported tracking numbers. `line` counts from 1, as in the text. */
export interface TrackingRow {
  line: number
  /** The order number, or the text in its place. */
  number: string
  trackingNumber: string
  /** Empty when the row names none. */
  carrier: string
  problem: TrackingRowProblem | null
}

/**
 * The order number in a typed or scanned text, in its usual form; null when there is none. Without its hyphens it has
 * to contain a digit: `Reference` is a word.
 */
export function parseOrderNumber(text: string): string | null {
  const typed = text.trim().toUpperCase()
  if (ORDER_NUMBER.test(typed)) return typed
  const [, first, second] = /^R(?=\w*\d)([0-9A-Z]{4})([0-9A-Z]{4})$/.exec(typed) ?? []
  return first && second ? `R-${first}-${second}` : null
}

const HEADINGS = {
  number: /\border\b|reference/i,
  trackingNumber: /track|\bpin\b|barcode/i,
  carrier: /carrier/i,
}

/**
 * Reads an order number and a tracking number from each line. Cells are separated by tabs, commas or semicolons, and
 * may be quoted. A first line with headings says which columns to read; without it, the tracking number follows the
 * order number. Blank lines are skipped.
 */
export function parseTracking(text: string): TrackingRow[] {
  const lines = typedRows(text)
  const columns = columnsOf(lines[0]?.cells ?? [])
  const earlier = { orders: new Set<string>(), trackings: new Set<string>() }
  return (columns ? lines.slice(1) : lines).map(({ line, cells }) => {
    const row = columns ? rowAt(cells, columns) : rowOf(cells)
    const problem = problemOf(row, earlier)
    earlier.orders.add(row.number)
    earlier.trackings.add(row.trackingNumber)
    return { line, ...row, problem }
  })
}

type Row = Pick<TrackingRow, 'number' | 'trackingNumber' | 'carrier'>

/** The columns that a line of headings names; null when the line is a row. */
function columnsOf(cells: readonly string[]): Record<keyof typeof HEADINGS, number> | null {
  if (cells.some((cell) => parseOrderNumber(cell) !== null)) return null
  const number = cells.findIndex((cell) => HEADINGS.number.test(cell))
  const trackingNumber = cells.findIndex((cell, at) => at !== number && HEADINGS.trackingNumber.test(cell))
  if (number === -1 || trackingNumber === -1) return null
  return { number, trackingNumber, carrier: cells.findIndex((cell) => HEADINGS.carrier.test(cell)) }
}

function rowAt(cells: readonly string[], columns: Record<keyof typeof HEADINGS, number>): Row {
  const number = cells[columns.number] ?? ''
  return {
    number: parseOrderNumber(number) ?? number,
    trackingNumber: cells[columns.trackingNumber] ?? '',
    carrier: cells[columns.carrier] ?? '',
  }
}

function rowOf(cells: readonly string[]): Row {
  const [first = ''] = cells
  const spaced = cells.length === 1 ? /^(\S+)\s+(.+)$/.exec(first) : null
  const found = spaced?.[1] && spaced[2] ? [spaced[1], spaced[2]] : cells
  const at = found.findIndex((cell) => parseOrderNumber(cell) !== null)
  const number = found[Math.max(at, 0)] ?? ''
  const rest = found.filter((cell, index) => index !== Math.max(at, 0) && cell !== '')
  return { number: parseOrderNumber(number) ?? number, trackingNumber: rest[0] ?? '', carrier: rest[1] ?? '' }
}

function problemOf(
  { number, trackingNumber, carrier }: Row,
  seen: { orders: ReadonlySet<string>; trackings: ReadonlySet<string> },
): TrackingRowProblem | null {
  if (!ORDER_NUMBER.test(number)) return 'no-order'
  if (trackingNumber === '') return 'no-tracking'
  if (hasOrderNumber(trackingNumber) || hasOrderNumber(carrier)) return 'order-number'
  if (trackingNumber.length > MAX_TRACKING_LENGTH || carrier.length > MAX_TRACKING_LENGTH) return 'too-long'
  if (/^\d([.,]\d+)?E\+\d+$/i.test(trackingNumber)) return 'shortened'
  if (seen.orders.has(number)) return 'doubled-order'
  return seen.trackings.has(trackingNumber) ? 'doubled-tracking' : null
}
