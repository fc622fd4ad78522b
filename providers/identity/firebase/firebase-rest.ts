import * as v from 'valibot'
import { callSupplier, parseAnswer } from '#providers/call-supplier.ts'
import type { ConnectionReport } from '#providers/connection.ts'
import { SupplierError } from '#providers/supplier-error.ts'

/** A refusal of a person's request by Firebase: its code, such as `INVALID_PASSWORD`, and its whole message. */
export class FirebaseRefusal {
  readonly code: string
  readonly message: string

  constructor(code: string, message: string) {
    this.code = code
    this.message = message
  }
}

/**
 * `WEAK_PASSWORD : Password should be at least 6 characters`. Other messages are about the project, not about a
 * person.
 */
const ABOUT_A_PERSON = /^([A-Z][A-Z0-9_]+)( : .*)?$/s
/** Codes of a project that is not set up for sign-in: no one can sign in. */
const ABOUT_THE_PROJECT = new Set([
  'CONFIGURATION_NOT_FOUND',
  'OPERATION_NOT_ALLOWED',
  'PASSWORD_LOGIN_DISABLED',
  'PROJECT_NOT_FOUND',
  'INVALID_PROJECT_ID',
  'API_KEY_INVALID',
])

const failure = v.object({ error: v.object({ message: v.string() }) })
/** An account with a second factor gets no token yet. */
const signedIn = v.union([
  v.object({ idToken: v.string() }),
  v.pipe(
    v.object({ mfaPendingCredential: v.string() }),
    v.transform(() => ({ idToken: undefined })),
  ),
])
const codeOwner = v.object({ email: v.string(), requestType: v.string() })
const addressed = v.object({ email: v.string() })
const account = v.object({ localId: v.string() })
const project = v.object({ projectId: v.string() })

/** Calls of Firebase Authentication over REST (https://firebase.google.com/docs/reference/rest/auth). */
export class FirebaseRest {
  readonly #apiKey: string
  readonly #base: string
  readonly #report: ConnectionReport
  readonly #timeoutMs: number

  constructor(
    { apiKey, apiBase }: { apiKey: string; apiBase: string },
    report: ConnectionReport,
    timeoutMs: number,
  ) {
    this.#apiKey = apiKey
    this.#base = apiBase
    this.#report = report
    this.#timeoutMs = timeoutMs
  }

  signIn(email: string, password: string) {
    return this.#ask('accounts:signInWithPassword', { email, password, returnSecureToken: true }, signedIn)
  }

  /** Firebase mails the link. */
  sendResetLink(email: string) {
    return this.#ask('accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email }, addressed)
  }

  /** The owner of a reset code, which stays valid. */
  findCodeOwner(oobCode: string) {
    return this.#ask('accounts:resetPassword', { oobCode }, codeOwner)
  }

  resetPassword(oobCode: string, newPassword: string) {
    return this.#ask('accounts:resetPassword', { oobCode, newPassword }, addressed)
  }

  changePassword(idToken: string, password: string) {
    return this.#ask('accounts:update', { idToken, password, returnSecureToken: false }, account)
  }

  /** The public settings of the project, which only a valid key can read. */
  async readProject(): Promise<void> {
    const answer = await this.#ask('projects', null, project)
    if (answer instanceof FirebaseRefusal) {
      const message = `Firebase refuses: ${answer.message}`
      throw new SupplierError(message, { supplier: 'Firebase', kind: 'refused' })
    }
  }

  async #ask<T>(
    action: string,
    body: object | null,
    schema: v.GenericSchema<unknown, T>,
  ): Promise<T | FirebaseRefusal> {
    let words = ''
    const call = {
      supplier: 'Firebase',
      url: `${this.#base}/v1/${action}?key=${encodeURIComponent(this.#apiKey)}`,
      timeoutMs: this.#timeoutMs,
      secrets: [this.#apiKey],
      wordsOf: (answer: unknown) => (words = v.is(failure, answer) ? answer.error.message : ''),
      ...(body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    }
    try {
      const parsed = parseAnswer(call, await callSupplier(call), (json) => {
        const { success, output } = v.safeParse(schema, json)
        return success ? output : null
      })
      this.#report.worked()
      return parsed
    } catch (error) {
      const refusal = error instanceof SupplierError && error.status === 400 ? refusalIn(words) : null
      if (refusal === null) {
        if (error instanceof SupplierError) this.#report.failed(error.message)
        throw error
      }
      this.#report.worked()
      return refusal
    }
  }
}

function refusalIn(message: string): FirebaseRefusal | null {
  const code = ABOUT_A_PERSON.exec(message)?.[1]
  return code === undefined || ABOUT_THE_PROJECT.has(code) ? null : new FirebaseRefusal(code, message)
}
