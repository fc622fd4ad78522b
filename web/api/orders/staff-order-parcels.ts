import {
  fulfilSchema,
  holdSchema,
  pickUpSchema,
  releaseSchema,
  trackingSchema,
  undoFulfilmentSchema,
  undoPickupSchema,
} from '#domain/orders/order-forms.ts'
import { changeTracking } from '#operations/orders/change-tracking.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { holdOrder, releaseOrder } from '#operations/orders/hold-order.ts'
import { pickUpOrder, undoPickup } from '#operations/orders/pickup/pick-up-order.ts'
import { undoFulfilment } from '#operations/orders/undo-fulfilment.ts'
import { orderAction } from './staff-order-action.ts'

export const routes = [
  orderAction('hold', {
    summary: 'Put an order on hold',
    detail:
      'No one packs or fulfils it until it is released. `photo` is the data address of a JPEG. `bench` is the bench that packs the order and gives it back.',
    body: {
      schema: holdSchema,
      example: { version: 2, reason: 'missing', note: 'The last M has a hole', photo: '' },
    },
    run: (shop, asked, body) => holdOrder(shop, { ...asked, ...body }),
  }),
  orderAction('release', {
    summary: 'Release an order that is on hold',
    body: { schema: releaseSchema, example: { version: 3 } },
    run: (shop, asked, body) => releaseOrder(shop, { ...asked, ...body }),
  }),
  orderAction('fulfil', {
    summary: 'Fulfil an order, or a part of it',
    detail:
      '`items` are units of the order’s lines, for a part of the order; without them, everything that is still to be sent is. The customer gets an email with the tracking, which names what follows later. While a change of the order is not paid, this is refused without `despiteBalance`, which needs the permission to change orders.',
    body: {
      schema: fulfilSchema,
      example: {
        version: 2,
        carrier: 'Canada Post',
        trackingNumber: 'CP 1',
        trackingLink: 'https://track.example/1',
        items: [{ position: 0, quantity: 1 }],
      },
    },
    run: (shop, asked, body) => fulfilOrder(shop, { ...asked, ...body }),
  }),
  orderAction('tracking', {
    summary: 'Add or correct the tracking of a parcel',
    detail:
      '`shipment` is the number of the parcel. With `tellCustomer` the customer gets an email about the new tracking. An email about the parcel that was not sent yet will have the new tracking.',
    body: {
      schema: trackingSchema,
      example: {
        version: 3,
        shipment: 1,
        carrier: 'Canada Post',
        trackingNumber: 'CP 2',
        trackingLink: '',
        tellCustomer: true,
      },
    },
    run: (shop, asked, body) => changeTracking(shop, { ...asked, ...body }),
  }),
  orderAction('undo-fulfilment', {
    summary: 'Mark a parcel as not sent',
    detail:
      'For seven days after it was sent. Its items are still to be sent again, and emails about it that were not sent yet are withdrawn.',
    body: {
      schema: undoFulfilmentSchema,
      example: { version: 3, shipment: 1, reason: 'Wrong order scanned' },
    },
    run: (shop, asked, body) => undoFulfilment(shop, { ...asked, ...body }),
  }),
  orderAction('pick-up', {
    summary: 'Mark an order, or a part of it, as picked up',
    detail:
      'The customer took what was ready for pickup; `items` are units of it, for a part. With `tellCustomer` the customer gets an email about it, which names what is left.',
    body: {
      schema: pickUpSchema,
      example: { version: 3, items: [{ position: 0, quantity: 1 }], tellCustomer: false },
    },
    run: (shop, asked, body) => pickUpOrder(shop, { ...asked, ...body }),
  }),
  orderAction('undo-pickup', {
    summary: 'Mark an order, or a part of it, as not picked up',
    detail:
      '`pickup` is the number of the pickup; without it, the latest. For seven days after it was picked up. Its items are ready for pickup again, and an email that was not sent yet is withdrawn.',
    body: { schema: undoPickupSchema, example: { version: 4, reason: 'Another order was handed over' } },
    run: (shop, asked, body) => undoPickup(shop, { ...asked, ...body }),
  }),
]
