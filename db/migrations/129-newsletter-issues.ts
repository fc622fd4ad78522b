import { sql, type Kysely } from 'kysely'

/** Newsletters that are sent, who to, their pictures, and where imported subscribers agreed. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('newsletter_subscribers').addColumn('consent_source', 'text').execute()
  await schema.alterTable('newsletter_subscribers').addColumn('consent_at', 'bigint').execute()
  await schema
    .createTable('newsletter_issues')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('preview', 'text', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('blocks', 'text', (c) => c.notNull())
    .addColumn('segment', 'text', (c) => c.notNull())
    .addColumn('send_at', 'bigint')
    .addColumn('began_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('made_by', 'text', (c) => c.notNull())
    .addColumn('counts', 'text')
    .execute()
  await schema
    .createIndex('newsletter_issues_at_work')
    .on('newsletter_issues')
    .columns(['state', 'send_at'])
    .where(sql.ref('state'), 'in', [sql.lit('scheduled'), sql.lit('sending')])
    .execute()
  await schema
    .createTable('newsletter_recipients')
    .addColumn('issue_id', 'text', (c) => c.notNull().references('newsletter_issues.id').onDelete('cascade'))
    .addColumn('subscriber_id', 'text', (c) =>
      c.notNull().references('newsletter_subscribers.id').onDelete('cascade'),
    )
    .addColumn('state', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('newsletter_recipients_pkey', ['issue_id', 'subscriber_id'])
    .execute()
  await schema
    .createIndex('newsletter_recipients_state')
    .on('newsletter_recipients')
    .columns(['issue_id', 'state', 'subscriber_id'])
    .execute()
  await schema
    .createIndex('newsletter_recipients_subscriber')
    .on('newsletter_recipients')
    .column('subscriber_id')
    .execute()
  await schema
    .createTable('newsletter_pictures')
    .addColumn('issue_id', 'text', (c) => c.notNull().references('newsletter_issues.id').onDelete('cascade'))
    .addColumn('key', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('newsletter_pictures_pkey', ['key', 'issue_id'])
    .execute()
}
