import { sql, type Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import { BatchedRead } from './batched-read.ts'
import { inList, listParameter, type ListParameter } from './is-among.ts'
import { compiledStatement } from './compiled-statements.ts'
import type { ShopDatabase } from './open-database.ts'

/** How often an action may be tried: `burst` at once, then one more every `refillMs`. */
export interface Throttle {
  burst: number
  refillMs: number
}

/**
 * Takes one attempt for `key` in one statement, so that all processes share the count. Null when it is allowed,
 * otherwise the seconds to wait. Times are epoch milliseconds.
 */
export async function takeAttempt(
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

/** Counts one attempt for `key` after the fact, whether or not it would have been allowed. */
export async function countAttempt(
  db: Kysely<Database>,
  key: string,
  { burst, refillMs }: Throttle,
  now: number,
): Promise<void> {
  const refilled = sql<number>`throttles.tokens + (${now} - throttles.at) / ${sql.lit(refillMs)}.0`
  const left = sql<number>`case when ${refilled} > ${burst} then ${burst - 1} when ${refilled} < 1 then 0 else ${refilled} - 1 end`
  await db
    .insertInto('throttles')
    .values({ key, tokens: burst - 1, at: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ tokens: left, at: now }))
    .execute()
}

interface Attempts {
  tokens: number
  at: number
}

const reads = new WeakMap<ShopDatabase, BatchedRead<string, Attempts>>()

/**
 * The seconds until all of these keys allow another attempt; null when they already do. Counts nothing. Simultaneous
 * requests share one read.
 */
export async function findWait(
  database: ShopDatabase,
  limits: ReadonlyMap<string, Throttle>,
  now: number,
): Promise<number | null> {
  if (limits.size === 0) return null
  const read = reads.get(database) ?? new BatchedRead((keys) => readAttempts(database, keys))
  reads.set(database, read)
  const known = await read.find(limits.keys())
  const waits = [...limits].map(([key, { refillMs }]) => {
    const attempts = known.get(key)
    return attempts === undefined ? 0 : attempts.at + (1 - attempts.tokens) * refillMs - now
  })
  const longest = Math.max(0, ...waits)
  return longest === 0 ? null : Math.ceil(longest / 1_000)
}

const triesOf = compiledStatement((db, { keys }: { keys: ListParameter }) =>
  db
    .selectFrom('throttles')
    .select(['key', 'tokens', 'at'])
    .where(inList(db, 'key', keys)),
)

async function readAttempts({ db }: ShopDatabase, keys: string[]): Promise<Map<string, Attempts>> {
  const { rows } = await triesOf(db, { keys: listParameter(db, keys) })
  return new Map(rows.map(({ key, ...attempts }) => [key, attempts]))
}

const RETENTION_MS = 24 * 60 * 60_000

/** Deletes counts that have not changed for a day: their attempts are all available again. */
export async function deleteOldAttempts(db: Kysely<Database>, now: number): Promise<void> {
  await db
    .deleteFrom('throttles')
    .where('at', '<', now - RETENTION_MS)
    .execute()
}

/** Resets the attempts of `key` after a successful authentication. */
export async function clearAttempts(db: Kysely<Database>, key: string): Promise<void> {
  await db.deleteFrom('throttles').where('key', '=', key).execute()
}

/** How many attempts are left for `key`. In a transaction, nobody else takes any until it ends. */
export async function findTokens(
  tx: Kysely<Database>,
  key: string,
  { burst, refillMs }: Throttle,
  now: number,
): Promise<number> {
  await tx
    .insertInto('throttles')
    .values({ key, tokens: burst, at: now })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const row = await tx
    .selectFrom('throttles')
    .select(['tokens', 'at'])
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return Math.min(burst, row.tokens + (now - row.at) / refillMs)
}

/** Writes how many are left after some were taken. */
export async function spendTokens(
  tx: Kysely<Database>,
  key: string,
  left: number,
  now: number,
): Promise<void> {
  await tx.updateTable('throttles').set({ tokens: left, at: now }).where('key', '=', key).execute()
}
