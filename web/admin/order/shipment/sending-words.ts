import type { Delivery } from '#domain/orders/order.ts'

const SHIPPED = {
  fulfil: 'Fulfil',
  fulfilRest: 'Fulfil the rest',
  fulfilUnpaid: 'Fulfil unpaid',
  fulfilTitle: 'Fulfil the order',
  fulfilRestTitle: 'Fulfil the rest of the order',
  fulfilPart: 'Send this part',
  itemsOfPart: 'Items in this parcel',
  notYet: 'has not shipped yet',
  told: (name: string, what: string) => `${name} gets an email that ${what} is on its way`,
  later: ', and what will follow later',
  done: 'Order fulfilled. The customer will be emailed.',
  partDone: 'Part of the order fulfilled. The customer will be emailed.',
  whatToSend: 'What to send',
  part: 'Ship part of it',
  parcel: 'Parcel',
  parcels: 'Parcels',
  sent: 'Sent',
  sentBy: 'Sent by',
  isSent: 'sent',
  isNotSent: 'not sent',
  stillToSend: 'Still to send',
  undo: 'Undo fulfilment',
  undoTitle: 'Undo the fulfilment',
  undoDetail: (what: string, isOne: boolean) =>
    `${what} ${isOne ? 'has' : 'have'} to be sent again, and the tracking is removed. If the email about the parcel has not gone out yet, it is withdrawn; if it has, write to the customer.`,
  undoYes: 'Mark as not sent',
  undone: 'The order is waiting to be sent again.',
  partUndone: 'The items are waiting to be sent again.',
}

/** The same for an order that the customer collects. */
const COLLECTED: typeof SHIPPED = {
  fulfil: 'Ready for pickup',
  fulfilRest: 'The rest is ready',
  fulfilUnpaid: 'Ready, unpaid',
  fulfilTitle: 'Ready for pickup',
  fulfilRestTitle: 'The rest is ready for pickup',
  fulfilPart: 'This part is ready',
  itemsOfPart: 'Items ready for pickup',
  notYet: 'is not ready yet',
  told: (name, what) => `${name} gets an email that ${what} is ready for pickup`,
  later: ', and what will follow later',
  done: 'Ready for pickup. The customer will be emailed.',
  partDone: 'Part of the order is ready for pickup. The customer will be emailed.',
  whatToSend: 'What is ready',
  part: 'Part of it',
  parcel: 'Pickup',
  parcels: 'Pickups',
  sent: 'Ready since',
  sentBy: 'Made ready by',
  isSent: 'ready',
  isNotSent: 'not ready',
  stillToSend: 'Not ready yet',
  undo: 'Not ready yet',
  undoTitle: 'The order is not ready yet',
  undoDetail: (what, isOne) =>
    `${what} ${isOne ? 'has' : 'have'} to be made ready again. If the email about the pickup has not gone out yet, it is withdrawn; if it has, write to the customer.`,
  undoYes: 'Mark as not ready',
  undone: 'The order is waiting to be made ready.',
  partUndone: 'The items are waiting to be made ready.',
}

/** The same for an order made in person. No email is sent: the customer was there. */
const HANDED_OVER: typeof SHIPPED = {
  ...SHIPPED,
  fulfilPart: 'Hand over this part',
  itemsOfPart: 'Items handed over',
  notYet: 'was not handed over yet',
  told: (_name, what) => `Marks ${what} as handed over. No one gets an email`,
  later: '',
  done: 'Order fulfilled.',
  partDone: 'Part of the order fulfilled.',
  whatToSend: 'What to hand over',
  part: 'Hand over part of it',
  parcel: 'Handed over',
  parcels: 'Handed over',
  sent: 'When',
  sentBy: 'By',
  isSent: 'handed over',
  isNotSent: 'not handed over',
  stillToSend: 'Still to hand over',
  undoDetail: (what, isOne) => `${what} ${isOne ? 'has' : 'have'} to be handed over again.`,
  undoYes: 'Mark as not handed over',
  undone: 'The order is waiting to be handed over.',
  partUndone: 'The items are waiting to be handed over.',
}

const WORDS: Record<Delivery, typeof SHIPPED> = {
  ship: SHIPPED,
  pickup: COLLECTED,
  'in-person': HANDED_OVER,
  none: SHIPPED,
}

/** What staff read about sending an order, having it ready for pickup, or handing it over. */
export function sendingWords({ delivery }: { delivery: Delivery }): typeof SHIPPED {
  return WORDS[delivery]
}
