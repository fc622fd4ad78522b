import { classifyDatabaseFailure } from '#db/engine/database-failure.ts'
import type { Shop } from '#operations/shop.ts'

/** Nobody can be signed in now, because the accounts cannot be asked (spec 8). */
export interface AuthUnavailable {
  kind: 'auth-unavailable'
}

/** What the accounts answer; `auth-unavailable` when what they are kept in is locked, full or out of reach. */
export async function askIdentity<T>(shop: Shop, answer: Promise<T>): Promise<T | AuthUnavailable> {
  try {
    return await answer
  } catch (error) {
    if (classifyDatabaseFailure(error) === null) throw error
    shop.log.error('The staff accounts could not be asked', error)
    return { kind: 'auth-unavailable' }
  }
}
