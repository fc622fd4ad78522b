import { classifyDatabaseFailure } from '#db/engine/database-failure.ts'
import { SupplierError } from '#providers/supplier-error.ts'
import type { Shop } from '#operations/shop.ts'

/** Sign-in is not possible now, because the accounts are unavailable (spec 8). */
export interface AuthUnavailable {
  kind: 'auth-unavailable'
}

/**
 * The answer of the identity provider; `auth-unavailable` when its storage is locked, full or unreachable, or when the
 * service that keeps the accounts does not answer as it should.
 */
export async function callIdentity<T>(shop: Shop, answer: Promise<T>): Promise<T | AuthUnavailable> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof SupplierError) && classifyDatabaseFailure(error) === null) throw error
    shop.log.error('The staff accounts could not be reached', error)
    return { kind: 'auth-unavailable' }
  }
}
