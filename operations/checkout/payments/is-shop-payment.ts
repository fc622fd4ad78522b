import type { Shop } from '#operations/shop.ts'

/** Whether the shop requested the payment with this client secret, which begins with the id of the payment. */
export async function isShopPayment({ database }: Shop, clientSecret: string): Promise<boolean> {
  const requested = await database.db
    .selectFrom('payments')
    .select('client_secret')
    .where('intent_id', '=', clientSecret.split('_secret_')[0] ?? '')
    .executeTakeFirst()
  return requested?.client_secret === clientSecret
}
