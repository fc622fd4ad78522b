/** The page of a payment link, where a customer pays the extra cost of a changed order. */

export const pageTitle = (number: string) => `Pay for order ${number}`
export const description = 'What is left to pay for your order.'
export const forOrder = (number: string) => `Order ${number}`

/** The heading, and what to know, by the state of the link. */
export const states = {
  payable: (amount: string) => ({
    heading: `Pay ${amount}`,
    next: `We've changed your order, and ${amount} is left to pay. We'll get it ready once you've paid.`,
  }),
  paid: (amount: string) => ({
    heading: 'Thanks for your payment!',
    next: `We've received your ${amount}. Nothing is left to pay.`,
  }),
  settled: () => ({
    heading: 'Nothing is left to pay',
    next: "You're all set, and you no longer need this link.",
  }),
  expired: (amount: string) => ({
    heading: 'This link has expired',
    next: `${amount} is still left to pay for your order. Message us through the contact page, and we'll send you another link.`,
  }),
  cancelled: (amount: string) => ({
    heading: 'This link was cancelled',
    next: `${amount} is still left to pay for your order. If you weren't expecting this, message us through the contact page.`,
  }),
}

/** The same for what was won in a draw. */
export const wonStates = {
  payable: (amount: string, to: string) => ({
    heading: `You've won: pay ${amount}`,
    next: `We hold your pieces until then, for ${to}. What is not paid goes to the next in line.`,
  }),
  paid: states.paid,
  expired: () => ({
    heading: 'The time to pay is over',
    next: 'Your pieces went to the next in line. Nothing was charged.',
  }),
}

export const wonPayBy = (time: string) => `Please pay by ${time}`
export const payBy = (day: string) => `Please pay by ${day}.`
export const whatChanged = 'What changed'
export const changes = {
  items: { after: 'Now', before: 'Before' },
  address: { after: 'Goes to', before: 'Before' },
}
export const yourOrder = 'Your order'
export const line = (quantity: number, name: string, size: string) => `${quantity} x ${name}, ${size}`
export const leftToPay = 'Left to pay'
export const payment = 'Payment'
export const payNow = (amount: string) => `Pay ${amount}`
export const processing = 'Processing...'
export const seeOrder = 'See your order'
export const contact = 'Contact us'

export const returned =
  'Nothing was left to pay when your payment arrived. The full amount is on its way back to your card.'
export const lookingIntoIt = "We're checking your payment and will email you."
export const pending =
  "We've received your payment and are recording it. You don't need to do anything: we'll email you."

/** Why the server refuses a payment: the titles of its answers. */
export const noSuchLink = "This payment link doesn't work. Copy the whole link from the email and try again."
export const notPayable = 'This link can no longer be paid. Reload the page to see why.'
export const unavailable =
  "We can't take payments right now. Nothing was charged. Try again in a few minutes."
export const tooManyDeclines = (wait: string) =>
  `Too many cards were declined, so we can't take another one for now. Nothing was charged. Wait ${wait} and try again.`
