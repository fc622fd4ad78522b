import type { CheckoutChoices } from '#domain/checkout/checkout-choices.ts'
import type { PricedBy } from '#domain/checkout/tariff.ts'
import type { OrderId } from '#domain/ids.ts'
import { shopDay } from '#domain/shop-day.ts'
import type { Database } from '#db/schema.ts'
import type { Kysely } from 'kysely'

/** What an order was priced by, as columns of its row. */
export function pricedByColumns({ taxVersion, taxDay, shippingVersion }: PricedBy) {
  return { tax_version: taxVersion, tax_day: taxDay, shipping_version: shippingVersion }
}

/** What an order was priced by, and what was chosen then: a changed order is priced with both again. */
export async function findPricedBy(
  db: Kysely<Database>,
  id: OrderId,
  timeZone: string,
): Promise<{ pricedBy: PricedBy; choices: CheckoutChoices }> {
  const row = await db
    .selectFrom('orders')
    .select(['tax_version', 'tax_day', 'created_at', 'shipping_version', 'shipping_method'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    pricedBy: {
      taxVersion: row.tax_version,
      taxDay: row.tax_day ?? shopDay(row.created_at, timeZone),
      shippingVersion: row.shipping_version,
    },
    choices: { shippingMethod: row.shipping_method },
  }
}
