import { sql, type Kysely } from 'kysely'

const IS_TO_FULFIL = sql`(case when fulfilment in ('unfulfilled', 'partially-fulfilled')
  and state in ('paid', 'refunded-in-part') and payment_link = 'none' then 1 end)`
const NEEDS_ATTENTION = sql`(case when state = 'needs-attention' or payment_link = 'closed' then 1 end)`
const IS_UNPAID = sql`(case when state = 'pending' or payment_link = 'open' then 1 end)`

/**
 * Payment links, by which customers pay what a change of their order costs more. An order that waits for one is not
 * offered for fulfilment: it is listed with the unpaid orders or, once nobody can pay the link, with those that need
 * attention.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('payment_links')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('order_id', 'text', (c) => c.notNull().references('orders.id'))
    .addColumn('payment_id', 'text', (c) => c.notNull().unique().references('payments.id'))
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('amount_cents', 'integer', (c) => c.notNull().check(sql`amount_cents > 0`))
    .addColumn('change', 'text', (c) => c.notNull())
    .addColumn('undo', 'text')
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await sql`create unique index payment_links_due on payment_links (order_id)
    where state in ('open', 'expired', 'cancelled')`.execute(db)
  await schema.createIndex('payment_links_by_order').on('payment_links').column('order_id').execute()
  await sql`create index payment_links_open on payment_links (expires_at) where state = 'open'`.execute(db)
  await schema
    .alterTable('orders')
    .addColumn('balance_due_cents', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await schema
    .alterTable('orders')
    .addColumn('payment_link', 'text', (c) => c.notNull().defaultTo('none'))
    .execute()
  await schema.dropIndex('orders_to_fulfil').execute()
  for (const [name, condition] of [
    ['orders_to_fulfil', IS_TO_FULFIL],
    ['orders_need_attention', NEEDS_ATTENTION],
    ['orders_unpaid', IS_UNPAID],
  ] as const) {
    await sql`create index ${sql.ref(name)} on orders (${condition}, created_at, id)
      where ${condition} is not null`.execute(db)
  }
}
