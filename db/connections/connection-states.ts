import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { Tx } from '#db/engine/transact.ts'

/** The results of the calls to a supplier; times in epoch milliseconds. */
export interface ConnectionState {
  need: string
  supplier: string
  /** When it began to work without failures; null while it fails. */
  workingSince: number | null
  workedAt: number | null
  /** When the current failure began; null while it works. */
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
    workingSince: row.failing_since === null ? (row.working_since ?? row.worked_at) : null,
    workedAt: row.worked_at,
    failingSince: row.failing_since,
    failedAt: row.failed_at,
    failure: row.failure,
  }))
}

interface Observation {
  need: string
  supplier: string
  now: number
}

/** Records a successful call, which ends the current failure. */
export async function writeWorked({ db }: ShopDatabase, { need, supplier, now }: Observation): Promise<void> {
  const state = { supplier, worked_at: now, failing_since: null }
  await db
    .insertInto('connection_states')
    .values({ need, ...state, working_since: now, failed_at: null, failure: null, alerted_at: null })
    .onConflict((conflict) =>
      conflict.column('need').doUpdateSet((eb) => ({
        ...state,
        working_since: eb
          .case()
          .when(
            eb.and([
              eb('connection_states.supplier', '=', supplier),
              eb('connection_states.failing_since', 'is', null),
            ]),
          )
          .then(
            eb.fn.coalesce(
              'connection_states.working_since',
              'connection_states.worked_at',
              eb.val<number | null>(now),
            ),
          )
          .else(now)
          .end(),
      })),
    )
    .execute()
}

/** Records a failed call. A failure starts with the first failed call after a success, with the same supplier. */
export async function writeFailed(
  { db }: ShopDatabase,
  { need, supplier, now, failure }: Observation & { failure: string },
): Promise<void> {
  const state = { supplier, failed_at: now, failure }
  await db
    .insertInto('connection_states')
    .values({
      need,
      ...state,
      working_since: null,
      worked_at: null,
      failing_since: now,
      alerted_at: null,
    })
    .onConflict((conflict) =>
      conflict.column('need').doUpdateSet((eb) => ({
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

/** Failures that started before `since`, without an alert to the owner after `alertedBefore`. */
export async function findLastingFailures(
  { db }: ShopDatabase,
  { since, alertedBefore }: { since: number; alertedBefore: number },
): Promise<{ need: string; supplier: string }[]> {
  return db
    .selectFrom('connection_states')
    .select(['need', 'supplier'])
    .where('failing_since', '<=', since)
    .where((eb) => eb.or([eb('alerted_at', 'is', null), eb('alerted_at', '<=', alertedBefore)]))
    .execute()
}

/** Records an alert to the owner. False when another process was first, or the failure has ended. */
export async function markAlerted(
  tx: Tx,
  { need, alertedBefore, now }: { need: string; alertedBefore: number; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('connection_states')
    .set({ alerted_at: now })
    .where('need', '=', need)
    .where('failing_since', 'is not', null)
    .where((eb) => eb.or([eb('alerted_at', 'is', null), eb('alerted_at', '<=', alertedBefore)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
