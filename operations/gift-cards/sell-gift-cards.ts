import * as v from 'valibot'
import { sql } from 'kysely'
import { findHold } from '#db/orders/holds.ts'
import { lockOrder } from '#db/orders/orders.ts'
import { findRefundedParts } from '#db/orders/refunded-units.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import { toOrderId, type GiftCardId, type OrderId } from '#domain/ids.ts'
import { shopDay } from '#domain/shop-day.ts'
import type { Shop } from '#operations/shop.ts'
import { issueGiftCards, type NewGiftCard } from './issue-gift-card.ts'

/** How many cards one round looks at. */
const BATCH = 100

const taskSchema = v.object({ orderId: v.pipe(v.string(), v.transform(toOrderId)) })

/**
 * Issues a card for each unit of a paid order that is one, unless it was issued or refunded before. The texts about the
 * recipient move from the order to the card.
 */
export async function issueSoldCards(shop: Shop, payload: unknown): Promise<void> {
  const { orderId } = v.parse(taskSchema, payload)
  await transact(shop.database, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order || order.state === 'cancelled' || order.state === 'refunded') return
    // Releasing it issues them.
    if ((await findHold(tx, orderId))?.reason === 'review') return
    const now = shop.now()
    const cards = await cardsToIssue(shop, tx, orderId)
    if (cards.length > 0) await issueGiftCards(tx, cards, now)
    await tx.deleteFrom('order_gifts').where('order_id', '=', orderId).execute()
  })
  await sendDueGiftCards(shop)
}

async function cardsToIssue(shop: Shop, tx: Tx, orderId: OrderId): Promise<NewGiftCard[]> {
  const customer = await tx
    .selectFrom('orders')
    .select(['name', 'email'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const lines = await tx
    .selectFrom('order_lines')
    .leftJoin('order_gifts', (join) =>
      join
        .onRef('order_gifts.order_id', '=', 'order_lines.order_id')
        .onRef('order_gifts.line_position', '=', 'order_lines.position'),
    )
    .select(['position', 'quantity', 'unit_price_cents as amount'])
    .select(['order_gifts.name', 'order_gifts.email', 'message', 'send_on as sendOn'])
    .where('order_lines.order_id', '=', orderId)
    .where('gift_card', '=', 1)
    .orderBy('position')
    .execute()
  const issued = await tx
    .selectFrom('gift_cards')
    .select(['line_position', 'unit'])
    .where('order_id', '=', orderId)
    .execute()
  const { units: refunded } = await findRefundedParts(tx, orderId)
  const today = shopDay(shop.now(), shop.settings.timeZone)
  return lines.flatMap(({ position, quantity, amount, name, email, message, sendOn }) => {
    const recipient = email
      ? { name: name ?? '', email, message: message ?? '', sender: customer.name, sendOn: sendOn ?? today }
      : customer.email && { ...customer, message: '', sender: '', sendOn: today }
    return Array.from({ length: quantity }, (_, unit) => unit)
      .filter((unit) => !issued.some((card) => card.line_position === position && card.unit === unit))
      .filter((unit) => refunded.get(position)?.includes(unit) !== true)
      .map((unit): NewGiftCard => ({
        amount,
        soldAs: { orderId, linePosition: position, unit },
        ...(recipient && { recipient }),
        reason: '',
        by: 'shopper',
      }))
  })
}

/** Enqueues the mail of each card whose day has come. Returns how many. */
export async function sendDueGiftCards(shop: Shop): Promise<number> {
  const today = shopDay(shop.now(), shop.settings.timeZone)
  const due = await shop.database.db
    .selectFrom('gift_cards')
    .select(['id', 'order_id as orderId'])
    .where('send_on', '<=', today)
    .where('sent_at', 'is', null)
    .where('state', '=', 'active')
    .where('recipient_email', '<>', '')
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('outbox')
            .select('outbox.id')
            .whereRef('outbox.dedupe_key', '=', sql<string>`'gift-card:' || gift_cards.id`),
        ),
      ),
    )
    .orderBy('id')
    .limit(BATCH)
    .execute()
  for (const card of due) await enqueueGiftCardMail(shop.database.db, card, shop.now())
  return due.length
}

/** The mail with the code of a card. `again`: a mail that was sent before is sent once more. */
export async function enqueueGiftCardMail(
  tx: Parameters<typeof enqueue>[0],
  { id, orderId }: { id: GiftCardId; orderId: OrderId | null },
  now: number,
  again = '',
): Promise<void> {
  const payload = { giftCardId: id, id: `gift-card-${id}${again}`, ...(orderId !== null && { orderId }) }
  await enqueue(tx, [{ kind: 'gift-card', payload, dedupeKey: `gift-card:${id}${again}` }], now)
}
