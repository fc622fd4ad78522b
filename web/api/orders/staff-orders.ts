import { noteSchema, resendSchema } from '#domain/orders/order-forms.ts'
import { addOrderNote } from '#operations/orders/add-order-note.ts'
import { resendMail } from '#operations/orders/resend-mail.ts'
import { noSuch, staffAction } from '#web/api/action.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'
import { CURRENT_ORDER, orderAction, orderParams } from './staff-order-action.ts'

export const routes = [
  staffAction('GET /api/staff/orders/:number', 'orders.read', {
    summary: 'One order',
    params: orderParams,
    answers: { 200: CURRENT_ORDER },
    run: async ({ shop, staff, params }) =>
      (await findOrderView(shop, params.number, staff.permissions)) ?? noSuch(orderParams),
  }),
  orderAction('note', {
    summary: 'Add a note to an order',
    detail: 'The same noteId is stored once. With another text it is refused.',
    body: { schema: noteSchema, example: { noteId: 'a-note-1', text: 'Called the customer' } },
    run: (shop, asked, body) => addOrderNote(shop, { ...asked, ...body }),
  }),
  orderAction('resend-mail', {
    summary: 'Resend an email about an order',
    detail: 'Each email can be resent once.',
    body: { schema: resendSchema, example: { mailId: 1 } },
    run: (shop, asked, body) => resendMail(shop, { ...asked, ...body }),
  }),
]
