import { sql, type Kysely } from 'kysely'

/** Size charts have a history as settings have one: what is there becomes its first version. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into shop_settings (name, version, value, changed_at, summary)
    select 'size-chart ' || category, version, chart, updated_at, 'As it was before versions were kept'
    from size_charts
  `.execute(db)
}
