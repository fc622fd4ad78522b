import { sql, type Kysely } from 'kysely'
import type { Engine } from '#db/engine/engine.ts'

/**
 * The journal of the books, with the sums of each day, and marks of what has changed since it was entered. All that is
 * there is marked, so that the shop enters it in the background.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { schema } = db
  await schema
    .createTable('books')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('locked_through', 'text')
    .execute()
  await schema
    .createTable('book_marks')
    .addColumn('subject', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('changes', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await schema
    .createTable('book_entries')
    .addColumn('id', engine === 'postgres' ? 'bigserial' : 'integer', (c) => c.primaryKey())
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('order_number', 'text')
    .addColumn('recorded_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('book_entries_by_day').on('book_entries').columns(['day', 'id']).execute()
  await schema.createIndex('book_entries_by_subject').on('book_entries').column('subject').execute()
  await schema
    .createIndex('book_entries_by_order')
    .on('book_entries')
    .columns(['order_number', 'day', 'id'])
    .where(sql<boolean>`order_number is not null`)
    .execute()
  await schema
    .createTable('book_postings')
    .addColumn('entry_id', 'bigint', (c) => c.notNull())
    .addColumn('line', 'integer', (c) => c.notNull())
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('amount_cents', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('book_postings_pk', ['entry_id', 'line'])
    .execute()
  await schema
    .createTable('book_days')
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('debit_cents', 'bigint', (c) => c.notNull())
    .addColumn('credit_cents', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('book_days_pk', ['day', 'account', 'name'])
    .execute()
  for (const statement of engine === 'sqlite' ? MARKS.map(onSqlite) : MARKS.flatMap(onPostgres))
    await sql.raw(statement).execute(db)
  await sql`insert into book_marks (subject, kind) select id, 'order' from orders where paid_at is not null
    or exists (select 1 from payments where payments.order_id = orders.id and received_cents > 0)`.execute(db)
  await sql`insert into book_marks (subject, kind) select id, 'card' from gift_cards`.execute(db)
}

interface Mark {
  name: string
  on: string
  subject: string
  kind: 'order' | 'card'
  when?: string
}

/** What changes the books. A refund divides by the others of its order, whatever their state. */
const MARKS: Mark[] = [
  {
    name: 'book_marks_by_order',
    on: 'update of paid_at, total_cents, delivery, country, region on orders',
    subject: 'id',
    kind: 'order',
    when: 'new.paid_at is not null',
  },
  {
    name: 'book_marks_by_new_order',
    on: 'insert on orders',
    subject: 'id',
    kind: 'order',
    when: 'new.paid_at is not null',
  },
  {
    name: 'book_marks_by_payment',
    on: 'update of received_cents, received_at on payments',
    subject: 'order_id',
    kind: 'order',
    when: 'new.received_cents > 0',
  },
  {
    name: 'book_marks_by_new_payment',
    on: 'insert on payments',
    subject: 'order_id',
    kind: 'order',
    when: 'new.received_cents > 0',
  },
  {
    name: 'book_marks_by_refund',
    on: 'update of state, done_at on refunds',
    subject: 'order_id',
    kind: 'order',
  },
  { name: 'book_marks_by_new_refund', on: 'insert on refunds', subject: 'order_id', kind: 'order' },
  { name: 'book_marks_by_card', on: 'insert on gift_card_entries', subject: 'gift_card_id', kind: 'card' },
]

function marking({ subject, kind }: Mark): string {
  return `insert into book_marks (subject, kind, changes) values (new.${subject}, '${kind}', 1)
    on conflict (subject) do update set changes = book_marks.changes + 1`
}

function onSqlite(mark: Mark): string {
  const when = mark.when === undefined ? '' : `when ${mark.when}`
  return `create trigger ${mark.name} after ${mark.on} for each row ${when} begin ${marking(mark)}; end`
}

function onPostgres(mark: Mark): string[] {
  const when = mark.when === undefined ? '' : `when (${mark.when})`
  return [
    `create function ${mark.name}() returns trigger language plpgsql as
      $$ begin ${marking(mark)}; return null; end $$`,
    `create trigger ${mark.name} after ${mark.on} for each row ${when} execute function ${mark.name}()`,
  ]
}
