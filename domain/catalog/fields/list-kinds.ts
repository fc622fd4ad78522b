import * as v from 'valibot'
import { oneLine } from '#domain/catalog/field-kinds.ts'
import { MAX_SIZES } from '#domain/catalog/size.ts'
import { sizeName } from './size-name.ts'

const IMAGE_KEY = /^\w(?:[\w./-]{0,198}\w)?$/
const PLACEHOLDER = /^(?:data:image\/[\w.+-]+[;,][\w+/=;,%.-]{1,8000})?$/

/** The offered sizes, each with its own count, read by `stock`. */
export function offeredSizes<Stock extends v.GenericSchema<unknown, number | null>>(stock: Stock) {
  return v.pipe(
    v.optional(v.pipe(v.array(v.object({ size: sizeName, stock })), v.maxLength(2 * MAX_SIZES)), []),
    v.check((offered) => new Set(offered.map(({ size }) => size)).size === offered.length),
  )
}

/** SKU, barcode and bin of sizes, each size once, and each code at one size. */
export function sizeCodes(most: { sku: number; barcode: number; bin: number }) {
  const isOnce = (codes: readonly string[]) => new Set(codes).size === codes.length
  return v.pipe(
    v.optional(
      v.array(
        v.object({
          size: sizeName,
          sku: oneLine(most.sku),
          barcode: oneLine(most.barcode),
          bin: v.optional(oneLine(most.bin)),
        }),
      ),
      [],
    ),
    v.check((codes) => isOnce(codes.map(({ size }) => size))),
    v.check((codes) => isOnce(codes.flatMap(({ sku }) => (sku === '' ? [] : [sku])))),
    v.check((codes) => isOnce(codes.flatMap(({ barcode }) => (barcode === '' ? [] : [barcode])))),
  )
}

const pixels = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000))

/** What is stored of a picture, without its alternative text. */
export const pictureEntries = {
  key: v.pipe(
    v.string(),
    v.regex(IMAGE_KEY),
    v.check((key) => !key.includes('..')),
  ),
  width: pixels,
  height: pixels,
  placeholder: v.pipe(v.optional(v.string(), ''), v.regex(PLACEHOLDER)),
}

/** Stored pictures, at most `most` of them, each once, with up to `maxAltLength` characters about each. */
export function shownPictures(most: number, maxAltLength: number) {
  const picture = v.object({ ...pictureEntries, alt: oneLine(maxAltLength) })
  return v.pipe(
    v.optional(v.array(picture), []),
    v.maxLength(most),
    v.check((shown) => new Set(shown.map(({ key }) => key)).size === shown.length),
  )
}
