/** The page on which consumers withdraw from a contract, and the links to it. */

export const link = 'Withdraw from contract'
export const heading = 'Withdraw from contract'
export const description = 'Withdraw from a contract with us: say which one, and confirm.'
export const intro =
  'For consumers in the European Union: you may withdraw until 14 days after you received the last parcel of your order. You don’t need a reason.'
export const name = 'Your name'
export const contract = 'Order number'
export const contractHint =
  'It’s in the email that confirmed your order. If you don’t have it: what you ordered, and when.'
export const part = 'Only some of the items? Say which (optional)'
export const email = 'Email for your receipt'
export const next = 'Continue'

export const check = 'Check what you’re telling us'
export const statement = 'I withdraw from this contract:'
export const whole = 'The whole contract'
export const partLabel = 'Withdrawn from'
export const confirm = 'Confirm withdrawal'
export const change = 'Change'

export const received = 'We received your withdrawal'
export const receivedAt = (time: string) => `Received on ${time}.`
export const receipt =
  'A receipt is on its way to the email address that you gave. If it doesn’t arrive, look among your spam, or write to us.'
export const after =
  'If you have the items already, send them back within 14 days. We’ll email you how. We return what you paid for them within 14 days.'

export const faults = {
  'no-name': 'Enter your name.',
  'long-name': 'Keep your name to 120 characters.',
  'no-email': 'Enter an email address, such as you@example.com. The receipt goes there.',
  'no-contract': 'Say which order this is about.',
  'long-contract': 'Keep this to 200 characters.',
  'long-part': 'Keep this to 1,000 characters.',
  'web-address': 'Leave web addresses out.',
}
