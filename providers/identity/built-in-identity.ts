import type { ShopDatabase } from '#db/engine/open-database.ts'
import { BuiltInPasswords } from './built-in-passwords.ts'
import { BuiltInSessions } from './built-in-sessions.ts'
import type { PasswordCost } from './password-hash.ts'
import { SqlStaffIdentity } from './sql-staff-identity.ts'

/** For tests: the clock, and a lower hashing cost. */
export interface BuiltInIdentityOptions {
  now?: () => number
  passwordCost?: PasswordCost
}

/** Staff whose passwords are in the shop's database. */
export class BuiltInIdentity extends SqlStaffIdentity {
  constructor(database: ShopDatabase, { now = () => Date.now(), passwordCost }: BuiltInIdentityOptions = {}) {
    const sessions = new BuiltInSessions(database, now)
    const passwords = new BuiltInPasswords({ database, sessions, now, cost: passwordCost })
    super(database, { sessions, passwords, now })
  }
}
