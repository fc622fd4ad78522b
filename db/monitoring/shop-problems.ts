import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { Tx } from '#db/engine/transact.ts'
import {
  PROBLEM_KINDS,
  type Problem,
  type ProblemDetail,
  type ProblemKind,
} from '#domain/monitoring/problems.ts'

/** A problem that was found, and since when there is one of its kind; epoch milliseconds. */
export interface RecordedProblem {
  kind: ProblemKind
  since: number
  detail: ProblemDetail
}

/** The current problems, in the order of their kinds. */
export async function readProblems({ db }: ShopDatabase): Promise<RecordedProblem[]> {
  const rows = await db.selectFrom('shop_problems').select(['kind', 'since', 'detail']).execute()
  return PROBLEM_KINDS.flatMap((kind) => {
    const row = rows.find((one) => one.kind === kind)
    return row ? [{ kind, since: row.since, detail: JSON.parse(row.detail) as ProblemDetail }] : []
  })
}

/** How many problems there are. */
export async function countProblems({ db }: ShopDatabase): Promise<number> {
  const { count } = await db
    .selectFrom('shop_problems')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Records the problems of the `checked` kinds, and deletes those that are over. */
export async function recordProblems(
  tx: Tx,
  problems: readonly Problem[],
  { checked, now }: { checked: readonly ProblemKind[]; now: number },
): Promise<void> {
  const found = new Set(problems.map(({ kind }) => kind))
  const over = checked.filter((kind) => !found.has(kind))
  if (over.length > 0) await tx.deleteFrom('shop_problems').where('kind', 'in', over).execute()
  for (const { kind, detail } of problems) {
    const written = JSON.stringify(detail)
    await tx
      .insertInto('shop_problems')
      .values({ kind, since: now, detail: written, alerted_at: null })
      .onConflict((conflict) => conflict.column('kind').doUpdateSet({ detail: written }))
      .execute()
  }
}

/**
 * Records that the owner is alerted to a lasting problem. False when it is too recent, was reported after
 * `alertedBefore`, or another process recorded it first.
 */
export async function markProblemAlerted(
  tx: Tx,
  {
    kind,
    since,
    alertedBefore,
    now,
  }: { kind: ProblemKind; since: number; alertedBefore: number; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('shop_problems')
    .set({ alerted_at: now })
    .where('kind', '=', kind)
    .where('since', '<=', since)
    .where((eb) => eb.or([eb('alerted_at', 'is', null), eb('alerted_at', '<=', alertedBefore)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
