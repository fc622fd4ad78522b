import type { Kysely } from 'kysely'

/** The waiting rooms of drops: what each has come to, how far it served when, and the turns that were taken. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('drop_rooms')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('drop_id', 'text', (c) => c.notNull().unique())
    .addColumn('seed', 'text', (c) => c.notNull())
    .addColumn('commitment', 'text', (c) => c.notNull())
    .addColumn('arrived', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('present', 'integer')
    .addColumn('served_to', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('lapsed_to', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('served_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('pieces', 'text', (c) => c.notNull().defaultTo('some'))
    .addColumn('pace', 'integer', (c) => c.notNull().defaultTo(100))
    .addColumn('paused_at', 'bigint')
    .addColumn('closed_at', 'bigint')
    .addColumn('message', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await db.schema
    .createTable('drop_room_steps')
    .addColumn('room_id', 'text', (c) => c.notNull().references('drop_rooms.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('served_to', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('drop_room_steps_once', ['room_id', 'at'])
    .execute()
  await db.schema
    .createTable('drop_turns')
    .addColumn('room_id', 'text', (c) => c.notNull().references('drop_rooms.id').onDelete('cascade'))
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('place', 'integer', (c) => c.notNull())
    .addColumn('taken_at', 'bigint', (c) => c.notNull())
    .addColumn('ends_at', 'bigint', (c) => c.notNull())
    .addColumn('checkout_id', 'text')
    .addPrimaryKeyConstraint('drop_turns_once', ['room_id', 'number'])
    .execute()
}
