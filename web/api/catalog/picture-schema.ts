import * as v from 'valibot'
import type { PictureView, ProductCardView } from '#web/page.ts'
import { ordinalSchema } from '#web/api/count-schema.ts'

/** What every picture has: its size in pixels, and the `data:` image shown while it loads. */
export const pictureEntries = {
  alt: v.string(),
  width: ordinalSchema,
  height: ordinalSchema,
  placeholder: v.string(),
}

/** A picture with the addresses of its widths. */
export const pictureViewSchema = v.object({
  ...pictureEntries,
  src: v.string(),
  sources: v.array(v.object({ type: v.string(), srcSet: v.string() })),
}) satisfies v.GenericSchema<PictureView>

/** A product as cards show it; `price` is a text in the visitor's currency. */
export const productCardSchema = v.object({
  id: v.string(),
  name: v.string(),
  price: v.string(),
  before: v.optional(v.string()),
  picture: v.nullable(pictureViewSchema),
  outOfStock: v.boolean(),
  mark: v.optional(v.string()),
}) satisfies v.GenericSchema<ProductCardView>
