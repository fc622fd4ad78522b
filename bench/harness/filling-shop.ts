import '#scripts/private-files.js'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import type { Backfill } from '#db/upgrades/backfills.ts'

/** Measures the longest time for which other work blocked the only thread. */
const NANOSECONDS_PER_MS = 1e6
const delay = monitorEventLoopDelay({ resolution: 10 })
delay.enable()
process.once('exit', () => {
  const worstMs = delay.max / NANOSECONDS_PER_MS
  writeFileSync(process.env['BENCH_STALLS'] ?? '/dev/null', JSON.stringify({ worstMs }))
})

/** The built shop, which fills a text of every order in steps: the most expensive column, with a search index. */
const rewritten: Backfill = {
  name: 'bench-search-text',
  async fill(tx, after, limit) {
    const rows = await tx
      .selectFrom('orders')
      .select('id')
      .where('id', '>', (after ?? '') as never)
      .orderBy('id')
      .limit(limit)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) return null
    const ids = rows.map(({ id }) => id)
    await tx
      .updateTable('orders')
      .set({ search_text: sql<string>`replace(search_text, ' filled', '') || ' filled'` })
      .where('id', 'in', ids)
      .execute()
    return { last: last.id, rows: rows.length }
  },
}

process.env['NODE_ENV'] = 'production'
const built = join(import.meta.dirname, '../../build/server/server.js')
const { main, openShop } = (await import(built)) as typeof import('../../server.ts')
await main(async (...settings) => {
  const opened = await openShop(...settings)
  opened.shop.backfills = [rewritten]
  delay.reset() // starting is not measured
  return opened
})
