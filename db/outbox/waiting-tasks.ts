import type { ShopDatabase } from '#db/engine/open-database.ts'

/** The open tasks of the outbox: how many, and the oldest. */
export interface WaitingTasks {
  waiting: number
  oldest: { kind: string; at: number; error: string | null } | null
}

/** Counts the open tasks, and reads the oldest. */
export async function readWaitingTasks({ db }: ShopDatabase): Promise<WaitingTasks> {
  const open = db.selectFrom('outbox').where('done_at', 'is', null).where('gave_up_at', 'is', null)
  const [{ waiting }, oldest] = await Promise.all([
    open.select(({ fn }) => fn.countAll<number>().as('waiting')).executeTakeFirstOrThrow(),
    open
      .select(['kind', 'created_at as at', 'last_error as error'])
      .orderBy('created_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst(),
  ])
  return { waiting, oldest: oldest ?? null }
}
