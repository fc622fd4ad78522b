import * as v from 'valibot'
import { MAX_EMAIL_LENGTH, looksLikeEmail } from '#domain/email.ts'
import { withoutInvisible } from '#domain/plain-text.ts'
import * as words from '#words/en/pages/contact-form.ts'

/** The subjects of a message: stored code and display label (spec 3). */
export const CONTACT_SUBJECTS = {
  general: words.general,
  support: words.support,
  wholesale: words.wholesale,
  other: words.other,
} as const

/** The stored code of a subject. */
export type ContactSubject = keyof typeof CONTACT_SUBJECTS

/** The subjects in display order. */
export const CONTACT_SUBJECT_CODES = Object.keys(CONTACT_SUBJECTS) as ContactSubject[]

/** The maximum length of each text field, in characters. */
export const CONTACT_LIMITS = { name: 120, email: MAX_EMAIL_LENGTH, message: 5_000 } as const

/** The minimum length of a message in characters, without surrounding blanks (spec 5). */
const MIN_MESSAGE_LENGTH = 10

/** Control characters and unpaired surrogates; a message may contain line breaks and tabs. */
const NOT_IN_A_LINE = /[\p{Cc}\p{Cs}\u2028\u2029]+/gu
const NOT_IN_A_MESSAGE = /(?![\n\t])[\p{Cc}\p{Cs}]+/gu

/** The contact form (spec 5). Fields are validated in this order. */
export const contactFormSchema = v.object({
  name: v.pipe(
    typed(words.noName, (text) => withoutInvisible(text.replace(NOT_IN_A_LINE, ' '))),
    v.nonEmpty(words.noName),
    v.maxLength(CONTACT_LIMITS.name, words.longName(CONTACT_LIMITS.name)),
  ),
  email: v.pipe(typed(words.noEmail, withoutInvisible), v.check(looksLikeEmail, words.noEmail)),
  subject: v.picklist(CONTACT_SUBJECT_CODES, words.noSubject),
  message: v.pipe(
    typed(words.shortMessage, (text) => text.replace(NOT_IN_A_MESSAGE, '')),
    v.minLength(MIN_MESSAGE_LENGTH, words.shortMessage),
    v.maxLength(CONTACT_LIMITS.message, words.longMessage),
  ),
})

/** A filled contact form, trimmed. */
export type ContactMessage = v.InferOutput<typeof contactFormSchema>

/** The name of one field of the contact form. */
export type ContactField = keyof ContactMessage

/** Validates a submitted form: returns the message, or the first invalid field and its error (spec 5). */
export function checkContactForm(
  values: Readonly<Record<ContactField, string>>,
): { message: ContactMessage } | { field: ContactField; error: string } {
  const result = v.safeParse(contactFormSchema, values)
  if (result.success) return { message: result.output }
  const [issue] = result.issues
  return { field: issue.path?.[0].key as ContactField, error: issue.message }
}

function typed(message: string, printable: (text: string) => string) {
  return v.pipe(v.optional(v.string(message), ''), v.transform(printable), v.trim())
}
