import { sql, type Kysely } from 'kysely'
import { compiledStatement } from '#db/engine/compiled-statements.ts'
import { isAmong } from '#db/engine/is-among.ts'
import type { Database } from '#db/schema.ts'
import type { OrderId } from '#domain/ids.ts'
import type { OrderGift } from '#domain/orders/order.ts'
import type { TaskKind } from '#domain/outbox/task-kinds.ts'

/**
 * For whom the gift cards of these orders are, by order: the issued cards, but those that ended before they were sent,
 * and what waits for the payment. Read in the order in which the one becomes the other.
 */
export async function findOrderGifts(
  db: Kysely<Database>,
  ids: readonly OrderId[],
): Promise<Map<OrderId, OrderGift[]>> {
  if (ids.length === 0) return new Map()
  const waiting = await db
    .selectFrom('order_gifts')
    .select(['order_id as orderId', 'line_position as position', 'name', 'email', 'send_on as sendOn'])
    .where(isAmong(db, 'order_id', ids))
    .execute()
  const issued = await db
    .selectFrom('gift_cards')
    .select(['order_id as orderId', 'line_position as position', 'id as cardId', 'state'])
    .select(['recipient_name as name', 'recipient_email as email', 'send_on as sendOn', 'sent_at as sentAt'])
    .where(isAmong(db, 'order_id', ids))
    .orderBy('unit')
    .execute()
  const isIssued = new Set(issued.map(({ orderId, position }) => `${orderId} ${position}`))
  const gifts = [
    ...waiting
      .filter(({ orderId, position }) => !isIssued.has(`${orderId} ${position}`))
      .map((one) => ({ ...one, cardId: null, sentAt: null })),
    ...issued.flatMap(({ state, orderId, position, ...card }) =>
      orderId === null || position === null || (state === 'disabled' && card.sentAt === null)
        ? []
        : [{ orderId, position, ...card }],
    ),
  ]
  return Map.groupBy(gifts, ({ orderId }) => orderId)
}

/** The outbox task that issues the gift cards of an order. */
const ISSUE: TaskKind = 'issue-gift-cards'

const enqueueIssue = compiledStatement(
  (db, task: { orderId: OrderId; payload: string; dedupeKey: string; now: number }) => {
    const at = sql<number>`cast(${task.now} as bigint)`
    return db
      .insertInto('outbox')
      .columns(['kind', 'payload', 'dedupe_key', 'run_after', 'created_at', 'order_id'])
      .expression(
        db
          .selectFrom('order_lines')
          .select([
            sql<TaskKind>`cast(${ISSUE} as text)`.as('kind'),
            sql<string>`cast(${task.payload} as text)`.as('payload'),
            sql<string>`cast(${task.dedupeKey} as text)`.as('dedupe_key'),
            at.as('run_after'),
            at.as('created_at'),
            'order_id',
          ])
          .where('order_id', '=', task.orderId)
          .where('gift_card', '=', 1)
          .limit(1),
      )
      .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
  },
)

/**
 * Leaves an order's gift cards to the outbox, if it has any: it reads nothing, as mark-paid.ts asks. `again`: after
 * what kept the first task from it.
 */
export async function enqueueGiftCards(
  tx: Kysely<Database>,
  orderId: OrderId,
  now: number,
  again = '',
): Promise<void> {
  const payload = JSON.stringify({ orderId })
  await enqueueIssue(tx, { orderId, payload, dedupeKey: `${ISSUE}:${orderId}${again && `:${again}`}`, now })
}
