import { FIELD_LABELS } from '#domain/catalog/product-fields.ts'
import { MIRRORED_COLUMNS, type MirroredField } from '#domain/catalog/mirrored-content.ts'
import { keysOf, pick } from '#domain/record-of.ts'

/** The column of each field in the table. */
export type Columns = Readonly<Record<MirroredField, string>>

/**
 * The columns of spec 3 and 7: those of the form, except that the columns of sizes and pictures are `Size` and `Image`.
 */
export const DEFAULT_COLUMNS: Columns = {
  ...pick(FIELD_LABELS, MIRRORED_COLUMNS),
  sizes: 'Size',
  pictures: 'Image',
}

/** The default columns with those of `Name=Title,Price=Cost` under another name; null when the text is invalid. */
export function withColumns(text: string): Columns | null {
  const columns: Record<MirroredField, string> = { ...DEFAULT_COLUMNS }
  for (const pair of text.split(',').filter((part) => part.trim() !== '')) {
    const [name = '', column = '', ...more] = pair.split('=').map((part) => part.trim())
    const field = keysOf(columns).find((one) => DEFAULT_COLUMNS[one].toLowerCase() === name.toLowerCase())
    if (field === undefined || column === '' || more.length > 0) return null
    columns[field] = column
  }
  const isClear = new Set(Object.values(columns)).size === keysOf(columns).length
  return isClear ? columns : null
}
