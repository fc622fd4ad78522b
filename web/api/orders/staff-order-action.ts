import * as v from 'valibot'
import { ORDER_NUMBER } from '#domain/orders/order.ts'
import type { StaffRequest } from '#operations/change-as-staff.ts'
import type { Shop } from '#operations/shop.ts'
import type { StaffContext } from '#web/api/api-context.ts'
import { refusal, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { nameIn } from '#web/api/staff/staff-address.ts'
import { problem } from '#web/http/problem.ts'
import { readJson } from '#web/http/read-json.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'
import { staffOrderRefusal, type StaffOrderOutcome } from './staff-order-refusal.ts'
import { staffOrderSchema } from './staff-order-schema.ts'

export const orderParams = v.object({ number: v.pipe(v.string(), v.regex(ORDER_NUMBER)) })

export const ANSWERED = { means: 'The current order.', schema: staffOrderSchema }
export const UNKNOWN = refusal('There is no such order.')

interface Handle {
  (request: Request, context: StaffContext): Promise<Response>
  docs: EndpointDocs
}

/** An action on one order: the request in, the order or a refusal out. */
export function action<Schema extends v.GenericSchema>(
  schema: Schema,
  { example, ...said }: Pick<EndpointDocs, 'summary' | 'detail'> & { example: object },
  run: (shop: Shop, asked: StaffRequest, body: v.InferOutput<Schema>) => Promise<StaffOrderOutcome>,
): Handle {
  const handle = async (request: Request, { shop, staff }: StaffContext) => {
    const body = await readJson(request, schema)
    if ('refusal' in body) return body.refusal
    const number = numberOf(request)
    if (number === null) return noSuchOrder()
    const { member, permissions } = staff
    const outcome = await run(shop, { number, by: member.email, permissions }, body.value)
    const view = await findOrderView(shop, number, permissions)
    if (view === null) return noSuchOrder()
    const refused = staffOrderRefusal(outcome, view.delivery)
    return refused ? problem({ ...refused, current: view }) : Response.json(view)
  }
  const docs: EndpointDocs = {
    ...said,
    params: orderParams,
    body: { schema, example },
    answers: {
      200: ANSWERED,
      404: UNKNOWN,
      409: refusal(
        'Another change came first, or the order’s state does not allow it. `current` is the current order.',
      ),
    },
  }
  return Object.assign(handle, { docs })
}

/** The number in `/api/staff/orders/{number}/...`; null when it is not a valid order number. */
export function numberOf(request: Request): string | null {
  const number = nameIn(request)
  return ORDER_NUMBER.test(number) ? number : null
}

/** The answer for a number that no order has. */
export function noSuchOrder(): Response {
  return problem({ type: 'not-found', status: 404, title: 'There is no such order.' })
}
