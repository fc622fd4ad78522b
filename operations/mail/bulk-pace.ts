import type { Tx } from '#db/engine/transact.ts'
import { countWaiting } from '#db/outbox/waiting-tasks.ts'
import { findTokens, spendTokens, type Throttle } from '#db/engine/throttle.ts'
import { BULK_MAIL_KINDS, type MailKind } from '#domain/outbox/task-kinds.ts'
import { MAIL_IDENTITY } from '#domain/settings/mail-identity.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'

/** So that a newsletter that is stopped stops, and other mails are found among few. */
const MAX_WAITING = 500
/** A newsletter goes to thousands for hours: it leaves as much for who waits for a drop or a size as it takes. */
const SHARES = { newsletter: 1, others: 2 } as const
const HOUR_MS = 3_600_000
const KEY = 'bulk-mails'

/**
 * How many an hour owners allow; null: as many as the mail service takes. At once, a minute's share of newsletters and
 * one of everything else.
 */
export async function bulkPace(shop: Pick<Shop, 'savedSettings' | 'settings'>): Promise<Throttle | null> {
  const { perHour } = await currentSetting(shop, MAIL_IDENTITY)
  if (perHour === '') return null
  const share = Math.max(1, Math.floor(Number(perHour) / 60))
  return { burst: SHARES.others * share, refillMs: HOUR_MS / Number(perHour) }
}

/**
 * How many mails of a kind that goes to many at once the outbox may get now: few wait in it, and they keep the pace.
 * Newsletters get what the others leave. `spend` what is enqueued, in the same transaction.
 */
export async function bulkRoom(
  tx: Tx,
  kind: MailKind,
  { pace, now }: { pace: Throttle | null; now: number },
): Promise<{ room: number; spend: (count: number) => Promise<void> }> {
  const share = kind === 'newsletter' ? SHARES.newsletter : SHARES.others
  const tokens = pace === null ? Infinity : await findTokens(tx, KEY, pace, now)
  const kept = pace === null ? 0 : pace.burst * (1 - share / SHARES.others)
  const most = MAX_WAITING * share
  const waiting = await countWaiting(tx, BULK_MAIL_KINDS, most)
  return {
    room: Math.max(0, Math.min(most - waiting, Math.floor(tokens - kept))),
    spend: async (count) => {
      if (pace !== null && count > 0) await spendTokens(tx, KEY, tokens - count, now)
    },
  }
}
