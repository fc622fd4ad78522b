import type { Tx } from '#db/engine/transact.ts'
import { countWaiting } from '#db/outbox/waiting-tasks.ts'
import { findTokens, spendTokens, type Throttle } from '#db/engine/throttle.ts'
import { BULK_MAIL_KINDS } from '#domain/outbox/task-kinds.ts'
import { MAIL_IDENTITY } from '#domain/settings/mail-identity.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'

/** So that a newsletter that is stopped stops, and other mails are found among few. */
const MAX_WAITING = 500
const HOUR_MS = 3_600_000
const KEY = 'bulk-mails'

/** How many an hour owners allow; null: as many as the mail service takes. No more than a minute's share at once. */
export async function bulkPace(shop: Pick<Shop, 'savedSettings' | 'settings'>): Promise<Throttle | null> {
  const { perHour } = await currentSetting(shop, MAIL_IDENTITY)
  if (perHour === '') return null
  return { burst: Math.max(1, Math.floor(Number(perHour) / 60)), refillMs: HOUR_MS / Number(perHour) }
}

/**
 * How many mails to many at once the outbox may get now, of newsletters, drops and sizes that are back together: few
 * wait in it, and they keep the pace. `spend` what is enqueued, in the same transaction.
 */
export async function bulkRoom(
  tx: Tx,
  pace: Throttle | null,
  now: number,
): Promise<{ room: number; spend: (count: number) => Promise<void> }> {
  const tokens = pace === null ? Infinity : await findTokens(tx, KEY, pace, now)
  const waiting = await countWaiting(tx, BULK_MAIL_KINDS, MAX_WAITING)
  return {
    room: Math.max(0, Math.min(MAX_WAITING - waiting, Math.floor(tokens))),
    spend: async (count) => {
      if (pace !== null && count > 0) await spendTokens(tx, KEY, tokens - count, now)
    },
  }
}
