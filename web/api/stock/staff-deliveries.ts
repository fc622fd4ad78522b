import * as v from 'valibot'
import { shopDay } from '#domain/shop-day.ts'
import {
  DELIVERY_COLUMNS,
  exportDeliveries,
  findDelivery,
  listDeliveries,
} from '#operations/stock/read-deliveries.ts'
import { exportAnswer } from '#web/api/orders/staff-export.ts'
import { toDeliveryId } from '#domain/ids.ts'
import { deliverySchema } from '#domain/stock/delivery.ts'
import { saveDelivery, type SavedDelivery } from '#operations/stock/save-delivery.ts'
import { idParams, noSuch, staffAction } from '#web/api/action.ts'
import { countSchema, ordinalSchema } from '#web/api/count-schema.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { problem, problemSchema } from '#web/http/problem.ts'
import { LIST_DETAIL, listEntries, nextSchema, pageOf } from '#web/views/list-cursor.server.ts'

const deliveryParams = idParams(toDeliveryId, 'There is no such delivery.')

const entries = {
  id: v.string(),
  version: ordinalSchema,
  name: v.string(),
  supplier: v.string(),
  note: v.string(),
  createdAt: countSchema,
  createdBy: v.string(),
}
const answerSchema = v.object({
  ...entries,
  lines: v.array(v.object({ productId: v.string(), size: v.string(), units: countSchema })),
})

type Obstacle = Extract<SavedDelivery, { kind: 'not-received' }>['obstacles'][number]
const OBSTACLES: Record<Obstacle['kind'], string> = {
  'gift-card': 'A gift card has no stock.',
  'no-such-size': 'The product is not offered in this size.',
  'not-tracked': 'The stock of this product is not tracked. Set a count first.',
  'too-few': 'Fewer are left in stock than are to be taken back. Count the stock first.',
}

export const routes = [
  staffAction('GET /api/staff/deliveries', 'products.read', {
    summary: 'The deliveries that were received',
    detail: LIST_DETAIL,
    query: v.object(listEntries),
    answers: {
      200: {
        means: 'The next deliveries, each with its sum of units.',
        schema: v.object({
          deliveries: v.array(v.object({ ...entries, units: countSchema })),
          next: nextSchema,
        }),
      },
    },
    async run({ shop, query: { cursor: after, limit } }) {
      const { shown, next } = pageOf(await listDeliveries(shop, { after, limit: limit + 1 }), limit)
      return { deliveries: shown, next }
    },
  }),
  staffAction('GET /api/staff/deliveries.csv', 'products.read', {
    summary: 'Deliveries as a CSV file',
    detail: 'One row for each size of a delivery. Times are UTC. Exports are recorded in the staff activity.',
    answers: { 200: { means: 'UTF-8 with a byte order mark.', type: 'text/csv; charset=utf-8' } },
    run: (asked) =>
      exportAnswer(asked.request, asked, 'exported-deliveries', {
        name: `deliveries-${shopDay(asked.shop.now(), asked.shop.settings.timeZone)}.csv`,
        head: DELIVERY_COLUMNS,
        batches: exportDeliveries(asked.shop),
      }),
  }),
  staffAction('GET /api/staff/deliveries/:id', 'products.read', {
    summary: 'A delivery',
    params: deliveryParams,
    answers: { 200: { means: 'The delivery, with the units of each size.', schema: answerSchema } },
    run: async ({ shop, params: { id } }) => (await findDelivery(shop, id)) ?? noSuch(deliveryParams),
  }),
  staffAction('PUT /api/staff/deliveries/:id', 'products.write', {
    summary: 'Receive a delivery into stock, or correct it',
    detail:
      'A new one has `version` 0 and an id of your choice. All of it is received at once, or nothing; a correction changes the counts by what differs. It can be repeated: the same delivery is received once.',
    params: deliveryParams,
    body: {
      schema: deliverySchema,
      example: {
        version: 0,
        name: 'Fall drop, box 1',
        supplier: 'Mill',
        lines: [{ productId: 'emblem-tee', size: 'M', units: 12 }],
      },
    },
    answers: {
      200: { means: 'The delivery as it is stored.', schema: answerSchema },
      409: refusal(
        'Someone else corrected the delivery, and `current` is how it is now; or some sizes cannot be received, and `errors` names each.',
        v.looseObject({ ...problemSchema.entries, current: v.optional(answerSchema) }),
      ),
    },
    async run({ shop, staff: { member }, params: { id }, body }) {
      const saved = await saveDelivery(shop, { id, ...body, by: member.email })
      switch (saved.kind) {
        case 'saved':
          return saved.delivery
        case 'not-found':
          return noSuch(deliveryParams)
        case 'changed-meanwhile':
          return problem({
            type: 'changed-meanwhile',
            status: 409,
            title: 'Someone else changed this delivery.',
            current: saved.current,
          })
        case 'not-received':
          return problem({
            type: 'not-possible',
            status: 409,
            title: 'Nothing was received: some sizes cannot be.',
            errors: saved.obstacles.map(({ kind, productId, size }) => ({
              path: `/lines/${productId} ${size}`,
              message: OBSTACLES[kind],
            })),
          })
      }
    },
  }),
]
