import * as v from 'valibot'
import { cents } from '#domain/money.ts'
import { findCountry } from '#domain/places/countries.ts'
import { regionsOf } from '#domain/places/regions.ts'
import { withoutInvisible } from '#domain/plain-text.ts'
import { normalizeHsCode } from './import-duty.ts'
import { normalizePostal } from './find-zone.ts'
import { findShippingFaults } from './shipping-faults.ts'
import { EVERYWHERE, METHOD_KINDS, type ShippingTariff } from './shipping-tariff.ts'

/** The limits of the setting. Prices in cents, weights in grams. */
export const SHIPPING_LIMITS = {
  zones: 60,
  places: 250,
  prefixes: 200,
  methods: 12,
  steps: 40,
  rates: 500,
  name: 60,
  pickupPlace: 500,
  price: 100_000_00,
  weight: 1_000_000,
  days: 120,
} as const

const PRICE = 'Enter a price in dollars, such as 25.00.'
const DAYS = `Enter a whole number of days, up to ${SHIPPING_LIMITS.days}.`
const RATE = 'Enter a percentage from 0 to 100, with at most three decimals.'
const WEIGHT = 'Enter a weight in kilograms, such as 0.5.'

const text = (maxLength: number, required?: string) =>
  v.pipe(
    v.string(),
    v.transform((typed) => withoutInvisible(typed.replaceAll(/[^\P{Cc}\n]/gu, ' ')).trim()),
    v.minLength(required === undefined ? 0 : 1, required),
    v.maxLength(maxLength, `Use at most ${maxLength} characters.`),
  )

const whole = (most: number, message: string, least = 0) =>
  v.pipe(v.number(message), v.safeInteger(message), v.minValue(least, message), v.maxValue(most, message))

const price = v.pipe(whole(SHIPPING_LIMITS.price, PRICE), v.transform(cents))
const rate = whole(100_000, RATE)

const country = (message: string) =>
  v.pipe(
    v.string(),
    v.check((code) => findCountry(code) !== null, message),
  )

const placeSchema = v.pipe(
  v.object({
    country: v.pipe(
      v.string(),
      v.check((code) => code === EVERYWHERE || findCountry(code) !== null, 'Choose a country.'),
    ),
    region: text(100),
    postal: v.pipe(
      v.array(
        v.pipe(
          v.string(),
          v.transform(normalizePostal),
          v.regex(/^[0-9A-Z]{1,10}$/, 'Separate the beginnings of postal codes with commas: S7K, S7L.'),
        ),
      ),
      v.maxLength(SHIPPING_LIMITS.prefixes, `Use at most ${SHIPPING_LIMITS.prefixes} postal codes.`),
    ),
  }),
  v.forward(
    v.partialCheck(
      [['country'], ['region']],
      ({ country, region }) => region === '' || (regionsOf(country)?.names.includes(region) ?? false),
      'Choose a region of this country.',
    ),
    ['region'],
  ),
  v.forward(
    v.partialCheck(
      [['country'], ['region'], ['postal']],
      ({ country, region, postal }) => postal.length === 0 || (region === '' && country !== EVERYWHERE),
      'Postal codes need a country, and no region.',
    ),
    ['postal'],
  ),
)

const methodSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/)),
  name: text(SHIPPING_LIMITS.name, 'Enter a name.'),
  kind: v.picklist(METHOD_KINDS),
  leastDays: whole(SHIPPING_LIMITS.days, DAYS),
  mostDays: whole(SHIPPING_LIMITS.days, DAYS),
  by: v.picklist(['weight', 'subtotal']),
  steps: v.pipe(
    v.array(
      v.object({ upTo: v.nullable(whole(SHIPPING_LIMITS.price, 'Enter a limit above zero.', 1)), price }),
    ),
    v.maxLength(SHIPPING_LIMITS.steps, `Use at most ${SHIPPING_LIMITS.steps} rates.`),
  ),
  freeFrom: v.nullable(price),
})

const zoneSchema = v.object({
  name: text(SHIPPING_LIMITS.name, 'Enter a name.'),
  places: v.pipe(
    v.array(placeSchema),
    v.minLength(1, 'Add at least one country.'),
    v.maxLength(SHIPPING_LIMITS.places, `Use at most ${SHIPPING_LIMITS.places} places.`),
  ),
  methods: v.pipe(
    v.array(methodSchema),
    v.minLength(1, 'Add at least one method: nothing can be ordered to a zone without rates.'),
    v.maxLength(SHIPPING_LIMITS.methods, `Use at most ${SHIPPING_LIMITS.methods} methods.`),
  ),
})

const dutySchema = v.object({
  country: country('Choose a country.'),
  terms: v.picklist(['ddp', 'dap'], 'Choose who pays the duty.'),
  rates: v.pipe(
    v.array(
      v.object({
        hsCode: v.pipe(
          v.string(),
          v.transform(normalizeHsCode),
          v.regex(/^\d{0,10}$/, 'Enter the first digits of an HS code.'),
        ),
        origin: v.pipe(
          v.string(),
          v.check((code) => code === '' || findCountry(code) !== null, 'Choose a country.'),
        ),
        milliPercent: rate,
      }),
    ),
    v.maxLength(SHIPPING_LIMITS.rates, `Use at most ${SHIPPING_LIMITS.rates} rates.`),
  ),
  otherMilliPercent: rate,
})

/** The setting as submitted and as stored. */
export const shippingSchema = v.pipe(
  v.object({
    zones: v.pipe(
      v.array(zoneSchema),
      v.minLength(1, 'Add at least one zone.'),
      v.maxLength(SHIPPING_LIMITS.zones, `Use at most ${SHIPPING_LIMITS.zones} zones.`),
    ),
    defaultWeight: whole(SHIPPING_LIMITS.weight, WEIGHT),
    pickupPlace: text(SHIPPING_LIMITS.pickupPlace),
    duties: v.array(dutySchema),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    for (const { path, message } of findShippingFaults(dataset.value)) {
      addIssue({ message, path: issuePath(dataset.value, path) })
    }
  }),
) satisfies v.GenericSchema<unknown, ShippingTariff>

/** A path in the form that valibot's issues have it. */
function issuePath(
  value: unknown,
  keys: readonly (string | number)[],
): [v.IssuePathItem, ...v.IssuePathItem[]] {
  let input = value
  const items = keys.map((key): v.IssuePathItem => {
    const at = input as Record<string | number, unknown>
    const item = { type: 'unknown' as const, origin: 'value' as const, input: at, key, value: at[key] }
    input = at[key]
    return item
  })
  return items as [v.IssuePathItem, ...v.IssuePathItem[]]
}
