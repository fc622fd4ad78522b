import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { OrderId } from '#domain/ids.ts'
import { signedCents } from '#domain/money.ts'
import { listEntries, lockGiftCards } from './gift-card-ledger.ts'

/** Units of an order, by the position of their line. */
type Units = ReadonlyMap<number, readonly number[]>

/** In the ledger, of a card that staff had disabled before its purchase was refunded. */
const DISABLED_BEFORE = 'disabled before'

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
    const { balance, state } = locked.get(id)!
    const reason = state === 'disabled' ? DISABLED_BEFORE : ''
    if (balance > 0) locked.add({ id, kind: 'void', amount: signedCents(-balance), reason, by: 'system', at })
  }
  await locked.write()
  await tx.updateTable('gift_cards').set({ state: 'disabled' }).where('id', 'in', ids).execute()
}

/**
 * Gives back what ended of the cards of an order whose refund failed: all but those of the units that are still
 * refunded. One that staff had disabled stays so, with nothing on it. Lock the order first.
 */
export async function restoreGiftCards(
  tx: Kysely<Database>,
  orderId: OrderId,
  refunded: Units,
  at: number,
): Promise<void> {
  const cards = await cardsSoldAs(tx, orderId, null)
  const left = cards.filter(({ position, unit }) => !refunded.get(position ?? -1)?.includes(unit ?? -1))
  if (left.length === 0) return
  const locked = await lockGiftCards(
    tx,
    left.map(({ id }) => id),
  )
  for (const { id } of left) {
    const [last] = await listEntries(tx, id)
    if (last?.kind !== 'void' || last.amount > 0 || last.reason === DISABLED_BEFORE) continue
    locked.add({ id, kind: 'void', amount: signedCents(-last.amount), by: 'system', at })
    await tx.updateTable('gift_cards').set({ state: 'active' }).where('id', '=', id).execute()
  }
  await locked.write()
}

/**
 * Whether somebody pays, or has paid, with a card that was sold as a unit of one of these lines; null: of any line.
 * Nobody does so until the transaction ends.
 */
export async function isGiftCardUsed(
  tx: Kysely<Database>,
  orderId: OrderId,
  positions: readonly number[] | null,
): Promise<boolean> {
  const sold = await cardsSoldAs(tx, orderId, null)
  const ids = sold
    .filter(({ position }) => positions === null || positions.includes(position ?? -1))
    .map(({ id }) => id)
  if (ids.length === 0) return false
  await lockGiftCards(tx, ids)
  const spent = await tx
    .selectFrom('gift_cards')
    .innerJoin('gift_card_entries', 'gift_card_id', 'gift_cards.id')
    .select('gift_cards.id')
    .where('gift_cards.id', 'in', ids)
    .where('gift_card_entries.kind', 'in', ['debit', 'credit-back', 'refund'])
    .groupBy('gift_cards.id')
    .having((e) => e.fn.sum('amount_cents'), '<', 0)
    .executeTakeFirst()
  return spent !== undefined
}
