import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import { readOrderContent } from '#db/orders/order-content.ts'
import { findUnitShares } from '#db/orders/unit-shares.ts'
import type { Database } from '#db/schema.ts'
import type { OrderId } from '#domain/ids.ts'
import { belongsToItems, type Adjustment } from '#domain/orders/order-total.ts'
import { addUp, type UnitShare } from '#domain/orders/unit-shares.ts'
import { orderParts, type OrderContent, type OrderPart } from '#domain/refunds/order-parts.ts'
import { share } from '#domain/share-among.ts'

/** Expects the stored shares of an order to add up to it, and to be what dividing it on reading gives. */
export async function expectStoredShares(db: Kysely<Database>, id: OrderId, when: string): Promise<void> {
  const content = await readOrderContent(db, id)
  const stored = (await findUnitShares(db, [id])).get(id) ?? []
  expect(addUp(content, stored), when).toBe(true)
  expect(partsOf(content, stored), when).toEqual(orderParts(content))
}

export function partsOf({ lines, adjustments }: OrderContent, stored: readonly UnitShare[]): OrderPart[] {
  return orderParts({ lines, adjustments }).map(({ kind, label, contained }, part) => {
    const isTax = kind === 'tax'
    const nth = part - orderParts({ lines, adjustments }).findIndex((one) => one.kind === 'tax')
    const tax = isTax ? adjustments.filter((one) => one.kind === 'tax')[nth] : undefined
    const own = stored.filter(({ position, adjustment }) => {
      const one: Adjustment | undefined = adjustment === null ? undefined : adjustments[adjustment]
      const isOfItems = one === undefined || belongsToItems(one)
      if (kind === 'items') return isOfItems && position !== null
      if (kind === 'shipping') return (isOfItems || one.kind === 'shipping') && position === null
      return kind === 'duty' ? one?.kind === 'duty' : one !== undefined && one === tax
    })
    const units = lines.map(({ quantity }, at) => {
      const amounts = Array<number>(quantity).fill(0)
      for (const { unit, units: count, amount } of own.filter(({ position }) => position === at))
        for (let n = 0; n < count; n += 1)
          amounts[unit + n]! += share(amount, n + 1, count) - share(amount, n, count)
      let sum = 0
      return [0, ...amounts.map((amount) => (sum += amount))]
    })
    const shipping = own
      .filter(({ position }) => position === null)
      .reduce((sum, { amount }) => sum + amount, 0)
    return { kind, label, contained, lines: units.map((sums) => sums.at(-1)!), units, shipping }
  })
}
