import type { Shop } from '#operations/shop.ts'

/** Whether the shop has asked for the payment of this client secret, which begins with the id of its payment. */
export async function isAskedFor({ database }: Shop, clientSecret: string): Promise<boolean> {
  const asked = await database.db
    .selectFrom('payments')
    .select('client_secret')
    .where('intent_id', '=', clientSecret.split('_secret_')[0] ?? '')
    .executeTakeFirst()
  return asked?.client_secret === clientSecret
}
