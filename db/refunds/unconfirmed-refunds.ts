import type { ShopDatabase } from '#db/engine/open-database.ts'

/** How many refunds have no answer from the payment provider, and when the oldest was requested. */
export async function readUnconfirmedRefunds({
  db,
}: ShopDatabase): Promise<{ count: number; oldestAt: number | null }> {
  return db
    .selectFrom('refunds')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.min<number | null>('created_at').as('oldestAt'),
    ])
    .where('state', '=', 'unconfirmed')
    .executeTakeFirstOrThrow()
}
