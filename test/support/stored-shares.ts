import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import { readOrderContent } from '#db/orders/order-content.ts'
import { findRefundParts } from '#db/orders/refunded-units.ts'
import { findUnitShares } from '#db/orders/unit-shares.ts'
import type { Database } from '#db/schema.ts'
import type { OrderId } from '#domain/ids.ts'
import { addUp, unitsOf } from '#domain/orders/unit-shares.ts'
import { refundedParts } from '#domain/refunds/refunded-units.ts'

/**
 * Expects the stored shares of an order to be those of its units, and to add up to each of its amounts, and each refund
 * that counts to have units of its own.
 */
export async function expectStoredShares(db: Kysely<Database>, id: OrderId, when: string): Promise<void> {
  const stored = (await findUnitShares(db, [id])).get(id) ?? []
  expect(addUp(await readOrderContent(db, id), stored), when).toBe(true)
  const counted = (await findRefundParts(db, id)).filter(({ isCounted }) => isCounted)
  expect(
    counted.filter(({ isSettled }) => !isSettled),
    when,
  ).toEqual([])
  for (const [position, units] of refundedParts(counted).units) {
    expect(new Set(units).size, when).toBe(units.length)
    const there = unitsOf(stored, position)
    expect(units.length <= there.length ? units.filter((unit) => !there.includes(unit)) : [], when).toEqual(
      [],
    )
  }
}
