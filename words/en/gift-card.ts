/** A gift card on the page of its product, and in the cart; its own page, where its holder sees what is left on it. */

export const amounts = 'Amount'
export const amount = (amount: string) => `Gift card over ${amount}`
export const ownAmount = 'Other amount'
export const ownAmountLabel = 'Amount in dollars'
export const added = (amount: string) => `Gift card over ${amount} added to cart`
export const ownAmountHint = (from: string, to: string, currency: string) =>
  `From ${from} to ${to}, in ${currency}.`
export const wrongAmount = (from: string, to: string) =>
  `Enter an amount from ${from} to ${to}, such as 37.50.`
export const chooseAmount = 'Choose an amount.'

export const forWhom = 'Who is it for?'
export const forSomebody = 'Somebody else'
export const forMe = 'Me'
export const forMeNote = 'We send it to the email address of your order.'
export const name = 'Recipient’s name'
export const email = 'Recipient’s email'
export const message = 'Your message (optional)'
export const left = (letters: number) => (letters === 1 ? '1 character left' : `${letters} characters left`)
export const sendOn = 'Send it on'
export const sendOnHint = (zone: string) => `In the morning of that day in ${zone}. Today: once it is paid.`

export const enterName = 'Enter the name of the recipient.'
export const longName = (most: number) => `Keep the name to ${most} characters.`
export const enterEmail = 'Enter the email address of the recipient.'
export const wrongEmail = 'Enter a valid email address.'
export const longMessage = (most: number) => `Keep the message to ${most} characters.`
export const wrongDay = 'Choose a day.'
export const pastDay = 'This day is over. Choose today or a later day.'
export const lateDay = 'Choose a day within the next year.'

/** The least price, in lists and on its page. */
export const from = (price: string) => `from ${price}`

/** The page that shows what is left. */
export const heading = 'Gift card balance'
export const description = 'See what is left on a gift card.'
export const intro =
  'Enter the code from the email or from your card. Capitals, spaces and hyphens make no difference.'
export const code = 'Gift card code'
export const show = 'Show the balance'
export const unknown = 'We know no gift card with this code. Check each letter: a code has 16.'
export const tooManyTries = (minutes: number) =>
  minutes === 1
    ? 'Too many codes were tried from here. Try again in a minute.'
    : `Too many codes were tried from here. Try again in ${minutes} minutes.`
export const cardName = 'Gift card'
export const leftOnIt = 'Left on it'
export const disabled = 'This card cannot be used. Contact us if you think that is wrong.'
export const howToUse = 'Enter the code at the checkout. You can use it in parts, and it does not expire.'
export const print = 'Print this page to give the card on paper.'
export const history = 'History'
export const columns = { day: 'Day', what: 'What', amount: 'Amount', balance: 'Left' } as const
/** By the kinds of domain/gift-cards/gift-card.ts. */
export const entries = {
  issue: 'Issued',
  debit: 'Paid with it',
  'credit-back': 'Given back: the order was not paid',
  refund: 'Refunded to it',
  adjust: 'Changed by the shop',
  void: 'Ended: its purchase was refunded',
  restored: 'Given back: its purchase was not refunded after all',
} as const
/** In place of how long a delivery takes, where nothing else is bought. */
export const saleTerms = 'Sent by email. All sales are final.'
export const sentByEmail = 'Sent by email.'
export const terms = 'Sent by email. It does not expire.'
export const balanceLink = 'Check a balance'
