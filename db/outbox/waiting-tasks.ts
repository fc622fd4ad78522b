import type { Kysely } from 'kysely'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { Database } from '#db/schema.ts'
import { SILENT_KINDS, type TaskKind } from '#domain/outbox/task-kinds.ts'

/** The open tasks of the outbox: how many, how many of them send an email, and the oldest. */
export interface WaitingTasks {
  waiting: number
  mails: number
  oldest: { kind: string; at: number; error: string | null } | null
}

/** Counts the open tasks, and reads the oldest. */
export async function readWaitingTasks({ db }: ShopDatabase): Promise<WaitingTasks> {
  const open = db.selectFrom('outbox').where('done_at', 'is', null).where('gave_up_at', 'is', null)
  const [{ waiting, silent }, oldest] = await Promise.all([
    open
      .select(({ fn }) => [
        fn.countAll<number>().as('waiting'),
        fn.countAll<number>().filterWhere('kind', 'in', SILENT_KINDS).as('silent'),
      ])
      .executeTakeFirstOrThrow(),
    open
      .select(['kind', 'created_at as at', 'last_error as error'])
      .orderBy('created_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst(),
  ])
  return { waiting, mails: waiting - silent, oldest: oldest ?? null }
}

/** How many open tasks of these kinds there are, counted up to `most`. */
export async function countWaiting(
  db: Kysely<Database>,
  kinds: readonly TaskKind[],
  most: number,
): Promise<number> {
  const open = db
    .selectFrom('outbox')
    .select('id')
    .where('done_at', 'is', null)
    .where('gave_up_at', 'is', null)
    .where('kind', 'in', kinds)
    .limit(most)
  const { count } = await db
    .selectFrom(open.as('open'))
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
