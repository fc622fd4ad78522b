import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import { readOrderContent } from '#db/orders/order-content.ts'
import { findUnitShares } from '#db/orders/unit-shares.ts'
import type { Database } from '#db/schema.ts'
import type { OrderId } from '#domain/ids.ts'
import { addUp } from '#domain/orders/unit-shares.ts'

/** Expects the stored shares of an order to be those of its units, and to add up to each of its amounts. */
export async function expectStoredShares(db: Kysely<Database>, id: OrderId, when: string): Promise<void> {
  const stored = (await findUnitShares(db, [id])).get(id) ?? []
  expect(addUp(await readOrderContent(db, id), stored), when).toBe(true)
}
