import { plural } from '#words/en/language.ts'
import { subjects } from '#words/en/pages/contact-form.ts'

/** The emails to the owner about the shop itself, and the messages of the contact form. */

/** What a message is about, as staff read it. */
export const messageSubjects = { ...subjects, withdrawal: 'Withdrawal from a contract' }
export const contactMessage = (subject: string, name: string) => `${subject} from ${name}`
export const messageAnswer = { subject: (subject: string) => `Re: ${subject}`, quoted: 'You wrote' }
export const contactFacts = { name: 'Name', email: 'Email', subject: 'Subject', contract: 'Contract' }

export const givenUp = {
  subject: (count: number, first: string) =>
    plural(count, {
      one: `An email could not be sent: ${first}`,
      other: `${count} emails could not be sent`,
    }),
  stopped: 'The shop has stopped trying. The reasons are listed below.',
  sendAgain: "You can resend an email about an order from the order's page.",
  first: (listed: number, count: number) => `These are the first ${listed} of ${count}.`,
  ofOrder: (task: string, order: string) => `${task}, order ${order}`,
  link: 'View the failed emails',
}

/** Why a newsletter waits, as staff read it among the failures of emails. */
export const withoutHeaders =
  'The mail service drops the headers that let readers unsubscribe with one click. Choose a mail server (SMTP).'

export const afterABounce = 'The shop sends no email to this address, because an earlier one bounced.'

export const connection = {
  subject: (supplier: string) => `${supplier} is not working`,
  failing: (supplier: string, use: string, since: string) =>
    `The shop uses ${supplier} for ${use}. Requests to it have been failing since ${since}.`,
  next: "The Connections page shows its current status and lets you test it. While it fails, you'll get this email once a day.",
  neededFor: 'Needed for',
  lastFailure: 'Last failure',
  when: 'When',
  link: 'Open Connections',
}

export const test = {
  subject: 'Test email from your shop',
  text: "This is a test of the shop's email service. It works.",
}
