import * as v from 'valibot'
import { COLUMN_FIELDS } from '#domain/catalog/product-fields.ts'
import { pluck } from '#domain/record-of.ts'
import type { StaffPicture, StaffProduct, StaffProductPage } from '#web/views/catalog/staff-product.ts'
import { countSchema, ordinalSchema } from '#web/api/count-schema.ts'
import { nextSchema } from '#web/views/list-cursor.server.ts'
import { pictureEntries, pictureViewSchema } from './picture-schema.ts'

/** A stored picture, with the addresses that show it. */
export const staffPictureSchema = v.object({
  key: v.string(),
  ...pictureEntries,
  view: pictureViewSchema,
}) satisfies v.GenericSchema<StaffPicture>

/** A product as staff see it: `price` in CAD dollars, `archivedAt` in epoch milliseconds. */
export const staffProductSchema = v.object({
  id: v.string(),
  ...pluck(COLUMN_FIELDS, 'answer'),
  sizes: v.array(
    v.object({
      size: v.string(),
      stock: v.nullable(countSchema),
      preorder: v.optional(v.object({ units: countSchema, shipsOn: v.string() })),
    }),
  ),
  pictures: v.array(staffPictureSchema),
  codes: v.array(
    v.object({ size: v.string(), sku: v.string(), barcode: v.string(), bin: v.optional(v.string()) }),
  ),
  version: ordinalSchema,
  archivedAt: v.nullable(countSchema),
  outOfStock: v.boolean(),
}) satisfies v.GenericSchema<StaffProduct>

/** One page of the list. */
export const staffProductPageSchema = v.object({
  products: v.array(staffProductSchema),
  total: countSchema,
  page: ordinalSchema,
  pages: ordinalSchema,
  next: nextSchema,
}) satisfies v.GenericSchema<StaffProductPage>
