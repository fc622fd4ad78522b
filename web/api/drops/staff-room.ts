import * as v from 'valibot'
import { changeRoom, findDropWithRoom, readLiveRoom, type LiveRoom } from '#operations/drops/change-room.ts'
import type { Shop } from '#operations/shop.ts'
import { idParams, noSuch, staffAction } from '#web/api/action.ts'
import { roomStatusSchema } from './room.ts'

const MAX_MESSAGE = 300

const roomParams = idParams(String, 'There is no such drop, or it has no waiting room.')

const count = v.pipe(v.number(), v.integer())
const liveSchema = v.object({
  status: roomStatusSchema,
  pace: count,
  turnsAtOnce: count,
  mostPerMinute: count,
  waiting: count,
  letIn: count,
  open: count,
  bought: count,
  lapsed: count,
  ordersLastMinute: count,
  left: v.array(v.object({ product: v.string(), size: v.string(), units: v.nullable(count) })),
}) satisfies v.GenericSchema<unknown, LiveRoom>

const changeSchema = v.variant('kind', [
  v.object({ kind: v.picklist(['pause', 'resume', 'faster', 'slower', 'close', 'reopen']) }),
  v.object({
    kind: v.literal('message'),
    message: v.pipe(v.string(), v.trim(), v.maxLength(MAX_MESSAGE, `Keep it to ${MAX_MESSAGE} characters.`)),
  }),
])

const LIVE = {
  means:
    'The room now. `letIn` counts the places served, `lapsed` those who did not take or use their turn, `open` those who may still order. `units` is null where they are not counted.',
  schema: liveSchema,
}

async function found(shop: Shop, id: string, then: typeof readLiveRoom): Promise<LiveRoom | Response> {
  const drop = await findDropWithRoom(shop, id)
  return (drop && (await then(shop, drop))) ?? noSuch(roomParams)
}

export const routes = [
  staffAction('GET /api/staff/drops/:id/room', 'products.write', {
    summary: 'The waiting room of a drop, live',
    detail: 'Times are epoch milliseconds. The seed is null until the start, for staff too.',
    params: roomParams,
    answers: { 200: LIVE },
    run: ({ shop, params }) => found(shop, params.id, readLiveRoom),
  }),
  staffAction('POST /api/staff/drops/:id/room', 'products.write', {
    summary: 'Pause, speed up or close the waiting room of a drop',
    detail:
      '`faster` and `slower` change the speed and the turns at once by half. `close` ends the room: what is left is sold without waiting. ' +
      '`message` is shown to those who wait; an empty one removes it.',
    params: roomParams,
    body: { schema: changeSchema, example: { kind: 'pause' } },
    answers: { 200: LIVE },
    run: ({ shop, params, body }) => found(shop, params.id, (...at) => changeRoom(...at, body)),
  }),
]
