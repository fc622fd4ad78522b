import type { Kysely, Selectable } from 'kysely'
import { containsText } from '#db/engine/contains-text.ts'
import { isAmong } from '#db/engine/is-among.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { Database } from '#db/schema.ts'
import { normalizeSearch } from '#domain/catalog/search/search.ts'
import type { BlockId, DisputeId } from '#domain/ids.ts'
import type { Block, BlockSign } from '#domain/orders/block.ts'

/** A block with the keyed digest by which its person is known again. */
export interface KeyedBlock extends Block {
  key: string
}

const current = (db: Kysely<Database>, now: number) =>
  db.selectFrom('blocks').where((e) => e.or([e('ends_at', 'is', null), e('ends_at', '>', now)]))

/** Whether anybody is blocked; with `sign`, by that. */
export async function isAnyBlocked(
  db: Kysely<Database>,
  now: number,
  sign: BlockSign | null = null,
): Promise<boolean> {
  const found = await current(db, now)
    .$if(sign !== null, (blocks) => blocks.where('sign', '=', sign!))
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** The blocks that count of these keys. */
export async function findBlocks(
  db: Kysely<Database>,
  keys: readonly string[],
  now: number,
): Promise<KeyedBlock[]> {
  if (keys.length === 0) return []
  const rows = await current(db, now)
    .selectAll()
    .where(isAmong(db, 'key', keys))
    .orderBy('sign', 'desc')
    .execute()
  return rows.map(toBlock)
}

export async function findBlock(db: Kysely<Database>, id: BlockId): Promise<KeyedBlock | null> {
  const row = await db.selectFrom('blocks').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toBlock(row) : null
}

/** One page of the blocks, the latest first. `query`: a part of what they show; blank: all. */
export async function listBlocks(
  db: Kysely<Database>,
  { query, state, now }: { query: string; state: 'current' | 'ended' | ''; now: number },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: KeyedBlock[]; total: number }> {
  const all =
    state === 'ended'
      ? db.selectFrom('blocks').where('ends_at', '<=', now)
      : state === 'current'
        ? current(db, now)
        : db.selectFrom('blocks')
  const contains = containsText('search_text', query)
  const found = contains ? all.where(contains) : all
  const [rows, { total }] = await Promise.all([
    found.selectAll().orderBy('added_at', 'desc').orderBy('id').limit(limit).offset(offset).execute(),
    found.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows: rows.map(toBlock), total: Number(total) }
}

/** Adds blocks, each in place of another one of the same key. Returns them: such a one keeps its id. */
export async function writeBlocks(tx: Tx, blocks: readonly KeyedBlock[]): Promise<KeyedBlock[]> {
  const written: KeyedBlock[] = []
  for (const block of blocks) {
    const { id, key, ...columns } = toRow(block)
    const row = await tx
      .insertInto('blocks')
      .values({ id, key, ...columns })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(columns))
      .returningAll()
      .executeTakeFirstOrThrow()
    written.push(toBlock(row))
  }
  return written
}

/** Changes why somebody is blocked, and until when. */
export async function changeBlock(tx: Tx, block: KeyedBlock): Promise<void> {
  const { id, reason, search_text, ends_at } = toRow(block)
  await tx.updateTable('blocks').set({ reason, search_text, ends_at }).where('id', '=', id).execute()
}

/** Ends what a dispute has put on the list. */
export async function endBlocksOf(tx: Tx, disputeId: DisputeId, now: number): Promise<void> {
  await tx
    .updateTable('blocks')
    .set({ ends_at: now })
    .where('dispute_id', '=', disputeId)
    .where((e) => e.or([e('ends_at', 'is', null), e('ends_at', '>', now)]))
    .execute()
}

/** Deletes the texts of blocks, by their keys or the order that they were taken from. They go on to count. */
export async function eraseBlocks(
  db: Kysely<Database>,
  of: { keys: readonly string[] } | { orderNumber: string },
  empty: { shown: string; reason: string; search_text: string },
): Promise<void> {
  await db
    .updateTable('blocks')
    .set(empty)
    .where((e) => ('keys' in of ? isAmong(db, 'key', of.keys) : e('order_number', '=', of.orderNumber)))
    .execute()
}

/** Deletes blocks that ended before this time. */
export async function deleteEndedBlocks(db: Kysely<Database>, before: number): Promise<void> {
  await db.deleteFrom('blocks').where('ends_at', '<', before).execute()
}

function toBlock(row: Selectable<Database['blocks']>): KeyedBlock {
  return {
    id: row.id,
    key: row.key,
    sign: row.sign,
    shown: row.shown,
    reason: row.reason,
    orderNumber: row.order_number,
    disputeId: row.dispute_id,
    addedBy: row.added_by,
    addedAt: row.added_at,
    endsAt: row.ends_at,
  }
}

function toRow({ id, key, sign, shown, reason, orderNumber, ...block }: KeyedBlock) {
  return {
    id,
    key,
    sign,
    shown,
    reason,
    search_text: normalizeSearch([shown, reason, orderNumber ?? '', block.addedBy].join(' ')),
    order_number: orderNumber,
    dispute_id: block.disputeId,
    added_by: block.addedBy,
    added_at: block.addedAt,
    ends_at: block.endsAt,
  }
}
