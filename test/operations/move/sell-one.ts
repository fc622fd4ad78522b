import { expect, vi } from 'vitest'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { findOrderByNumber } from '#db/orders/orders.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { deliverWebhooks, one, orderFor, PAYS, place } from '#test/support/buyer.ts'
import { openTestShop } from '#test/support/test-shop.ts'

/** Opens a shop on a filled database and sells one unit of its oldest product. */
export async function sellOne(database: ShopDatabase): Promise<void> {
  // On PostgreSQL only a process that the others see alive takes tasks of the outbox.
  database.onForeignChange(() => {})
  await vi.waitFor(() => expect(database.worker()).not.toBe(null), { timeout: 60_000 })
  const shop = await openTestShop(database, { start: Date.parse('2026-12-24T12:00:00Z') })
  const { id } = await database.db
    .selectFrom('products')
    .select('id')
    .where('stock', '>', 0)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const product = (await shop.catalog.find(id)) ?? expect.fail('There is no product')
  const { clientSecret, orderNumber } = await place(shop, orderFor([product], [one(product, 'M')]))
  await shop.gateway.confirm(clientSecret, PAYS)
  await deliverWebhooks(shop)
  while ((await deliverOutbox(shop)) > 0);
  expect(await findOrderByNumber(database.db, orderNumber)).toMatchObject({ state: 'paid' })
  expect(shop.mails.length).toBeGreaterThan(0)
}
