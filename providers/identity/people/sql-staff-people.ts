import type { Person } from '#domain/staff/staff-member.ts'
import type { Kysely } from 'kysely'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { transact } from '#db/engine/transact.ts'
import type { Database } from '#db/schema.ts'
import { recordAccountEvent, recordWithNotice } from '#db/staff/staff-events.ts'
import type { StaffId } from '#domain/ids.ts'
import { isNoChange, findChangeObstacle, type MemberChange } from '#domain/staff/member-change.ts'
import { applyMemberChange } from './sql-member-change.ts'
import * as rows from '#db/staff/staff-rows.ts'
import { deleteSecondFactor } from '#db/staff/two-step-rows.ts'
import { listPeople, lockActiveOwners, touchMember } from '#db/staff/people-rows.ts'
import type {
  ChangeAuthor,
  ChangeMemberAnswer,
  ChangeRequest,
  ResetSecondFactorAnswer,
  StaffPeople,
} from './staff-people.ts'

/** The members of the staff in the shop's database, even when a service keeps their passwords. */
export class SqlStaffPeople implements StaffPeople {
  readonly #database: ShopDatabase
  readonly #now: () => number

  constructor(database: ShopDatabase, now: () => number) {
    this.#database = database
    this.#now = now
  }

  async list(): Promise<Person[]> {
    const people = await listPeople(this.#database.db, this.#now())
    return people.toSorted((one, other) => Number(one.disabled) - Number(other.disabled))
  }

  change(id: StaffId, change: MemberChange, request: ChangeRequest): Promise<ChangeMemberAnswer> {
    const { version, isConfirmed, by } = request
    return transact(this.#database, async (tx): Promise<ChangeMemberAnswer> => {
      const owners = await lockActiveOwners(tx)
      if (by && !owners.includes(by.id)) return { kind: 'not-permitted' }
      const person = await this.#lock(tx, id)
      if (!person) return { kind: 'unknown' }
      if (version !== null && person.version !== version) return { kind: 'changed-meanwhile', person }
      if (isNoChange(change, person)) return { kind: 'changed', person }
      const facts = { member: person, isOwn: by?.id === id, isConfirmed, activeOwners: owners.length }
      const obstacle = by && findChangeObstacle(change, facts)
      if (obstacle) return { kind: obstacle, person }
      await applyMemberChange(tx, person, change, { by, now: this.#now() })
      return { kind: 'changed', person: (await this.#find(tx, id)) ?? person }
    })
  }

  endSessions(id: StaffId, { keep, ...by }: ChangeAuthor & { keep: string }) {
    return transact(this.#database, async (tx) => {
      if (!(await lockActiveOwners(tx)).includes(by.id)) return { kind: 'not-permitted' as const }
      if (!(await this.#lock(tx, id))) return { kind: 'unknown' as const }
      await rows.endEverySession(tx, id, keep)
      const { id: byId, ...from } = by
      const event = { memberId: id, by: byId, at: this.#now(), ...from }
      await recordAccountEvent(tx, { ...event, action: 'sessions-ended' })
      const person = await this.#find(tx, id)
      return person ? { kind: 'changed' as const, person } : { kind: 'unknown' as const }
    })
  }

  resetSecondFactor(id: StaffId, version: number, { id: byId, ...from }: ChangeAuthor) {
    return transact(this.#database, async (tx): Promise<ResetSecondFactorAnswer> => {
      if (!(await lockActiveOwners(tx)).includes(byId)) return { kind: 'not-permitted' }
      const person = await this.#lock(tx, id)
      if (!person) return { kind: 'unknown' }
      if (byId === id) return { kind: 'own-account', person }
      if (person.version !== version) return { kind: 'changed-meanwhile', person }
      if (!(await deleteSecondFactor(tx, id))) return { kind: 'changed', person }
      const now = this.#now()
      await touchMember(tx, id, now)
      await rows.endEverySession(tx, id)
      await recordWithNotice(tx, { action: 'second-factor-reset', memberId: id, by: byId, at: now, ...from })
      return { kind: 'changed', person: (await this.#find(tx, id)) ?? person }
    })
  }

  async #lock(tx: Kysely<Database>, id: StaffId): Promise<Person | null> {
    await rows.lockMember(tx, id)
    return this.#find(tx, id)
  }

  async #find(tx: Kysely<Database>, id: StaffId): Promise<Person | null> {
    const [person] = await listPeople(tx, this.#now(), id)
    return person ?? null
  }
}
