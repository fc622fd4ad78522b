import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { openDatabase } from '#db/engine/open-database.ts'

test('a connection that PostgreSQL closes during a transaction makes only that transaction fail', async () => {
  const location = { engine: 'postgres', url: inject('postgresUrl') } as const
  const [database, other] = [await openDatabase(location), await openDatabase(location)]
  const cut = database.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(other.db)
    // The error arrives while no query is waiting: without a listener it would end the process.
    await new Promise((resolve) => setTimeout(resolve, 100))
    await sql`select 1`.execute(tx)
  })
  await expect(cut).rejects.toThrow()
  expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }])
  await database.close()
  await other.close()
})
