/** The emails to customers about their orders. */

const bankDays = 'Banks usually show it within 5 to 10 business days.'

export const seeOrder = 'See your order'
export const deliveryAddress = 'Delivery address'
export const yourNote = 'Your note'
export const line = (quantity: number, name: string) => `${quantity}x ${name}`
export const lineName = (name: string, size: string) => `${name} (Size: ${size})`

export const testSubject = (subject: string) => `[TEST] ${subject}`
export const testOrder = 'This is a test order: no money was taken, and nothing will ship.'

export const confirmed = {
  subject: (number: string) => `Your Redemption order ${number}`,
  heading: 'Thanks for your order!',
  received: (number: string) => `We've received your order ${number} and are getting it ready.`,
  delivery: 'Delivery usually takes 7 to 14 business days.',
}

export const shipped = {
  subject: (number: string) => `Your Redemption order ${number} is on its way`,
  heading: 'Your order is on its way',
  /** `carrier` is empty when staff entered none. */
  sent: (number: string, carrier: string) =>
    carrier === ''
      ? `Your order has shipped. Your order number is ${number}.`
      : `Your order has shipped. ${carrier} has order ${number}.`,
  delivery:
    'Delivery usually takes 7 to 14 business days from the order date. Tell us about anything damaged or wrong within 3 days of delivery.',
}

export const tracking = {
  subject: (number: string) => `New tracking for your Redemption order ${number}`,
  heading: 'Your tracking has changed',
  changed: (number: string) =>
    `The tracking for order ${number} has changed. Please use these details instead of any we sent before.`,
  carrier: 'Carrier',
  number: 'Tracking number',
  link: 'Track it at',
}

export const cancelled = {
  subject: (number: string) => `Your Redemption order ${number} is cancelled`,
  heading: 'Your order is cancelled',
  nothingSent: (number: string) => `Order ${number} is cancelled, and nothing will be sent.`,
  returning: (amount: string) => `We're returning ${amount} to your card. ${bankDays}`,
}

export const refunded = {
  subject: (number: string) => `Your refund for Redemption order ${number}`,
  headingOfPart: "We've returned part of your payment",
  heading: "We've returned your payment",
  returnedPart: (returned: string, paid: string, number: string) =>
    `We've returned ${returned} of the ${paid} that you paid for order ${number}. ${bankDays}`,
  returned: (paid: string, number: string) =>
    `We've returned the whole ${paid} that you paid for order ${number}. ${bankDays}`,
  youPaid: 'You paid',
  returnedNow: 'Returned with this refund',
  returnedInAll: 'Returned',
}

export const tooLate = {
  subject: (number: string) => `Your money is on its way back: order ${number}`,
  heading: 'Sold out before your payment arrived',
  soldOut: (number: string) =>
    `Your payment for order ${number} arrived after we could no longer hold your items, and they have since sold out.`,
  returning: (amount: string) => `We're returning the whole ${amount} to your card. ${bankDays}`,
  sorry: "We're sorry.",
}
