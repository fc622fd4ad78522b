import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'

/** Up to when a job of the shop has worked, in epoch milliseconds; null before its first time. */
export async function readStoredTime(db: Kysely<Database>, name: string): Promise<number | null> {
  const setting = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  return setting ? Number(setting.value) : null
}

/** Stores up to when a job has worked, for every process. */
export async function storeTime(db: Kysely<Database>, name: string, at: number): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name, value: String(at) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: String(at) }))
    .execute()
}
