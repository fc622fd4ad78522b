import * as v from 'valibot'
import { toBatchId } from '#domain/ids.ts'
import { batchNameSchema, batchSchema, pickSchema } from '#domain/packing/packing-forms.ts'
import { PACKING_OBSTACLE_WORDS } from '#domain/packing/packing-obstacle.ts'
import { closeBatch, makeBatch, nameBatch, pickItem, readProgress } from '#operations/packing/keep-batch.ts'
import { idParams, noSuch, staffAction } from '#web/api/action.ts'
import { countSchema } from '#web/api/count-schema.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { problem } from '#web/http/problem.ts'
import { briefStaffTime } from '#web/views/staff-time.server.ts'

const batchParams = idParams(toBatchId, 'There is no such batch.')

const leftOutSchema = v.object({ number: v.string(), reason: v.string() })

export const routes = [
  staffAction('POST /api/staff/batches', 'orders.fulfil', {
    summary: 'Make a batch of orders that are packed together',
    detail:
      'Orders that cannot be packed, or are in another open batch, are left out. Without a name it has its time. The same batchId makes one batch.',
    body: { schema: batchSchema, example: { batchId: 'a-batch-1', numbers: ['R-7K3M-9QX2'] } },
    answers: {
      200: {
        means: 'How many orders it has, and which were left out, each with its reason.',
        schema: v.object({ orders: countSchema, leftOut: v.array(leftOutSchema) }),
      },
      409: refusal('None of these orders can be in a batch. `errors` names each.'),
    },
    async run({ shop, staff: { member }, body: { batchId, name, numbers } }) {
      const time = briefStaffTime(shop)(shop.now())
      const made = await makeBatch(shop, { id: batchId, name: name || time, numbers, by: member.email })
      const leftOut = made.leftOut.map(({ number, obstacle }) => ({
        number,
        reason: PACKING_OBSTACLE_WORDS[obstacle],
      }))
      if (made.kind === 'made') return { orders: made.orders, leftOut }
      return problem({
        type: 'not-possible',
        status: 409,
        title: 'None of these orders can be in a batch.',
        errors: leftOut.map(({ number, reason }, at) => ({
          path: `/numbers/${at}`,
          message: `${number}: ${reason}.`,
        })),
      })
    },
  }),
  staffAction('GET /api/staff/batches/:id', 'orders.fulfil', {
    summary: 'How far a batch is',
    params: batchParams,
    answers: {
      200: {
        means:
          'How many orders it has, of how many the slip was printed, and how many are still to be sent; `waiting`: those that can be packed now, oldest first; `picks`: what was fetched.',
        schema: v.object({
          name: v.string(),
          orders: countSchema,
          printed: countSchema,
          open: countSchema,
          waiting: v.array(v.object({ number: v.string(), name: v.string() })),
          picks: v.array(
            v.object({
              productId: v.string(),
              name: v.string(),
              size: v.string(),
              picked: countSchema,
              by: v.string(),
            }),
          ),
        }),
      },
    },
    async run({ shop, params }) {
      const progress = await readProgress(shop, params.id)
      if (progress === null) return noSuch(batchParams)
      const { name, orders, printed, open, waiting, picks } = progress
      return { name, orders, printed, open, waiting, picks }
    },
  }),
  staffAction('PUT /api/staff/batches/:id', 'orders.fulfil', {
    summary: 'Rename a batch',
    params: batchParams,
    body: { schema: v.object({ name: batchNameSchema }), example: { name: 'Drop 12' } },
    answers: { 204: { means: 'Renamed.' } },
    run: async ({ shop, params, body }) =>
      (await nameBatch(shop, params.id, body.name)) ? null : noSuch(batchParams),
  }),
  staffAction('POST /api/staff/batches/:id/close', 'orders.fulfil', {
    summary: 'Close a batch',
    detail:
      'It closes by itself once all of its orders were sent. Closed before, it loses those that are still to be sent: they can be in another batch.',
    params: batchParams,
    answers: { 204: { means: 'Closed.' } },
    run: async ({ shop, params }) => ((await closeBatch(shop, params.id)) ? null : noSuch(batchParams)),
  }),
  staffAction('PUT /api/staff/batches/:id/picks', 'orders.fulfil', {
    summary: 'Record how many units of an item were fetched for a batch',
    detail: 'An item is one line of the pick list. Two members who fetch different items both keep theirs.',
    params: batchParams,
    body: {
      schema: pickSchema,
      example: { productId: 'emblem-hoodie', name: 'Emblem Hoodie', size: 'M', picked: 3 },
    },
    answers: { 204: { means: 'Recorded.' } },
    run: async ({ shop, staff: { member }, params, body }) =>
      (await pickItem(shop, params.id, { ...body, by: member.email })) ? null : noSuch(batchParams),
  }),
]
