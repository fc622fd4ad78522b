import * as english from '#words/en/mails/operations.ts'
import { subjects } from '#words/fr/pages/contact-form.ts'

/** The answer to a message of the contact form. What else is here is read by staff, in English. */

export const { afterABounce, connection, contactFacts, contactMessage, givenUp, test, withoutHeaders } =
  english

/** What a message is about, in the subject of its answer. */
export const messageSubjects = { ...subjects, withdrawal: 'Rétractation d’un contrat' }
export const messageAnswer = { subject: (subject: string) => `RE : ${subject}`, quoted: 'Votre message' }
