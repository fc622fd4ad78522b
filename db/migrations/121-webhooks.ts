import { sql, type Kysely } from 'kysely'
import type { Engine } from '#db/engine/engine.ts'

/** Where other programs are told what happens, and what they are told: an outbox for each of them, and its log. */
export async function up({ schema }: Kysely<unknown>, engine: Engine): Promise<void> {
  await schema
    .createTable('webhook_endpoints')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('topics', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('secret_number', 'integer', (c) => c.notNull())
    .addColumn('secret_since', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createTable('webhook_messages')
    .addColumn('id', engine === 'postgres' ? 'bigserial' : 'integer', (c) => c.primaryKey())
    .addColumn('endpoint_id', 'text', (c) => c.notNull())
    .addColumn('message_id', 'text', (c) => c.notNull())
    .addColumn('topic', 'text', (c) => c.notNull())
    .addColumn('thing', 'text', (c) => c.notNull())
    .addColumn('facts', 'text', (c) => c.notNull())
    .addColumn('happened_at', 'bigint', (c) => c.notNull())
    .addColumn('run_after', 'bigint')
    .addColumn('leased_until', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('failing_since', 'bigint')
    .addColumn('body', 'text')
    .addColumn('status', 'integer')
    .addColumn('answer', 'text')
    .addColumn('tried_at', 'bigint')
    .addColumn('done_at', 'bigint')
    .execute()
  await schema
    .createIndex('webhook_messages_due')
    .on('webhook_messages')
    .columns(['endpoint_id', 'run_after', 'id'])
    .where(sql.ref('done_at'), 'is', null)
    .execute()
  await schema
    .createIndex('webhook_messages_in_order')
    .on('webhook_messages')
    .columns(['endpoint_id', 'thing', 'id'])
    .where(sql.ref('done_at'), 'is', null)
    .execute()
  await schema
    .createIndex('webhook_messages_log')
    .on('webhook_messages')
    .columns(['endpoint_id', 'id'])
    .execute()
  await schema.createIndex('webhook_messages_age').on('webhook_messages').column('happened_at').execute()
}
