import { sql, type Kysely, type Selectable } from 'kysely'
import { insertRows } from '#db/engine/compiled-statements.ts'
import { isAmong } from '#db/engine/is-among.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { Database } from '#db/schema.ts'
import type { CartItem } from '#domain/checkout/cart.ts'
import { toDrawEntryId, type DrawEntryId, type DropRoomId, type OrderId } from '#domain/ids.ts'
import type { Customer, OrderState } from '#domain/orders/order.ts'

/** Who takes part in a draw, and for what. `number` and `place`: null before they are given. */
export interface DrawEntry {
  id: DrawEntryId
  roomId: DropRoomId
  customer: Customer
  item: Pick<CartItem, 'productId' | 'size' | 'quantity'>
  language: string
  number: number | null
  place: number | null
  orderId: OrderId | null
  /** By what its person is known; null: no card was checked. */
  card: string | null
}

/** The card that was checked for an entry: the check at the gateway, and the sign of its person. */
export interface EntryCard {
  check: string
  sign: string
}

/** An entry that is made. `card`: null: the draw asks for none. */
export type NewDrawEntry = Pick<DrawEntry, 'id' | 'roomId' | 'customer' | 'item' | 'language'> & {
  card: EntryCard | null
  now: number
}

/**
 * Writes an entry that is to be confirmed. What others type for the same address is a row of its own, so that a link
 * confirms what was typed with it. Returns the entry of the address that takes part already, or else this one; null:
 * the check of its card is of another entry.
 */
export async function recordEntry(tx: Tx, entry: NewDrawEntry): Promise<DrawEntryId | null> {
  const { id, roomId, customer, item, language, card, now } = entry
  const email = customer.email.toLowerCase()
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('draw_entries')
    .values({
      id,
      room_id: roomId,
      email,
      customer: JSON.stringify(customer),
      product_id: item.productId,
      size: item.size,
      quantity: item.quantity,
      language,
      created_at: now,
      number: null,
      place: null,
      order_id: null,
      passed_at: null,
      told_at: null,
      card_check: card?.check ?? null,
      card: card?.sign ?? null,
    })
    .onConflict((conflict) => conflict.column('card_check').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) return null
  const confirmed = await tx
    .selectFrom('draw_entries')
    .select('id')
    .where('room_id', '=', roomId)
    .where('email', '=', email)
    .where('number', 'is not', null)
    .executeTakeFirst()
  return confirmed?.id ?? id
}

function toEntry(row: Selectable<Database['draw_entries']>): DrawEntry {
  return {
    id: row.id,
    roomId: row.room_id,
    customer: JSON.parse(row.customer) as Customer,
    item: { productId: row.product_id, size: row.size, quantity: row.quantity },
    language: row.language,
    number: row.number,
    place: row.place,
    orderId: row.order_id,
    card: row.card,
  }
}

/** An entry, with the drop that it is of. `payBy`: until when what it won is held. */
export async function findEntry(
  db: Kysely<Database>,
  id: DrawEntryId,
): Promise<{ entry: DrawEntry; dropId: string; payBy: number | null } | null> {
  const row = await db
    .selectFrom('draw_entries')
    .innerJoin('drop_rooms', 'drop_rooms.id', 'draw_entries.room_id')
    .leftJoin('orders', 'orders.id', 'draw_entries.order_id')
    .selectAll('draw_entries')
    .select(['drop_rooms.drop_id', 'orders.pay_by'])
    .where('draw_entries.id', '=', id)
    .executeTakeFirst()
  return row ? { entry: toEntry(row), dropId: row.drop_id, payBy: row.pay_by } : null
}

/**
 * Gives a confirmed entry its number, unless somebody known by one of these signs has one; what else was typed for its
 * address is deleted. Lock the room first.
 */
export async function numberEntry(
  tx: Tx,
  { id, roomId, customer }: Pick<DrawEntry, 'id' | 'roomId' | 'customer'>,
  { number, signs }: { number: () => Promise<number | null>; signs: readonly string[] },
): Promise<boolean> {
  const known = await tx
    .selectFrom('draw_signs')
    .select('sign')
    .where(isAmong(tx, 'sign', signs))
    .executeTakeFirst()
  if (known) return false
  const next = await number()
  await insertRows(
    tx,
    'draw_signs',
    signs.map((sign) => ({ sign, entry_id: id })),
  )
  await tx.updateTable('draw_entries').set({ number: next }).where('id', '=', id).execute()
  await tx
    .deleteFrom('draw_entries')
    .where('email', '=', customer.email.toLowerCase())
    .where('room_id', '=', roomId)
    .where('number', 'is', null)
    .execute()
  return true
}

/** Whether an entry of this address in a draw has used up a card check. */
export async function isCheckOf(
  db: Kysely<Database>,
  { check, roomId, email }: { check: string; roomId: DropRoomId; email: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('draw_entries')
    .select('id')
    .where('card_check', '=', check)
    .where('room_id', '=', roomId)
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes entries, and by what who made them are known. */
export async function deleteEntries(db: Kysely<Database>, ids: readonly DrawEntryId[]): Promise<void> {
  await db
    .deleteFrom('draw_entries')
    .where(isAmong(db, 'id', ids))
    .execute()
}

/** Some of the confirmed entries that have no place yet. */
export async function findUnplaced(
  db: Kysely<Database>,
  roomId: DropRoomId,
  limit: number,
): Promise<{ id: DrawEntryId; number: number }[]> {
  return db
    .selectFrom('draw_entries')
    .select(['id', 'number'])
    .where('room_id', '=', roomId)
    .where('place', 'is', null)
    .where('number', 'is not', null)
    .$narrowType<{ number: number }>()
    .limit(limit)
    .execute()
}

/** Writes the places of entries. Written again, they are the same. */
export async function writePlaces(
  db: Kysely<Database>,
  placed: readonly { id: DrawEntryId; place: number }[],
): Promise<void> {
  for (const { id, place } of placed) {
    await db.updateTable('draw_entries').set({ place }).where('id', '=', id).execute()
  }
}

/** The entries that may still win. */
function waiting(db: Kysely<Database>, roomId: DropRoomId) {
  return db
    .selectFrom('draw_entries')
    .where('room_id', '=', roomId)
    .where('place', 'is not', null)
    .where('order_id', 'is', null)
    .where('passed_at', 'is', null)
}

/** The first in line who wants one of these sizes; null: nobody does. */
export async function findNextInLine(
  db: Kysely<Database>,
  roomId: DropRoomId,
  sizes: readonly Pick<CartItem, 'productId' | 'size'>[],
): Promise<DrawEntry | null> {
  if (sizes.length === 0) return null
  const row = await waiting(db, roomId)
    .selectAll()
    .where((e) =>
      e.or(
        sizes.map(({ productId, size }) => e.and([e('product_id', '=', productId), e('size', '=', size)])),
      ),
    )
    .orderBy('place')
    .limit(1)
    .executeTakeFirst()
  return row ? toEntry(row) : null
}

/** Whether anybody in this draw holds pieces that are not paid yet. */
export async function isAnyUnpaid(db: Kysely<Database>, roomId: DropRoomId): Promise<boolean> {
  const row = await db
    .selectFrom('draw_entries')
    .innerJoin('orders', 'orders.id', 'draw_entries.order_id')
    .select('orders.id')
    .where('room_id', '=', roomId)
    .where('orders.state', '=', 'pending')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** What an entry wins, or that it was passed over. */
export async function settleEntry(
  tx: Tx,
  id: DrawEntryId,
  as: { orderId: OrderId } | { passedAt: number },
): Promise<void> {
  const set = 'orderId' in as ? { order_id: as.orderId } : { passed_at: as.passedAt }
  await tx.updateTable('draw_entries').set(set).where('id', '=', id).execute()
}

/** Marks some of the confirmed entries that won nothing as told, and returns them. */
export async function takeUntold(
  tx: Tx,
  { roomId, now, limit }: { roomId: DropRoomId; now: number; limit: number },
): Promise<DrawEntryId[]> {
  const untold = tx
    .selectFrom('draw_entries')
    .select('id')
    .where('room_id', '=', roomId)
    .where('number', 'is not', null)
    .where('order_id', 'is', null)
    .where('told_at', 'is', null)
    .limit(limit)
  const rows = await tx
    .updateTable('draw_entries')
    .set({ told_at: now })
    .where('id', 'in', untold)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The entries of an address, in lower case. */
export async function findEntriesOf(db: Kysely<Database>, email: string): Promise<DrawEntryId[]> {
  const rows = await db.selectFrom('draw_entries').select('id').where('email', '=', email).execute()
  return rows.map(({ id }) => id)
}

/** How many confirmed entries there are by size, and how many of them have won, by the state of their orders. */
export async function countEntries(
  db: Kysely<Database>,
  roomId: DropRoomId,
): Promise<
  {
    productId: string
    size: string
    state: OrderState | null
    isPaid: boolean
    entries: number
    pieces: number
  }[]
> {
  const rows = await db
    .selectFrom('draw_entries')
    .leftJoin('orders', 'orders.id', 'draw_entries.order_id')
    .select(['draw_entries.product_id as productId', 'draw_entries.size', 'orders.state'])
    .select((e) => [
      sql<number>`case when orders.paid_at is null then 0 else 1 end`.as('isPaid'),
      e.fn.countAll<number>().as('entries'),
      e.fn.sum<number>('draw_entries.quantity').as('pieces'),
    ])
    .where('room_id', '=', roomId)
    .where('draw_entries.number', 'is not', null)
    .groupBy(['draw_entries.product_id', 'draw_entries.size', 'orders.state'])
    .groupBy(sql`case when orders.paid_at is null then 0 else 1 end`)
    .execute()
  return rows.map(({ isPaid, entries, pieces, ...same }) => ({
    ...same,
    isPaid: Number(isPaid) === 1,
    entries: Number(entries),
    pieces: Number(pieces),
  }))
}

/**
 * Deletes up to `limit` entries that were made before this time: those that were never confirmed, those of draws that
 * were over by then, and those of drops that are no longer `kept`.
 */
export async function deleteOldEntries(
  db: Kysely<Database>,
  { before, kept, limit }: { before: number; kept: readonly string[]; limit: number },
): Promise<number> {
  const old = await db
    .selectFrom('draw_entries')
    .innerJoin('drop_rooms', 'drop_rooms.id', 'draw_entries.room_id')
    .select('draw_entries.id')
    .where('draw_entries.created_at', '<', before)
    .where((e) =>
      e.or([
        e('draw_entries.number', 'is', null),
        e('drop_rooms.closed_at', '<', before),
        e.not(isAmong(db, 'drop_rooms.drop_id', kept)),
      ]),
    )
    .limit(limit)
    .execute()
  await deleteEntries(
    db,
    old.map(({ id }) => toDrawEntryId(id)),
  )
  return old.length
}

/** Whether anybody has entered. */
export async function hasEntries(db: Kysely<Database>, roomId: DropRoomId): Promise<boolean> {
  const entries = db.selectFrom('draw_entries').select('id').where('room_id', '=', roomId).limit(1)
  return (await entries.executeTakeFirst()) !== undefined
}

/** Who won, the last first. `payBy`: until when it is held; null: it is paid, or not held any more. */
export interface DrawWinner {
  number: number | null
  place: number | null
  size: string
  order: string
  isPaid: boolean
  state: OrderState
  payBy: number | null
}

export async function listWinners(
  db: Kysely<Database>,
  roomId: DropRoomId,
  limit: number,
): Promise<DrawWinner[]> {
  const rows = await db
    .selectFrom('draw_entries')
    .innerJoin('orders', 'orders.id', 'draw_entries.order_id')
    .select(['draw_entries.number', 'place', 'size', 'orders.number as order', 'orders.state'])
    .select(['orders.paid_at as paidAt', 'orders.pay_by as payBy'])
    .where('room_id', '=', roomId)
    .orderBy('place', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ paidAt, payBy, ...one }) => ({
    ...one,
    isPaid: paidAt !== null,
    payBy: one.state === 'pending' ? payBy : null,
  }))
}

/** The entries that have won an order. */
export async function findWinningEntries(db: Kysely<Database>, roomId: DropRoomId): Promise<DrawEntryId[]> {
  const rows = await db
    .selectFrom('draw_entries')
    .select('id')
    .where('room_id', '=', roomId)
    .where('order_id', 'is not', null)
    .execute()
  return rows.map(({ id }) => id)
}
