import * as v from 'valibot'
import { MAX_EMAIL_LENGTH } from '#domain/email.ts'
import { optionalFilters } from '#domain/list-filter.ts'
import { FULFILMENT_STATUSES } from '#domain/orders/fulfilment.ts'
import { ORDER_FILTERS } from '#domain/orders/order-filters.ts'
import { DELIVERIES, ORDER_STATES } from '#domain/orders/order.ts'
import { keysOf, pick } from '#domain/record-of.ts'
import { ordersAfter, wantedOrders } from '#operations/orders/list-orders.ts'
import { countSchema, ordinalSchema } from '#web/api/count-schema.ts'
import { LIST_DETAIL, listEntries, nextSchema, pageOf } from '#web/views/list-cursor.server.ts'
import { noteSchema, resendSchema, tagsSchema } from '#domain/orders/order-forms.ts'
import { addOrderNote } from '#operations/orders/add-order-note.ts'
import { resendMail } from '#operations/orders/resend-mail.ts'
import { tagOrder } from '#operations/orders/tag-order.ts'
import { noSuch, staffAction } from '#web/api/action.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'
import { CURRENT_ORDER, orderAction, orderParams } from './staff-order-action.ts'

const listedSchema = v.object({
  number: v.string(),
  version: ordinalSchema,
  state: v.picklist(ORDER_STATES),
  fulfilment: v.picklist(FULFILMENT_STATUSES),
  delivery: v.picklist(DELIVERIES),
  name: v.string(),
  email: v.string(),
  city: v.string(),
  region: v.string(),
  country: v.string(),
  total: countSchema,
  balanceDue: countSchema,
  madeBy: v.nullable(v.string()),
  createdAt: countSchema,
  items: v.array(v.object({ name: v.string(), size: v.string(), quantity: countSchema })),
})

export const routes = [
  staffAction('GET /api/staff/orders', 'orders.read', {
    summary: 'The orders',
    detail: `${LIST_DETAIL} The filters are those of the screen; days are in the shop’s time zone. \`email\`: of one customer. \`name\` and \`email\` are blank where the customer’s data was deleted. \`version\` is what an action on the order takes.`,
    query: v.object({
      ...optionalFilters(ORDER_FILTERS),
      email: v.optional(v.pipe(v.string(), v.maxLength(MAX_EMAIL_LENGTH))),
      ...listEntries,
    }),
    answers: {
      200: {
        means: 'The next orders.',
        schema: v.object({ orders: v.array(listedSchema), next: nextSchema }),
      },
    },
    async run({ shop, query: { cursor, limit, email, ...filter } }) {
      const wanted = wantedOrders(shop, filter, email)
      const { shown, next } = pageOf(await ordersAfter(shop, wanted, cursor ?? null, limit + 1), limit)
      return { orders: shown.map((order) => pick(order, keysOf(listedSchema.entries))), next }
    },
  }),
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
  orderAction('tag', {
    summary: 'Add tags to an order, or take them away',
    detail: 'Tags are kept in lower case.',
    body: { schema: tagsSchema, example: { add: ['gift'], remove: [] } },
    run: (shop, asked, body) => tagOrder(shop, { ...asked, ...body }),
  }),
  orderAction('resend-mail', {
    summary: 'Resend an email about an order',
    detail: 'Each email can be resent once.',
    body: { schema: resendSchema, example: { mailId: 1 } },
    run: (shop, asked, body) => resendMail(shop, { ...asked, ...body }),
  }),
]
