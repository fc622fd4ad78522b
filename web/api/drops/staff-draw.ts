import * as v from 'valibot'
import { changeDraw, findDrawnDrop, readLiveDraw, type LiveDraw } from '#operations/draws/draw-desk.ts'
import type { Shop } from '#operations/shop.ts'
import type { DrawnDrop } from '#domain/drops/draw.ts'
import { ORDER_STATES } from '#domain/orders/order.ts'
import { idParams, noSuch, staffAction } from '#web/api/action.ts'

const drawParams = idParams(String, 'There is no such drop, or it has no draw.')

const count = v.pipe(v.number(), v.integer())
const liveSchema = v.object({
  phase: v.picklist(['before', 'open', 'drawing', 'paused', 'over', 'cancelled']),
  entriesFrom: count,
  soldFrom: count,
  commitment: v.string(),
  seed: v.nullable(v.string()),
  present: v.nullable(count),
  asksWork: v.boolean(),
  checksCard: v.boolean(),
  lines: v.array(
    v.object({
      product: v.string(),
      size: v.string(),
      units: v.nullable(count),
      entries: count,
      waiting: count,
      won: count,
      paid: count,
      lapsed: count,
    }),
  ),
  winners: v.array(
    v.object({
      number: v.nullable(count),
      place: v.nullable(count),
      size: v.string(),
      order: v.string(),
      isPaid: v.boolean(),
      state: v.picklist(ORDER_STATES),
      payBy: v.nullable(count),
    }),
  ),
}) satisfies v.GenericSchema<unknown, LiveDraw>

const LIVE = {
  means:
    'The draw now, by size: `won` have yet to pay, `lapsed` did not pay in time, `waiting` are still in line. `units` is null where they are not counted.',
  schema: liveSchema,
}

async function found(
  shop: Shop,
  id: string,
  then: (shop: Shop, drop: DrawnDrop) => Promise<LiveDraw | null>,
): Promise<LiveDraw | Response> {
  const drop = await findDrawnDrop(shop, id)
  return (drop && (await then(shop, drop))) ?? noSuch(drawParams)
}

export const routes = [
  staffAction('GET /api/staff/drops/:id/draw', 'products.write', {
    summary: 'The draw of a drop, live',
    detail: 'Times are epoch milliseconds. The seed is null until it is closed, for staff too.',
    params: drawParams,
    answers: { 200: LIVE },
    run: ({ shop, params }) => found(shop, params.id, readLiveDraw),
  }),
  staffAction('POST /api/staff/drops/:id/draw', 'products.write', {
    summary: 'Pause or close the draw of a drop',
    detail:
      '`close` cancels it before winners are drawn; after that no more are drawn, and what is left is sold to whoever comes. It cannot be undone. ' +
      '`ask-work`: browsers have to solve a puzzle before they enter, until `no-work`.',
    params: drawParams,
    body: {
      schema: v.object({ kind: v.picklist(['pause', 'resume', 'close', 'ask-work', 'no-work']) }),
      example: { kind: 'pause' },
    },
    answers: { 200: LIVE },
    run: ({ shop, params, body }) => found(shop, params.id, (...at) => changeDraw(...at, body.kind)),
  }),
]
