import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { OrderId } from '#domain/ids.ts'

/** Notes when the customer picked an order up; null: not yet, or not after all. Lock the order first. */
export async function writePickup(
  tx: Kysely<Database>,
  orderId: OrderId,
  pickedUpAt: number | null,
): Promise<void> {
  await tx.updateTable('orders').set({ picked_up_at: pickedUpAt }).where('id', '=', orderId).execute()
}
