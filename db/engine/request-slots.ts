import { sql, type Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'

/** Requests to one supplier: at most one every `everyMs`; a caller waits at most `maxWaitMs` for a turn. */
export interface SlotLimits {
  everyMs: number
  maxWaitMs: number
}

/**
 * Reserves the next time at which a request may be sent, for all processes together. Null when that is further away
 * than `maxWaitMs`; nothing is reserved then.
 */
export async function reserveSlot(
  db: Kysely<Database>,
  key: string,
  { everyMs, maxWaitMs }: SlotLimits,
  now: number,
): Promise<number | null> {
  const next = sql<number>`throttles.at + ${sql.lit(everyMs)}`
  const slot = await db
    .insertInto('throttles')
    .values({ key, tokens: 0, at: now })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ at: sql`case when ${next} > ${now} then ${next} else ${now} end` })
        .where(next, '<=', now + maxWaitMs),
    )
    .returning('at')
    .executeTakeFirst()
  return slot?.at ?? null
}

/** Reserves all slots up to this time: no request is sent before it. */
export async function blockSlotsUntil(db: Kysely<Database>, key: string, until: number): Promise<void> {
  await db
    .insertInto('throttles')
    .values({ key, tokens: 0, at: until })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ at: until }).where('throttles.at', '<', until),
    )
    .execute()
}

/** The time up to which everything is reserved. */
export async function findReservedUntil(db: Kysely<Database>, key: string): Promise<number> {
  const slot = await db.selectFrom('throttles').select('at').where('key', '=', key).executeTakeFirst()
  return slot?.at ?? 0
}
