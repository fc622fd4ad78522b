import type { Kysely } from 'kysely'
import { transact, type Tx } from '#db/engine/transact.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { dividedOrders } from '#db/refunds/divided-orders.ts'
import { settledRefunds } from '#db/refunds/settled-refunds.ts'
import { waivedTaxes } from '#db/refunds/waived-taxes.ts'
import { limitEmails } from '#db/promotions/limit-emails.ts'
import { balanceDays } from '#db/payment-links/balance-days.ts'
import type { Database } from '#db/schema.ts'
import { labelKinds } from './label-kinds.ts'
import { foldedMessages, foldedOrders } from './folded-search.ts'

/** The result of one batch. `last`: the key of its last row. */
export interface FilledBatch {
  last: string
  rows: number
}

/**
 * A change of many rows that is made in steps while the shop sells, after the migration that added its column. The name
 * is never used again. Code reads rows of both forms until it is done.
 */
export interface Backfill {
  name: string
  /**
   * Fills the next `limit` rows by key after this one (null: from the first), in this transaction. A row that is filled
   * already stays the same. Null: there are no more.
   */
  fill(tx: Tx, after: string | null, limit: number): Promise<FilledBatch | null>
}

/** Every backfill ever released, in the order in which they run: docs/wings/upgrades.md. */
export const BACKFILLS: readonly Backfill[] = [
  waivedTaxes,
  balanceDays,
  foldedOrders,
  foldedMessages,
  dividedOrders,
  labelKinds,
  limitEmails,
  settledRefunds,
]

/** Whether every row has the new form. Once true, it stays so. */
export async function isFilled(db: Kysely<Database>, name: string): Promise<boolean> {
  const row = await db.selectFrom('backfills').select('done_at').where('name', '=', name).executeTakeFirst()
  return row !== undefined && row.done_at !== null
}

/** The result of a step: the rows so far; null while another process runs it. */
export interface BackfillStep {
  filled: number
  isDone: boolean
}

/**
 * Fills one batch and records it in the same transaction, so that a killed batch is repeated as a whole. One process at
 * a time works on it.
 */
export async function fillNextBatch(
  database: ShopDatabase,
  { name, fill }: Backfill,
  { limit, now }: { limit: number; now: number },
): Promise<BackfillStep | null> {
  await database.db
    .insertInto('backfills')
    .values({ name })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return transact(database, async (tx) => {
    const state = await tx
      .selectFrom('backfills')
      .select(['last_key', 'filled', 'done_at'])
      .where('name', '=', name)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (state === undefined) return null
    if (state.done_at !== null) return { filled: state.filled, isDone: true }
    const batch = await fill(tx, state.last_key, limit)
    const filled = state.filled + (batch?.rows ?? 0)
    const change = batch === null ? { done_at: now } : { last_key: batch.last, filled }
    await tx.updateTable('backfills').set(change).where('name', '=', name).execute()
    return { filled, isDone: batch === null }
  })
}
