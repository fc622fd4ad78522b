import { sql, type Kysely } from 'kysely'
import type { Engine } from '#db/engine/engine.ts'

/**
 * The first tables: catalogue, orders, holds, payments, outbox, rates, and the records of the built-in test gateway.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { schema } = db
  const automaticId = engine === 'sqlite' ? sql`integer` : sql`bigserial`

  await schema
    .createTable('products')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('price_cents', 'integer', (c) => c.notNull().check(sql`price_cents >= 0`))
    .addColumn('category', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('stock', 'integer', (c) => c.check(sql`stock >= 0`))
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('archived_at', 'bigint')
    .execute()
  await sql`create index products_listed on products (created_at, id) where archived_at is null`.execute(db)

  await schema
    .createTable('product_sizes')
    .addColumn('product_id', 'text', (c) => c.notNull().references('products.id'))
    .addColumn('size', 'text', (c) => c.notNull())
    .addColumn('stock', 'integer', (c) => c.check(sql`stock >= 0`))
    .addPrimaryKeyConstraint('product_sizes_pk', ['product_id', 'size'])
    .execute()

  await schema
    .createTable('pictures')
    .addColumn('product_id', 'text', (c) => c.notNull().references('products.id'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('alt', 'text', (c) => c.notNull())
    .addColumn('width', 'integer', (c) => c.notNull())
    .addColumn('height', 'integer', (c) => c.notNull())
    .addColumn('placeholder', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('pictures_pk', ['product_id', 'position'])
    .execute()
  await schema.createIndex('pictures_by_key').on('pictures').column('key').execute()

  await createSearch(db, engine)

  await schema
    .createTable('orders')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('number', 'text', (c) => c.notNull().unique())
    .addColumn('checkout_id', 'text', (c) => c.notNull().unique())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('phone', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('city', 'text', (c) => c.notNull())
    .addColumn('region', 'text', (c) => c.notNull())
    .addColumn('country', 'text', (c) => c.notNull())
    .addColumn('postal', 'text', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('subtotal_cents', 'integer', (c) => c.notNull())
    .addColumn('tax_cents', 'integer', (c) => c.notNull())
    .addColumn('shipping_cents', 'integer', (c) => c.notNull())
    .addColumn('total_cents', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('paid_at', 'bigint')
    .addCheckConstraint('orders_total', sql`total_cents = subtotal_cents + tax_cents + shipping_cents`)
    .execute()
  await schema.createIndex('orders_by_state').on('orders').columns(['state', 'updated_at']).execute()
  await schema.createIndex('orders_by_time').on('orders').columns(['created_at', 'id']).execute()

  await schema
    .createTable('order_lines')
    .addColumn('order_id', 'text', (c) => c.notNull().references('orders.id'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('product_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('size', 'text', (c) => c.notNull())
    .addColumn('unit_price_cents', 'integer', (c) => c.notNull())
    .addColumn('quantity', 'integer', (c) => c.notNull().check(sql`quantity >= 1`))
    .addColumn('picture_key', 'text')
    .addPrimaryKeyConstraint('order_lines_pk', ['order_id', 'position'])
    .execute()

  await schema
    .createTable('order_events')
    .addColumn('id', automaticId, (c) => c.primaryKey())
    .addColumn('order_id', 'text', (c) => c.notNull().references('orders.id'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('detail', 'text', (c) => c.notNull())
    .execute()
  await schema.createIndex('order_events_by_order').on('order_events').columns(['order_id', 'id']).execute()

  await schema
    .createTable('holds')
    .addColumn('order_id', 'text', (c) => c.notNull().references('orders.id'))
    .addColumn('product_id', 'text', (c) => c.notNull().references('products.id'))
    .addColumn('size', 'text', (c) => c.notNull())
    .addColumn('quantity', 'integer', (c) => c.notNull().check(sql`quantity >= 1`))
    .addColumn('from_product', 'integer', (c) => c.notNull())
    .addColumn('from_size', 'integer', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('holds_pk', ['order_id', 'product_id', 'size'])
    .execute()
  await schema.createIndex('holds_by_expiry').on('holds').column('expires_at').execute()

  await schema
    .createTable('payments')
    .addColumn('order_id', 'text', (c) => c.primaryKey().references('orders.id'))
    .addColumn('gateway', 'text', (c) => c.notNull())
    .addColumn('intent_id', 'text', (c) => c.unique())
    .addColumn('client_secret', 'text')
    .addColumn('attempt', 'integer', (c) => c.notNull())
    .addColumn('amount_cents', 'integer', (c) => c.notNull())
    .addColumn('asked_cents', 'integer')
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('payments_by_state').on('payments').columns(['state', 'updated_at']).execute()

  await schema
    .createTable('outbox')
    .addColumn('id', automaticId, (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('dedupe_key', 'text', (c) => c.notNull().unique())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('run_after', 'bigint', (c) => c.notNull())
    .addColumn('leased_until', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('done_at', 'bigint')
    .addColumn('gave_up_at', 'bigint')
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await sql`create index outbox_open on outbox (run_after, id) where done_at is null and gave_up_at is null`.execute(
    db,
  )

  await schema
    .createTable('rates')
    .addColumn('base', 'text', (c) => c.notNull())
    .addColumn('quote', 'text', (c) => c.notNull())
    .addColumn('rate', 'double precision', (c) => c.notNull().check(sql`rate > 0`))
    .addColumn('as_of', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('fetched_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('rates_pk', ['base', 'quote'])
    .execute()

  await schema
    .createTable('settings')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute()

  await createTestGateway(db)
}

async function createSearch(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === 'sqlite') {
    await sql`create virtual table product_search using fts5 (product_id unindexed, body, tokenize = 'trigram')`.execute(
      db,
    )
    return
  }
  await sql`create extension if not exists pg_trgm`.execute(db)
  await db.schema
    .createTable('product_search')
    .addColumn('product_id', 'text', (c) => c.primaryKey().references('products.id'))
    .addColumn('body', 'text', (c) => c.notNull())
    .execute()
  await sql`create index product_search_trigrams on product_search using gin (body gin_trgm_ops)`.execute(db)
}

async function createTestGateway({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('test_gateway_intents')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('client_secret', 'text', (c) => c.notNull().unique())
    .addColumn('idempotency_key', 'text', (c) => c.notNull().unique())
    .addColumn('order_id', 'text', (c) => c.notNull())
    .addColumn('amount_cents', 'integer', (c) => c.notNull())
    .addColumn('created_amount_cents', 'integer', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createTable('test_gateway_refunds')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('idempotency_key', 'text', (c) => c.notNull().unique())
    .addColumn('intent_id', 'text', (c) => c.notNull().references('test_gateway_intents.id'))
    .addColumn('amount_cents', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createTable('test_gateway_events')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('deliver_after', 'bigint', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('delivered_at', 'bigint')
    .execute()
  await schema
    .createIndex('test_gateway_events_open')
    .on('test_gateway_events')
    .columns(['delivered_at', 'deliver_after'])
    .execute()
}
