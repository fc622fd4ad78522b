import * as v from 'valibot'
import { keysOf, pick, pluck } from '#domain/record-of.ts'
import { MAX_CATEGORY_LENGTH } from './category.ts'
import { categoryField, countField, linesField, priceField, requiredLineField } from './field-kinds.ts'
import { offeredSizes, shownPictures, sizeCodes } from './fields/list-kinds.ts'
import { PRODUCT_ATTRIBUTES } from './fields/product-attributes.ts'

/** The limits of the product form: characters about a picture and of codes, units, and pictures. */
export const PRODUCT_LIMITS = {
  alt: 300,
  stock: 1_000_000,
  pictures: 30,
  sku: 64,
  barcode: 80,
  bin: 40,
} as const

/** What is wrong with pictures that the form refuses. */
export const PICTURES_PROBLEM = `Use up to ${PRODUCT_LIMITS.pictures} different images, with up to ${PRODUCT_LIMITS.alt} characters about each.`

/**
 * The product fields with one column and one input each, in the order of the form. The columns of the table, the form,
 * the API, what staff see and the comparison of two editors' versions are derived from this.
 */
export const COLUMN_FIELDS = {
  name: requiredLineField({
    label: 'Name',
    column: 'name',
    maxLength: 200,
    problem: 'Enter a name of up to 200 characters.',
  }),
  price: priceField({
    label: 'Price',
    column: 'price_cents',
    problem: 'Enter a price in dollars: 0 or more, in steps of 0.01.',
  }),
  /** In units; null: not tracked. */
  stock: countField({
    label: 'Stock',
    column: 'stock',
    most: PRODUCT_LIMITS.stock,
    problem: 'Enter the stock as a whole number, 0 or more, or leave it empty.',
    detail: 'Units, as a whole number or as typed. Null or empty: not tracked.',
  }),
  category: categoryField({
    label: 'Category',
    column: 'category',
    maxLength: MAX_CATEGORY_LENGTH,
    problem: 'Choose a category.',
  }),
  description: linesField({
    label: 'Description',
    column: 'description',
    maxLength: 5_000,
    problem: 'Keep the description to 5,000 characters of plain text.',
  }),
  ...PRODUCT_ATTRIBUTES,
}

/** What staff write about a product in lists, which have their own tables and inputs. */
const LIST_FIELDS = {
  sizes: {
    label: 'Sizes',
    empty: [],
    schema: v.message(
      offeredSizes(COLUMN_FIELDS.stock.schema),
      'Give each size once, with a whole number of units or none.',
    ),
  },
  pictures: {
    label: 'Images',
    empty: [],
    schema: v.message(shownPictures(PRODUCT_LIMITS.pictures, PRODUCT_LIMITS.alt), PICTURES_PROBLEM),
  },
  /** Sizes that are not listed keep their codes. */
  codes: {
    label: 'SKUs, barcodes and bins',
    empty: [],
    schema: v.message(
      sizeCodes(PRODUCT_LIMITS),
      `Give each SKU and barcode to one size, in up to ${PRODUCT_LIMITS.sku} and ${PRODUCT_LIMITS.barcode} characters, and a bin in up to ${PRODUCT_LIMITS.bin}.`,
    ),
  },
}

const FIELDS = { ...COLUMN_FIELDS, ...LIST_FIELDS }
type Fields = typeof FIELDS

/** The name of a field that is one column of the table. */
export type ColumnField = keyof typeof COLUMN_FIELDS

/** The name of one field of the product form. */
export type ProductField = keyof Fields

/** What staff write about a product. */
export type WrittenFields = { [F in ProductField]: v.InferOutput<Fields[F]['schema']> }

/** The columns of the fields that have one. Yes is stored as 1, no as 0. */
export type WrittenColumns = {
  [F in ColumnField as (typeof COLUMN_FIELDS)[F]['column']]: StoredValue<WrittenFields[F]>
}

type StoredValue<Value> = Value extends boolean ? number : Value

type EmptyField = { [F in ProductField]: Fields[F] extends { empty: unknown } ? F : never }[ProductField]

/** The fields of a new product: the optional ones may be left out, and are then empty. */
export type GivenFields = Omit<WrittenFields, EmptyField> & Partial<Pick<WrittenFields, EmptyField>>

/** The fields that are one column, in the order of the form. */
export const COLUMN_FIELD_NAMES = keysOf(COLUMN_FIELDS)

/** All fields of the product form, in display order. */
export const PRODUCT_FIELDS = keysOf(FIELDS)

const MAY_BE_EMPTY = PRODUCT_FIELDS.filter((field): field is EmptyField => 'empty' in FIELDS[field])
const EMPTY = pluck(pick(FIELDS, MAY_BE_EMPTY), 'empty')

/** The schema of each field in the product form and the API. */
export const FIELD_SCHEMAS = pluck(FIELDS, 'schema')

/** The name of each field, as staff read it. */
export const FIELD_LABELS = pluck(FIELDS, 'label')

/** The column of each field that has one. */
export const FIELD_COLUMNS = pluck(COLUMN_FIELDS, 'column')

/** A product with these fields, and the others empty. */
export function withEmptyFields(given: GivenFields): WrittenFields {
  return { ...EMPTY, ...given }
}
