import * as v from 'valibot'
import { CATEGORIES } from '#domain/product.ts'
import { parseSizeChart } from '#domain/size-chart.ts'
import { saveSizeChart } from '#operations/save-size-chart.ts'
import { problem } from '#web/http/problem.ts'
import { readJson } from '#web/http/read-json.ts'
import type { StaffContext } from './api-context.ts'

/** The version that the editor saw, beside the chart. */
const changeSchema = v.looseObject({ version: v.pipe(v.number(), v.integer(), v.minValue(0)) })

/** PUT /api/staff/size-charts/{category}: the whole chart with `version`. 409 when somebody else was first. */
export async function updateStaffSizeChart(request: Request, { shop }: StaffContext): Promise<Response> {
  const body = await readJson(request, changeSchema)
  if ('refusal' in body) return body.refusal
  const category = categoryOf(request)
  if (category === null) {
    return problem({ type: 'not-found', status: 404, title: 'There is no such category.' })
  }
  const draft = parseSizeChart(body.value)
  if (draft === null) {
    return problem({ type: 'invalid-request', status: 422, title: 'Some measurements are wrong.' })
  }
  const saved = await saveSizeChart(shop, { category, version: body.value.version, draft })
  if (!('kind' in saved)) return Response.json(saved)
  return problem({
    type: saved.kind,
    status: 409,
    title: 'Somebody else changed this size chart.',
    current: saved.current,
  })
}

function categoryOf(request: Request) {
  const named = new URL(request.url).pathname.split('/').at(-1)
  return CATEGORIES.find(({ value }) => value === named)?.value ?? null
}
