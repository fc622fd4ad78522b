import type { CheckoutChoices } from '#domain/checkout/checkout-choices.ts'
import type { PricedBy } from '#domain/checkout/tariff.ts'
import type { PromotionUse } from '#domain/promotions/use-limits.ts'
import { findUses } from '#db/promotions/promotion-uses.ts'
import type { OrderId } from '#domain/ids.ts'
import { shopDay } from '#domain/shop-day.ts'
import type { Database } from '#db/schema.ts'
import type { Kysely } from 'kysely'

/** What an order was priced by, as columns of its row. */
export function pricedByColumns({ taxVersion, taxDay, shippingVersion, promotionsVersion }: PricedBy) {
  return {
    tax_version: taxVersion,
    tax_day: taxDay,
    shipping_version: shippingVersion,
    promotions_version: promotionsVersion,
  }
}

/** What an order was priced by, and what was chosen then: a changed order is priced with both again. */
export async function findPricedBy(
  db: Kysely<Database>,
  id: OrderId,
  timeZone: string,
): Promise<{ pricedBy: PricedBy; choices: CheckoutChoices; uses: PromotionUse[] }> {
  const uses = await findUses(db, id)
  const row = await db
    .selectFrom('orders')
    .select(['tax_version', 'tax_day', 'created_at', 'shipping_version', 'shipping_method'])
    .select('promotions_version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    pricedBy: {
      taxVersion: row.tax_version,
      taxDay: row.tax_day ?? shopDay(row.created_at, timeZone),
      shippingVersion: row.shipping_version,
      promotionsVersion: row.promotions_version,
    },
    choices: { shippingMethod: row.shipping_method, codes: uses.flatMap(({ code }) => code ?? []) },
    uses,
  }
}
