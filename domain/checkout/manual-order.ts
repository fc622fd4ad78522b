import * as v from 'valibot'
import { MAX_UNITS_PER_LINE, MAX_LINES } from './cart.ts'
import {
  CHECKOUT_LIMITS,
  NOWHERE,
  checkCheckoutForm,
  errorsForStaff,
  type CheckoutErrors,
} from './checkout-form.ts'
import { checkoutChoicesSchema } from './checkout-choices.ts'
import { EXTERNAL_METHOD_NAMES } from './payment.ts'
import { sizeName } from '#domain/catalog/fields/size-name.ts'
import { looksLikeEmail } from '#domain/email.ts'
import { toProductId } from '#domain/ids.ts'
import { centsFromDollars, MAX_CHARGE } from '#domain/money.ts'
import { withoutInvisible } from '#domain/plain-text.ts'
import type { Customer, Delivery } from '#domain/orders/order.ts'
import * as words from '#words/en/checkout/fields.ts'

/** The name of a customer who did not give one. */
export const WALK_IN = 'Walk-in customer'

const text = (maxLength: number) =>
  v.pipe(
    v.optional(v.string(), ''),
    v.transform((typed) => withoutInvisible(typed.replaceAll(/\p{Cc}/gu, ' ')).trim()),
    v.maxLength(maxLength, `Use at most ${maxLength} characters.`),
  )

const QUANTITY = `Enter a whole number from 1 to ${MAX_UNITS_PER_LINE}.`
const PRICE = 'Enter a price in dollars, such as 25.00.'

/** A product in one size, and how many. */
export const chosenItemEntries = {
  productId: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/), v.transform(toProductId)),
  size: sizeName,
  quantity: v.pipe(
    v.number(QUANTITY),
    v.integer(QUANTITY),
    v.minValue(1, QUANTITY),
    v.maxValue(MAX_UNITS_PER_LINE, QUANTITY),
  ),
}

/** Another unit price, as typed in dollars and parsed into cents; empty: the catalogue price. It may be zero. */
const changedPrice = v.pipe(
  v.optional(v.string(), ''),
  v.transform((typed) => typed.replace(/^\s*(C?\$)?\s*/, '').trim()),
  v.regex(/^(\d{1,6}([.,]\d{1,2})?)?$/, PRICE),
  v.transform((typed) =>
    typed === '' ? null : (centsFromDollars(Number(typed.replace(',', '.'))) ?? MAX_CHARGE),
  ),
)

const lineSchema = v.pipe(
  v.object({ ...chosenItemEntries, unitPrice: changedPrice, reason: text(200) }),
  v.forward(
    v.partialCheck(
      [['unitPrice'], ['reason']],
      ({ unitPrice, reason }) => unitPrice === null || reason !== '',
      'Enter a reason for the price.',
    ),
    ['reason'],
  ),
)

const customerSchema = v.object({
  name: v.string(),
  email: v.optional(v.string(), ''),
  phone: v.optional(v.string(), ''),
  address: v.optional(v.string(), ''),
  city: v.optional(v.string(), ''),
  country: v.optional(v.string(), 'CA'),
  region: v.optional(v.string(), ''),
  postal: v.optional(v.string(), ''),
})

/** How the customer of a manual order gets the items. */
export const MANUAL_DELIVERIES = ['ship', 'in-person'] as const satisfies readonly Delivery[]

/**
 * What the price of a manual order depends on. `shipping`: whether it is charged. `shippingMethod`: the id of the
 * chosen one; null: the cheapest that fits.
 */
export const manualPriceSchema = v.object({
  lines: v.pipe(
    v.array(v.unknown()),
    v.minLength(1, 'Choose at least one item.'),
    v.maxLength(MAX_LINES, `Keep the order to ${MAX_LINES} lines.`),
    v.array(lineSchema),
  ),
  delivery: v.picklist(MANUAL_DELIVERIES),
  shipping: v.boolean(),
  shippingMethod: checkoutChoicesSchema.entries.shippingMethod,
  customer: customerSchema,
})

/** How the customer has paid. A gift is an order of zero dollars. */
export const MANUAL_PAYMENTS = [...EXTERNAL_METHOD_NAMES, 'gift'] as const

/**
 * An order that staff make. `orderKey`: created by the browser, once for each order, so that a repeated request has no
 * effect. `total`: what staff were shown, in cents.
 */
export const manualOrderSchema = v.object({
  ...manualPriceSchema.entries,
  orderKey: v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{8,64}$/)),
  note: text(1_000),
  method: v.picklist(MANUAL_PAYMENTS, 'Choose how it was paid.'),
  reference: text(200),
  total: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
})

/** A request for the prices of a manual order. */
export type ManualPriceRequest = v.InferOutput<typeof manualPriceSchema>
/** A request for a manual order. */
export type ManualOrderRequest = v.InferOutput<typeof manualOrderSchema>

/**
 * The customer of a manual order. A parcel needs everything that the checkout asks for; in person everything is
 * optional, and no address is kept.
 */
export function checkManualCustomer({
  delivery,
  customer,
}: Pick<ManualPriceRequest, 'delivery' | 'customer'>): { customer: Customer } | { errors: CheckoutErrors } {
  if (delivery === 'ship') {
    const checked = checkCheckoutForm(customer, words.form)
    return 'errors' in checked ? { errors: errorsForStaff(checked.errors, words.forStaff) } : checked
  }
  const [name, email, phone] = [customer.name, customer.email, customer.phone].map((typed) =>
    withoutInvisible(typed.replaceAll(/\p{Cc}/gu, ' ')).trim(),
  ) as [string, string, string]
  const errors: CheckoutErrors = {
    ...(name.length > CHECKOUT_LIMITS.name && {
      name: `Keep the name to ${CHECKOUT_LIMITS.name} characters.`,
    }),
    ...(email !== '' && !looksLikeEmail(email) && { email: 'Enter a valid email address.' }),
    ...(phone.length > CHECKOUT_LIMITS.phone && {
      phone: `Keep the phone number to ${CHECKOUT_LIMITS.phone} characters.`,
    }),
  }
  if (Object.keys(errors).length > 0) return { errors }
  return { customer: { name: name || WALK_IN, email, phone, ...NOWHERE } }
}
