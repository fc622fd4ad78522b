import { sql, type Kysely } from 'kysely'
import type { Database } from './schema.ts'

/** How often something may be tried: `burst` at once, then one more every `refillMs`. */
export interface Throttle {
  burst: number
  refillMs: number
}

/**
 * Takes one try for `key`, in one statement, so that all processes of the shop share the count. Null when the try is
 * allowed, else the seconds to wait. Times are epoch milliseconds.
 */
export async function takeTry(
  db: Kysely<Database>,
  key: string,
  { burst, refillMs }: Throttle,
  now: number,
): Promise<number | null> {
  const refilled = sql<number>`throttles.tokens + (${now} - throttles.at) / ${sql.lit(refillMs)}.0`
  const tokens = sql<number>`case when ${refilled} > ${burst} then ${burst} else ${refilled} end`
  const allowed = await db
    .insertInto('throttles')
    .values({ key, tokens: burst - 1, at: now })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ tokens: sql`${tokens} - 1`, at: now })
        .where(refilled, '>=', 1),
    )
    .returning('key')
    .executeTakeFirst()
  if (allowed) return null
  const left = await db
    .selectFrom('throttles')
    .where('key', '=', key)
    .select(refilled.as('tokens'))
    .executeTakeFirst()
  return Math.max(1, Math.ceil(((1 - (left?.tokens ?? 0)) * refillMs) / 1_000))
}

/** Gives every try of `key` back, for whoever has proved who they are. */
export async function forgetTries(db: Kysely<Database>, key: string): Promise<void> {
  await db.deleteFrom('throttles').where('key', '=', key).execute()
}
