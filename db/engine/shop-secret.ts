import { randomBytes } from 'node:crypto'
import type { ShopDatabase } from './open-database.ts'

/** A secret of the shop: generated on first use, and shared by every process afterwards. */
export async function shopSecret({ db }: ShopDatabase, name: string, prefix = ''): Promise<string> {
  await db
    .insertInto('settings')
    .values({ name, value: `${prefix}${randomBytes(24).toString('hex')}` })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { value } = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return value
}
