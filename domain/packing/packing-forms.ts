import { toBatchId, toProductId } from '#domain/ids.ts'
import * as v from 'valibot'
import { typedTable } from '#domain/csv.ts'
import { PRODUCT_LIMITS } from '#domain/catalog/product-fields.ts'
import { sizeName } from '#domain/catalog/fields/size-name.ts'
import { withoutInvisible } from '#domain/plain-text.ts'
import { versionSchema as version } from '#domain/version.ts'
import { lineUnits, tracked } from '#domain/orders/order-forms.ts'
import { ORDER_NUMBER } from '#domain/orders/order.ts'
import { MAX_BATCH_SIZE, MAX_TRACKING_LENGTH, parseOrderNumber } from './parse-tracking.ts'

const line = (maxLength: number) =>
  v.optional(
    v.pipe(
      v.string(),
      v.transform((typed) => withoutInvisible(typed.replaceAll('\0', '')).trim()),
      v.maxLength(maxLength, `Use at most ${maxLength} characters.`),
      v.check((typed) => !/[\r\n\t]/.test(typed), 'Use one line.'),
    ),
    '',
  )

const number = v.pipe(
  v.string(),
  v.transform((typed) => parseOrderNumber(typed) ?? typed),
  v.regex(ORDER_NUMBER, 'Enter an order number, such as R-7K3M-9QX2.'),
)

const shipped = { carrier: tracked(line(100)), trackingNumber: tracked(line(MAX_TRACKING_LENGTH)) }

const bench = v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{8,64}$/))

/** The largest file or pasted text of tracking numbers, in characters. */
export const MAX_TRACKING_TEXT_LENGTH = 300_000

/** Pasted or imported tracking numbers, to be previewed. */
export const trackingTextSchema = typedTable(MAX_TRACKING_TEXT_LENGTH)

/** Parcels to mark as sent, each with a tracking number or without. */
export const parcelsSchema = v.object({
  parcels: v.pipe(
    v.array(v.object({ number, ...shipped })),
    v.minLength(1, 'Choose at least one order.'),
    v.maxLength(MAX_BATCH_SIZE, `Choose at most ${MAX_BATCH_SIZE} orders.`),
    v.check(
      (parcels) => new Set(parcels.map((parcel) => parcel.number)).size === parcels.length,
      'Give each order once.',
    ),
  ),
})

const numbers = v.pipe(
  v.array(number),
  v.minLength(1, 'Choose at least one order.'),
  v.maxLength(MAX_BATCH_SIZE, `Choose at most ${MAX_BATCH_SIZE} orders.`),
)

/** The orders whose packing slips were printed. */
export const printedSchema = v.object({ numbers })

/** The longest name of a batch, in characters. */
export const MAX_BATCH_NAME_LENGTH = 60

/** The name of a batch. */
export const batchNameSchema = v.pipe(line(MAX_BATCH_NAME_LENGTH), v.nonEmpty('Enter a name.'))

/** A batch of these orders. `batchId`: made by the browser, once for each. */
export const batchSchema = v.object({
  batchId: v.pipe(bench, v.transform(toBatchId)),
  name: line(MAX_BATCH_NAME_LENGTH),
  numbers,
})

const productId = v.pipe(v.string(), v.regex(/^[^\0]{1,200}$/), v.transform(toProductId))

/** How many units of a line of the pick list were fetched. */
export const pickSchema = v.object({
  productId,
  name: v.pipe(v.string(), v.regex(/^[^\0]{1,300}$/)),
  size: sizeName,
  picked: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
})

/** A bench claims an order. `takeOver`: the `since` of the claim that the member was shown. */
export const claimSchema = v.object({
  number,
  bench,
  takeOver: v.optional(v.nullable(v.pipe(v.number(), v.safeInteger())), null),
})

/** Renews the claim of a bench on an order. `version`: of the order when it was claimed. */
export const keepSchema = v.object({ number, bench, version: v.optional(version) })

/** A bench gives an order back. */
export const benchSchema = v.object({ number, bench })

/** A bench has packed an order. `items`: what is in the parcel, when that is a part of it. */
export const packedSchema = v.object({
  number,
  bench,
  version,
  ...shipped,
  items: v.optional(lineUnits),
})

/** Bin and barcode of a size of a product. Both may be empty. */
export const itemCodeSchema = v.object({
  productId,
  size: sizeName,
  bin: line(PRODUCT_LIMITS.bin),
  barcode: line(PRODUCT_LIMITS.barcode),
})
