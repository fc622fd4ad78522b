import * as v from 'valibot'
import { MAX_CATEGORY_LENGTH } from '#domain/catalog/category.ts'
import {
  chartName,
  OWN_CHART,
  ownChartHandle,
  parseSizeChart,
  SIZE_CHART_LIMITS,
  sizeChartFields,
} from '#domain/catalog/size-chart.ts'
import { SIZES } from '#domain/catalog/size.ts'
import { MAX_VERSION } from '#domain/version.ts'
import {
  findChartSubject,
  getSizeChart,
  listChartSubjects,
  readChartUses,
} from '#operations/catalog/get-size-chart.ts'
import {
  addSizeChart,
  removeSizeChart,
  saveSizeChart,
  undoSizeChart,
  type AddChartRefusal,
} from '#operations/catalog/save-size-chart.ts'
import { noSuch, recordParams, staffAction } from '#web/api/action.ts'
import { problem, problemSchema } from '#web/http/problem.ts'
import { refusal } from '#web/api/endpoint-docs.ts'

const version = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_VERSION))
/** The version that the editor saw, beside the chart. */
const changeSchema = v.looseObject({ version })
const undoSchema = v.object({ version, to: version })

const TAKEN = 'Another size chart has this name.'

function chartAnswer(outcome: Awaited<ReturnType<typeof undoSizeChart>>): Response {
  if (!('kind' in outcome)) return Response.json(outcome)
  if (outcome.kind === 'unknown-version') {
    return problem({ type: 'not-found', status: 404, title: 'There is no such version.' })
  }
  if (outcome.kind === 'name-taken') return wrongName(TAKEN)
  return problem({
    type: outcome.kind,
    status: 409,
    title: 'Someone else changed this size chart.',
    current: outcome.current,
  })
}

function wrongName(message: string, path = '/name'): Response {
  return problem({ type: 'invalid-request', status: 422, title: message, errors: [{ path, message }] })
}

const ADD_REFUSALS: Record<AddChartRefusal['kind'], { path: string; message: string }> = {
  'name-taken': { path: '/name', message: TAKEN },
  'no-such-category': { path: '/sizesOf', message: 'Choose a category.' },
  'too-many': {
    path: '/name',
    message: `A shop has up to ${SIZE_CHART_LIMITS.ownCharts} of these. Remove one that nothing uses.`,
  },
}

const categorySchema = v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_CATEGORY_LENGTH + OWN_CHART.length))
const sizesOfSchema = v.pipe(v.string(), v.maxLength(MAX_CATEGORY_LENGTH))
const BY_KEY = '`category` is its stored value, or `own:` and the handle of a chart that products name.'
const categoryParams = recordParams({ category: categorySchema }, 'There is no such size chart.')

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
  staffAction('GET /api/staff/size-charts', 'products.read', {
    summary: 'The size charts',
    detail:
      'Of every category, then those that products name in `sizeChart` by their `handle`, with the products that do.',
    answers: {
      200: {
        means: 'All of them; version 0 where none was saved.',
        schema: v.object({
          charts: v.array(
            v.object({
              ...savedSchema.entries,
              sizesOf: v.string(),
              handle: v.nullable(v.string()),
              products: v.array(v.string()),
            }),
          ),
        }),
      },
    },
    async run({ shop }) {
      const [subjects, uses] = await Promise.all([listChartSubjects(shop), readChartUses(shop)])
      const charts = await Promise.all(
        subjects.map(async ({ key, sizesOf, handle }) => ({
          ...(await getSizeChart(shop, key)),
          sizesOf,
          handle,
          products: uses.filter((use) => use.handle === handle).map(({ id }) => id),
        })),
      )
      return { charts }
    },
  }),
  staffAction('POST /api/staff/size-charts', 'products.write', {
    summary: 'Add a size chart that products may name',
    detail:
      'Beside those of the categories. It measures the sizes of the category `sizesOf`, and begins as a copy of its chart. Products name it in `sizeChart` by what follows `own:` in `category`.',
    body: {
      schema: v.object({ name: chartName, sizesOf: sizesOfSchema }),
      example: { name: 'Relaxed hoodie', sizesOf: 'Hoodies' },
    },
    answers: { 201: { means: 'The chart as it is stored.', schema: savedSchema } },
    async run({ shop, body }) {
      const added = await addSizeChart(shop, body)
      if (!('kind' in added)) return Response.json(added, { status: 201 })
      const { path, message } = ADD_REFUSALS[added.kind]
      return wrongName(message, path)
    },
  }),
  staffAction('DELETE /api/staff/size-charts/:category', 'products.write', {
    summary: 'Remove a size chart that products may name',
    detail:
      'Its products, deleted ones too, have the chart of their category then, in one step. The chart of a category is emptied instead.',
    params: categoryParams,
    answers: {
      200: {
        means: 'The ids of the products that named it.',
        schema: v.object({ products: v.array(v.string()) }),
      },
      404: refusal('There is no such size chart.'),
    },
    async run({ shop, params: { category } }) {
      const handle = ownChartHandle(category)
      const uses = handle === null ? null : await removeSizeChart(shop, handle)
      return uses === null ? noSuch(categoryParams) : { products: uses.map(({ id }) => id) }
    },
  }),
  staffAction('PUT /api/staff/size-charts/:category', 'products.write', {
    summary: 'Change a size chart',
    detail: `${BY_KEY} The whole chart, with the \`version\` that the editor saw; 0 where there was none. Lengths in whole millimetres, one for each measurement. Every version is kept; a chart that is the same makes no version.`,
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
      404: refusal('There is no such size chart.'),
      409: CONFLICT,
    },
    async run({ shop, params, body }) {
      const found = await findChartSubject(shop, params.category)
      const stored = found && (await getSizeChart(shop, found.key))
      const sizes = [...(found?.sizes ?? SIZES), ...(stored?.rows.map(({ size }) => size) ?? [])]
      const draft = parseSizeChart(body, [...new Set(sizes)])
      if (draft === null) {
        return problem({ type: 'invalid-request', status: 422, title: 'Some measurements are wrong.' })
      }
      if (found === undefined) return noSuch(categoryParams)
      return chartAnswer(await saveSizeChart(shop, { category: found.key, version: body.version, draft }))
    },
  }),
  staffAction('POST /api/staff/size-charts/:category/undo', 'products.write', {
    summary: 'Restore an older version of a size chart',
    detail: `${BY_KEY} Saves version \`to\` again, as the newest one; 0 is no chart.`,
    params: categoryParams,
    body: { schema: undoSchema, example: { version: 2, to: 1 } },
    answers: {
      200: { means: 'The chart as it is stored.', schema: savedSchema },
      404: refusal('There is no such size chart, or no such version.'),
      409: CONFLICT,
    },
    async run({ shop, params, body }) {
      const found = await findChartSubject(shop, params.category)
      if (found === undefined) return noSuch(categoryParams)
      return chartAnswer(await undoSizeChart(shop, { category: found.key, ...body }))
    },
  }),
]
