import type { ShopDatabase } from '#db/engine/open-database.ts'

/** How the calls to a supplier have gone; times in epoch milliseconds. */
export interface ConnectionState {
  need: string
  supplier: string
  workedAt: number | null
  /** When the present failure began; null while it works. */
  failingSince: number | null
  failedAt: number | null
  failure: string | null
}

/** The suppliers that have worked or failed so far. */
export async function readConnectionStates({ db }: ShopDatabase): Promise<ConnectionState[]> {
  const rows = await db.selectFrom('connection_states').selectAll().orderBy('need').execute()
  return rows.map((row) => ({
    need: row.need,
    supplier: row.supplier,
    workedAt: row.worked_at,
    failingSince: row.failing_since,
    failedAt: row.failed_at,
    failure: row.failure,
  }))
}

interface Seen {
  need: string
  supplier: string
  now: number
}

/** Notes that a call succeeded, which ends the present failure. */
export async function writeWorked({ db }: ShopDatabase, { need, supplier, now }: Seen): Promise<void> {
  const state = { supplier, worked_at: now, failing_since: null, alerted_at: null }
  await db
    .insertInto('connection_states')
    .values({ need, ...state, failed_at: null, failure: null })
    .onConflict((clash) => clash.column('need').doUpdateSet(state))
    .execute()
}

/** Notes that a call failed. The failure lasts since the first one after a success, with the same supplier. */
export async function writeFailed(
  { db }: ShopDatabase,
  { need, supplier, now, failure }: Seen & { failure: string },
): Promise<void> {
  const state = { supplier, failed_at: now, failure }
  await db
    .insertInto('connection_states')
    .values({ need, ...state, worked_at: null, failing_since: now, alerted_at: null })
    .onConflict((clash) =>
      clash.column('need').doUpdateSet((eb) => ({
        ...state,
        failing_since: eb
          .case()
          .when('connection_states.supplier', '=', supplier)
          .then(eb.fn.coalesce('connection_states.failing_since', eb.val(now)))
          .else(now)
          .end(),
      })),
    )
    .execute()
}
