import { lockBooks, monthOf, postNext } from '#db/books/post-books.ts'
import { transact } from '#db/engine/transact.ts'
import { shopDay } from '#domain/shop-day.ts'
import { recordAudit } from '#operations/record-audit.ts'
import type { Shop } from '#operations/shop.ts'

/** The last month that is locked, before a change and after it; null: none. */
export interface LockChange {
  before: string | null
  through: string | null
}

/**
 * What became of a change. `not-over`: the month is not. `changed-meanwhile`: another owner was faster. `behind`:
 * something that happened is still being entered.
 */
export type LockOutcome =
  | { kind: 'done' | 'not-over' | 'behind' }
  | { kind: 'changed-meanwhile'; through: string | null }

/** So many batches are entered before a month is locked; while there is more, staff wait. */
const MAX_BATCHES = 20

/**
 * Locks all months up to one, or unlocks those after it. The entries of a locked month stay as they are: what changes
 * later is entered in a month that is open.
 */
export async function lockMonths(shop: Shop, { before, through }: LockChange): Promise<LockOutcome> {
  const { database, settings } = shop
  const clock = { now: shop.now(), timeZone: settings.timeZone }
  if (through !== null && through >= monthOf(shopDay(clock.now, clock.timeZone))) return { kind: 'not-over' }
  if (isLocking({ before, through }) && !(await isComplete(shop, clock))) return { kind: 'behind' }
  return transact(database, async (tx): Promise<LockOutcome> => {
    const current = await lockBooks(tx)
    if (current !== before) return { kind: 'changed-meanwhile', through: current }
    if (current === through) return { kind: 'done' }
    await tx.updateTable('books').set({ locked_through: through }).execute()
    await recordAudit(tx, shop, {
      action: isLocking({ before, through }) ? 'books-locked' : 'books-unlocked',
      subject: { id: 'books', name: through === null ? 'all months' : `after ${through}` },
      changes: [{ field: 'Locked through', before, after: through }],
    })
    return { kind: 'done' }
  })
}

/** The last month that is locked; null: none. */
export async function readLockedThrough({
  database: { db },
}: Pick<Shop, 'database'>): Promise<string | null> {
  const row = await db.selectFrom('books').select('locked_through').executeTakeFirst()
  return row?.locked_through ?? null
}

function isLocking({ before, through }: LockChange): boolean {
  return through !== null && (before === null || through > before)
}

async function isComplete({ database }: Shop, clock: { now: number; timeZone: string }): Promise<boolean> {
  for (let batch = 0; batch < MAX_BATCHES; batch += 1)
    if ((await postNext(database, clock)) === 0) return true
  return false
}
