import { typedRows } from '#domain/csv.ts'
import { PRODUCT_LIMITS } from '#domain/catalog/product-fields.ts'

/** The headings of a file of codes, in the order in which the shop writes it. */
export const CODE_HEADINGS = ['Product ID', 'Product', 'Size', 'SKU', 'Barcode', 'Bin'] as const

/** The most rows of one file. */
export const MAX_CODE_ROWS = 20_000

/**
 * One row of an imported file of codes. `line` counts from 1, as in the text. `given`: the codes for which the file has
 * a column. `no-headings`: the first line does not say which columns there are.
 */
export interface CodeRow {
  line: number
  productId: string
  product: string
  size: string
  given: { sku?: string; barcode?: string; bin?: string }
  problem: 'no-headings' | 'too-many' | 'too-long' | 'doubled' | null
}

const { sku, barcode, bin } = PRODUCT_LIMITS
const LENGTHS = { sku, barcode, bin } as const

/** Reads codes from a table with headings, whose cells are separated by tabs, commas or semicolons. */
export function parseCodes(text: string): CodeRow[] {
  const lines = typedRows(text)
  const headings = (lines[0]?.cells ?? []).map((cell) => cell.toLowerCase())
  const codes = (['sku', 'barcode', 'bin'] as const).filter((name) => headings.includes(name))
  const none = { productId: '', product: '', size: '', given: {} }
  if (codes.length === 0) return [{ line: lines[0]?.line ?? 1, ...none, problem: 'no-headings' }]
  if (lines.length > MAX_CODE_ROWS + 1) return [{ line: MAX_CODE_ROWS + 2, ...none, problem: 'too-many' }]
  const seen = new Set<string>()
  return lines.slice(1).map(({ line, cells }) => {
    const cell = (heading: string) => cells[headings.indexOf(heading)] ?? ''
    const given = Object.fromEntries(codes.map((name) => [name, cell(name)]))
    const row = { productId: cell('product id'), product: cell('product'), size: cell('size'), given }
    const key = JSON.stringify([row.productId || row.product || given['sku'], row.size])
    const isTooLong = codes.some((name) => cell(name).length > LENGTHS[name])
    const problem = isTooLong ? ('too-long' as const) : seen.has(key) ? ('doubled' as const) : null
    seen.add(key)
    return { line, ...row, problem }
  })
}
