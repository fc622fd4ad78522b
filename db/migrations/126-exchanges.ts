import { sql, type Kysely } from 'kysely'

/** What customers want instead of a piece that they send back, and until when it is held. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.alterTable('returns').addColumn('held_until', 'bigint').execute()
  await sql`create index returns_held on returns (held_until) where held_until is not null`.execute(db)
  for (const column of ['product_id', 'name', 'size'])
    await schema
      .alterTable('return_units')
      .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  for (const column of ['exchange_product_id', 'exchange_name', 'exchange_size'])
    await schema.alterTable('return_units').addColumn(column, 'text').execute()
  await schema.alterTable('return_units').addColumn('exchange_price_cents', 'integer').execute()
  await sql`update return_units set
    product_id = (select order_lines.product_id from order_lines join returns on returns.order_id = order_lines.order_id
      where returns.id = return_units.return_id and order_lines.position = line_position),
    name = (select order_lines.name from order_lines join returns on returns.order_id = order_lines.order_id
      where returns.id = return_units.return_id and order_lines.position = line_position),
    size = (select order_lines.size from order_lines join returns on returns.order_id = order_lines.order_id
      where returns.id = return_units.return_id and order_lines.position = line_position)`.execute(db)
}
