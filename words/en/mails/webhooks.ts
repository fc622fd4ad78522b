/** The email to the owner about a webhook that is paused. */

export const subject = (host: string) => `The webhook to ${host} is paused`
export const failing = 'For three days, a message could not be delivered. Messages wait for 30 days.'
export const next =
  'When the program that receives them works again, turn the webhook on: everything that waits is sent then, in order.'
export const address = 'Address'
export const lastFailure = 'Last failure'
export const link = 'Open Webhooks'
