import { sql, type Kysely } from 'kysely'

/** What customers write about how a piece fits, and what staff decided about it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['words', 'name'])
    await db.schema
      .alterTable('fit_answers')
      .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  await db.schema
    .alterTable('fit_answers')
    .addColumn('state', 'text', (c) => c.notNull().defaultTo('none'))
    .execute()
  await db.schema.alterTable('fit_answers').addColumn('written_at', 'bigint').execute()
  await db.schema
    .alterTable('fit_answers')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await sql`create index fit_answers_written on fit_answers (written_at desc, id desc)
    where written_at is not null`.execute(db)
}
