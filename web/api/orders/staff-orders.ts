import * as v from 'valibot'
import { ORDER_NUMBER } from '#domain/orders/order.ts'
import {
  addressPriceSchema,
  addressSchema,
  cancelSchema,
  fulfilSchema,
  noteSchema,
  refundSchema,
  resendSchema,
  resolveSchema,
  trackingSchema,
  undoFulfilmentSchema,
} from '#domain/orders/order-forms.ts'
import { itemsPriceSchema, itemsSchema, riseSchema } from '#domain/refunds/difference-forms.ts'
import type { StaffTask } from '#operations/change-as-staff.ts'
import { addOrderNote } from '#operations/orders/add-order-note.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { changeAddress, priceAddress } from '#operations/orders/change-address.ts'
import { changeItems, priceItemChange } from '#operations/orders/change-items.ts'
import { changeTracking } from '#operations/orders/change-tracking.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { resendMail } from '#operations/orders/resend-mail.ts'
import { resolveAttention } from '#operations/orders/resolve-attention.ts'
import { undoFulfilment } from '#operations/orders/undo-fulfilment.ts'
import type { Shop } from '#operations/shop.ts'
import { problem } from '#web/http/problem.ts'
import { readJson } from '#web/http/read-json.ts'
import type { StaffContext } from '#web/api/api-context.ts'
import { refusal, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { nameIn } from '#web/api/staff/staff-address.ts'
import { staffOrderRefusal, type StaffOrderOutcome } from './staff-order-refusal.ts'
import { itemsPriceViewSchema, staffOrderSchema } from './staff-order-schema.ts'
import type { ItemsPriceView } from '#web/views/orders/order-view.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'
import { staff } from '#web/route.ts'

const orderParams = v.object({ number: v.pipe(v.string(), v.regex(ORDER_NUMBER)) })

const ANSWERED = { means: 'The current order.', schema: staffOrderSchema }
const UNKNOWN = refusal('There is no such order.')

const RECIPIENT = {
  name: 'Ada Okafor',
  phone: '+1 306 555 0100',
  address: '12 Spadina Crescent',
  city: 'Saskatoon',
  country: 'CA',
  region: 'Saskatchewan',
  postal: 'S7K 1A1',
}

interface Handle {
  (request: Request, context: StaffContext): Promise<Response>
  docs: EndpointDocs
}

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

/** POST /api/staff/orders/{number}/fulfil: marks the order, or a part, as sent. Every action returns the order. */
export const fulfilStaffOrder = action(
  fulfilSchema,
  {
    summary: 'Fulfil an order, or a part of it',
    detail:
      '`items` are units of the order’s lines, for a part of the order; without them, everything that is still to be sent is. The customer gets an email with the tracking, which names what follows later.',
    example: {
      version: 2,
      carrier: 'Canada Post',
      trackingNumber: 'CP 1',
      trackingLink: 'https://track.example/1',
      items: [{ position: 0, quantity: 1 }],
    },
  },
  (shop, asked, body) => fulfilOrder(shop, { ...asked, ...body }),
)

/** POST /api/staff/orders/{number}/address-price: what another address would cost. */
export async function priceStaffAddress(request: Request, { shop, staff }: StaffContext): Promise<Response> {
  const body = await readJson(request, addressPriceSchema)
  if ('refusal' in body) return body.refusal
  const number = numberOf(request)
  if (number === null) return noSuchOrder()
  const { member, permissions } = staff
  const priced = await priceAddress(shop, { number, by: member.email, permissions, ...body.value })
  if (priced.kind === 'address-priced') return Response.json({ difference: priced.difference })
  const refused = staffOrderRefusal(priced)
  return refused ? problem(refused) : noSuchOrder()
}

priceStaffAddress.docs = {
  summary: 'Price an order for another address',
  detail: 'Changes nothing.',
  params: orderParams,
  body: { schema: addressPriceSchema, example: { recipient: RECIPIENT } },
  answers: {
    200: {
      means: 'What the order costs more at this address, in cents; below zero when it costs less.',
      schema: v.object({ difference: v.pipe(v.number(), v.safeInteger()) }),
    },
    404: UNKNOWN,
    409: refusal('The order’s state does not allow another address.'),
  },
} satisfies EndpointDocs

/** POST /api/staff/orders/{number}/address */
export const changeStaffAddress = action(
  v.object({ ...addressSchema.entries, rise: v.optional(riseSchema) }),
  {
    summary: 'Change the address of an order that was not sent',
    detail:
      'When the order costs less at this address, the difference is refunded. When it costs more, `rise` says how that is settled: waived for a reason, or paid outside the shop. `difference` is the one that staff were shown.',
    example: { version: 2, recipient: RECIPIENT, difference: 0 },
  },
  (shop, asked, body) => changeAddress(shop, { ...asked, ...body }),
)

/** POST /api/staff/orders/{number}/items-price: what the order would cost with other items. */
export async function priceStaffItems(request: Request, { shop, staff }: StaffContext): Promise<Response> {
  const body = await readJson(request, itemsPriceSchema)
  if ('refusal' in body) return body.refusal
  const number = numberOf(request)
  if (number === null) return noSuchOrder()
  const { member, permissions } = staff
  const priced = await priceItemChange(shop, { number, by: member.email, permissions, ...body.value })
  if (priced.kind === 'items-priced') {
    const { kind: _kind, ...view } = priced
    return Response.json(view satisfies ItemsPriceView)
  }
  const refused = staffOrderRefusal(priced)
  return refused ? problem(refused) : noSuchOrder()
}

const CHANGE = {
  position: 0,
  quantity: 1,
  to: { productId: 'emblem-hoodie', size: 'L', quantity: 1 },
}

priceStaffItems.docs = {
  summary: 'Price an order with other items',
  detail: 'Changes nothing. `quantity` units of the line at `position` become the item in `to`.',
  params: orderParams,
  body: { schema: itemsPriceSchema, example: { change: CHANGE } },
  answers: {
    200: {
      means:
        'The total before and after, and the difference, in cents; below zero when it costs less. `packing`: who packs the order now.',
      schema: itemsPriceViewSchema,
    },
    404: UNKNOWN,
    409: refusal('The item is sold out, or the order’s state does not allow other items.'),
  },
} satisfies EndpointDocs

/** POST /api/staff/orders/{number}/items */
export const changeStaffItems = action(
  itemsSchema,
  {
    summary: 'Change the items of an order that was not sent',
    detail:
      'The old units return to stock, and the new ones are taken. A fall of the total is refunded. A rise needs `rise`: waived for a reason, or paid outside the shop. `difference` is the one that staff were shown. The customer gets a mail.',
    example: { version: 2, change: CHANGE, difference: 0 },
  },
  (shop, asked, body) => changeItems(shop, { ...asked, ...body }),
)

/** POST /api/staff/orders/{number}/tracking */
export const changeStaffTracking = action(
  trackingSchema,
  {
    summary: 'Add or correct the tracking of a parcel',
    detail:
      '`shipment` is the number of the parcel. With `tellCustomer` the customer gets an email about the new tracking. An email about the parcel that was not sent yet will have the new tracking.',
    example: {
      version: 3,
      shipment: 1,
      carrier: 'Canada Post',
      trackingNumber: 'CP 2',
      trackingLink: '',
      tellCustomer: true,
    },
  },
  (shop, asked, body) => changeTracking(shop, { ...asked, ...body }),
)

/** POST /api/staff/orders/{number}/undo-fulfilment */
export const undoStaffFulfilment = action(
  undoFulfilmentSchema,
  {
    summary: 'Mark a parcel as not sent',
    detail:
      'For seven days after it was sent. Its items are still to be sent again, and emails about it that were not sent yet are withdrawn.',
    example: { version: 3, shipment: 1, reason: 'Wrong order scanned' },
  },
  (shop, asked, body) => undoFulfilment(shop, { ...asked, ...body }),
)

/** POST /api/staff/orders/{number}/cancel */
export const cancelStaffOrder = action(
  cancelSchema,
  {
    summary: 'Cancel an order',
    detail:
      'What is left of the payment is refunded. While an earlier refund is unconfirmed, `checkedGateway` must confirm that staff checked the gateway.',
    example: { version: 2, restock: true, reason: 'Misprint' },
  },
  (shop, asked, body) => cancelOrder(shop, { ...asked, ...body }),
)

/** POST /api/staff/orders/{number}/refund */
export const refundStaffOrder = action(
  refundSchema,
  {
    summary: 'Refund some or all of an order',
    detail:
      'The shop prices `items` and `shipping`, with their share of the tax, and refunds at most what is left. `amount`, in dollars, refunds another sum instead. `units` are returned to stock. `sent` says how many of the units of an item had been sent; without it, units that were not sent are taken first, and will not be sent any more. The same refundId is refunded once. The outbox calls the gateway. While an earlier refund is unconfirmed, `checkedGateway` must confirm that staff checked the gateway.',
    example: {
      version: 2,
      refundId: 'a-refund-1',
      items: [{ position: 0, quantity: 1 }],
      shipping: false,
      reason: 'Torn seam',
      units: [{ position: 0, quantity: 1 }],
    },
  },
  (shop, asked, { items, shipping, amount = { items, shipping }, units, ...body }) =>
    refundOrder(shop, { ...asked, ...body, amount, restock: units }),
)

/** POST /api/staff/orders/{number}/note */
export const noteStaffOrder = action(
  noteSchema,
  {
    summary: 'Add a note to an order',
    detail: 'The same noteId is stored once.',
    example: { noteId: 'a-note-1', text: 'Called the customer' },
  },
  (shop, asked, body) => addOrderNote(shop, { ...asked, ...body }),
)

/** POST /api/staff/orders/{number}/resolve */
export const resolveStaffOrder = action(
  resolveSchema,
  {
    summary: 'Resolve an order that needs attention',
    example: { version: 2, outcome: 'stands', note: 'Agreed by phone' },
  },
  (shop, asked, body) => resolveAttention(shop, { ...asked, ...body }),
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

function action<Schema extends v.GenericSchema>(
  schema: Schema,
  { example, ...said }: Pick<EndpointDocs, 'summary' | 'detail'> & { example: object },
  run: (shop: Shop, asked: StaffTask, body: v.InferOutput<Schema>) => Promise<StaffOrderOutcome>,
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
    const refused = staffOrderRefusal(outcome)
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
function numberOf(request: Request): string | null {
  const number = nameIn(request)
  return ORDER_NUMBER.test(number) ? number : null
}

function noSuchOrder(): Response {
  return problem({ type: 'not-found', status: 404, title: 'There is no such order.' })
}

export const routes = [
  staff('GET /api/staff/orders/:number', 'orders.read', findStaffOrder),
  staff('POST /api/staff/orders/:number/fulfil', 'orders.fulfil', fulfilStaffOrder),
  staff('POST /api/staff/orders/:number/address-price', 'orders.change', priceStaffAddress),
  staff('POST /api/staff/orders/:number/address', 'orders.change', changeStaffAddress),
  staff('POST /api/staff/orders/:number/items-price', 'orders.change', priceStaffItems),
  staff('POST /api/staff/orders/:number/items', 'orders.change', changeStaffItems),
  staff('POST /api/staff/orders/:number/tracking', 'orders.fulfil', changeStaffTracking),
  staff('POST /api/staff/orders/:number/undo-fulfilment', 'orders.fulfil', undoStaffFulfilment),
  staff('POST /api/staff/orders/:number/cancel', 'orders.cancel', cancelStaffOrder),
  staff('POST /api/staff/orders/:number/refund', 'orders.refund', refundStaffOrder),
  staff('POST /api/staff/orders/:number/note', 'orders.note', noteStaffOrder),
  staff('POST /api/staff/orders/:number/resolve', 'orders.resolve', resolveStaffOrder),
  staff('POST /api/staff/orders/:number/resend-mail', 'orders.resend-mail', resendStaffMail),
]
