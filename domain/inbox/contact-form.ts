import * as v from 'valibot'
import { MAX_EMAIL_LENGTH, looksLikeEmail } from '#domain/email.ts'
import { withoutInvisible } from '#domain/plain-text.ts'

/** The stored codes of the subjects of a message, in display order (spec 3). */
export const CONTACT_SUBJECTS = ['general', 'support', 'wholesale', 'other'] as const

/** The stored code of a subject. */
export type ContactSubject = (typeof CONTACT_SUBJECTS)[number]

/** What a stored message is about: one of the subjects, or somebody withdraws from a contract (withdrawal.ts). */
export type MessageSubject = ContactSubject | 'withdrawal'

/** What can be wrong with a message. */
export type ContactFault =
  | 'no-name'
  | 'long-name'
  | 'no-email'
  | 'no-subject'
  | 'short-message'
  | 'long-message'

/** The maximum length of each text field, in characters. */
export const CONTACT_LIMITS = { name: 120, email: MAX_EMAIL_LENGTH, message: 5_000 } as const

/** The minimum length of a message in characters, without surrounding blanks (spec 5). */
const MIN_MESSAGE_LENGTH = 10

/** Control characters and unpaired surrogates; a message may contain line breaks and tabs. */
const NOT_IN_A_LINE = /[\p{Cc}\p{Cs}\u2028\u2029]+/gu
const NOT_IN_A_MESSAGE = /(?![\n\t])[\p{Cc}\p{Cs}]+/gu

/** The contact form (spec 5). Fields are validated in this order; the messages are faults. */
export const contactFormSchema = v.object({
  name: v.pipe(
    typed('no-name', (text) => withoutInvisible(text.replace(NOT_IN_A_LINE, ' '))),
    v.nonEmpty('no-name'),
    v.maxLength(CONTACT_LIMITS.name, 'long-name'),
  ),
  email: v.pipe(typed('no-email', withoutInvisible), v.check(looksLikeEmail, 'no-email')),
  subject: v.picklist(CONTACT_SUBJECTS, 'no-subject'),
  message: v.pipe(
    typed('short-message'),
    v.minLength(MIN_MESSAGE_LENGTH, 'short-message'),
    v.maxLength(CONTACT_LIMITS.message, 'long-message'),
  ),
})

/** A filled contact form, trimmed. */
export type ContactMessage = v.InferOutput<typeof contactFormSchema>

/** The name of one field of the contact form. */
export type ContactField = keyof ContactMessage

/** Validates a submitted form: returns the message, or the first invalid field and what is wrong with it (spec 5). */
export function checkContactForm(
  values: Readonly<Record<ContactField, string>>,
): { message: ContactMessage } | { field: ContactField; fault: ContactFault } {
  const result = v.safeParse(contactFormSchema, values)
  if (result.success) return { message: result.output }
  const [issue] = result.issues
  return { field: issue.path?.[0].key as ContactField, fault: issue.message as ContactFault }
}

/** A text as typed, trimmed and without what cannot be printed. `message`: the fault when it is no text. */
export function typed(
  message: string,
  printable: (text: string) => string = (text) => text.replace(NOT_IN_A_MESSAGE, ''),
) {
  return v.pipe(v.optional(v.string(message), ''), v.transform(printable), v.trim())
}
