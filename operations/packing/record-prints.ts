import { recordSlipPrints } from '#db/orders/order-marks.ts'
import { transact } from '#db/engine/transact.ts'
import { recordAudit } from '#operations/record-audit.ts'
import type { Shop } from '#operations/shop.ts'

/** Records that packing slips were printed. `by`: the staff member's email address. */
export async function recordPrints(
  shop: Shop,
  { numbers, by }: { numbers: readonly string[]; by: string },
): Promise<void> {
  await transact(shop.database, async (tx) => {
    const printed = await recordSlipPrints(tx, numbers, { by, at: shop.now() })
    for (const number of printed)
      await recordAudit(tx, shop, { action: 'slips-printed', subject: { id: number } })
  })
}
