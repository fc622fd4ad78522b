import type { ShopDatabase } from '#db/engine/open-database.ts'
import { BuiltInPasswords } from './built-in-passwords.ts'
import { BuiltInSessions } from './built-in-sessions.ts'
import { passkeySite } from './passkeys/passkey-site.ts'
import type { PasswordCost } from './password-hash.ts'
import { SqlStaffIdentity } from './sql-staff-identity.ts'

/**
 * `publicUrl`: the shop's address; without it there are no passkeys. For tests: the clock, and a lower hashing cost.
 */
export interface BuiltInIdentityOptions {
  publicUrl?: string
  now?: () => number
  passwordCost?: PasswordCost
}

/** Staff whose passwords are in the shop's database. */
export class BuiltInIdentity extends SqlStaffIdentity {
  constructor(
    database: ShopDatabase,
    { publicUrl, now = () => Date.now(), passwordCost }: BuiltInIdentityOptions = {},
  ) {
    const site = publicUrl === undefined ? null : passkeySite(publicUrl)
    const sessions = new BuiltInSessions(database, now, site)
    const passwords = new BuiltInPasswords({ database, sessions, now, cost: passwordCost })
    super(database, { sessions, passwords, now })
  }
}
