import { english } from '#words/en/english.ts'
import * as v from 'valibot'
import { csvLine } from '#domain/csv.ts'
import { MAX_LINES } from '#domain/checkout/cart.ts'
import { labelWithRate } from '#domain/checkout/pricing.ts'
import { toProductId } from '#domain/ids.ts'
import { formatCents } from '#domain/money.ts'
import { totalRows } from '#domain/orders/order-total.ts'
import { findCountry } from '#domain/places/countries.ts'
import { PROMOTION_LIMITS, promotionSchema, promotionsSchema } from '#domain/promotions/promotion-schema.ts'
import { promotionChanges, PROMOTIONS } from '#domain/settings/promotions.ts'
import { MAX_VERSION } from '#domain/version.ts'
import { makeSingleUseCodes, MAX_SINGLE_USE_CODES } from '#operations/promotions/single-use-codes.ts'
import { exportPartnerSales, partnerColumns } from '#operations/promotions/partner-sales.ts'
import { previewPromotion } from '#operations/checkout/preview-promotion.ts'
import { refusalWords } from '#operations/promotions/promotions-for.ts'
import { saveSetting, undoSetting } from '#operations/settings/save-setting.ts'
import { noSuch, recordParams, staffAction } from '#web/api/action.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { exportAnswer } from '#web/api/orders/staff-export.ts'
import { daysIn, partnerDaysSchema } from '#web/views/promotions/partner-days.ts'
import { editorOf, settingAnswer } from '#web/api/settings/staff-settings.ts'
import { countSchema } from '#web/api/count-schema.ts'
import { problemSchema } from '#web/http/problem.ts'
import * as totalWords from '#words/en/totals.ts'

const version = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_VERSION))
const changeSchema = v.object({ version, value: promotionsSchema })
const undoSchema = v.object({ version, to: version })
const COUNT = `Enter a whole number from 1 to ${MAX_SINGLE_USE_CODES}.`
const sampleSchema = v.object({
  promotion: promotionSchema,
  items: v.pipe(
    v.array(
      v.object({
        productId: v.pipe(v.string(), v.transform(toProductId)),
        quantity: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(PROMOTION_LIMITS.pieces)),
      }),
    ),
    v.minLength(1, 'Add a product.'),
    v.maxLength(MAX_LINES),
  ),
  country: v.pipe(
    v.string(),
    v.check((code) => findCountry(code) !== null, 'Choose a country.'),
  ),
})
const codesSchema = v.object({
  number: v.pipe(
    v.number(COUNT),
    v.safeInteger(COUNT),
    v.minValue(1, COUNT),
    v.maxValue(MAX_SINGLE_USE_CODES, COUNT),
  ),
})
const params = recordParams(
  { id: v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/)) },
  'There is no such promotion that needs a code.',
)

const EXAMPLE = {
  promotions: [
    {
      id: 'drop10',
      name: 'Ten off the drop',
      isPaused: false,
      trigger: 'code' as const,
      codes: ['DROP10'],
      partner: '',
      effect: { kind: 'percent' as const, milliPercent: 10_000, items: { products: [], categories: [] } },
      conditions: {
        leastAmount: null,
        leastPieces: null,
        without: { items: { products: [], categories: [] }, reduced: true },
        firstOrder: false,
        customers: [],
        countries: [],
        from: null,
        until: null,
        uses: 500,
        usesPerCustomer: 1,
      },
      combinesWith: ['shipping' as const],
    },
  ],
}

const CONFLICT = refusal(
  'Someone else saved first: `current` is what is saved now.',
  v.looseObject({ ...problemSchema.entries, current: changeSchema }),
)

export const routes = [
  staffAction('PUT /api/staff/promotions', 'promotions.write', {
    summary: 'Change the promotions',
    detail:
      'All promotions of the shop, with their codes and conditions. Amounts are in cents, rates in thousandths of a percent, ' +
      'times in epoch milliseconds. `version` is the one that the member saw; 0 where nothing was saved.',
    body: { schema: changeSchema, example: { version: 0, value: EXAMPLE } },
    answers: { 200: { means: 'The promotions as they are saved.', schema: changeSchema }, 409: CONFLICT },
    async run(asked) {
      const rules = { summary: promotionChanges }
      return settingAnswer(
        PROMOTIONS,
        await saveSetting(asked.shop, PROMOTIONS, asked.body, editorOf(asked), rules),
      )
    },
  }),
  staffAction('POST /api/staff/promotions/undo', 'promotions.write', {
    summary: 'Restore an older version of the promotions',
    detail: 'Saves version `to` again, as the newest one; 0 is none.',
    body: { schema: undoSchema, example: { version: 2, to: 1 } },
    answers: {
      200: { means: 'The promotions as they are saved.', schema: changeSchema },
      404: refusal('There is no such version.'),
      409: CONFLICT,
    },
    async run(asked) {
      return settingAnswer(PROMOTIONS, await undoSetting(asked.shop, PROMOTIONS, asked.body, editorOf(asked)))
    },
  }),
  staffAction('GET /api/staff/partners.csv', 'promotions.write', {
    summary: 'What came of the codes of partners, as a CSV file',
    detail:
      'One row per order, by the day of its payment in the shop’s time zone, from the first day of this month to today unless `from` and `to` are given. Exports are recorded in the staff activity.',
    query: partnerDaysSchema,
    answers: { 200: { means: 'UTF-8 with a byte order mark.', type: 'text/csv; charset=utf-8' } },
    async run(asked) {
      const { shop, query } = asked
      const days = daysIn(shop, query)
      return exportAnswer(asked.request, asked, 'exported-partner-sales', {
        name: `partners-${days.from}-${days.to}.csv`,
        head: partnerColumns(),
        batches: exportPartnerSales(shop, days),
      })
    },
  }),
  staffAction('POST /api/staff/promotions/try', 'promotions.write', {
    summary: 'Try a promotion on a cart',
    detail:
      'As if it were active now, for a customer whom it is for, beside the other promotions. Nothing is saved.',
    body: {
      schema: sampleSchema,
      example: {
        promotion: EXAMPLE.promotions[0]!,
        items: [{ productId: 'emblem-hoodie', quantity: 2 }],
        country: 'CA',
      },
    },
    answers: {
      200: {
        means: 'What it takes off, in cents, or why it takes nothing off; and the totals as text.',
        schema: v.object({
          off: countSchema,
          why: v.nullable(v.string()),
          totals: v.array(v.tuple([v.string(), v.string()])),
        }),
      },
    },
    async run({ shop, body: { promotion, ...cart } }) {
      const { totals, outcome } = await previewPromotion(shop, promotion, cart)
      return {
        off: outcome?.off ?? 0,
        why: outcome?.refusal ? refusalWords(promotion.name, outcome.refusal, english) : null,
        totals: totalRows(totals, formatCents, totalWords, labelWithRate),
      }
    },
  }),
  staffAction('POST /api/staff/promotions/:id/codes', 'promotions.write', {
    summary: 'Make single-use codes',
    detail: 'Each can be used by one order. They are told once: keep the file.',
    params,
    body: { schema: codesSchema, example: { number: 500 } },
    answers: { 200: { means: 'A CSV file with a code in each row.', type: 'text/csv; charset=utf-8' } },
    async run({ shop, params: { id }, body: { number } }) {
      const made = await makeSingleUseCodes(shop, { promotionId: id, number })
      if (made === null) return noSuch(params)
      const rows = [csvLine(['Code', 'Promotion']), ...made.codes.map((code) => csvLine([code, made.name]))]
      return new Response(rows.join(''), {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="codes-${id}.csv"`,
        },
      })
    },
  }),
]
