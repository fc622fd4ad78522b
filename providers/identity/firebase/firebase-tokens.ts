import * as v from 'valibot'
import type { ConnectionReport } from '#providers/connection.ts'
import { SupplierError } from '#providers/supplier-error.ts'
import type { GoogleKeys } from './google-keys.ts'

const CLOCK_TOLERANCE_S = 60

/** The claims of an ID token that the shop uses. */
export interface FirebaseClaims {
  email: string
  isVerified: boolean
}

const claims = v.object({
  sub: v.pipe(v.string(), v.nonEmpty()),
  email: v.string(),
  email_verified: v.optional(v.boolean(), false),
  auth_time: v.number(),
})

/**
 * Checks ID tokens of one project (https://firebase.google.com/docs/auth/admin/verify-id-tokens). Without keys it
 * accepts only the unsigned tokens of the emulator; with keys it accepts only signed ones.
 */
export class FirebaseTokens {
  readonly #projectId: string
  readonly #keys: GoogleKeys | null
  readonly #options: { report: ConnectionReport; now: () => number }

  constructor(
    projectId: string,
    keys: GoogleKeys | null,
    options: { report: ConnectionReport; now: () => number },
  ) {
    this.#projectId = projectId
    this.#keys = keys
    this.#options = options
  }

  /** The claims of a valid token. Throws SupplierError for any other. */
  async read(token: string): Promise<FirebaseClaims> {
    const jose = await import('jose')
    const now = this.#options.now()
    const expected = {
      audience: this.#projectId,
      issuer: `https://securetoken.google.com/${this.#projectId}`,
      currentDate: new Date(now),
      clockTolerance: CLOCK_TOLERANCE_S,
      requiredClaims: ['sub', 'exp', 'iat', 'auth_time'],
    }
    const keys = this.#keys
    let payload: unknown
    try {
      payload =
        keys === null
          ? jose.UnsecuredJWT.decode(token, expected).payload
          : (
              await jose.jwtVerify(
                token,
                async ({ kid = '' }) => {
                  const certificate = await keys.find(kid)
                  if (certificate === null)
                    throw this.#invalid('is signed with a key that is not one of Google’s')
                  return jose.importX509(certificate, 'RS256')
                },
                { ...expected, algorithms: ['RS256'] },
              )
            ).payload
    } catch (error) {
      if (error instanceof SupplierError) throw error
      throw this.#invalid(
        error instanceof jose.errors.JWTClaimValidationFailed && error.claim === 'aud'
          ? 'is for a project other than FIREBASE_PROJECT_ID'
          : `is not valid (${error instanceof jose.errors.JOSEError ? error.code : 'unknown'})`,
      )
    }
    const parsed = v.safeParse(claims, payload)
    if (!parsed.success || parsed.output.auth_time * 1_000 > now + CLOCK_TOLERANCE_S * 1_000) {
      throw this.#invalid('lacks valid sign-in claims')
    }
    return { email: parsed.output.email.toLowerCase(), isVerified: parsed.output.email_verified }
  }

  #invalid(words: string): SupplierError {
    const message = `Firebase gave a token that ${words}.`
    this.#options.report.failed(message)
    return new SupplierError(message, { supplier: 'Firebase', kind: 'unreadable' })
  }
}
