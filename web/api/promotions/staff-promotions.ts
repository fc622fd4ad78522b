import * as v from 'valibot'
import { csvLine } from '#domain/csv.ts'
import { promotionsSchema } from '#domain/promotions/promotion-schema.ts'
import { PROMOTIONS } from '#domain/settings/promotions.ts'
import { MAX_VERSION } from '#domain/version.ts'
import { makeSingleUseCodes, MAX_SINGLE_USE_CODES } from '#operations/promotions/single-use-codes.ts'
import { saveSetting, undoSetting } from '#operations/settings/save-setting.ts'
import { noSuch, recordParams, staffAction } from '#web/api/action.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { editorOf, settingAnswer } from '#web/api/settings/staff-settings.ts'
import { problemSchema } from '#web/http/problem.ts'

const version = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_VERSION))
const changeSchema = v.object({ version, value: promotionsSchema })
const undoSchema = v.object({ version, to: version })
const COUNT = `Enter a whole number from 1 to ${MAX_SINGLE_USE_CODES}.`
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
      'All promotions of the shop, with their codes and conditions. Amounts are in CAD cents, rates in thousandths of a percent, ' +
      'times in epoch milliseconds. `version` is the one that the member saw; 0 where nothing was saved.',
    body: { schema: changeSchema, example: { version: 0, value: EXAMPLE } },
    answers: { 200: { means: 'The promotions as they are saved.', schema: changeSchema }, 409: CONFLICT },
    async run(asked) {
      return settingAnswer(PROMOTIONS, await saveSetting(asked.shop, PROMOTIONS, asked.body, editorOf(asked)))
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
