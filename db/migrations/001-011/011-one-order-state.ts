import { sql, type Kysely } from 'kysely'

interface Before {
  orders: { id: string; state: string; version: number; updated_at: number }
  order_events: { order_id: string; at: number; kind: string; detail: string; actor: string }
  outbox: {
    kind: string
    payload: string
    dedupe_key: string
    run_after: number
    created_at: number
    order_id: string
  }
}

interface OverRefunded {
  id: string
  received: number
  returned: number
}

/**
 * An order that was sent and refunded in part becomes `refunded-in-part`, in whichever sequence that happened. An
 * over-refunded order that staff have not resolved since is marked as needing attention, with a mail to the owner.
 */
export async function up(untyped: Kysely<unknown>): Promise<void> {
  const db = untyped as Kysely<Before>
  await sql`update orders set state = 'refunded-in-part', version = version + 1
    where state = 'fulfilled'
      and exists (select 1 from refunds where refunds.order_id = orders.id and refunds.state = 'done')`.execute(
    db,
  )
  const { rows } = await sql<OverRefunded>`
    select orders.id, payments.received_cents as received, sum(refunds.amount_cents) as returned
    from orders
    join payments on payments.order_id = orders.id
    join refunds on refunds.order_id = orders.id and refunds.state = 'done'
    where orders.state <> 'needs-attention'
    group by orders.id, payments.received_cents
    having sum(refunds.amount_cents) > payments.received_cents
      and not exists (select 1 from order_events where order_events.order_id = orders.id
        and order_events.kind = 'resolved' and order_events.at >= (select max(done_at) from refunds gone
          where gone.order_id = orders.id and gone.state = 'done'))`.execute(db)
  const at = Date.now()
  for (const { id, received, returned } of rows) await bringToPerson(db, id, at, +received, +returned)
}

async function bringToPerson(
  db: Kysely<Before>,
  id: string,
  at: number,
  received: number,
  returned: number,
): Promise<void> {
  await db
    .updateTable('orders')
    .set((e) => ({ state: 'needs-attention', version: e('version', '+', 1), updated_at: at }))
    .where('id', '=', id)
    .execute()
  const detail = JSON.stringify({ received, returned })
  await db
    .insertInto('order_events')
    .values({ order_id: id, at, kind: 'over-refunded', detail, actor: 'system' })
    .execute()
  const kind = 'over-refunded-alert'
  const payload = JSON.stringify({ orderId: id, received, returned, id: `${kind}-${id}` })
  await db
    .insertInto('outbox')
    .values({ kind, payload, dedupe_key: `${kind}:${id}`, run_after: at, created_at: at, order_id: id })
    .execute()
}
