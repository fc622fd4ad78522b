import type { ProductErrors } from '#domain/catalog/product-form.ts'
import { COLUMN_FIELD_NAMES, COLUMN_FIELDS, type ColumnField } from '#domain/catalog/product-fields.ts'
import type { Picture } from '#domain/catalog/product.ts'
import { inSizeOrder, type Size, type SizeCodes } from '#domain/catalog/size.ts'
import { recordOf } from '#domain/record-of.ts'
import type { StaffPicture, StaffProduct } from '#web/views/catalog/staff-product.ts'

/** The product form as it is typed and sent: numbers are texts until the shop has read them. */
export interface FormValues extends Record<ColumnField, string> {
  sizes: { size: Size; stock: string }[]
  pictures: Picture[]
  /** Without the sizes that have none. */
  codes: SizeCodes[]
}

/** The values of the form while it is open, except the pictures, which are uploaded and removed separately. */
export type TypedValues = Omit<FormValues, 'pictures'>

export const EMPTY: TypedValues = { ...textOfEach(emptyText), sizes: [], codes: [] }

/** A product as the form shows it. */
export function valuesOf(product: StaffProduct): TypedValues {
  const sizes = product.sizes.map(({ size, stock }) => ({ size, stock: typedText(stock) }))
  return { ...textOfEach((field) => typedText(product[field])), sizes, codes: product.codes }
}

/** A copy of a product, as the form begins with it: a draft, without schedule, stock and codes. */
export function copyOf(product: StaffProduct): TypedValues {
  const values = valuesOf(product)
  return {
    ...values,
    name: `${product.name} (copy)`,
    stock: '',
    sizes: values.sizes.map(({ size }) => ({ size, stock: '' })),
    codes: [],
    draft: 'true',
    publishedFrom: '',
    soldFrom: '',
    publishedUntil: '',
  }
}

/** Two changes of the same version: each field as it was changed here or, where it was not, as they saved it. */
export function mergedValues(mine: TypedValues, before: TypedValues, theirs: TypedValues): TypedValues {
  const isMine = (field: keyof TypedValues) => JSON.stringify(mine[field]) !== JSON.stringify(before[field])
  const changed = (Object.keys(mine) as (keyof TypedValues)[]).filter(isMine)
  return { ...theirs, ...Object.fromEntries(changed.map((field) => [field, mine[field]])) }
}

/** The fields whose errors depend on another field too. */
const DEPENDENT: Partial<Record<string, readonly (keyof FormValues)[]>> = {
  publishedFrom: ['publishedUntil'],
  soldFrom: ['publishedUntil'],
  category: ['sizes', 'codes'],
}

/** The errors without those of the fields that have just changed; saving checks them again. */
export function withoutErrorsOf(errors: ProductErrors, changes: Partial<TypedValues>): ProductErrors {
  const changed = new Set(Object.keys(changes).flatMap((field) => [field, ...(DEPENDENT[field] ?? [])]))
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !changed.has(field)))
}

/** The sizes with one more or one fewer, in this order. */
export function withSize(
  sizes: TypedValues['sizes'],
  size: Size,
  offered: boolean,
  order: readonly Size[],
): TypedValues['sizes'] {
  const others = sizes.filter((one) => one.size !== size)
  const all = offered ? [...others, { size, stock: '' }] : others
  return inSizeOrder(all, order)
}

/** The codes with another one of a size. */
export function withCode(
  codes: readonly SizeCodes[],
  size: Size,
  typed: Partial<Pick<SizeCodes, 'sku' | 'barcode' | 'bin'>>,
  order: readonly Size[],
): SizeCodes[] {
  const before = codes.find((one) => one.size === size) ?? { size, sku: '', barcode: '' }
  const all = [...codes.filter((one) => one.size !== size), { ...before, ...typed }]
  const filled = all.filter(({ sku, barcode, bin = '' }) => sku !== '' || barcode !== '' || bin !== '')
  return inSizeOrder(filled, order)
}

/** The codes that differ from those before: the shop leaves all others as they are. */
export function changedCodes(codes: readonly SizeCodes[], before: readonly SizeCodes[]): SizeCodes[] {
  const sizes = new Set([...codes, ...before].map(({ size }) => size))
  return [...sizes].flatMap((size) => {
    const none: SizeCodes = { size, sku: '', barcode: '' }
    const now = codes.find((one) => one.size === size) ?? none
    const then = before.find((one) => one.size === size) ?? none
    const { bin = '' } = now
    const isSameBin = bin === (then.bin ?? '')
    if (now.sku === then.sku && now.barcode === then.barcode && isSameBin) return []
    return [{ ...now, ...(!isSameBin && { bin }) }]
  })
}

/** A picture without the addresses it is shown from. */
export function storedPicture({ key, alt, width, height, placeholder }: StaffPicture): Picture {
  return { key, alt, width, height, placeholder }
}

/** Whether two states of the form would save the same. */
export function isSame(one: FormValues, other: FormValues): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The whole stock when every offered size has its own count (domain/catalog/size.ts); null otherwise. */
export function sumOfSizes(sizes: TypedValues['sizes']): number | null {
  if (sizes.length === 0 || sizes.some(({ stock }) => !/^\d+$/.test(stock.trim()))) return null
  return sizes.reduce((sum, { stock }) => sum + Number(stock), 0)
}

function textOfEach(text: (field: ColumnField) => string): Record<ColumnField, string> {
  return recordOf<Record<ColumnField, string>>(COLUMN_FIELD_NAMES, text)
}

function emptyText(field: ColumnField): string {
  return COLUMN_FIELDS[field].input === 'flag' ? 'false' : ''
}

function typedText(value: string | number | boolean | null): string {
  return value === null ? '' : String(value)
}
