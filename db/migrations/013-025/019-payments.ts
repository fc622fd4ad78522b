import { sql, type Kysely } from 'kysely'
import type { Engine } from '#db/engine/engine.ts'

/**
 * An order may have several payments, and each refund names its payment and its source. Disputes become a table.
 * One-time events in an order's history get a key. The engines cannot change a primary key in the same way, so two
 * tables are rebuilt.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await rebuildPayments(db)
  await rebuildRefunds(db)
  await createDisputes(db, engine)
  await addEventKeys(db, engine)
}

async function rebuildPayments(db: Kysely<unknown>): Promise<void> {
  await sql`create table payments_before as select * from payments`.execute(db)
  await db.schema.dropTable('payments').execute()
  await db.schema
    .createTable('payments')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('order_id', 'text', (c) => c.notNull().references('orders.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('gateway', 'text', (c) => c.notNull())
    .addColumn('intent_id', 'text', (c) => c.unique())
    .addColumn('client_secret', 'text')
    .addColumn('attempt', 'integer', (c) => c.notNull())
    .addColumn('amount_cents', 'integer', (c) => c.notNull())
    .addColumn('asked_cents', 'integer')
    .addColumn('received_cents', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('placed_from', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute()
  await sql`insert into payments (id, order_id, kind, gateway, intent_id, client_secret, attempt, amount_cents,
      asked_cents, received_cents, currency, state, placed_from, created_at, updated_at)
    select order_id, order_id, 'card', gateway, intent_id, client_secret, attempt, amount_cents,
      asked_cents, received_cents, currency, state, placed_from, created_at, updated_at
    from payments_before`.execute(db)
  await db.schema.dropTable('payments_before').execute()
  await db.schema.createIndex('payments_by_state').on('payments').columns(['state', 'updated_at']).execute()
  await db.schema.createIndex('payments_by_order').on('payments').column('order_id').execute()
  await sql`create unique index payments_one_card on payments (order_id) where kind = 'card'`.execute(db)
}

async function rebuildRefunds(db: Kysely<unknown>): Promise<void> {
  await sql`create table refunds_before as select * from refunds`.execute(db)
  await db.schema.dropTable('refunds').execute()
  await db.schema
    .createTable('refunds')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('order_id', 'text', (c) => c.notNull().references('orders.id'))
    .addColumn('payment_id', 'text', (c) => c.notNull().references('payments.id'))
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('corrects', 'text', (c) => c.references('refunds.id'))
    .addColumn('amount_cents', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('asked_by', 'text', (c) => c.notNull())
    .addColumn('idempotency_key', 'text', (c) => c.notNull().unique())
    .addColumn('gateway_refund_id', 'text')
    .addColumn('failure', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('done_at', 'bigint')
    .addCheckConstraint(
      'refunds_amount',
      sql`case when corrects is null then amount_cents > 0 else amount_cents < 0 end`,
    )
    .execute()
  // Only rows that the shop did not request from the gateway have the key `returned-...`.
  await sql`insert into refunds (id, order_id, payment_id, source, amount_cents, state, reason, asked_by,
      idempotency_key, gateway_refund_id, failure, created_at, done_at)
    select id, order_id, order_id,
      case
        when idempotency_key like 'returned-%' then
          case when gateway_refund_id is null then 'by-hand'
            when reason like 'Dispute lost:%' then 'dispute' else 'gateway' end
        when asked_by = 'system' then 'late-payment'
        when exists (select 1 from order_events where order_events.order_id = refunds_before.order_id
          and order_events.kind = 'cancelled' and order_events.at = refunds_before.created_at
          and order_events.actor = refunds_before.asked_by) then 'cancellation'
        else 'staff'
      end,
      amount_cents, state, reason, asked_by, idempotency_key, gateway_refund_id, failure, created_at, done_at
    from refunds_before`.execute(db)
  await db.schema.dropTable('refunds_before').execute()
  await db.schema.createIndex('refunds_by_order').on('refunds').columns(['order_id', 'created_at']).execute()
  await sql`create index refunds_by_time on refunds (done_at) where done_at is not null`.execute(db)
}

async function createDisputes(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('disputes')
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('order_id', 'text', (c) => c.notNull().references('orders.id'))
    .addColumn('intent_id', 'text')
    .addColumn('amount_cents', 'integer', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('opened_at', 'bigint', (c) => c.notNull())
    .addColumn('decided_at', 'bigint')
    .addPrimaryKeyConstraint('disputes_pk', ['order_id', 'id'])
    .execute()
  const said = (field: string) => read(engine, 'last.detail', field)
  const name = (row: string) => read(engine, `${row}.detail`, 'disputeId')
  const isStep = (row: string) =>
    sql`${sql.ref(`${row}.kind`)} in ('disputed', 'dispute-won', 'dispute-lost')`
  // The last event of each dispute gives its state; the first, when the shop received it.
  await sql`insert into disputes (id, order_id, intent_id, amount_cents, currency, reason, state, opened_at, decided_at)
    select ${name('last')}, last.order_id, ${said('intentId')}, cast(${said('amount')} as integer),
      ${said('currency')}, ${said('reason')},
      case last.kind when 'dispute-won' then 'won' when 'dispute-lost' then 'lost' else 'open' end,
      (select min(first.at) from order_events first
        where first.order_id = last.order_id and ${isStep('first')} and ${name('first')} = ${name('last')}),
      case last.kind when 'disputed' then null else last.at end
    from order_events last
    where ${isStep('last')} and not exists (select 1 from order_events later
      where later.order_id = last.order_id and later.id > last.id and ${isStep('later')}
        and ${name('later')} = ${name('last')})`.execute(db)
}

/** Gives existing events the keys that they would be written with now, once for each. */
async function addEventKeys(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema.alterTable('order_events').addColumn('key', 'text').execute()
  const named = {
    declined: 'attempt',
    note: 'noteId',
    'stray-payment': 'intentId',
    'does-not-agree': 'intentId',
    disputed: 'disputeId',
    'dispute-won': 'disputeId',
    'dispute-lost': 'disputeId',
  }
  for (const [kind, field] of Object.entries(named)) {
    const of = (row: string) => read(engine, `${row}.detail`, field)
    await sql`update order_events set key = ${`${kind}:`} || ${of('order_events')}
      where kind = ${kind} and ${of('order_events')} is not null
        and not exists (select 1 from order_events earlier where earlier.order_id = order_events.order_id
          and earlier.id < order_events.id and earlier.kind = ${kind}
          and ${of('earlier')} = ${of('order_events')})`.execute(db)
  }
  await sql`update order_events set key = kind where id in (
    select min(id) from order_events where kind = 'gateway-unavailable' group by order_id)`.execute(db)
  await sql`create unique index order_events_once on order_events (order_id, key) where key is not null`.execute(
    db,
  )
}

/** A field of a JSON text. */
function read(engine: Engine, column: string, field: string) {
  const text = sql.ref(column)
  return engine === 'sqlite'
    ? sql`json_extract(${text}, ${sql.lit(`$.${field}`)})`
    : sql`(${text}::json ->> ${sql.lit(field)})`
}
