import type { Passkey } from '#domain/staff/staff-member.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import { recordAccountEvent, recordWithNotice, type AccountEvent } from '#db/staff/staff-events.ts'
import type { AuditAction, AuditChange } from '#domain/audit/audit.ts'
import type { StaffId } from '#domain/ids.ts'
import { confirmPassword, type IdentityParts } from '#providers/identity/confirm-password.ts'
import type { OpenSession, SessionKey, Visit } from '#providers/identity/staff-identity.ts'
import * as rows from '#db/staff/staff-rows.ts'
import { deleteUnneededCodes, readTwoStep, writeRecoveryCodes } from '#db/staff/two-step-rows.ts'
import { startPasskeyRegistration, finishPasskeyRegistration } from './passkey-ceremony.ts'
import type { NewPasskey } from './passkey-plugin.ts'
import { insertPasskey, listPasskeys, removePasskey, renamePasskey } from '#db/staff/passkey-rows.ts'
import type { NoPasskeys, PasskeyChallenge, PasskeyResponse, StaffPasskeys } from './staff-passkeys.ts'

type From = Pick<Visit, 'address' | 'userAgent'>

const MAX_PASSKEYS = 20

/** Passkeys in the shop's database; better-auth makes the challenges and verifies the answers. */
export class SqlPasskeys implements StaffPasskeys {
  readonly obstacle: NoPasskeys['kind'] | null
  readonly #database: ShopDatabase
  readonly #parts: IdentityParts

  constructor(database: ShopDatabase, parts: IdentityParts) {
    this.#database = database
    this.#parts = parts
    this.obstacle =
      parts.passwords.keptBy !== null ? 'not-here' : parts.sessions.site === null ? 'no-site' : null
  }

  list(memberId: StaffId) {
    return listPasskeys(this.#db, memberId)
  }

  async begin(key: SessionKey, password: string) {
    if (this.obstacle) return { kind: this.obstacle }
    const confirmed = await confirmPassword(this.#db, this.#parts, { key, password })
    if (confirmed.kind !== 'confirmed') return confirmed
    const { length } = await this.list(confirmed.session.member.id)
    if (length >= MAX_PASSKEYS) return { kind: 'too-many-passkeys' as const }
    return startPasskeyRegistration(this.#parts.sessions, key)
  }

  async add(
    key: SessionKey,
    answer: { challenge: PasskeyChallenge; response: PasskeyResponse; name: string },
    from: From,
  ) {
    if (this.obstacle) return { kind: this.obstacle }
    const session = await this.#parts.sessions.find(key)
    if (!session) return { kind: 'signed-out' as const }
    const stored: (
      | { kind: 'added'; passkeys: Passkey[]; codes: string[] | null }
      | { kind: 'signed-out' }
    )[] = []
    // The passkey and its entry in the audit trail are written together or not at all.
    await finishPasskeyRegistration(this.#parts.sessions, key, answer, async (passkey) => {
      stored.push(
        await transact(this.#database, (tx) => this.#store(tx, session, { ...answer, passkey }, from)),
      )
    })
    return stored[0] ?? { kind: 'passkey-refused' as const }
  }

  async #store(
    tx: Tx,
    session: OpenSession,
    { name, passkey }: { name: string; passkey: NewPasskey },
    from: From,
  ) {
    const { id } = session.member
    if (!(await rows.lockSession(tx, id, session.id))) return { kind: 'signed-out' as const }
    await insertPasskey(tx, id, name, passkey)
    await recordWithNotice(tx, this.#event('passkey-added', id, from, [null, name]))
    const { isOn, codesLeft } = await readTwoStep(tx, id)
    const passkeys = await listPasskeys(tx, id)
    const isFirst = !isOn && passkeys.length === 1
    if (isFirst) await rows.endEverySession(tx, id, session.id)
    const codes = isFirst || codesLeft === 0 ? await writeRecoveryCodes(tx, id) : null
    return { kind: 'added' as const, passkeys, codes }
  }

  async rename(key: SessionKey, { id, name }: { id: string; name: string }, from: From) {
    if (this.obstacle === 'not-here') return { kind: this.obstacle }
    const session = await this.#parts.sessions.find(key)
    if (!session) return { kind: 'signed-out' as const }
    const memberId = session.member.id
    return transact(this.#database, async (tx) => {
      const before = await renamePasskey(tx, memberId, { id, name })
      if (before === null) return { kind: 'unknown-passkey' as const }
      if (before !== name) {
        await recordAccountEvent(tx, this.#event('passkey-renamed', memberId, from, [before, name]))
      }
      return { kind: 'renamed' as const, passkeys: await listPasskeys(tx, memberId) }
    })
  }

  async remove(key: SessionKey, { id, password }: { id: string; password: string }, from: From) {
    const confirmed = await confirmPassword(this.#db, this.#parts, { key, password })
    if (confirmed.kind !== 'confirmed') return confirmed
    const { session } = confirmed
    return transact(this.#database, async (tx) => {
      const name = await removePasskey(tx, session.member.id, id)
      if (name === null) return { kind: 'unknown-passkey' as const }
      await this.#settle(tx, session, from, name)
      return { kind: 'removed' as const, passkeys: await listPasskeys(tx, session.member.id) }
    })
  }

  /**
   * Ends the member's other sessions, because someone with the removed passkey may be signed in, and records the
   * removal.
   */
  async #settle(tx: Tx, { id, member }: OpenSession, from: From, name: string): Promise<void> {
    await rows.endEverySession(tx, member.id, id)
    await deleteUnneededCodes(tx, member.id)
    await recordWithNotice(tx, this.#event('passkey-removed', member.id, from, [name, null]))
  }

  #event(
    action: AuditAction,
    memberId: StaffId,
    { address, userAgent }: From,
    [before, after]: [AuditChange['before'], AuditChange['after']],
  ): AccountEvent {
    const changes = [{ field: 'Name', before, after }]
    return { action, memberId, at: this.#parts.now(), address, userAgent, changes }
  }

  get #db() {
    return this.#database.db
  }
}
