import { randomInt } from 'node:crypto'
import type { WeakPassword } from '#providers/identity/staff-identity.ts'
import type { Shop } from '#operations/shop.ts'

/** Without letters that are mistaken for another when they are copied by hand: 4 groups of 5 are 98 bits. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 4
const GROUP_LENGTH = 5

/** A password for somebody to type once and change: `k7wpd-…`. */
export function makePassword(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}

/** The account that was made. `madePassword` is the only copy of a password that nobody chose: show it. */
export interface FirstStaff {
  kind: 'made'
  email: string
  madePassword: string | null
}

/**
 * The first staff account, made when the shop starts for the first time. Null when it was made before, by this process
 * or another. `weak-password`: it would have been made with a password that must not be.
 */
export async function createFirstStaff(
  { identity }: Pick<Shop, 'identity'>,
  { email, password }: { email: string; password: string | null },
): Promise<FirstStaff | WeakPassword | null> {
  const chosen = password ?? makePassword()
  const member = await identity.addFirstMember({ email, password: chosen })
  if (member === null || 'fault' in member) return member
  return { kind: 'made', email: member.email, madePassword: password === null ? chosen : null }
}
