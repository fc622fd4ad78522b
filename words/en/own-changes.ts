/** Changing an order before it is sent, on its page. */

export const heading = 'Change your order'
export const until = (time: string) => `You can change it yourself until ${time}, unless we pack it before.`

export const size = (item: string) => `Another size of ${item}`
export const changeSize = 'Change size'
export const address = 'Another address'
export const addressNext = 'In the same country. For another one, write to us.'
export const name = 'Full name'
export const phone = 'Phone'
export const street = 'Address'
export const city = 'City'
export const changeAddress = 'Change address'
export const cancel = 'Cancel the order'

export const sureToCancel = (amount: string) => `Cancel the whole order? You get ${amount} back.`
export const yesCancel = 'Yes, cancel it'
export const sureOfSize = (item: string, to: string) => `${item}: size ${to} instead.`
export const sureOfAddress = (address: string) => `Send it to ${address}.`
export const same = 'It costs the same.'
export const less = (amount: string) => `You get ${amount} back.`
export const more = (amount: string) =>
  `It costs ${amount} more. We email you a link to pay it, and send your order after that.`
export const yesChange = 'Yes, change it'
export const no = 'No, leave it as it is'

export const cancelled = 'Your order is cancelled.'
export const changed = 'Your order is changed.'

/** Why not. */
export const soldOut = 'This size has just sold out. Nothing was changed.'
export const tooLate =
  'It is too late to change this order yourself. Nothing was changed: write to us at once.'
export const stale =
  'The order or its price has changed meanwhile. Nothing was changed: look at it once more.'
export const tooLittle = 'The difference is too small to be charged. Nothing was changed: write to us.'
export const failed = 'This cannot be changed here. Nothing was changed: write to us.'
