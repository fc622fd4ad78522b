import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { StaffId } from '#domain/ids.ts'
import type { StaffAuth } from './built-in-auth.ts'
import type { OpenSession, SessionKey, StaffSession, Visit } from './staff-identity.ts'
import * as rows from './sql-staff-rows.ts'

const SESSION_KEY = /^([A-Za-z0-9]{20,64})\.[A-Za-z0-9%+/=_-]{20,200}$/

/** A session that was just opened. `livesFor`: of its cookie, in seconds. */
export interface OpenedSession {
  key: SessionKey
  livesFor: number
}

/** The sessions of staff, whoever keeps their passwords: rows of the shop's database, managed by better-auth. */
export class BuiltInSessions {
  readonly #database: ShopDatabase
  readonly #now: () => number
  #auth: Promise<typeof import('./built-in-auth.ts') & { auth: StaffAuth }> | undefined

  constructor(database: ShopDatabase, now: () => number) {
    this.#database = database
    this.#now = now
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
    const token = tokenOf(key)
    const session = token && (await rows.findOpenSession(this.#db, token, this.#now()))
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
    const { id, member } = session
    return { id, member, renewedFor: isRenewed ? Math.min(SESSION_SECONDS, left) : null }
  }

  async endByKey(key: SessionKey): Promise<void> {
    const token = tokenOf(key)
    if (token) await this.#db.deleteFrom('staff_sessions').where('token', '=', token).execute()
  }

  async end(memberId: StaffId, sessionId: string): Promise<void> {
    await this.#db
      .deleteFrom('staff_sessions')
      .where('member_id', '=', memberId)
      .where('id', '=', sessionId)
      .execute()
  }

  endOthers(memberId: StaffId, sessionId: string): Promise<void> {
    return rows.endEverySession(this.#db, memberId, sessionId)
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
    return { ...staffAuth, auth: await staffAuth.openStaffAuth(this.#database) }
  }

  get #db() {
    return this.#database.db
  }
}

function tokenOf(key: SessionKey): string | null {
  return SESSION_KEY.exec(key)?.[1] ?? null
}
