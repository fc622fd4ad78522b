import * as v from 'valibot'
import type { Drop } from '#domain/drops/drop.ts'
import { ROBOTS } from '#domain/drops/rehearsal.ts'
import { DROPS } from '#domain/settings/drops.ts'
import {
  endRehearsalEarly,
  readRehearsal,
  requestRehearsal,
  type RehearsalView,
} from '#operations/drops/rehearse-drop.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'
import { idParams, noSuch, staffAction } from '#web/api/action.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { tryingSuppliers } from '#web/http/limits/rate-limits.ts'
import { problem } from '#web/http/problem.ts'
import { courseSchema } from './staff-room.ts'

const count = v.pipe(v.number(), v.integer())
const timesSchema = v.object({ count, half: count, most: count, slowest: count })
const robotsSchema = v.object({
  arrived: count,
  waiting: count,
  paid: count,
  soldOut: count,
  left: count,
  abandoned: count,
  refused: count,
  missed: count,
  failed: count,
})

const viewSchema = v.object({
  mostRobots: count,
  refusal: v.nullable(v.string()),
  rehearsal: v.nullable(
    v.object({
      robots: count,
      state: v.picklist(['waiting', 'running', 'stopping', 'finished', 'stopped', 'failed']),
      askedAt: v.number(),
      endedAt: v.nullable(v.number()),
      failure: v.string(),
      course: v.nullable(
        v.object({
          phase: v.picklist(['copying', 'starting', 'waiting', 'selling']),
          startsAt: v.nullable(v.number()),
          robots: robotsSchema,
          polls: count,
          orders: count,
          serverErrors: count,
          memoryMegabytes: count,
          sale: v.nullable(courseSchema),
          report: v.nullable(
            v.object({
              pieces: v.nullable(count),
              left: v.nullable(count),
              sold: count,
              oversold: count,
              mostOfOne: count,
              polls: timesSchema,
              orders: timesSchema,
              failures: v.array(v.object({ words: v.string(), robots: count })),
            }),
          ),
        }),
      ),
    }),
  ),
}) satisfies v.GenericSchema<unknown, RehearsalView>

const dropParams = idParams(String, 'There is no such drop.')
const wholeNumber = `Enter a whole number from ${ROBOTS.min} to ${ROBOTS.max.toLocaleString('en-CA')}.`
const bodySchema = v.object({
  robots: v.pipe(
    v.number(wholeNumber),
    v.safeInteger(wholeNumber),
    v.minValue(ROBOTS.min, wholeNumber),
    v.maxValue(ROBOTS.max, wholeNumber),
  ),
})

async function found(shop: Shop, id: string): Promise<Drop | null> {
  const { drops } = await currentSetting(shop, DROPS)
  return drops.find((one) => one.id === id) ?? null
}

export const routes = [
  staffAction('GET /api/staff/drops/:id/rehearsal', 'products.write', {
    summary: 'The last rehearsal of a drop, also while it runs',
    detail:
      '`mostRobots`: how many this machine carries now. `refusal`: why none can begin, in words. `robots` counts how many came to what, `sale` is as in the report of a drop, but of the copy. ' +
      'Answers of the shop on the copy took `half`, `most` (95 %) and `slowest` milliseconds. Times are epoch milliseconds.',
    params: dropParams,
    answers: { 200: { means: 'The rehearsal; null: there was none.', schema: viewSchema } },
    run: async ({ shop, params }) => {
      const drop = await found(shop, params.id)
      return drop ? readRehearsal(shop, drop) : noSuch(dropParams)
    },
  }),
  staffAction('POST /api/staff/drops/:id/rehearsal', 'products.write', {
    limit: tryingSuppliers,
    summary: 'Rehearse a drop with robots on a copy',
    detail:
      'It begins within seconds, in the background, and takes the place of the last one. Nothing of the shop changes: the copy has the products of the drop and the settings, takes no money, and nobody else reaches it.',
    params: dropParams,
    body: { schema: bodySchema, example: { robots: 500 } },
    answers: {
      202: { means: 'It begins within seconds.', schema: viewSchema },
      409: refusal('`rehearsal-refused`: it cannot begin now; the title says why.'),
    },
    async run({ shop, params, body: { robots } }) {
      const drop = await found(shop, params.id)
      if (drop === null) return noSuch(dropParams)
      const title = await requestRehearsal(shop, drop, robots)
      if (title !== null) return problem({ type: 'rehearsal-refused', status: 409, title })
      return readRehearsal(shop, drop)
    },
  }),
  staffAction('POST /api/staff/drops/:id/rehearsal/stop', 'products.write', {
    summary: 'Stop the rehearsal of a drop',
    detail: 'It ends within seconds, and its copy is removed. Without one nothing happens.',
    params: dropParams,
    answers: { 200: { means: 'The rehearsal.', schema: viewSchema } },
    async run({ shop, params }) {
      const drop = await found(shop, params.id)
      if (drop === null) return noSuch(dropParams)
      await endRehearsalEarly(shop, drop)
      return readRehearsal(shop, drop)
    },
  }),
]
