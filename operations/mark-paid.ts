import { receiveGiftCardPayments } from '#db/gift-cards/gift-card-payments.ts'
import { enqueueGiftCards } from '#db/gift-cards/order-gifts.ts'
import { moveOrder } from '#db/orders/move-order.ts'
import { holdAwaited } from '#db/stock/preorders.ts'
import { recordEvent, type Actor } from '#db/orders/order-events.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import { announce } from '#db/webhooks/announce.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { OrderId } from '#domain/ids.ts'
import type { OrderState } from '#domain/orders/order.ts'

/** An order that becomes paid: by a card, whoever reports it, by money that staff received, or as a gift. */
export interface PaidOrder {
  id: OrderId
  /** For its history; null when another entry tells it. */
  how: { detail: object; by: Actor } | null
  tells: readonly ('owner' | 'customer')[]
}

type Consequence = (tx: Tx, order: PaidOrder, now: number) => Promise<void>

const MAIL_TO = { owner: 'order-notification', customer: 'order-confirmation' } as const

/**
 * What hangs on an order being paid. The sale itself is counted by `moveOrder`. Each writes without reading first: it
 * leaves together with the commit.
 */
const WHEN_PAID: readonly Consequence[] = [
  async function history(tx, { id, how }, now) {
    if (how !== null) await recordEvent(tx, id, now, 'paid', how.detail, how.by)
  },
  async function giftCards(tx, { id }, now) {
    await receiveGiftCardPayments(tx, id, now)
  },
  async function mails(tx, { id, tells }, now) {
    const kinds = tells.map((whom) => MAIL_TO[whom])
    const tasks = kinds.map((kind) => ({ kind, payload: { orderId: id }, dedupeKey: `${kind}:${id}` }))
    await enqueue(tx, tasks, now)
  },
  (tx, { id }, now) =>
    announce(
      tx,
      (['order.paid', 'payment.received'] as const).map((topic) => ({
        topic,
        thing: `order:${id}` as const,
        facts: { event: 'paid' },
        at: now,
      })),
    ),
  (tx, { id }, now) => enqueueGiftCards(tx, id, now),
  (tx, { id }, now) => holdAwaited(tx, id, now),
]

/** Makes a locked order paid. `to`: the state of a paid order of which something was refunded or sent already. */
export async function markPaid(
  tx: Tx,
  { state, ...order }: PaidOrder & { state: OrderState },
  now: number,
  to: OrderState = 'paid',
): Promise<void> {
  await Promise.all([
    moveOrder(tx, { id: order.id, state }, to, now, { paid_at: now }),
    ...WHEN_PAID.map((consequence) => consequence(tx, order, now)),
  ])
}
