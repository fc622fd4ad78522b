import { sql, type Kysely } from 'kysely'
import type { Engine } from '#db/engine/engine.ts'

interface Before {
  orders: { id: string; number: string; name: string; email: string; search_text: string }
}

const AT_ONCE = 500

/** Orders after the payment: shipment, refunds, history and search. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { schema } = db
  for (const column of ['carrier', 'tracking_number', 'tracking_link', 'search_text']) {
    await schema
      .alterTable('orders')
      .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  }
  await schema
    .alterTable('orders')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await schema.alterTable('orders').addColumn('fulfilled_at', 'bigint').execute()
  await schema
    .createIndex('orders_by_state_and_time')
    .on('orders')
    .columns(['state', 'created_at', 'id'])
    .execute()
  await sql`create index orders_by_payment on orders (paid_at, id) where paid_at is not null`.execute(db)

  await schema
    .alterTable('order_lines')
    .addColumn('restocked', 'integer', (c) =>
      c
        .notNull()
        .defaultTo(0)
        .check(sql`restocked >= 0 and restocked <= quantity`),
    )
    .execute()
  // The picture sweep checks whether an order still refers to one.
  await sql`create index order_lines_by_picture on order_lines (picture_key) where picture_key is not null`.execute(
    db,
  )
  await schema
    .alterTable('order_events')
    .addColumn('actor', 'text', (c) => c.notNull().defaultTo('system'))
    .execute()
  await schema
    .alterTable('payments')
    .addColumn('received_cents', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`update payments set received_cents = amount_cents where state in ('succeeded', 'refunding', 'refunded')`.execute(
    db,
  )

  await schema
    .createTable('refunds')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('order_id', 'text', (c) => c.notNull().references('orders.id'))
    .addColumn('amount_cents', 'integer', (c) => c.notNull().check(sql`amount_cents > 0`))
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('asked_by', 'text', (c) => c.notNull())
    .addColumn('idempotency_key', 'text', (c) => c.notNull().unique())
    .addColumn('gateway_refund_id', 'text')
    .addColumn('failure', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('done_at', 'bigint')
    .execute()
  await schema.createIndex('refunds_by_order').on('refunds').columns(['order_id', 'created_at']).execute()
  await sql`create index refunds_by_time on refunds (done_at) where done_at is not null`.execute(db)
  await sql`
    insert into refunds (id, order_id, amount_cents, state, reason, asked_by, idempotency_key, created_at, done_at)
    select order_id, order_id, amount_cents, case state when 'refunded' then 'done' else 'asked' end,
      'Paid too late', 'system', 'refund-' || order_id, updated_at, case state when 'refunded' then updated_at end
    from payments where state in ('refunding', 'refunded')`.execute(db)

  await schema.alterTable('outbox').addColumn('order_id', 'text').execute()
  await sql`create index outbox_by_order on outbox (order_id, id) where order_id is not null`.execute(db)
  await fillOutboxOrders(db, engine)
  await createSearch(db, engine)
}

async function fillOutboxOrders(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await (
    engine === 'sqlite'
      ? sql`update outbox set order_id = json_extract(payload, '$.orderId')`
      : sql`update outbox set order_id = payload::json ->> 'orderId'`
  ).execute(db)
}

async function createSearch(untyped: Kysely<unknown>, engine: Engine): Promise<void> {
  const db = untyped as Kysely<Before>
  const orders = await db.selectFrom('orders').select(['id', 'number', 'name', 'email']).execute()
  // Neither database lower-cases like JavaScript, so the texts are made here, and written in batches.
  for (let from = 0; from < orders.length; from += AT_ONCE) {
    const texts = orders.slice(from, from + AT_ONCE).map(({ id, number, name, email }) => {
      const text = [number, name, email].join('\n').normalize('NFKC').toLowerCase()
      return sql`(${id}, ${text})`
    })
    await sql`with made (id, search_text) as (values ${sql.join(texts)})
      update orders set search_text = made.search_text from made where orders.id = made.id`.execute(db)
  }
  if (engine === 'postgres') {
    await sql`create index orders_search on orders using gin (search_text gin_trgm_ops)`.execute(db)
    return
  }
  await sql`create virtual table order_search using fts5 (order_id unindexed, body, tokenize = 'trigram')`.execute(
    db,
  )
  await sql`insert into order_search (order_id, body) select id, search_text from orders order by created_at`.execute(
    db,
  )
}
