import { sql, type Kysely } from 'kysely'

/**
 * What staff may say of a product beyond the specification: when it is published, its colour and style, for whom it is,
 * what customs and tax ask for, and its words for search engines. A product that exists has none of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['compare_at_cents', 'published_from', 'published_until'] as const) {
    await db.schema.alterTable('products').addColumn(column, 'bigint').execute()
  }
  await db.schema.alterTable('products').addColumn('weight_grams', 'integer').execute()
  for (const column of ['draft', 'tax_free'] as const) {
    const isSaid = sql`${sql.ref(column)} in (0, 1)`
    await db.schema
      .alterTable('products')
      .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0).check(isSaid))
      .execute()
  }
  for (const column of TEXTS) {
    await db.schema
      .alterTable('products')
      .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  }
  await sql`create index products_by_style on products (style_number, created_at, id) where style_number <> ''`.execute(
    db,
  )
  for (const column of ['published_from', 'published_until'] as const) {
    await sql`create index ${sql.id(`products_${column}`)} on products (${sql.ref(column)})
      where ${sql.ref(column)} is not null`.execute(db)
  }
  await db.schema
    .alterTable('item_codes')
    .addColumn('sku', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await sql`create unique index item_codes_sku on item_codes (sku) where sku <> ''`.execute(db)
}

const TEXTS = [
  'color',
  'style_number',
  'gender',
  'age_group',
  'hs_code',
  'origin_country',
  'search_title',
  'search_description',
] as const
