import * as v from 'valibot'
import { parseCountryCode } from '#domain/places/countries.ts'
import { MAX_EMAIL_LENGTH, looksLikeEmail } from '#domain/email.ts'
import { errorsByField } from '#domain/form-errors.ts'
import type { Customer } from '#domain/orders/order.ts'
import { withoutInvisible } from '#domain/plain-text.ts'
import { hasPostalCodes, postalCodeOf, writtenPostalCode } from '#domain/places/postal-codes.ts'
import { needsRegion, regionsOf } from '#domain/places/regions.ts'
import type { Words } from '#words/languages.ts'

/** The errors of the form and the names of its fields, in a language. */
type FormWords = Words['checkout/fields']['form']

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

/** The form as typed: the customer, with each part of the address in its own field. */
export interface CheckoutInput extends Customer {
  /** Apartment, suite or floor; may be empty. It becomes the end of the address line. */
  apartment: string
}

/** Validation errors of the checkout form, at most one sentence for each field. */
export type CheckoutErrors = Partial<Record<CheckoutField, string>>

/** The maximum length of each text field, in characters. */
export const CHECKOUT_LIMITS = {
  email: MAX_EMAIL_LENGTH,
  phone: 40,
  name: 120,
  address: 200,
  city: 100,
  region: 100,
  postal: 20,
} as const

/** Control characters, line separators and unpaired surrogates: they cannot be typed, and labels cannot print them. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029]/u
const HAS_LETTER = /\p{L}/u
const HAS_LETTER_OR_DIGIT = /[\p{L}\p{Nd}]/u

/** Who buys: the part of the form that does not depend on where the order goes. */
const contactIn = (words: FormWords) => ({
  email: v.pipe(text(words, 'email', words.enterEmail), v.check(looksLikeEmail, words.invalidEmail)),
  phone: v.pipe(
    text(words, 'phone', words.enterPhone),
    v.check((phone) => (phone.match(/\p{Nd}/gu) ?? []).length >= 6, words.shortPhone),
  ),
  name: v.pipe(text(words, 'name', words.enterName), v.regex(HAS_LETTER, words.enterName)),
})

/** The address of a customer to whom nothing is shipped. */
export const NOWHERE = { address: '', city: '', country: 'CA', region: '', postal: '' }

/** Parses the checkout form of a cart with only gift cards: it has no address. */
export const contactFormIn = (words: FormWords) =>
  v.pipe(
    v.object(contactIn(words)),
    v.transform((contact): Customer => ({ ...contact, ...NOWHERE })),
  )

/**
 * Parses the checkout form into a customer (spec 3 and 5). Lenient where real addresses vary, strict about characters
 * that break a shipping label.
 */
export const checkoutFormIn = (words: FormWords) =>
  v.pipe(
    v.object({
      ...contactIn(words),
      address: v.pipe(
        text(words, 'address', words.enterAddress),
        v.regex(HAS_LETTER_OR_DIGIT, words.enterAddress),
      ),
      city: v.pipe(text(words, 'city', words.enterCity), v.regex(HAS_LETTER, words.enterCity)),
      country: v.pipe(
        typed(words.chooseCountry),
        v.check((code) => parseCountryCode(code) !== null, words.chooseCountry),
      ),
      region: text(words, 'region'),
      postal: text(words, 'postal'),
    }),
    v.forward(
      v.partialCheck(
        [['country'], ['region']],
        ({ country, region }) =>
          regionsOf(country)?.names.includes(region) ?? (region !== '' || !needsRegion(country)),
        ({ input }) => {
          const kind = regionsOf(input.country)?.kind
          return words.chooseRegion(kind ? words.regions[kind] : words.fieldNames.region)
        },
      ),
      ['region'],
    ),
    v.forward(
      v.partialCheck(
        [['country'], ['postal']],
        ({ country, postal }) => findPostalGap(words, country, postal) === null,
        ({ input }) => findPostalGap(words, input.country, input.postal) ?? '',
      ),
      ['postal'],
    ),
    v.transform(({ country, postal, ...customer }) => ({
      ...customer,
      country,
      postal: writtenPostalCode(country, postal) ?? postal,
    })),
  )

/**
 * Validates a submitted form in the browser. Input that is not an object gives the errors of an empty form. Unknown
 * fields are ignored, missing ones count as empty. `isShipped`: not only gift cards. Only the server checks whether a
 * postal code abroad exists.
 */
export function checkCheckoutForm(
  values: unknown,
  words: FormWords,
  isShipped = true,
): { customer: Customer } | { errors: CheckoutErrors } {
  const typedValues = typeof values === 'object' && values !== null ? values : {}
  const schema = isShipped ? checkoutFormIn(words) : contactFormIn(words)
  const result = v.safeParse(schema, withApartment(typedValues))
  if (result.success) return { customer: result.output }
  return { errors: errorsByField(result.issues, CHECKOUT_FIELDS) }
}

/** Why this postal code cannot be one of the country; null: it may be. */
function findPostalGap(words: FormWords, country: string, postal: string): string | null {
  const { kind, example } = postalCodeOf(country)
  if (postal === '' && !hasPostalCodes(country)) return null
  if (!HAS_LETTER_OR_DIGIT.test(postal)) return words.enterPostalOf(words.postalCodes[kind])
  return writtenPostalCode(country, postal) === null
    ? words.wrongPostal(words.postalCodes[kind], example ?? '')
    : null
}

/** The same errors in words for staff, who type the address of a customer. */
export function errorsForStaff(
  errors: CheckoutErrors,
  forStaff: Words['checkout/fields']['forStaff'],
): CheckoutErrors {
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, forStaff(error)]))
}

/** Appends the apartment to the address line; without an address it is ignored, so that the address is required. */
function withApartment(values: object): object {
  const { address, apartment } = values as Partial<Record<keyof CheckoutInput, unknown>>
  if (typeof address !== 'string' || typeof apartment !== 'string') return values
  const [line, rest] = [address, apartment].map((text) => withoutInvisible(text).trim())
  return line && rest ? { ...values, address: `${line}, ${rest}` } : values
}

function typed(message: string) {
  return v.pipe(v.optional(v.string(message), ''), v.transform(withoutInvisible), v.trim())
}

function text(words: FormWords, field: keyof typeof CHECKOUT_LIMITS, required?: string) {
  const most = CHECKOUT_LIMITS[field]
  const name = words.fieldNames[field]
  return v.pipe(
    typed(required ?? words.notText(name)),
    v.minLength(required === undefined ? 0 : 1, required),
    v.maxLength(most, words.tooLong(name, most)),
    v.check((value) => !UNPRINTABLE.test(value), words.unprintable(name)),
  )
}
