import type { ShopDatabase } from '#db/engine/open-database.ts'

const NAME = 'write-probe'

/** Commits a small change, which shows that the database takes orders. `now`: epoch milliseconds. */
export async function writeProbe({ db }: ShopDatabase, now: number): Promise<void> {
  const value = String(now)
  await db
    .insertInto('settings')
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
