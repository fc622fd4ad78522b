/** The emails to the owner about orders and their money. */

export const openOrder = 'Open the order'

export const newOrder = {
  subject: (number: string, name: string) => `New order ${number} from ${name}`,
  heading: (number: string) => `New order ${number}`,
}

/** The facts of an order (spec 7). */
export const facts = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  shipping: 'Shipping',
  pickup: 'Pickup',
  order: 'Order',
  note: 'Note',
}

export const paidTooLate = {
  subject: (number: string) => `Order ${number} was paid too late and is being refunded`,
  heading: (number: string) => `Order ${number} is being refunded`,
  why: 'The payment arrived after the hold had expired, and the items had sold in the meantime. The customer has been emailed.',
  erased:
    "The payment arrived after the hold had expired, and the customer's data had been deleted, so there was no address to send the items to. The customer could not be emailed.",
}

export const refundFailed = {
  failed: (number: string) => `The refund of order ${number} failed`,
  notReturned: (reason: string) =>
    reason === ''
      ? "The payment provider didn't make the refund."
      : `The payment provider didn't make the refund. Reason: ${reason}`,
  nothingReturned:
    'Nothing was refunded. Open the order and refund again, or refund it yourself at the payment provider.',
}

export const refundUnconfirmed = {
  unconfirmed: (number: string) => `The refund of order ${number} was never confirmed`,
  asked: (amount: string, reason: string) =>
    `The shop asked the payment provider several times to refund ${amount} and got no answer.${reason && ` The last attempt ended with: ${reason}`}`,
  lookFirst:
    'The refund may or may not have been made. Check with the payment provider first, and refund again only if nothing was refunded there.',
}

export const refundCameBack = {
  subject: (number: string) => `A refund of order ${number} came back`,
  returned: (amount: string, reason: string) =>
    `The customer's bank didn't accept the ${amount} that the shop had refunded, so you have the money back.${reason && ` The payment provider said: ${reason}`}`,
  next: 'The customer has been emailed that the refund is on its way, so write to them. Then open the order and refund again, or refund it another way.',
}

export const refundOverdue = {
  subject: (number: string) => `A refund of order ${number} has been pending for 30 days`,
  asked: (amount: string) =>
    `The shop asked the payment provider to refund ${amount} and still doesn't know whether it did. The shop has stopped asking, but still records what the payment provider reports.`,
  next: 'Check with the payment provider. If the refund is pending there too, ask its support. The customer may be waiting for the money.',
}

export const refundedElsewhere = {
  subject: (number: string) => `Order ${number} was refunded at the payment provider and hasn't shipped`,
  heading: (number: string) => `Order ${number} was refunded at the payment provider`,
  returned:
    "It was refunded in full at the payment provider. The order hasn't shipped, and its items are still not back in stock.",
  next: "Don't ship it. Cancel the order to return the items to stock: no more money will be refunded.",
}

export const disputeFacts = { amount: 'Disputed', reason: 'Reason' }

export const disputed = {
  subject: (number: string) => `The payment for order ${number} is disputed`,
  asked:
    'The cardholder has asked their bank to return the money. Respond at the payment provider before its deadline: without a response, the money is lost.',
  wait: "Don't ship or refund anything until you have looked into it: money refunded now may be paid out twice.",
}

export const disputeLost = {
  subject: (number: string) => `The dispute over order ${number} was lost`,
  returned: 'The bank has returned the money to the cardholder. The order page lists it as returned.',
  next: 'If you still have the items, cancel the order and return them to stock. Otherwise, resolve it.',
}

export const disputeTurned = {
  subject: (number: string) => `The dispute over order ${number} was won on appeal`,
  returned:
    'The bank had returned the money to the cardholder, and has now given it back to you. The order page counts it as received again.',
  next: "If the order hasn't shipped, ship it or refund it. If you cancelled it in the meantime, you owe the customer the money. Then resolve it.",
}

export const overRefunded = {
  subject: (number: string) => `More was refunded for order ${number} than was received`,
  twice:
    'A refund and a dispute, or two refunds, overlapped: money was refunded twice. Check with the payment provider, and write to the customer or the bank if you want it back.',
  next: 'The order needs attention until you open it, choose "Resolve" and write off the loss. Nothing more can be refunded.',
  received: 'Received',
  returned: 'Refunded',
  tooMuch: 'Too much',
}

export const attention = {
  subject: (number: string) => `Order ${number} needs your attention`,
  differs:
    "The payment at the payment provider doesn't match the order: the amount, the currency or the payment itself differs. The shop hasn't changed the order because of it. Compare the two before you ship or refund anything.",
}
