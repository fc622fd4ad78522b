import { sql, type Kysely } from 'kysely'

const REFUND = sql`refund_parts join refunds on refunds.id = refund_parts.refund_id
  where refund_parts.order_id = orders.id and refund_parts.sent > 0 and refunds.state in ('asked', 'done')`
const PICKUP = sql`order_pickups where order_pickups.order_id = orders.id and order_pickups.undone_at is null`
const READY = sql`order_shipments join order_shipment_lines on order_shipment_lines.order_id = order_shipments.order_id
  and order_shipment_lines.shipment = order_shipments.number
  where order_shipments.order_id = orders.id and order_shipments.undone_at is null`

/**
 * Orders for pickup of which nothing waits any more, because the rest of what was ready was refunded, leave the list of
 * those that are ready. Orders with units that became ready after such a refund are left as they are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update orders set picked_up_at = coalesce(
      (select max(order_pickups.picked_up_at) from ${PICKUP}),
      (select max(refunds.created_at) from ${REFUND})
    )
    where delivery = 'pickup' and picked_up_at is null and fulfilment in ('fulfilled', 'partially-fulfilled')
      and exists (select 1 from ${REFUND})
      and not exists (select 1 from ${READY}
        and order_shipments.sent_at > (select min(refunds.created_at) from ${REFUND}))
      and not exists (select 1 from ${READY} group by order_shipment_lines.line_position
        having sum(order_shipment_lines.quantity) >
          coalesce((select sum(order_pickups.quantity) from ${PICKUP}
            and order_pickups.line_position = order_shipment_lines.line_position), 0)
          + coalesce((select sum(refund_parts.sent) from ${REFUND}
            and refund_parts.line_position = order_shipment_lines.line_position), 0))`.execute(db)
}
