import * as v from 'valibot'
import { looksLikeEmail, MAX_EMAIL_LENGTH } from '#domain/email.ts'
import { toRefundId } from '#domain/ids.ts'
import { centsFromDollars, MAX_CHARGE } from '#domain/money.ts'
import { withoutInvisible } from '#domain/plain-text.ts'
import { versionSchema as version } from '#domain/version.ts'
import { HOLD_REASON_NAMES, MAX_PHOTO_LENGTH } from './hold.ts'
import { hasOrderNumber } from './order.ts'
import { asTag } from './tags.ts'

/** The longest text that staff may write about an order, in characters. */
export const MAX_ORDER_NOTE_LENGTH = 2_000

const typed = (maxLength: number) =>
  v.pipe(
    v.string(),
    v.transform((said) => withoutInvisible(said.replaceAll('\0', '')).trim()),
    v.maxLength(maxLength, `Use at most ${maxLength} characters.`),
  )

/** Optional; the default is empty. */
const text = (maxLength: number) => v.optional(typed(maxLength), '')

const newId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{8,64}$/))

const unitFields = {
  position: v.pipe(v.number(), v.integer(), v.minValue(0)),
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1)),
}

/** A carrier or a tracking number: a scanned slip is neither. */
export function tracked<Text extends v.GenericSchema<string | undefined, string>>(line: Text) {
  return v.pipe(
    line,
    v.check((said) => !hasOrderNumber(said), 'This has an order number in it. Enter the one on the label.'),
  )
}

const tracking = {
  carrier: tracked(text(100)),
  trackingNumber: tracked(text(100)),
  trackingLink: v.optional(
    v.pipe(
      typed(500),
      v.check(
        (link) => link === '' || (URL.canParse(link) && /^https?:$/.test(new URL(link).protocol)),
        'Enter a web address that begins with https:// or leave it empty.',
      ),
    ),
    '',
  ),
}

/** Units of order lines, by position. */
export const lineUnits = v.pipe(v.array(v.object(unitFields)), v.maxLength(200))

/**
 * Shipment details. All three may be empty: the parcel may be handed over in person. `items`: what is sent; without
 * them, everything that is still to be sent.
 */
export const fulfilSchema = v.object({
  version,
  ...tracking,
  items: v.optional(lineUnits),
  despiteBalance: v.optional(v.boolean()),
})

/** Puts an order on hold. `bench`: the browser tab that packs it, if one does. */
export const holdSchema = v.object({
  version,
  reason: v.picklist(HOLD_REASON_NAMES, 'Choose a reason.'),
  note: text(MAX_ORDER_NOTE_LENGTH),
  photo: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(MAX_PHOTO_LENGTH, 'This photo is too large.'),
      v.regex(/^(data:image\/jpeg;base64,[A-Za-z0-9+/=]+)?$/, 'This is not a photo.'),
    ),
    '',
  ),
  bench: v.optional(newId),
})

/** Releases an order that is on hold. */
export const releaseSchema = v.object({ version })

/** The number of a shipment within its order. */
const shipment = v.pipe(v.number(), v.integer(), v.minValue(1))

/** Corrected details of a shipment. `tellCustomer`: they get a mail that the tracking changed. */
export const trackingSchema = v.object({
  version,
  shipment,
  ...tracking,
  tellCustomer: v.optional(v.boolean(), false),
})

/** A shipment that was recorded by mistake, and why. */
export const undoFulfilmentSchema = v.object({
  version,
  shipment,
  reason: v.pipe(typed(500), v.nonEmpty('Enter a reason.')),
})

/** The customer has picked the order up, or `items` of it. `tellCustomer`: they get a mail about it. */
export const pickUpSchema = v.object({
  version,
  items: v.optional(lineUnits),
  tellCustomer: v.optional(v.boolean(), false),
})

/** A pickup that was recorded by mistake, and why. `pickup`: its number within the order; without it, the latest. */
export const undoPickupSchema = v.object({
  version,
  pickup: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  reason: v.pipe(typed(500), v.nonEmpty('Enter a reason.')),
})

/** Required while an earlier refund is unconfirmed: staff checked the gateway, and it was not made. */
const checkedGateway = v.optional(v.boolean())

/** Where and to whom an order goes, as typed; checked like the checkout form. */
export const recipientSchema = v.object({
  name: v.string(),
  phone: v.string(),
  address: v.string(),
  city: v.string(),
  country: v.string(),
  region: v.string(),
  postal: v.string(),
})

/** An address to price. */
export const addressPriceSchema = v.object({ recipient: recipientSchema })

/** A changed address. `difference`: how much more or less the order costs there, as shown to staff, in cents. */
export const addressSchema = v.object({
  version,
  recipient: recipientSchema,
  difference: v.pipe(v.number(), v.safeInteger()),
  checkedGateway,
})

/** A corrected email address. `resend`: send what was mailed about the order there too. */
export const emailSchema = v.object({
  version,
  email: v.pipe(typed(MAX_EMAIL_LENGTH), v.check(looksLikeEmail, 'Enter a valid email address.')),
  resend: v.optional(v.boolean(), false),
})

/** Units of order lines, with how many of them had been sent; without that, as few as possible. */
const chosenUnits = v.pipe(
  v.array(v.object({ ...unitFields, sent: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))) })),
  v.maxLength(200),
)

/**
 * Cancels an order. `restock`: return units of a paid order to stock: `units`, or all but those that a refund left out
 * before.
 */
export const cancelSchema = v.object({
  version,
  restock: v.boolean(),
  units: v.optional(chosenUnits),
  reason: text(500),
  checkedGateway,
})

/**
 * The items and shipping to refund, which the shop prices; or `amount`, another sum, as typed in dollars: `50`, `50.00`
 * or `$50.00`, parsed into cents. `rests`: earlier refunds by item of which a share failed, to return what is missing.
 * `as`: the customer gets it as store credit.
 */
export const refundSchema = v.object({
  version,
  checkedGateway,
  refundId: v.pipe(newId, v.transform(toRefundId)),
  items: v.optional(chosenUnits, []),
  shipping: v.optional(v.boolean(), false),
  amount: v.optional(
    v.pipe(
      v.string(),
      v.transform((said) => said.replace(/^\s*(C?\$)?\s*/, '').trim()),
      v.regex(/^\d{1,6}([.,]\d{1,2})?$/, 'Enter an amount in dollars, such as 25.00.'),
      v.transform((said) => centsFromDollars(Number(said.replace(',', '.'))) ?? MAX_CHARGE),
      v.check((amount) => amount > 0, 'Enter an amount above zero.'),
    ),
  ),
  rests: v.optional(v.pipe(v.array(v.pipe(newId, v.transform(toRefundId))), v.maxLength(20)), []),
  as: v.optional(v.literal('store-credit')),
  reason: text(500),
  /** Units to return to stock, by line. */
  units: chosenUnits,
})

/** Units that are returned to stock, and why. */
export const restockSchema = v.object({
  version,
  units: v.pipe(chosenUnits, v.minLength(1, 'Choose at least one item.')),
  reason: text(500),
})

/**
 * A note in the order's history. The browser makes `noteId` once for each note, so that a retry does not store it
 * twice.
 */
export const noteSchema = v.object({
  noteId: newId,
  text: v.pipe(typed(MAX_ORDER_NOTE_LENGTH), v.nonEmpty('Enter a note.')),
})

/** The longest tag, in characters. */
export const MAX_TAG_LENGTH = 40

/** One tag, as it is kept. */
export const tagSchema = v.pipe(typed(MAX_TAG_LENGTH), v.transform(asTag))

const tags = v.pipe(
  v.array(v.pipe(tagSchema, v.nonEmpty('Enter a tag.'))),
  v.maxLength(20, 'Use at most 20 tags at once.'),
)

/** Tags that are added to an order, and tags that are taken from it. */
export const tagsSchema = v.object({ add: v.optional(tags, []), remove: v.optional(tags, []) })

/**
 * How staff resolve an order that needed attention: the payment is accepted, it was returned manually, or more was
 * returned than received and the loss is written off.
 */
export const resolveSchema = v.object({
  version,
  outcome: v.picklist(['stands', 'returned', 'written-off']),
  note: text(500),
})

/** The mail to send again, by its number in the outbox. */
export const resendSchema = v.object({ mailId: v.pipe(v.number(), v.safeInteger(), v.minValue(1)) })
