import type { AccountRefusal } from '#providers/identity/staff-identity.ts'
import type { StaffMember } from '#domain/staff/staff-member.ts'
import type { NewPassword, PasswordCheck, StaffPasswords } from '#providers/identity/staff-passwords.ts'
import { SupplierError } from '#providers/supplier-error.ts'
import { FirebaseRefusal, type FirebaseRest } from './firebase-rest.ts'
import type { FirebaseTokens } from './firebase-tokens.ts'

const RESET_CODE = /^[\w-]{16,100}$/

/** The codes of spec 8. With email enumeration protection Firebase returns one code for both of the last two. */
const CODES: Readonly<
  Record<string, 'invalid-email' | 'user-disabled' | 'user-not-found' | 'wrong-password'>
> = {
  INVALID_EMAIL: 'invalid-email',
  USER_DISABLED: 'user-disabled',
  EMAIL_NOT_FOUND: 'user-not-found',
  INVALID_PASSWORD: 'wrong-password',
  INVALID_LOGIN_CREDENTIALS: 'wrong-password',
}

/** Codes of a reset link that can no longer set a password. */
const DEAD_LINK = new Set(['EXPIRED_OOB_CODE', 'INVALID_OOB_CODE', 'EMAIL_NOT_FOUND', 'USER_DISABLED'])

const UNVERIFIED =
  'Firebase has not verified this address yet. Choose “Forgot your password?”: the link in that email proves that the address is yours.'
const SECOND_FACTOR =
  'This account asks for a second factor at Firebase, which this sign-in does not support.'

/**
 * Passwords kept by Firebase. Anyone with a project's API key can create an account there for any address, unless the
 * project forbids it; so an address must be verified there before it is accepted (`needsVerifiedEmail`).
 */
export class FirebasePasswords implements StaffPasswords {
  readonly keptBy = 'Firebase'
  readonly #rest: FirebaseRest
  readonly #tokens: FirebaseTokens
  readonly #needsVerifiedEmail: boolean

  constructor(
    rest: FirebaseRest,
    tokens: FirebaseTokens,
    { needsVerifiedEmail }: { needsVerifiedEmail: boolean },
  ) {
    this.#rest = rest
    this.#tokens = tokens
    this.#needsVerifiedEmail = needsVerifiedEmail
  }

  async hash(): Promise<null> {
    return null
  }

  async check({ email }: StaffMember, password: string): Promise<PasswordCheck> {
    const answer = await this.#rest.signIn(email, password)
    if (answer instanceof FirebaseRefusal) {
      const kind = CODES[answer.code]
      return kind === undefined ? refused(answer) : { kind }
    }
    const { idToken } = answer
    if (idToken === undefined) return { kind: 'account-refused', message: SECOND_FACTOR }
    const claims = await this.#tokens.read(idToken)
    if (claims.email !== email) {
      throw new SupplierError('Firebase gave a token for another account.', {
        supplier: 'Firebase',
        kind: 'unreadable',
      })
    }
    if (this.#needsVerifiedEmail && !claims.isVerified)
      return { kind: 'account-refused', message: UNVERIFIED }
    return { kind: 'right', proof: idToken }
  }

  async change(_member: StaffMember, proof: string, next: string): Promise<NewPassword | AccountRefusal> {
    const answer = await this.#rest.changePassword(proof, next)
    return answer instanceof FirebaseRefusal ? refused(answer) : { kind: 'new-password', row: null }
  }

  async requestReset({ email }: StaffMember) {
    const answer = await this.#rest.sendResetLink(email)
    if (!(answer instanceof FirebaseRefusal)) return 'sent'
    const kind = CODES[answer.code]
    return kind === undefined || kind === 'wrong-password' ? refused(answer) : { kind }
  }

  /** Firebase mails the link, and does not return its code. */
  async createResetToken({ email }: StaffMember): Promise<null> {
    await this.#rest.sendResetLink(email)
    return null
  }

  async findResetMember(token: string): Promise<{ email: string } | null> {
    if (!RESET_CODE.test(token)) return null
    const owner = await this.#rest.findCodeOwner(token)
    if (owner instanceof FirebaseRefusal || owner.requestType !== 'PASSWORD_RESET') return null
    return { email: owner.email.toLowerCase() }
  }

  async reset(
    _member: StaffMember,
    token: string,
    next: string,
  ): Promise<NewPassword | { kind: 'invalid-link' } | AccountRefusal> {
    const answer = await this.#rest.resetPassword(token, next)
    if (!(answer instanceof FirebaseRefusal)) return { kind: 'new-password', row: null }
    return DEAD_LINK.has(answer.code) ? { kind: 'invalid-link' } : refused(answer)
  }
}

/** Spec 8: all other refusals are shown with Firebase's raw message. */
function refused({ message }: FirebaseRefusal): AccountRefusal {
  return { kind: 'account-refused', message }
}
