/** Buttons of wallets such as Apple Pay, and what the shop answers to them. */

export const heading = 'Express checkout'
export const or = 'Or fill in the form'
export const delivery = 'Delivery'
export const busy = 'Your payment is on its way. Keep this page open.'
export const changedMeanwhile = 'What you were buying has changed.'
export const notPriced = "We couldn't work out the price for this address. Try again."
/** `total`: what the sheet of the wallet shows once it is opened again. */
export const totalNow = (total: string) =>
  `The total is now ${total}. Nothing was charged. Open the wallet again to pay it.`
export const needsForm = (country: string) =>
  `An address in ${country} needs its county, which wallets leave out. Use the form of the checkout.`
