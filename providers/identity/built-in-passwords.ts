import type { ShopDatabase } from '#db/engine/open-database.ts'
import { toStaffId, type StaffId } from '#domain/ids.ts'
import type { BuiltInSessions } from './built-in-sessions.ts'
import { hashPassword, verifyPassword, type PasswordCost } from './password-hash.ts'
import type { StaffMember } from '#domain/staff/staff-member.ts'
import type { PasswordCheck, NewPassword, StaffPasswords } from './staff-passwords.ts'
import * as rows from '#db/staff/staff-rows.ts'

const RESET_TOKEN = /^[A-Za-z0-9]{20,64}$/

interface BuiltInPasswordsOptions {
  database: ShopDatabase
  sessions: BuiltInSessions
  now: () => number
  cost: PasswordCost | undefined
}

/** Hashed passwords in the shop's database; better-auth makes and checks the reset tokens. */
export class BuiltInPasswords implements StaffPasswords {
  readonly keptBy = null
  readonly #options: BuiltInPasswordsOptions

  constructor(options: BuiltInPasswordsOptions) {
    this.#options = options
  }

  hash(password: string): Promise<string> {
    return hashPassword(password, this.#options.cost)
  }

  async check({ id }: StaffMember, password: string): Promise<PasswordCheck> {
    const proof = await rows.findPasswordHash(this.#options.database.db, id)
    const isRight = proof !== null && (await verifyPassword(proof, password))
    return isRight ? { kind: 'right', proof } : { kind: 'wrong-password' }
  }

  async change(_member: StaffMember, proof: string, next: string): Promise<NewPassword> {
    return { kind: 'new-password', row: { passwordHash: await this.hash(next), instead: proof } }
  }

  async requestReset() {
    return 'shop-sends' as const
  }

  async createResetToken({ email }: StaffMember): Promise<string | null> {
    const { auth, makeResetToken } = await this.#options.sessions.load()
    return makeResetToken(auth, email)
  }

  async findResetMember(token: string): Promise<{ id: StaffId } | null> {
    if (!RESET_TOKEN.test(token)) return null
    const { auth, findResetMember } = await this.#options.sessions.load()
    const id = await findResetMember(auth, token, this.#options.now())
    return id === null ? null : { id: toStaffId(id) }
  }

  async reset(
    { id }: StaffMember,
    token: string,
    next: string,
  ): Promise<NewPassword | { kind: 'invalid-link' }> {
    const { auth, consumeResetToken } = await this.#options.sessions.load()
    if ((await consumeResetToken(auth, token)) !== id) return { kind: 'invalid-link' }
    return { kind: 'new-password', row: { passwordHash: await this.hash(next) } }
  }
}
