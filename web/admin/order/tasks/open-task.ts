import type { PickupView, ShipmentView } from '#web/views/orders/order-view.ts'

/** A task that is about the whole order. */
export type WholeOrderTask =
  | 'fulfil'
  | 'fulfil-unpaid'
  | 'pick-up'
  | 'resolve'
  | 'refund'
  | 'restock'
  | 'address'
  | 'items'
  | 'cancel'
  | 'hold'
  | 'release'
  | 'note'
  | 'tag'
  | 'balance'

/** The task whose dialog is open. */
export type OpenTask =
  | { kind: WholeOrderTask }
  | { kind: 'tracking' | 'undo-fulfilment'; shipment: ShipmentView }
  | { kind: 'undo-pickup'; pickup: PickupView }
