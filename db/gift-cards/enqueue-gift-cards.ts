import { sql } from 'kysely'
import type { Tx } from '#db/engine/transact.ts'
import type { OrderId } from '#domain/ids.ts'
import type { TaskKind } from '#domain/outbox/task-kinds.ts'

/** The outbox task that issues the gift cards of an order. */
const ISSUE: TaskKind = 'issue-gift-cards'

/** Leaves an order's gift cards to the outbox, if it has any: it reads nothing, as mark-paid.ts asks. */
export async function enqueueGiftCards(tx: Tx, orderId: OrderId, now: number): Promise<void> {
  const at = sql<number>`cast(${now} as bigint)`
  const payload = JSON.stringify({ orderId })
  await tx
    .insertInto('outbox')
    .columns(['kind', 'payload', 'dedupe_key', 'run_after', 'created_at', 'order_id'])
    .expression(
      tx
        .selectFrom('order_lines')
        .select([
          sql<TaskKind>`cast(${ISSUE} as text)`.as('kind'),
          sql<string>`cast(${payload} as text)`.as('payload'),
          sql<string>`cast(${`${ISSUE}:${orderId}`} as text)`.as('dedupe_key'),
          at.as('run_after'),
          at.as('created_at'),
          'order_id',
        ])
        .where('order_id', '=', orderId)
        .where('gift_card', '=', 1)
        .limit(1),
    )
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute()
}
