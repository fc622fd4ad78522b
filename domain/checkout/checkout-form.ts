import * as v from 'valibot'
import { parseCountryCode } from '#domain/places/countries.ts'
import { LONGEST_EMAIL, looksLikeEmail } from '#domain/email.ts'
import { errorsByField } from '#domain/form-errors.ts'
import type { Customer } from '#domain/orders/order.ts'
import { withoutUnseen } from '#domain/plain-text.ts'
import { postalCodeWords } from '#domain/places/postal-codes.ts'
import { regionsOf } from '#domain/places/regions.ts'

/** The fields of the checkout form that make a customer, in display order: labels and regions follow the country. */
export const CHECKOUT_FIELDS = [
  'email',
  'phone',
  'country',
  'name',
  'address',
  'city',
  'region',
  'postal',
] as const satisfies readonly (keyof Customer)[]

/** The name of one field of the checkout form. */
export type CheckoutField = (typeof CHECKOUT_FIELDS)[number]

/** The form as typed: the customer, with a part of the address in a field of its own. */
export interface CheckoutInput extends Customer {
  /** Apartment, suite or floor; may be empty. It becomes the end of the address line. */
  apartment: string
}

/** Validation errors of the checkout form, at most one sentence for each field. */
export type CheckoutErrors = Partial<Record<CheckoutField, string>>

/** The maximum length of each text field, in characters. */
export const CHECKOUT_LIMITS = {
  email: LONGEST_EMAIL,
  phone: 40,
  name: 120,
  address: 200,
  city: 100,
  region: 100,
  postal: 20,
} as const

/** Control characters, line separators and unpaired surrogates: they cannot be typed, and labels cannot print them. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029]/u
const NO_POSTAL = 'Enter your postal code.'
const HAS_LETTER = /\p{L}/u
const HAS_LETTER_OR_DIGIT = /[\p{L}\p{Nd}]/u

/**
 * Parses the checkout form into a customer (spec 3 and 5). Lenient where real addresses vary, strict about characters
 * that break a shipping label.
 */
export const checkoutFormSchema = v.pipe(
  v.object({
    email: v.pipe(
      text('email', 'e-mail address', 'Enter your e-mail address.'),
      v.check(looksLikeEmail, 'Enter a valid e-mail address.'),
    ),
    phone: v.pipe(
      text('phone', 'phone number', 'Enter your phone number.'),
      v.check(
        (phone) => (phone.match(/\p{Nd}/gu) ?? []).length >= 6,
        'Enter a phone number with at least 6 digits.',
      ),
    ),
    name: v.pipe(text('name', 'name', 'Enter your full name.'), v.regex(HAS_LETTER, 'Enter your full name.')),
    address: v.pipe(
      text('address', 'address', 'Enter your address.'),
      v.regex(HAS_LETTER_OR_DIGIT, 'Enter your address.'),
    ),
    city: v.pipe(text('city', 'city', 'Enter your city.'), v.regex(HAS_LETTER, 'Enter your city.')),
    country: v.pipe(
      typed('Choose your country.'),
      v.check((code) => parseCountryCode(code) !== null, 'Choose your country.'),
    ),
    region: text('region', 'region'),
    postal: v.pipe(text('postal', 'postal code', NO_POSTAL), v.regex(HAS_LETTER_OR_DIGIT, NO_POSTAL)),
  }),
  v.forward(
    v.partialCheck(
      [['country'], ['region']],
      ({ country, region }) => regionsOf(country)?.names.includes(region) ?? true,
      ({ input }) => `Choose your ${regionsOf(input.country)?.label.toLowerCase() ?? 'region'}.`,
    ),
    ['region'],
  ),
)

/**
 * Validates a submitted form in the browser. Input that is not an object gives the errors of an empty form. Unknown
 * fields are ignored, missing ones count as empty. Whether a postal code exists is the server's to judge.
 */
export function checkCheckoutForm(values: unknown): { customer: Customer } | { errors: CheckoutErrors } {
  const typedValues = typeof values === 'object' && values !== null ? values : {}
  const result = v.safeParse(checkoutFormSchema, withApartment(typedValues))
  if (result.success) return { customer: result.output }
  const errors = errorsByField(result.issues, CHECKOUT_FIELDS)
  if (errors.postal === NO_POSTAL && 'country' in typedValues) {
    errors.postal = `Enter your ${postalCodeWords(String(typedValues.country))}.`
  }
  return { errors }
}

/** The apartment joins the address line. Without an address it changes nothing, so that the address is asked for. */
function withApartment(values: object): object {
  const { address, apartment } = values as Partial<Record<keyof CheckoutInput, unknown>>
  if (typeof address !== 'string' || typeof apartment !== 'string') return values
  const [line, rest] = [address, apartment].map((text) => withoutUnseen(text).trim())
  return line && rest ? { ...values, address: `${line}, ${rest}` } : values
}

function typed(message: string) {
  return v.pipe(v.optional(v.string(message), ''), v.transform(withoutUnseen), v.trim())
}

function text(field: keyof typeof CHECKOUT_LIMITS, label: string, required?: string) {
  const most = CHECKOUT_LIMITS[field]
  return v.pipe(
    typed(required ?? `Enter the ${label} as text.`),
    v.minLength(required === undefined ? 0 : 1, required),
    v.maxLength(most, `Keep the ${label} to ${most} characters.`),
    v.check(
      (value) => !UNPRINTABLE.test(value),
      `Type the ${label} anew: it holds a character that cannot be printed.`,
    ),
  )
}
