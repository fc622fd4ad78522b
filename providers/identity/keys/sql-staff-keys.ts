import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { transact } from '#db/engine/transact.ts'
import type { Database } from '#db/schema.ts'
import { recordAccountEvent, recordWithNotice } from '#db/staff/staff-events.ts'
import { toStaffKeyId, type StaffId, type StaffKeyId } from '#domain/ids.ts'
import { permissionsOf, type KeyPermission } from '#domain/staff/permissions.ts'
import { confirmPassword, type IdentityParts } from '#providers/identity/confirm-password.ts'
import type { OpenSession, SessionKey, Visit } from '#providers/identity/staff-identity.ts'
import * as rows from '#db/staff/staff-rows.ts'
import { readSecondFactor } from '#db/staff/two-step-rows.ts'
import type { MakeKeyAnswer, NewKey, StaffKey, StaffKeys } from './staff-keys.ts'

const DAY_MS = 24 * 3_600_000
const MAX_KEYS = 20
/** Named, so that scanners of source code recognise a key that was published. */
const SECRET = /^redemption_[\w-]{43}$/
const USE_IS_RECORDED_EVERY_MS = 60_000

type From = Pick<Visit, 'address' | 'userAgent'>

/** Keys in the shop's database, even when a service keeps the passwords. */
export class SqlStaffKeys implements StaffKeys {
  readonly #database: ShopDatabase
  readonly #parts: IdentityParts

  constructor(database: ShopDatabase, parts: IdentityParts) {
    this.#database = database
    this.#parts = parts
  }

  list(memberId: StaffId | null): Promise<StaffKey[]> {
    return listKeys(this.#database.db, memberId)
  }

  async make(session: SessionKey, wanted: NewKey, from: From): Promise<MakeKeyAnswer> {
    const proved = await this.#prove(session, wanted.password)
    if (!('session' in proved)) return proved
    const { id: sessionId, member } = proved.session
    const secret = `redemption_${randomBytes(32).toString('base64url')}`
    return transact(this.#database, async (tx): Promise<MakeKeyAnswer> => {
      if (!(await rows.lockSession(tx, member.id, sessionId))) return { kind: 'signed-out' }
      const current = await rows.findMember(tx, { id: member.id })
      const allowed = permissionsOf(current?.role ?? '')
      if (!wanted.permissions.every((one) => allowed.includes(one))) return { kind: 'not-permitted' }
      if ((await listKeys(tx, member.id)).length >= MAX_KEYS) return { kind: 'too-many-keys' }
      const now = this.#parts.now()
      const id = toStaffKeyId(randomUUID())
      await tx
        .insertInto('staff_keys')
        .values({
          id,
          member_id: member.id,
          name: wanted.name,
          key_hash: hashOf(secret),
          ending: secret.slice(-4),
          permissions: JSON.stringify(wanted.permissions),
          created_at: now,
          expires_at: now + wanted.days * DAY_MS,
          last_used_at: null,
        })
        .execute()
      const changes = [
        { field: 'Name', before: null, after: wanted.name },
        { field: 'Permissions', before: null, after: wanted.permissions.join(', ').slice(0, 200) },
      ]
      await recordWithNotice(tx, { action: 'key-made', memberId: member.id, at: now, ...from, changes })
      const key = (await listKeys(tx, member.id)).find((one) => one.id === id)
      if (!key) throw new Error('The key was written and is not there')
      return { kind: 'made', key, secret }
    })
  }

  /** The password again, so that a session left open makes no key. A service's passwords are not asked for. */
  async #prove(
    session: SessionKey,
    password: string,
  ): Promise<{ kind: 'confirmed'; session: OpenSession } | Exclude<MakeKeyAnswer, { kind: 'made' }>> {
    const confirmed = await confirmPassword(this.#database.db, this.#parts, { key: session, password })
    if (confirmed.kind === 'confirmed' || confirmed.kind === 'too-many-requests') return confirmed
    if (confirmed.kind !== 'not-here') return { kind: confirmed.kind }
    const open = await this.#parts.sessions.find(session)
    return open ? ({ kind: 'confirmed', session: open } as const) : ({ kind: 'signed-out' } as const)
  }

  revoke(
    id: StaffKeyId,
    { id: by, ofAnyone, ...from }: { id: StaffId; ofAnyone: boolean } & From,
  ): Promise<boolean> {
    return transact(this.#database, async (tx) => {
      const revoked = await tx
        .deleteFrom('staff_keys')
        .where('id', '=', id)
        .$if(!ofAnyone, (query) => query.where('member_id', '=', by))
        .returning(['name', 'member_id'])
        .executeTakeFirst()
      if (!revoked) return false
      const changes = [{ field: 'Name', before: revoked.name, after: null }]
      const event = { memberId: revoked.member_id, by, at: this.#parts.now(), ...from, changes }
      await recordAccountEvent(tx, { ...event, action: 'key-revoked' })
      return true
    })
  }

  async find(secret: string) {
    const { db } = this.#database
    const now = this.#parts.now()
    if (!SECRET.test(secret)) return null
    const key = await db
      .selectFrom('staff_keys')
      .select(['id', 'name', 'permissions', 'member_id', 'last_used_at'])
      .where('key_hash', '=', hashOf(secret))
      .where('expires_at', '>', now)
      .executeTakeFirst()
    const member = key && (await rows.findMember(db, { id: key.member_id }))
    if (!member || member.disabled) return null
    const { hasApp, hasPasskey } = await readSecondFactor(db, member.id)
    if ((key.last_used_at ?? 0) <= now - USE_IS_RECORDED_EVERY_MS) {
      await db.updateTable('staff_keys').set({ last_used_at: now }).where('id', '=', key.id).execute()
    }
    const { id, name, permissions } = key
    return {
      key: { id, name, permissions: permissionsIn(permissions) },
      member,
      hasSecondFactor: hasApp || hasPasskey,
    }
  }
}

async function listKeys(db: Kysely<Database>, memberId: StaffId | null): Promise<StaffKey[]> {
  const found = await db
    .selectFrom('staff_keys')
    .innerJoin('staff_members', 'staff_members.id', 'staff_keys.member_id')
    .$if(memberId !== null, (query) => query.where('member_id', '=', memberId))
    .select([
      'staff_keys.id',
      'member_id as memberId',
      'staff_members.email as by',
      'staff_keys.name',
      'ending',
      'permissions',
      'staff_keys.created_at as createdAt',
      'expires_at as expiresAt',
      'last_used_at as lastUsedAt',
    ])
    .orderBy('staff_keys.created_at', 'desc')
    .orderBy('staff_keys.id')
    .execute()
  return found.map(({ permissions, ...key }) => ({ ...key, permissions: permissionsIn(permissions) }))
}

function permissionsIn(stored: string): KeyPermission[] {
  return JSON.parse(stored) as KeyPermission[]
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
