/** The receipt for a withdrawal from a contract, and what the confirmation of an order says about the right to it. */

export const subject = 'We received your withdrawal from the contract'
export const received = 'You have withdrawn from the contract below. Keep this email: it is your receipt.'
export const next =
  'You don’t have to give a reason. If you have the items already, send them back within 14 days; we’ll email you how. We return what you paid for them, with the standard delivery, within 14 days of this notice by the way you paid, or as soon as we have the items or your proof that you sent them.'
export const facts = {
  name: 'Name',
  contract: 'Contract',
  part: 'Withdrawn from',
  email: 'Receipt sent to',
  time: 'Received',
}
export const whole = 'The whole contract'

export const right = (address: string) =>
  `You may withdraw from this contract until 14 days after you receive the last parcel, without giving a reason: ${address}`
