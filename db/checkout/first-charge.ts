import { sql } from 'kysely'
import { engineOf } from '#db/engine/engine.ts'
import type { Tx } from '#db/engine/transact.ts'
import { cents } from '#domain/money.ts'

/** What binds a shop to its currency. `waiting`: an order may be paid any moment. */
export interface Charges {
  paid: boolean
  owed: boolean
  waiting: boolean
}

/** Until the transaction ends, no order is placed or paid, and no gift card given out. SQLite has one writer anyway. */
export async function lockCharges(tx: Tx): Promise<void> {
  if (engineOf(tx) === 'postgres') await sql`lock table orders, gift_cards in exclusive mode`.execute(tx)
}

/** Whether money was received, is owed to the holders of gift cards, or is about to be paid. */
export async function findCharges(tx: Tx): Promise<Charges> {
  const [order, payment, card, waiting] = await Promise.all([
    tx.selectFrom('orders').select('id').where('paid_at', 'is not', null).limit(1).executeTakeFirst(),
    tx.selectFrom('payments').select('id').where('received_cents', '>', cents(0)).limit(1).executeTakeFirst(),
    tx.selectFrom('gift_cards').select('id').limit(1).executeTakeFirst(),
    tx.selectFrom('orders').select('id').where('state', '=', 'pending').limit(1).executeTakeFirst(),
  ])
  return {
    paid: order !== undefined || payment !== undefined,
    owed: card !== undefined,
    waiting: waiting !== undefined,
  }
}
