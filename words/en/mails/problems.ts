import { plural } from '#words/en/language.ts'

/** Problems of the shop itself that need a person, on the owner's screen and in the emails about them. */
export const problems = {
  disk: {
    title: 'The disk is almost full',
    next: 'Free some space, or move the shop to a larger disk: it cannot take orders when the disk is full.',
  },
  outbox: {
    title: 'Emails or refunds have been waiting for over an hour',
    next: 'The shop keeps trying. Open Connections to see which service is failing.',
  },
  backup: {
    title: 'There is no recent backup',
    next: 'Open Backups to see the reason, and make one now.',
  },
  refunds: {
    title: 'The payment provider has not confirmed a refund',
    next: "The shop keeps asking. Look the refund up in the payment provider's dashboard before you repeat it.",
  },
  settlements: {
    title: 'Fees and payouts are missing in the books',
    next: 'The shop keeps trying, and enters them once it can. Open Books, then Payouts, to see the state.',
  },
  certificate: {
    title: "The shop's certificate expires soon",
    next: 'Renew it on the server behind this address: browsers block a shop whose certificate has expired.',
  },
}

/** A time may end in a full stop: `6:00 a.m.` */
const sentence = (words: string) => (words.endsWith('.') ? words : `${words}.`)

export const diskState = (free: string, all: string, percent: number) =>
  `Free: ${free} of ${all} (${percent}%).`
export const emailsState = (count: number, since: string) =>
  sentence(
    plural(count, {
      one: `1 email has been waiting since ${since}`,
      other: `${count} emails have been waiting since ${since}`,
    }),
  )
export const mailServiceSays = (error: string) => `The email service says: ${error}`
export const outboxState = (count: number, since: string, oldest: string) =>
  sentence(
    plural(count, {
      one: `1 task is waiting: “${oldest}” since ${since}`,
      other: `${count} tasks are waiting. The oldest is “${oldest}” since ${since}`,
    }),
  )
export const lastError = (error: string) => `The last error was: ${error}`
export const noBackup = 'The shop is set up to make backups, but there is none yet.'
export const oldBackup = (at: string) => sentence(`The newest backup is from ${at}`)
export const refundsState = (count: number, since: string) =>
  sentence(
    plural(count, {
      one: `1 refund has been unconfirmed since ${since}`,
      other: `${count} refunds are unconfirmed, the oldest since ${since}`,
    }),
  )
export const settlementsState = (since: string) =>
  sentence(`The payment provider has not told what it settled since ${since}`)
export const certificateState = (host: string, at: string) =>
  sentence(`The certificate of ${host} expires on ${at}`)

export const oncePerDay = "While this lasts, you'll get this email once a day."
export const seeMonitoring = 'Open Monitoring'
