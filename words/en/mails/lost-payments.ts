/** The emails about a payment whose order the shop lost with its disk. */

export const order = 'Order'

export const notice = {
  subject: (number: string) => `We lost order ${number} and refunded you`,
  heading: 'We lost your order',
  why: (amount: string) =>
    `Because of a fault on our side, we lost your order after you paid, so we can't send it. We've refunded ${amount} to your card. Banks usually show it within 5 to 10 business days.`,
  next: "We're sorry. If you still want the items, please order again.",
  shop: 'Back to the shop',
}

export const alert = {
  subject: (number: string) => `Order ${number} was lost and refunded`,
  why: 'The order was placed after the backup that was restored, so the shop no longer knows what was ordered. The payment was found at the payment provider and refunded, and the customer was emailed.',
  email: 'Email',
  amount: 'Refunded',
  payment: 'Payment',
}
