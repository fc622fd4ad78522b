import * as v from 'valibot'
import { dutyIn } from '#domain/checkout/shipping/import-duty.ts'
import { findZone } from '#domain/checkout/shipping/find-zone.ts'
import { methodsFor } from '#domain/checkout/shipping/shipping-methods.ts'
import { SHIPPING_LIMITS, shippingSchema } from '#domain/checkout/shipping/shipping-schema.ts'
import { cents } from '#domain/money.ts'
import { findCountry } from '#domain/places/countries.ts'
import { SHIPPING } from '#domain/settings/shipping.ts'
import { MAX_VERSION } from '#domain/version.ts'
import { saveSetting, undoSetting } from '#operations/settings/save-setting.ts'
import { staffAction } from '#web/api/action.ts'
import { shippingOfferSchema } from '#web/api/checkout/shipping-choice.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { problemSchema } from '#web/http/problem.ts'
import { editorOf, settingAnswer } from './staff-settings.ts'

const version = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_VERSION))
const changeSchema = v.object({ version, value: shippingSchema })
const undoSchema = v.object({ version, to: version })
const savedSchema = v.object({ version, value: shippingSchema })

const WEIGHT = 'Enter a weight in kilograms, such as 1.2.'
const SUBTOTAL = 'Enter a price in dollars, such as 80.00.'
const amount = (most: number, message: string) =>
  v.pipe(v.number(message), v.safeInteger(message), v.minValue(0, message), v.maxValue(most, message))

const trialSchema = v.object({
  value: shippingSchema,
  destination: v.object({
    country: v.pipe(
      v.string(),
      v.check((code) => findCountry(code) !== null, 'Choose a country.'),
    ),
    region: v.pipe(v.string(), v.trim(), v.maxLength(100)),
    postal: v.pipe(v.string(), v.trim(), v.maxLength(20)),
  }),
  subtotal: amount(SHIPPING_LIMITS.price, SUBTOTAL),
  weight: amount(SHIPPING_LIMITS.weight, WEIGHT),
})

const CONFLICT = refusal(
  'Another owner saved first: `current` is the setting as it is now.',
  v.looseObject({ ...problemSchema.entries, current: savedSchema }),
)

export const routes = [
  staffAction('PUT /api/staff/shipping', 'settings.write', {
    summary: 'Change the shipping setting',
    detail:
      'Zones with their methods, the weight of products without one, where orders are collected, and import duty. Prices are in ' +
      'cents, weights in grams, rates in thousandths of a percent. The country `*` stands for every country that no ' +
      'zone names. `version` is the one that the owner saw; 0 where nothing was saved.',
    body: { schema: changeSchema, example: { version: 0, value: SHIPPING.fallback } },
    answers: {
      200: { means: 'The setting as it is saved.', schema: savedSchema },
      409: CONFLICT,
    },
    async run(asked) {
      const { body } = asked
      return settingAnswer(SHIPPING, await saveSetting(asked.shop, SHIPPING, body, editorOf(asked)))
    },
  }),
  staffAction('POST /api/staff/shipping/undo', 'settings.write', {
    summary: 'Restore an older version of the shipping setting',
    detail: 'Saves version `to` again, as the newest one; 0 is the default.',
    body: { schema: undoSchema, example: { version: 2, to: 1 } },
    answers: {
      200: { means: 'The setting as it is saved.', schema: savedSchema },
      404: refusal('There is no such version.'),
      409: CONFLICT,
    },
    async run(asked) {
      const { body } = asked
      return settingAnswer(SHIPPING, await undoSetting(asked.shop, SHIPPING, body, editorOf(asked)))
    },
  }),
  staffAction('POST /api/staff/shipping/try', 'settings.write', {
    summary: 'Preview a shipping setting',
    detail: 'What a cart would be offered at a destination with this setting. Nothing is saved.',
    body: {
      schema: trialSchema,
      example: {
        value: SHIPPING.fallback,
        destination: { country: 'US', region: 'California', postal: '90210' },
        subtotal: 8_000,
        weight: 1_200,
      },
    },
    answers: {
      200: {
        means:
          'The zone, null when there is none; the methods that fit; and who pays import duty, null when it is not said.',
        schema: v.object({
          zone: v.nullable(v.string()),
          methods: v.array(shippingOfferSchema),
          duty: v.nullable(v.picklist(['ddp', 'dap'])),
        }),
      },
    },
    async run({ body }) {
      const { value, destination, subtotal, weight } = body
      return {
        zone: findZone(value, destination)?.name ?? null,
        methods: methodsFor(value, destination, { subtotal: cents(subtotal), weight }),
        duty: dutyIn(value, destination.country)?.terms ?? null,
      }
    },
  }),
]
