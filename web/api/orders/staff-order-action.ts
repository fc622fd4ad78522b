import * as v from 'valibot'
import { ORDER_ACTIONS, type OrderAction } from '#domain/orders/allowed-actions.ts'
import { ORDER_NUMBER } from '#domain/orders/order.ts'
import type { StaffRequest } from '#operations/change-as-staff.ts'
import type { Shop } from '#operations/shop.ts'
import { noSuch, recordParams, staffAction } from '#web/api/action.ts'
import type { StaffContext } from '#web/api/api-context.ts'
import { refusal, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { problem } from '#web/http/problem.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'
import { staffOrderRefusal, type StaffOrderOutcome } from './staff-order-refusal.ts'
import { staffOrderSchema } from './staff-order-schema.ts'

export const orderParams = recordParams(
  { number: v.pipe(v.string(), v.regex(ORDER_NUMBER)) },
  'There is no such order.',
)

export const CURRENT_ORDER = { means: 'The current order.', schema: staffOrderSchema }

/** Who asks for a change of which order. */
export function askedBy(
  { member, permissions }: StaffContext['staff'],
  { number }: { number: string },
): StaffRequest {
  return { number, by: member.email, permissions }
}

/** An action on one order: the request in, the order or a refusal out. */
export function orderAction<const Name extends OrderAction, Body extends v.GenericSchema>(
  name: Name,
  {
    body,
    run,
    ...said
  }: Pick<EndpointDocs, 'summary' | 'detail'> & {
    body: { schema: Body; example: object }
    run(shop: Shop, asked: StaffRequest, body: v.InferOutput<Body>): Promise<StaffOrderOutcome>
  },
) {
  return staffAction(`POST /api/staff/orders/:number/${name}`, ORDER_ACTIONS[name].permission, {
    ...said,
    params: orderParams,
    body,
    answers: {
      200: CURRENT_ORDER,
      409: refusal(
        'Another change came first, or the order’s state does not allow it. `current` is the current order.',
      ),
    },
    async run({ shop, staff, params, body: sent }) {
      const outcome = await run(shop, askedBy(staff, params), sent)
      const view = await findOrderView(shop, params.number, staff.permissions)
      if (view === null) return noSuch(orderParams)
      const refused = staffOrderRefusal(outcome, view.delivery)
      return refused ? problem({ ...refused, current: view }) : view
    },
  })
}
