import { sql, type Kysely } from 'kysely'

/** Who entered the draw of a drop, what each won, and by what a person is known who has entered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('draw_entries')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('room_id', 'text', (c) => c.notNull().references('drop_rooms.id').onDelete('cascade'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('customer', 'text', (c) => c.notNull())
    .addColumn('product_id', 'text', (c) => c.notNull())
    .addColumn('size', 'text', (c) => c.notNull())
    .addColumn('quantity', 'integer', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('number', 'integer')
    .addColumn('place', 'integer')
    .addColumn('order_id', 'text', (c) => c.unique().references('orders.id').onDelete('set null'))
    .addColumn('passed_at', 'bigint')
    .addColumn('told_at', 'bigint')
    .execute()
  await db.schema
    .createIndex('draw_entries_once')
    .unique()
    .on('draw_entries')
    .columns(['room_id', 'email'])
    .where(sql.ref('number'), 'is not', null)
    .execute()
  await db.schema.createIndex('draw_entries_email').on('draw_entries').column('email').execute()
  await db.schema
    .createIndex('draw_entries_in_line')
    .on('draw_entries')
    .columns(['room_id', 'place'])
    .execute()
  await db.schema
    .createTable('draw_signs')
    .addColumn('sign', 'text', (c) => c.primaryKey())
    .addColumn('entry_id', 'text', (c) => c.notNull().references('draw_entries.id').onDelete('cascade'))
    .execute()
  await db.schema.createIndex('draw_signs_entry').on('draw_signs').column('entry_id').execute()
}
