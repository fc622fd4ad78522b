import type { Kysely } from 'kysely'
import { isAmong } from '#db/engine/is-among.ts'
import type { Database } from '#db/schema.ts'
import type { OrderId } from '#domain/ids.ts'
import type { OrderGift } from '#domain/orders/order.ts'

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
