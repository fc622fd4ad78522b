import type { CheckoutChoices } from '#domain/checkout/checkout-choices.ts'
import type { OrderId } from '#domain/ids.ts'
import type { Tx } from '#db/engine/transact.ts'

/** What was chosen when an order was placed: a changed order is priced with it again. */
export async function findChoices(tx: Tx, id: OrderId): Promise<CheckoutChoices> {
  const row = await tx
    .selectFrom('orders')
    .select('shipping_method')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { shippingMethod: row.shipping_method }
}
