import type { Kysely } from 'kysely'
import { moveOrder, paidWrite } from '#db/orders/move-order.ts'
import { eventWrite, type Actor } from '#db/orders/order-events.ts'
import { tasksWrite } from '#db/outbox/outbox.ts'
import type { Write } from '#db/engine/statements/write-together.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { Database } from '#db/schema.ts'
import type { OrderId } from '#domain/ids.ts'
import type { OrderState } from '#domain/orders/order.ts'

/** An order that becomes paid: by a card, whoever reports it, by money that staff received, or as a gift. */
export interface PaidOrder {
  id: OrderId
  /** For its history; null when another entry tells it. */
  how: { detail: object; by: Actor } | null
  tells: readonly ('owner' | 'customer')[]
}

type Consequence = (tx: Kysely<Database>, order: PaidOrder, now: number) => Write[]

const MAIL_TO = { owner: 'order-notification', customer: 'order-confirmation' } as const

/** What hangs on an order being paid. The sale itself is counted by `moveOrder`. */
const WHEN_PAID: readonly Consequence[] = [
  function history(tx, { id, how }, now) {
    return how === null ? [] : [eventWrite(tx, id, now, 'paid', how.detail, how.by)]
  },
  function mails(tx, { id, tells }, now) {
    const kinds = tells.map((whom) => MAIL_TO[whom])
    const tasks = kinds.map((kind) => ({ kind, payload: { orderId: id }, dedupeKey: `${kind}:${id}` }))
    return tasks.length === 0 ? [] : [tasksWrite(tx, tasks, now)]
  },
]

function consequences(...paid: Parameters<Consequence>): Write[] {
  return WHEN_PAID.flatMap((consequence) => consequence(...paid))
}

/** The writes by which a pending order becomes paid, if it still has this version. */
export function paidWrites(
  tx: Kysely<Database>,
  { version, ...order }: PaidOrder & { version: number },
  now: number,
): Write[] {
  return [paidWrite(tx, { id: order.id, version }, now), ...consequences(tx, order, now)]
}

/** Makes a locked order paid. `to`: the state of a paid order of which something was refunded or sent already. */
export async function markPaid(
  tx: Tx,
  { state, ...order }: PaidOrder & { state: OrderState },
  now: number,
  to: OrderState = 'paid',
): Promise<void> {
  await Promise.all([
    moveOrder(tx, { id: order.id, state }, to, now, { paid_at: now }),
    ...consequences(tx, order, now).map(({ query }) => tx.executeQuery(query)),
  ])
}
