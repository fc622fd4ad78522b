import * as v from 'valibot'
import { BUYER_SIGNS } from '#domain/drops/buyer.ts'
import type { Drop } from '#domain/drops/drop.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { changeRoom, findDropWithRoom, readLiveRoom, type LiveRoom } from '#operations/drops/change-room.ts'
import { readDropCourse, type DropCourse } from '#operations/drops/read-drop-course.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'
import { idParams, noSuch, staffAction } from '#web/api/action.ts'
import { csvAnswer } from '#web/http/files/csv-answer.ts'
import { courseTable } from '#web/views/drop-course.ts'
import { roomStatusSchema } from './room.ts'

const MAX_MESSAGE = 300

const roomParams = idParams(String, 'There is no such drop, or it has no waiting room.')

const count = v.pipe(v.number(), v.integer())
export const courseSchema = v.object({
  startsAt: v.number(),
  stepMs: count,
  sizes: v.array(v.object({ product: v.string(), size: v.string() })),
  steps: v.array(
    v.object({
      at: v.number(),
      letIn: count,
      orders: count,
      paid: count,
      left: v.array(v.nullable(count)),
    }),
  ),
  orders: count,
  paid: count,
  soldOutMs: v.nullable(count),
  refused: v.array(v.object({ sign: v.picklist(BUYER_SIGNS), people: count, times: count })),
}) satisfies v.GenericSchema<unknown, DropCourse>

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
  course: courseSchema,
}) satisfies v.GenericSchema<unknown, LiveRoom>

const changeSchema = v.variant('kind', [
  v.object({
    kind: v.picklist(['pause', 'resume', 'faster', 'slower', 'close', 'reopen', 'ask-work', 'no-work']),
  }),
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

const dropParams = idParams(String, 'There is no such drop.')

async function courseOf(shop: Shop, id: string): Promise<{ drop: Drop; course: DropCourse } | null> {
  const { drops } = await currentSetting(shop, DROPS)
  const drop = drops.find((one) => one.id === id)
  return drop ? { drop, course: await readDropCourse(shop, drop) } : null
}

export const routes = [
  staffAction('GET /api/staff/drops/:id/report', 'products.write', {
    summary: 'How the sale of a drop went',
    detail:
      'In equal steps from the start until everything was sold, or for a day. `letIn` counts the places served by the end of a step, `left` has the units of `sizes` then, null where they are not counted. Times are epoch milliseconds.',
    params: dropParams,
    answers: { 200: { means: 'The sale.', schema: courseSchema } },
    run: async ({ shop, params }) => (await courseOf(shop, params.id))?.course ?? noSuch(dropParams),
  }),
  staffAction('GET /api/staff/drops/:id/report/csv', 'products.write', {
    summary: 'The steps of the sale of a drop as a CSV file',
    params: dropParams,
    answers: { 200: { means: 'UTF-8 with a byte order mark.', type: 'text/csv; charset=utf-8' } },
    async run({ shop, params }) {
      const found = await courseOf(shop, params.id)
      if (found === null) return noSuch(dropParams)
      const { head, rows } = courseTable(found.course, found.drop.room !== null)
      return csvAnswer(
        shop,
        `${found.drop.handle}.csv`,
        head,
        (async function* () {
          yield rows
        })(),
      )
    },
  }),
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
      '`ask-work`: browsers have to solve a puzzle before they enter, until `no-work`. ' +
      '`message` is shown to those who wait; an empty one removes it.',
    params: roomParams,
    body: { schema: changeSchema, example: { kind: 'pause' } },
    answers: { 200: LIVE },
    run: ({ shop, params, body }) => found(shop, params.id, (...at) => changeRoom(...at, body)),
  }),
]
