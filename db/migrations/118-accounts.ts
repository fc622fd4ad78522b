import type { Kysely } from 'kysely'

/** The place of a customer: asking to sign in, the browsers that are signed in, and saved pieces. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('sign_ins')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('visitor', 'text', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('used_at', 'bigint')
    .execute()
  await schema.createIndex('sign_ins_visitor').on('sign_ins').columns(['visitor', 'created_at']).execute()
  await schema.createIndex('sign_ins_email').on('sign_ins').column('email').execute()
  await schema
    .createTable('customer_sessions')
    .addColumn('key_hash', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('ends_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('customer_sessions_email').on('customer_sessions').column('email').execute()
  await schema
    .createTable('saved_pieces')
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('product_id', 'text', (c) => c.notNull().references('products.id'))
    .addColumn('saved_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('saved_pieces_pkey', ['email', 'product_id'])
    .execute()
}
