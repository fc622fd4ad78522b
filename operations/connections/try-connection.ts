import { writeFailed, writeWorked } from '#db/connections/connection-states.ts'
import type { Shop } from '#operations/shop.ts'
import { SupplierError } from '#providers/supplier-error.ts'

/** How a try has ended, with the sentence for the person who tried. */
export interface TriedConnection {
  works: boolean
  words: string
}

/**
 * Tries the supplier of a need for real, and notes how it went. `email`: who tries, for a test mail. Null when nothing
 * outside the shop serves the need.
 */
export async function tryConnection(
  shop: Shop,
  need: string,
  email: string,
): Promise<TriedConnection | null> {
  const connection = shop.connections.find((one) => one.need === need)
  if (!connection) return null
  const seen = { need: connection.need, supplier: connection.supplier }
  try {
    const words = await connection.tryOut({ email })
    await writeWorked(shop.database, { ...seen, now: shop.now() })
    return { works: true, words }
  } catch (error) {
    const words = wordsFor(shop, error, seen)
    await writeFailed(shop.database, { ...seen, now: shop.now(), failure: words })
    return { works: false, words }
  }
}

/** Only the message of a SupplierError is known to be without secrets. */
function wordsFor(shop: Shop, error: unknown, seen: { need: string; supplier: string }): string {
  if (error instanceof SupplierError) return error.message
  shop.log.error('A supplier could not be tried', error, seen)
  return `${seen.supplier} could not be tested. The shop’s log has the reason.`
}
