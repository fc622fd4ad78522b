import { sql } from 'kysely'
import { copyProducts, copySettings } from '#db/drops/copy-drop.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { transact } from '#db/engine/transact.ts'
import { appendSetting } from '#db/settings/settings.ts'
import { rehearsedDrop } from '#domain/drops/rehearsal.ts'
import type { Drop } from '#domain/drops/drop.ts'
import { toProductId } from '#domain/ids.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { scheduleDrops } from '#operations/settings/schedule-drops.ts'

/**
 * Copies what the sale of a drop needs to an empty database of the same version: its products and the settings. No
 * customer, order, member of staff, key or task is copied. Returns the drop, without products that were deleted.
 */
export async function copyDrop(from: ShopDatabase, to: ShopDatabase, drop: Drop, now: number): Promise<Drop> {
  // At one moment, so that a product and its sizes agree.
  return transact(from, async (read) => {
    if (from.engine === 'postgres') await sql`set transaction isolation level repeatable read`.execute(read)
    return transact(to, async (write) => {
      const between = { from: read, to: write }
      await copySettings(between, DROPS.name)
      const found = new Set<string>(await copyProducts(between, drop.products.map(toProductId), now))
      return { ...drop, products: drop.products.filter((id) => found.has(id)) }
    })
  })
}

/** Plans the drop in the copy: its sale begins at `startsAt`. */
export async function planRehearsal(
  copy: ShopDatabase,
  drop: Drop,
  times: { now: number; startsAt: number },
): Promise<Drop> {
  const planned = rehearsedDrop(drop, times)
  await transact(copy, async (tx) => {
    const problem = await scheduleDrops(tx, { drops: [] }, { drops: [planned] }, times.now)
    if (problem !== null) throw new Error(problem.message)
    await appendSetting(tx, DROPS.name, 0, {
      value: { drops: [planned] },
      changedAt: times.now,
      changedBy: null,
      summary: 'Rehearsal',
    })
    await copy.announce('*', tx)
  })
  return planned
}
