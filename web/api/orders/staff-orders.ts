import { noteSchema, resendSchema } from '#domain/orders/order-forms.ts'
import { addOrderNote } from '#operations/orders/add-order-note.ts'
import { resendMail } from '#operations/orders/resend-mail.ts'
import type { StaffContext } from '#web/api/api-context.ts'
import type { EndpointDocs } from '#web/api/endpoint-docs.ts'
import { staff } from '#web/route.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'
import { action, ANSWERED, noSuchOrder, numberOf, orderParams, UNKNOWN } from './staff-order-action.ts'

/** GET /api/staff/orders/{number}: the order as on its page. */
export async function findStaffOrder(
  request: Request,
  { shop, staff: { permissions } }: StaffContext,
): Promise<Response> {
  const number = numberOf(request)
  const view = number === null ? null : await findOrderView(shop, number, permissions)
  return view === null ? noSuchOrder() : Response.json(view)
}

findStaffOrder.docs = {
  summary: 'One order',
  params: orderParams,
  answers: { 200: ANSWERED, 404: UNKNOWN },
} satisfies EndpointDocs

/** POST /api/staff/orders/{number}/note */
export const noteStaffOrder = action(
  noteSchema,
  {
    summary: 'Add a note to an order',
    detail: 'The same noteId is stored once. With another text it is refused.',
    example: { noteId: 'a-note-1', text: 'Called the customer' },
  },
  (shop, asked, body) => addOrderNote(shop, { ...asked, ...body }),
)

/** POST /api/staff/orders/{number}/resend-mail */
export const resendStaffMail = action(
  resendSchema,
  {
    summary: 'Resend an email about an order',
    detail: 'Each email can be resent once.',
    example: { mailId: 1 },
  },
  (shop, asked, body) => resendMail(shop, { ...asked, ...body }),
)

export const routes = [
  staff('GET /api/staff/orders/:number', 'orders.read', findStaffOrder),
  staff('POST /api/staff/orders/:number/note', 'orders.note', noteStaffOrder),
  staff('POST /api/staff/orders/:number/resend-mail', 'orders.resend-mail', resendStaffMail),
]
