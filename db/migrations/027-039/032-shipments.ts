import { sql, type Kysely } from 'kysely'

type LineUnits = { position: number; quantity: number }

interface Refunding {
  orderId: string
  at: number
  detail: string
}

/**
 * An order may be sent in several parcels: shipments with their lines, instead of columns of the order. Every order
 * that was fulfilled gets one shipment. Refunds and restocked units know how many of their units had been sent.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTables(db)
  await moveFulfilments(db)
  for (const index of ['orders_to_fulfil', 'orders_waiting_by_email', 'orders_waiting_by_address']) {
    await db.schema.dropIndex(index).execute()
  }
  for (const column of ['fulfilled_at', 'carrier', 'tracking_number', 'tracking_link']) {
    await db.schema.alterTable('orders').dropColumn(column).execute()
  }
  await createIndexes(db)
}

async function createTables({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('order_shipments')
    .addColumn('order_id', 'text', (c) => c.notNull().references('orders.id'))
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('sent_at', 'bigint', (c) => c.notNull())
    .addColumn('sent_by', 'text', (c) => c.notNull())
    .addColumn('carrier', 'text', (c) => c.notNull())
    .addColumn('tracking_number', 'text', (c) => c.notNull())
    .addColumn('tracking_link', 'text', (c) => c.notNull())
    .addColumn('undone_at', 'bigint')
    .addPrimaryKeyConstraint('order_shipments_pk', ['order_id', 'number'])
    .execute()
  await schema
    .createTable('order_shipment_lines')
    .addColumn('order_id', 'text', (c) => c.notNull())
    .addColumn('shipment', 'integer', (c) => c.notNull())
    .addColumn('line_position', 'integer', (c) => c.notNull())
    .addColumn('quantity', 'integer', (c) => c.notNull().check(sql`quantity > 0`))
    .addPrimaryKeyConstraint('order_shipment_lines_pk', ['order_id', 'shipment', 'line_position'])
    .addForeignKeyConstraint('order_shipment_lines_shipment', ['order_id', 'shipment'], 'order_shipments', [
      'order_id',
      'number',
    ])
    .addForeignKeyConstraint('order_shipment_lines_line', ['order_id', 'line_position'], 'order_lines', [
      'order_id',
      'position',
    ])
    .execute()
  const none = (table: string, column: string) =>
    schema
      .alterTable(table)
      .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  await none('order_lines', 'restocked_sent')
  await none('refund_parts', 'sent')
  await schema
    .alterTable('orders')
    .addColumn('fulfilment', 'text', (c) => c.notNull().defaultTo('unfulfilled'))
    .execute()
}

async function moveFulfilments(db: Kysely<unknown>): Promise<void> {
  await sql`update orders set fulfilled_at = updated_at where state = 'fulfilled' and fulfilled_at is null`.execute(
    db,
  )
  const fulfilled = sql`(select id from orders where fulfilled_at is not null)`
  // What was restocked of a sent order came back, unless a refund had restocked it before.
  await sql`update order_lines set restocked_sent = restocked
    where restocked > 0 and order_id in ${fulfilled}`.execute(db)
  await takeOffEarlierRestocks(db)
  await sql`update refund_parts set sent = quantity where line_position is not null and exists (
    select 1 from refunds join orders on orders.id = refunds.order_id
    where refunds.id = refund_parts.refund_id and refunds.created_at >= orders.fulfilled_at)`.execute(db)
  await sql`insert into order_shipments
      (order_id, number, sent_at, sent_by, carrier, tracking_number, tracking_link)
    select id, 1, fulfilled_at, coalesce((select actor from order_events
        where order_id = orders.id and kind = 'fulfilled' order by order_events.id desc limit 1), 'system'),
      carrier, tracking_number, tracking_link
    from orders where fulfilled_at is not null`.execute(db)
  await sql`insert into order_shipment_lines (order_id, shipment, line_position, quantity)
    select order_id, 1, position, quantity - restocked + restocked_sent from order_lines
    where quantity > restocked - restocked_sent and order_id in ${fulfilled}`.execute(db)
  await sql`update orders set fulfilment = 'fulfilled' where fulfilled_at is not null`.execute(db)
  await sql`update orders set fulfilment = 'nothing-to-fulfil' where fulfilled_at is null
    and id in (select order_id from order_lines where restocked > 0 union select order_id from refund_parts)
    and not exists (select 1 from order_lines as line where line.order_id = orders.id
      and line.quantity > line.restocked
      and line.quantity > (select coalesce(sum(part.quantity), 0) from refund_parts as part
        join refunds on refunds.id = part.refund_id
        where part.order_id = line.order_id and part.line_position = line.position
          and refunds.state in ('asked', 'done')))`.execute(db)
}

/** The history says what was restocked before an order was sent. An order of which nothing would be left keeps all. */
async function takeOffEarlierRestocks(db: Kysely<unknown>): Promise<void> {
  const { rows: earlier } = await sql<Refunding>`
    select orders.id as "orderId", order_events.at as at, order_events.detail as detail
    from orders join order_events on order_events.order_id = orders.id
    where orders.fulfilled_at is not null and order_events.kind = 'refund-asked'
      and order_events.at < orders.fulfilled_at
      and exists (select 1 from order_lines where order_id = orders.id and restocked > 0)`.execute(db)
  for (const [orderId, events] of Map.groupBy(earlier, (event) => event.orderId)) {
    const { rows: lines } = await sql<LineUnits & { restocked: number }>`
      select position, quantity, restocked from order_lines where order_id = ${orderId}`.execute(db)
    const units = events.flatMap(({ detail }) => restockOf(detail))
    const before = lines.map(({ position, restocked }) => {
      const sum = units.reduce((all, unit) => all + (unit.position === position ? unit.quantity : 0), 0)
      return { position, quantity: Math.min(sum, restocked) }
    })
    const sent = (all: readonly LineUnits[]) => all.reduce((sum, { quantity }) => sum + quantity, 0)
    if (sent(before) >= sent(lines)) continue
    for (const { position, quantity } of before) {
      await sql`update order_lines set restocked_sent = restocked - ${quantity}
        where order_id = ${orderId} and position = ${position}`.execute(db)
    }
  }
}

function restockOf(detail: string): LineUnits[] {
  const { restock } = JSON.parse(detail) as { restock?: unknown }
  return Array.isArray(restock) ? (restock as LineUnits[]) : []
}

/** As `orders_to_fulfil` of migration 028 and the indexes of 029, by the new column. */
async function createIndexes(db: Kysely<unknown>): Promise<void> {
  const toFulfil = sql`(case when fulfilment in ('unfulfilled', 'partially-fulfilled')
    and state in ('paid', 'refunded-in-part') then 1 end)`
  await sql`create index orders_to_fulfil on orders (${toFulfil}, created_at, id)
    where ${toFulfil} is not null`.execute(db)
  const waiting = sql`where fulfilment = 'unfulfilled' and state in ('paid', 'refunded-in-part')`
  await sql`create index orders_waiting_by_email on orders (lower(email), created_at) ${waiting}`.execute(db)
  await sql`create index orders_waiting_by_address on orders (lower(postal), lower(address), created_at) ${waiting}`.execute(
    db,
  )
}
