import { writeFailed, writeWorked } from '#db/connections/connection-states.ts'
import type { Shop } from '#operations/shop.ts'
import { recordAudit } from '#operations/record-audit.ts'
import { SupplierError } from '#providers/supplier-error.ts'

/** The result of a test, with a sentence for the tester. */
export interface TriedConnection {
  works: boolean
  words: string
}

/**
 * Tests the supplier of a need with a real request, and records the result. `email`: the tester's, for a test mail.
 * Null when nothing outside the shop serves the need.
 */
export async function tryConnection(
  shop: Shop,
  need: string,
  email: string,
): Promise<TriedConnection | null> {
  const connection = shop.connections.find((one) => one.need === need)
  if (!connection) return null
  const observed = { need: connection.need, supplier: connection.supplier }
  try {
    const words = await connection.test({ email })
    await writeWorked(shop.database, { ...observed, now: shop.now() })
    await recordTest(shop, observed, 'works')
    return { works: true, words }
  } catch (error) {
    const words = failureWords(shop, error, observed)
    await writeFailed(shop.database, { ...observed, now: shop.now(), failure: words })
    await recordTest(shop, observed, 'fails')
    return { works: false, words }
  }
}

async function recordTest(
  shop: Shop,
  { need, supplier }: { need: string; supplier: string },
  result: string,
): Promise<void> {
  const changes = [{ field: 'Result', before: null, after: result }]
  const subject = { id: need, name: supplier }
  await recordAudit(shop.database.db, shop, { action: 'connection-tested', subject, changes })
}

/** Only the message of a SupplierError is free of secrets. */
export function failureWords(shop: Shop, error: unknown, seen: { need?: string; supplier: string }): string {
  if (error instanceof SupplierError) return error.message
  shop.log.error('A supplier could not be tried', error, seen)
  return `${seen.supplier} could not be tested. The shop’s log has the reason.`
}
