import { classifyDatabaseFailure } from '#db/engine/database-failure.ts'
import type { Shop } from '#operations/shop.ts'

/** Sign-in is not possible now, because the accounts are unavailable (spec 8). */
export interface AuthUnavailable {
  kind: 'auth-unavailable'
}

/** The answer of the identity provider; `auth-unavailable` when its storage is locked, full or unreachable. */
export async function askIdentity<T>(shop: Shop, answer: Promise<T>): Promise<T | AuthUnavailable> {
  try {
    return await answer
  } catch (error) {
    if (classifyDatabaseFailure(error) === null) throw error
    shop.log.error('The staff accounts could not be asked', error)
    return { kind: 'auth-unavailable' }
  }
}
