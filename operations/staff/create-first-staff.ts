import { randomInt } from 'node:crypto'
import type { WeakPassword } from '#providers/identity/staff-identity.ts'
import type { Shop } from '#operations/shop.ts'

/** Without characters that are easily confused when copied by hand: 4 groups of 5 are 98 bits. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 4
const GROUP_LENGTH = 5

/** A one-time password to be typed once and then changed: `k7wpd-…`. */
export function makePassword(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}

/**
 * The new account. `madePassword` is the only copy of a generated password: show it. `accountAt`: the service that
 * keeps the account and its password, null when the shop does. `link`: the token of a link that signs in, once and
 * within a day; null where the operator chose the password, or a service keeps it.
 */
export interface FirstStaff {
  email: string
  accountAt: string | null
  madePassword: string | null
  link: string | null
}

/**
 * Creates the first staff account at the first start of the shop. Null when it was created before, by this process or
 * another. `weak-password`: the configured password is not allowed. `show` comes before the account is stored: when the
 * process is killed in between, the next start shows another password, and never is there one that nobody has seen.
 */
export async function createFirstStaff(
  { identity }: Pick<Shop, 'identity'>,
  { email, password }: { email: string; password: string | null },
  show: (first: FirstStaff) => void,
): Promise<'made' | WeakPassword | null> {
  const chosen = password ?? makePassword()
  const { accountsAt: accountAt } = identity
  const madePassword = password === null && accountAt === null ? chosen : null
  const member = await identity.addFirstMember({ email, password: chosen }, (added, link) =>
    show({ email: added.email, accountAt, madePassword, link: madePassword && link }),
  )
  return member === null || 'fault' in member ? member : 'made'
}
