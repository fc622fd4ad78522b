/** The emails about store credit: that a customer got some, and the link with which they pay with it. */

export const subject = (shop: string) => `Store credit at ${shop}`
export const heading = (amount: string) => `You have ${amount} of store credit`
export const greeting = (name: string) => `Hi ${name},`
export const greetingWithoutName = 'Hi,'
export const given = (amount: string, shop: string) => `${shop} gave you ${amount} of store credit.`
export const howTo =
  'At the checkout, choose to use store credit and enter this email address: we send you a link, and what you have is used for your order. You can use it in parts, and it does not expire.'
export const left = 'You have'
export const shop = 'Go to the shop'
