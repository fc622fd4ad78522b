import type { StaffSession } from '#domain/staff/staff-member.ts'
import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { toStaffId, type StaffId } from '#domain/ids.ts'
import type { StaffAuth } from './built-in-auth.ts'
import type { PasskeySite } from './passkeys/staff-passkeys.ts'
import { hashSessionToken } from './session-tokens.ts'
import type { OpenSession, SecondStep, SecondStepKey, SessionKey, Visit } from './staff-identity.ts'
import * as rows from '#db/staff/staff-rows.ts'

const SESSION_KEY = /^([A-Za-z0-9]{20,64})\.[A-Za-z0-9%+/=_-]{20,200}$/

/** A session that was just opened. `livesFor`: the lifetime of its cookie in seconds. */
export interface OpenedSession {
  key: SessionKey
  livesFor: number
}

/** The sessions of staff, in the shop's database and managed by better-auth, even if a service keeps the passwords. */
export class BuiltInSessions {
  readonly #database: ShopDatabase
  readonly #now: () => number
  /** The site for which browsers accept passkeys; null when there is none. */
  readonly site: PasskeySite | null
  #auth: Promise<typeof import('./built-in-auth.ts') & { auth: StaffAuth }> | undefined

  constructor(database: ShopDatabase, now: () => number, site: PasskeySite | null = null) {
    this.#database = database
    this.#now = now
    this.site = site
  }

  /** Opens a session of a member whose password was checked. */
  async open(memberId: StaffId, visit: Omit<Visit, 'replaces'>): Promise<OpenedSession> {
    const { auth, visitHeaders, sessionKeyIn, SESSION_SECONDS } = await this.load()
    const { headers } = await auth.api.openStaffSession({
      body: { memberId },
      headers: visitHeaders(visit),
      returnHeaders: true,
    })
    const key = sessionKeyIn(headers)
    if (key === null) throw new Error('better-auth has opened no session')
    return { key, livesFor: SESSION_SECONDS }
  }

  async find(key: SessionKey): Promise<OpenSession | null> {
    const hash = tokenHashOf(key)
    const session = hash && (await rows.findOpenSession(this.#db, hash, this.#now()))
    if (!session) return null
    // better-auth checks the signature, and extends the session at most once an hour.
    const { auth, visitHeaders, sessionKeyIn, SESSION_SECONDS } = await this.load()
    const { headers, response } = await auth.api.getSession({
      headers: visitHeaders({ key }),
      returnHeaders: true,
    })
    if (!response) return null
    const isRenewed = sessionKeyIn(headers) !== null
    const left = Math.floor((session.endsAt - this.#now()) / 1_000)
    const { id, member, hasSecondFactor } = session
    return { id, member, hasSecondFactor, renewedFor: isRenewed ? Math.min(SESSION_SECONDS, left) : null }
  }

  /** Starts the second step of a sign-in whose password was correct. */
  async openStep(memberId: StaffId): Promise<Pick<SecondStep, 'kind' | 'challenge' | 'livesFor'>> {
    const { auth, stepKeyIn, STEP_SECONDS } = await this.load()
    const { headers } = await auth.api.openStaffStep({ body: { memberId }, returnHeaders: true })
    const challenge = stepKeyIn(headers)
    if (challenge === null) throw new Error('better-auth has opened no second step')
    return { kind: 'second-step', challenge, livesFor: STEP_SECONDS }
  }

  /** The member whose sign-in waits for a code; null when the wait is over. */
  async findStep(step: SecondStepKey, { isUsed = false } = {}): Promise<StaffId | null> {
    const { auth, visitHeaders } = await this.load()
    const { memberId } = await auth.api.findStaffStep({ body: { isUsed }, headers: visitHeaders({ step }) })
    return memberId === null ? null : toStaffId(memberId)
  }

  /** Opens the session of a sign-in that waits for the code of the app. */
  async passStep(
    step: SecondStepKey,
    code: string,
    visit: Omit<Visit, 'replaces'>,
  ): Promise<OpenedSession | null> {
    const { visitHeaders } = await this.load()
    return this.#verify(code, visitHeaders({ ...visit, step }))
  }

  /** Turns two-step verification on with a first code of the app. The session is replaced by a new one. */
  async confirmTwoStep(
    key: SessionKey,
    code: string,
    visit: Pick<Visit, 'address' | 'userAgent'>,
  ): Promise<OpenedSession | null> {
    const { visitHeaders } = await this.load()
    return this.#verify(code, visitHeaders({ ...visit, key }))
  }

  /** The id of the session with this key. */
  async idOf(key: SessionKey, db: Kysely<Database>): Promise<string> {
    const { id } = await db
      .selectFrom('staff_sessions')
      .select('id')
      .where('token', '=', tokenHashOf(key) ?? '')
      .executeTakeFirstOrThrow()
    return id
  }

  /** Null when the code is wrong, or when there were too many codes. */
  async #verify(code: string, headers: Headers): Promise<OpenedSession | null> {
    const { auth, sessionKeyIn, isRefusal, SESSION_SECONDS } = await this.load()
    try {
      const answer = await auth.api.verifyTOTP({ body: { code }, headers, returnHeaders: true })
      const key = sessionKeyIn(answer.headers)
      return key === null ? null : { key, livesFor: SESSION_SECONDS }
    } catch (error) {
      if (isRefusal(error)) return null
      throw error
    }
  }

  /** False when there is no such session. */
  async endByKey(key: SessionKey, db: Kysely<Database> = this.#db): Promise<boolean> {
    const hash = tokenHashOf(key)
    if (hash === null) return false
    const ended = db.deleteFrom('staff_sessions').where('token', '=', hash).returning('id')
    return (await ended.executeTakeFirst()) !== undefined
  }

  /** False when the member has no such session. */
  async end(memberId: StaffId, sessionId: string, db: Kysely<Database>): Promise<boolean> {
    const ended = await db
      .deleteFrom('staff_sessions')
      .where('member_id', '=', memberId)
      .where('id', '=', sessionId)
      .returning('id')
      .executeTakeFirst()
    return ended !== undefined
  }

  list(memberId: StaffId): Promise<StaffSession[]> {
    return rows.listSessions(this.#db, memberId, this.#now())
  }

  /** better-auth, which needs about 25 MB: loaded when staff first sign in. */
  load() {
    this.#auth ??= this.#load().catch((error: unknown) => {
      this.#auth = undefined
      throw error
    })
    return this.#auth
  }

  async #load() {
    const staffAuth = await import('./built-in-auth.ts')
    return { ...staffAuth, auth: await staffAuth.openStaffAuth(this.#database, this.site) }
  }

  get #db() {
    return this.#database.db
  }
}

function tokenHashOf(key: SessionKey): string | null {
  const token = SESSION_KEY.exec(key)?.[1]
  return token === undefined ? null : hashSessionToken(token)
}
