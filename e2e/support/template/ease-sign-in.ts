import { join } from 'node:path'
import { openDatabase } from '#db/engine/open-database.ts'
import { hashPassword } from '#providers/identity/password-hash.ts'
import { STAFF } from '#e2e/support/running-shop.ts'

/**
 * Hashes the password of the staff account of a data folder at the lowest cost. A hash records its cost, so the shop
 * checks it as every other; at the usual cost each of a hundred sign-ins takes a fifth of a second of a core.
 */
export async function easeSignIn(dataDir: string): Promise<void> {
  const database = await openDatabase({
    engine: 'sqlite',
    file: join(dataDir, 'shop.db'),
    synchronous: 'off',
  })
  const { numUpdatedRows } = await database.db
    .updateTable('staff_accounts')
    .set({ password: await hashPassword(STAFF.password, { N: 16, r: 1, p: 1 }) })
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new Error('The data folder should have one staff account.')
  await database.close()
}
