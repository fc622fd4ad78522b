import * as v from 'valibot'
import { findCategory, MAX_CATEGORY_LENGTH } from '#domain/catalog/category.ts'
import { parseSizeChart, sizeChartFields } from '#domain/catalog/size-chart.ts'
import { MAX_VERSION } from '#domain/version.ts'
import { SIZES } from '#domain/catalog/size.ts'
import { getSizeChart } from '#operations/catalog/get-size-chart.ts'
import { saveSizeChart, undoSizeChart } from '#operations/catalog/save-size-chart.ts'
import { readCategories } from '#operations/settings/shop-categories.ts'
import { noSuch, recordParams, staffAction } from '#web/api/action.ts'
import { problem, problemSchema } from '#web/http/problem.ts'
import { refusal } from '#web/api/endpoint-docs.ts'

const version = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_VERSION))
/** The version that the editor saw, beside the chart. */
const changeSchema = v.looseObject({ version })
const undoSchema = v.object({ version, to: version })

function chartAnswer(outcome: Awaited<ReturnType<typeof undoSizeChart>>): Response {
  if (!('kind' in outcome)) return Response.json(outcome)
  if (outcome.kind === 'unknown-version') {
    return problem({ type: 'not-found', status: 404, title: 'There is no such version.' })
  }
  return problem({
    type: outcome.kind,
    status: 409,
    title: 'Someone else changed this size chart.',
    current: outcome.current,
  })
}

const categorySchema = v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_CATEGORY_LENGTH))
const categoryParams = recordParams({ category: categorySchema }, 'There is no such category.')

const savedSchema = v.object({
  ...sizeChartFields.entries,
  category: categorySchema,
  version,
})

const CONFLICT = refusal(
  'Someone else changed the chart: `current` is how it is now.',
  v.looseObject({ ...problemSchema.entries, current: savedSchema }),
)

export const routes = [
  staffAction('PUT /api/staff/size-charts/:category', 'products.write', {
    summary: 'Change the size chart of a category',
    detail:
      'The whole chart, with the `version` that the editor saw; 0 where there was none. Lengths in whole millimetres, one for each measurement. Every version is kept; a chart that is the same makes no version.',
    params: categoryParams,
    body: {
      schema: v.object({ ...changeSchema.entries, ...sizeChartFields.entries }),
      example: { version: 0, measurements: ['Chest', 'Length'], rows: [{ size: 'M', lengths: [560, 720] }] },
    },
    read: changeSchema,
    answers: {
      200: {
        means: 'The chart as it is stored, without the sizes that have no length.',
        schema: savedSchema,
      },
      404: refusal('There is no such category.'),
      409: CONFLICT,
    },
    async run({ shop, params, body }) {
      const found = findCategory(await readCategories(shop), params.category)
      const stored = found && (await getSizeChart(shop, found.value))
      const sizes = [...(found?.sizes ?? SIZES), ...(stored?.rows.map(({ size }) => size) ?? [])]
      const draft = parseSizeChart(body, [...new Set(sizes)])
      if (draft === null) {
        return problem({ type: 'invalid-request', status: 422, title: 'Some measurements are wrong.' })
      }
      if (found === undefined) return noSuch(categoryParams)
      return chartAnswer(await saveSizeChart(shop, { category: found.value, version: body.version, draft }))
    },
  }),
  staffAction('POST /api/staff/size-charts/:category/undo', 'products.write', {
    summary: 'Restore an older version of a size chart',
    detail: 'Saves version `to` again, as the newest one; 0 is no chart.',
    params: categoryParams,
    body: { schema: undoSchema, example: { version: 2, to: 1 } },
    answers: {
      200: { means: 'The chart as it is stored.', schema: savedSchema },
      404: refusal('There is no such category, or no such version.'),
      409: CONFLICT,
    },
    async run({ shop, params, body }) {
      const found = findCategory(await readCategories(shop), params.category)
      if (found === undefined) return noSuch(categoryParams)
      return chartAnswer(await undoSizeChart(shop, { category: found.value, ...body }))
    },
  }),
]
