import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { OrderId } from '#domain/ids.ts'
import { signedCents } from '#domain/money.ts'
import { lockGiftCards } from './gift-card-ledger.ts'

/** Units of an order, by the position of their line. */
type Units = ReadonlyMap<number, readonly number[]>

/** The cards that were sold as these units of an order; null: all of its cards. */
async function cardsSoldAs(db: Kysely<Database>, orderId: OrderId, units: Units | null) {
  const cards = await db
    .selectFrom('gift_cards')
    .select(['id', 'line_position as position', 'unit'])
    .where('order_id', '=', orderId)
    .execute()
  return cards.filter(
    ({ position, unit }) => units === null || units.get(position ?? -1)?.includes(unit ?? -1) === true,
  )
}

/**
 * Ends what is unused of the cards that were sold as these units of an order, because they are refunded; null: of all
 * of it. Nobody can pay with them any more. It may run any number of times. Lock the order first.
 */
export async function voidGiftCards(
  tx: Kysely<Database>,
  orderId: OrderId,
  units: Units | null,
  at: number,
): Promise<void> {
  const cards = await cardsSoldAs(tx, orderId, units)
  if (cards.length === 0) return
  const ids = cards.map(({ id }) => id)
  const locked = await lockGiftCards(tx, ids)
  for (const id of ids) {
    const { balance } = locked.get(id)!
    if (balance > 0) locked.add({ id, kind: 'void', amount: signedCents(-balance), by: 'system', at })
  }
  await locked.write()
  await tx.updateTable('gift_cards').set({ state: 'disabled' }).where('id', 'in', ids).execute()
}

/** Whether somebody paid with a card that was sold as a unit of one of these lines. */
export async function isGiftCardUsed(
  db: Kysely<Database>,
  orderId: OrderId,
  positions: readonly number[],
): Promise<boolean> {
  if (positions.length === 0) return false
  const spent = await db
    .selectFrom('gift_cards')
    .innerJoin('gift_card_entries', 'gift_card_id', 'gift_cards.id')
    .select('gift_cards.id')
    .where('order_id', '=', orderId)
    .where('line_position', 'in', positions)
    .where('gift_card_entries.kind', 'in', ['debit', 'credit-back', 'refund'])
    .groupBy('gift_cards.id')
    .having((e) => e.fn.sum('amount_cents'), '<', 0)
    .executeTakeFirst()
  return spent !== undefined
}
