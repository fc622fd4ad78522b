import * as v from 'valibot'
import { MAX_EMAIL_LENGTH } from '#domain/email.ts'
import { findPasswordFault, PASSWORD_FAULTS } from './new-password.ts'
import { withoutInvisible } from '#domain/plain-text.ts'

/** The minimum and maximum length of a staff password. */
export const PASSWORD_LENGTH = { least: 8, most: 128 } as const

/** An existing password is only compared, so any length that could have been set is accepted. */
export const typedPassword = v.pipe(
  v.string(),
  v.nonEmpty('Enter your password.'),
  v.maxLength(PASSWORD_LENGTH.most, `Keep the password to ${PASSWORD_LENGTH.most} characters.`),
)

/**
 * Checks that need no account; the identity provider also compares the password with the address and with common ones.
 */
export const newPassword = v.pipe(
  v.string(),
  v.minLength(PASSWORD_LENGTH.least, `Use at least ${PASSWORD_LENGTH.least} characters.`),
  v.maxLength(PASSWORD_LENGTH.most, `Use at most ${PASSWORD_LENGTH.most} characters.`),
  v.check(
    (password) => findPasswordFault(password) === null,
    ({ input }) => PASSWORD_FAULTS[findPasswordFault(input) ?? 'common'],
  ),
)

/** The format of the address is checked later, because its error has a code in spec 8. */
export const typedEmail = v.pipe(
  v.string(),
  v.transform(withoutInvisible),
  v.trim(),
  v.toLowerCase(),
  v.nonEmpty('Enter your email address.'),
  v.maxLength(MAX_EMAIL_LENGTH, `Keep the email address to ${MAX_EMAIL_LENGTH} characters.`),
)

/** Spec 5: email and password are required. */
export const signInSchema = v.object({ email: typedEmail, password: typedPassword })

/** The password reset form. */
export const resetRequestSchema = v.object({ email: typedEmail })

const isOrderNumber = (lowerCase: string) => /^[a-z]{1,3}-[0-9a-z]{4}-[0-9a-z]{4}$/.test(lowerCase)

/**
 * The address whose data is searched or deleted. Lenient, since the address may have been stored under older rules. Of
 * an order without an address, its number.
 */
export const erasureSchema = v.object({
  email: v.pipe(
    typedEmail,
    v.check((said) => said.includes('@') || isOrderNumber(said), 'Enter an email address.'),
    v.minLength(5, 'Enter an email address.'),
    v.transform((said) => (isOrderNumber(said) ? said.toUpperCase() : said)),
  ),
})

const linkToken = v.pipe(v.string(), v.maxLength(100))

/** The token of the link that the first start printed. */
export const signInLinkSchema = v.object({ token: linkToken })

/** The new password, with the token from the reset mail. */
export const newPasswordSchema = v.object({ token: linkToken, password: newPassword })

/** The current and the new password of a signed-in staff member. */
export const changePasswordSchema = v.object({ current: typedPassword, next: newPassword })

/** The new address of a signed-in staff member, with the password. */
export const changeAddressSchema = v.object({ email: typedEmail, password: typedPassword })

/** The token of the link that confirms a new address. */
export const confirmAddressSchema = v.object({ token: linkToken })

/** The password of a signed-in staff member, before a change of their two-step verification. */
export const typedPasswordSchema = v.object({ password: typedPassword })

/** A code of an authenticator app, or a recovery code. */
export const codeSchema = v.object({
  code: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('Enter a code.'),
    v.maxLength(40, 'Keep the code to 40 characters.'),
  ),
})
