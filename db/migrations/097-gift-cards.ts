import { sql, type Kysely } from 'kysely'
import type { Engine } from '#db/engine/engine.ts'

/**
 * Gift cards and store credit, and the ledger of their balances, which is append-only. A card has one entry of each
 * number, each with the balance after it, which is never below zero: the same balance is not spent twice.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('gift_cards')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('code_hash', 'text', (c) => c.unique())
    .addColumn('last_four', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('email', 'text', (c) => c.unique())
    .addColumn('currency', 'text', (c) => c.notNull().defaultTo('cad'))
    .addColumn('order_id', 'text', (c) => c.references('orders.id'))
    .addColumn('line_position', 'integer')
    .addColumn('unit', 'integer')
    .addColumn('recipient_name', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('recipient_email', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('sender_name', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('message', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('send_on', 'text')
    .addColumn('sent_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('gift_cards_by_unit', ['order_id', 'line_position', 'unit'])
    .execute()
  await db.schema.createIndex('gift_cards_by_time').on('gift_cards').columns(['created_at', 'id']).execute()
  await db.schema
    .createIndex('gift_cards_to_send')
    .on('gift_cards')
    .column('send_on')
    .where(sql<boolean>`send_on is not null and sent_at is null`)
    .execute()
  await db.schema
    .createTable('gift_card_entries')
    .addColumn('gift_card_id', 'text', (c) => c.notNull().references('gift_cards.id'))
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('amount_cents', 'integer', (c) => c.notNull())
    .addColumn('balance_cents', 'integer', (c) => c.notNull().check(sql`balance_cents >= 0`))
    .addColumn('payment_id', 'text', (c) => c.references('payments.id'))
    .addColumn('refund_id', 'text', (c) => c.references('refunds.id'))
    .addColumn('reason', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('gift_card_entries_pk', ['gift_card_id', 'number'])
    .addCheckConstraint(
      'gift_card_entries_first',
      sql`number >= 1 and (number > 1 or balance_cents = amount_cents)`,
    )
    .execute()
  await db.schema
    .createIndex('gift_card_entries_by_time')
    .on('gift_card_entries')
    .column('created_at')
    .execute()
  await db.schema
    .createIndex('gift_card_entries_by_payment')
    .on('gift_card_entries')
    .column('payment_id')
    .execute()
  await db.schema
    .createIndex('gift_card_entries_by_refund')
    .on('gift_card_entries')
    .column('refund_id')
    .execute()
  await db.schema
    .alterTable('payments')
    .addColumn('gift_card_id', 'text', (c) => c.references('gift_cards.id'))
    .execute()
  await db.schema
    .createIndex('payments_by_gift_card')
    .unique()
    .on('payments')
    .columns(['gift_card_id', 'order_id'])
    .where(sql<boolean>`gift_card_id is not null`)
    .execute()
  for (const statement of engine === 'sqlite' ? ONLY_ON_SQLITE : ONLY_ON_POSTGRES)
    await sql.raw(statement).execute(db)
}

const ONLY_ON_SQLITE = [
  `create trigger gift_card_entries_kept before update on gift_card_entries
    begin select raise(abort, 'gift_card_entries is append-only'); end`,
  `create trigger gift_card_entries_not_deleted before delete on gift_card_entries
    begin select raise(abort, 'gift_card_entries is append-only'); end`,
]

const ONLY_ON_POSTGRES = [
  `create function refuse_gift_card_change() returns trigger language plpgsql as
    $$ begin raise exception 'gift_card_entries is append-only'; end $$`,
  `create trigger gift_card_entries_kept before update or delete on gift_card_entries
    for each row execute function refuse_gift_card_change()`,
  `create trigger gift_card_entries_not_emptied before truncate on gift_card_entries
    for each statement execute function refuse_gift_card_change()`,
]
