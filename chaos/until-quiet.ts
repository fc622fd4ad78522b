import { setTimeout as sleep } from 'node:timers/promises'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { orphanPayments } from './audit/orphan-payments.ts'

const TIMEOUT_MS = 120_000
const POLL_INTERVAL_MS = 100

/** Waits until all work is done. Returns what is still pending when the time is up. */
export async function untilQuiet(database: ShopDatabase): Promise<string[]> {
  const started = performance.now()
  for (;;) {
    const open = await underWay(database)
    if (open.length === 0 || performance.now() - started > TIMEOUT_MS) return open
    await sleep(POLL_INTERVAL_MS)
  }
}

/** The number of unfinished items of each kind. */
async function underWay({ db }: ShopDatabase): Promise<string[]> {
  const open = {
    'unpaid orders': db.selectFrom('orders').where('state', '=', 'pending').select('id').execute(),
    holds: db.selectFrom('holds').select('order_id').execute(),
    'outbox tasks': db
      .selectFrom('outbox')
      .where('done_at', 'is', null)
      .where('gave_up_at', 'is', null)
      .select('id')
      .execute(),
    webhooks: db.selectFrom('test_gateway_events').where('delivered_at', 'is', null).select('id').execute(),
    'orphan payments': orphanPayments(db),
    refunds: db.selectFrom('refunds').where('state', '=', 'asked').select('id').execute(),
  }
  const found: string[] = []
  for (const [what, rows] of Object.entries(open)) {
    const { length } = await rows
    if (length > 0) found.push(`not finished: ${length} ${what}`)
  }
  return found
}
