import {
  fulfilSchema,
  pickUpSchema,
  trackingSchema,
  undoFulfilmentSchema,
  undoPickupSchema,
} from '#domain/orders/order-forms.ts'
import { changeTracking } from '#operations/orders/change-tracking.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { pickUpOrder, undoPickup } from '#operations/orders/pickup/pick-up-order.ts'
import { undoFulfilment } from '#operations/orders/undo-fulfilment.ts'
import { staff } from '#web/route.ts'
import { action } from './staff-order-action.ts'

/** POST /api/staff/orders/{number}/fulfil: marks the order, or a part, as sent. Every action returns the order. */
export const fulfilStaffOrder = action(
  fulfilSchema,
  {
    summary: 'Fulfil an order, or a part of it',
    detail:
      '`items` are units of the order’s lines, for a part of the order; without them, everything that is still to be sent is. The customer gets an email with the tracking, which names what follows later. While a change of the order is not paid, this is refused without `despiteBalance`, which needs the permission to change orders.',
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

/** POST /api/staff/orders/{number}/pick-up */
export const pickUpStaffOrder = action(
  pickUpSchema,
  {
    summary: 'Mark an order, or a part of it, as picked up',
    detail:
      'The customer took what was ready for pickup; `items` are units of it, for a part. With `tellCustomer` the customer gets an email about it, which names what is left.',
    example: { version: 3, items: [{ position: 0, quantity: 1 }], tellCustomer: false },
  },
  (shop, asked, body) => pickUpOrder(shop, { ...asked, ...body }),
)

/** POST /api/staff/orders/{number}/undo-pickup */
export const undoStaffPickup = action(
  undoPickupSchema,
  {
    summary: 'Mark an order, or a part of it, as not picked up',
    detail:
      '`pickup` is the number of the pickup; without it, the latest. For seven days after it was picked up. Its items are ready for pickup again, and an email that was not sent yet is withdrawn.',
    example: { version: 4, reason: 'Another order was handed over' },
  },
  (shop, asked, body) => undoPickup(shop, { ...asked, ...body }),
)

export const routes = [
  staff('POST /api/staff/orders/:number/fulfil', 'orders.fulfil', fulfilStaffOrder),
  staff('POST /api/staff/orders/:number/tracking', 'orders.fulfil', changeStaffTracking),
  staff('POST /api/staff/orders/:number/undo-fulfilment', 'orders.fulfil', undoStaffFulfilment),
  staff('POST /api/staff/orders/:number/pick-up', 'orders.fulfil', pickUpStaffOrder),
  staff('POST /api/staff/orders/:number/undo-pickup', 'orders.fulfil', undoStaffPickup),
]
