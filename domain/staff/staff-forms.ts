import * as v from 'valibot'
import { LONGEST_EMAIL } from '#domain/email.ts'
import { findPasswordFault, PASSWORD_FAULTS } from './new-password.ts'
import { withoutUnseen } from '#domain/plain-text.ts'

/** Characters that a staff password needs and may have. */
export const PASSWORD_LENGTH = { least: 8, most: 128 } as const

/** Typed passwords are compared, not judged: anything up to the longest that can have been set. */
const typedPassword = v.pipe(
  v.string(),
  v.nonEmpty('Enter your password.'),
  v.maxLength(PASSWORD_LENGTH.most, `A password has at most ${PASSWORD_LENGTH.most} characters.`),
)

/** What is known without knowing whose it is; the accounts also compare it with the address and the common ones. */
export const newPassword = v.pipe(
  v.string(),
  v.minLength(PASSWORD_LENGTH.least, `Use at least ${PASSWORD_LENGTH.least} characters.`),
  v.maxLength(PASSWORD_LENGTH.most, `Use at most ${PASSWORD_LENGTH.most} characters.`),
  v.check(
    (password) => findPasswordFault(password) === null,
    ({ input }) => PASSWORD_FAULTS[findPasswordFault(input) ?? 'common'],
  ),
)

/** Whether it is an address at all is answered with a code of spec 8, not here. */
const typedEmail = v.pipe(
  v.string(),
  v.transform(withoutUnseen),
  v.trim(),
  v.toLowerCase(),
  v.nonEmpty('Enter your e-mail address.'),
  v.maxLength(LONGEST_EMAIL, `An e-mail address has at most ${LONGEST_EMAIL} characters.`),
)

/** Spec 5: e-mail and password are required. */
export const signInSchema = v.object({ email: typedEmail, password: typedPassword })

/** A reset asks for the e-mail alone. */
export const resetRequestSchema = v.object({ email: typedEmail })

/** Whose data is to be looked for, or deleted: an address as one was typed once, by today's rules or not. */
export const erasureSchema = v.object({
  email: v.pipe(
    typedEmail,
    v.includes('@', 'Enter an e-mail address.'),
    v.minLength(5, 'Enter an e-mail address.'),
  ),
})

/** A new password with the token of the link in the reset mail. */
export const newPasswordSchema = v.object({
  token: v.pipe(v.string(), v.maxLength(100)),
  password: newPassword,
})

/** A new password from somebody who is signed in, with the one they have. */
export const changePasswordSchema = v.object({ current: typedPassword, next: newPassword })
