import { sql, type Kysely } from 'kysely'

const IS_READY = sql`(case when delivery = 'pickup' and fulfilment in ('fulfilled', 'partially-fulfilled')
  and picked_up_at is null and state in ('paid', 'fulfilled', 'refunded-in-part') then 1 end)`

/**
 * An order may be picked up in parts: what the customer took each time, instead of a time alone. Every order that was
 * picked up gets one pickup of all that was ready. The list has orders of which a part is ready too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('order_pickups')
    .addColumn('order_id', 'text', (c) => c.notNull())
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('line_position', 'integer', (c) => c.notNull())
    .addColumn('quantity', 'integer', (c) => c.notNull().check(sql`quantity > 0`))
    .addColumn('picked_up_at', 'bigint', (c) => c.notNull())
    .addColumn('handed_over_by', 'text', (c) => c.notNull())
    .addColumn('undone_at', 'bigint')
    .addPrimaryKeyConstraint('order_pickups_pk', ['order_id', 'number', 'line_position'])
    .addForeignKeyConstraint('order_pickups_line', ['order_id', 'line_position'], 'order_lines', [
      'order_id',
      'position',
    ])
    .execute()
  await sql`insert into order_pickups
      (order_id, number, line_position, quantity, picked_up_at, handed_over_by)
    select orders.id, 1, line.line_position, sum(line.quantity), orders.picked_up_at,
      coalesce((select actor from order_events
        where order_id = orders.id and kind = 'picked-up' order by order_events.id desc limit 1), 'system')
    from orders
    join order_shipments as parcel on parcel.order_id = orders.id and parcel.undone_at is null
    join order_shipment_lines as line on line.order_id = parcel.order_id and line.shipment = parcel.number
    where orders.picked_up_at is not null
    group by orders.id, line.line_position, orders.picked_up_at`.execute(db)
  await db.schema.dropIndex('orders_ready_for_pickup').execute()
  await sql`create index orders_ready_for_pickup on orders (${IS_READY}, created_at, id)
    where ${IS_READY} is not null`.execute(db)
}
