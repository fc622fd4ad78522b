import type { Kysely } from 'kysely'

/** Links by mail with which a shopper proves whose store credit it is, each for one checkout of one browser. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('credit_links')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('gift_card_id', 'text', (c) => c.references('gift_cards.id'))
    .addColumn('checkout_id', 'text', (c) => c.notNull())
    .addColumn('visitor', 'text', (c) => c.notNull())
    .addColumn('code_hash', 'text', (c) => c.unique())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('opened_at', 'bigint')
    .execute()
}
