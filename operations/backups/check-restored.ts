import { mkdir, rm } from 'node:fs/promises'
import { findBookFaults } from '#db/backups/books.ts'
import { openDatabase, type DatabaseLocation, type ShopDatabase } from '#db/engine/open-database.ts'
import { BackupRefused } from './backup-progress.ts'

/**
 * Checks the books of a database restored in a rehearsal, and then runs `check`. `name`: what was restored. Returns the
 * number of its orders, in words. Throws BackupRefused with what is wrong.
 */
export async function checkRestored(
  location: DatabaseLocation,
  name: string,
  check: (restored: ShopDatabase) => Promise<void> = async () => {},
): Promise<string> {
  const database = await openDatabase(location)
  try {
    const faults = await findBookFaults(database.db)
    if (faults.length > 0) throw new BackupRefused(`The books of ${name} do not balance. ${faults.join(' ')}`)
    await check(database)
    const { orders } = await database.db
      .selectFrom('orders')
      .select((e) => e.fn.countAll<number>().as('orders'))
      .executeTakeFirstOrThrow()
    return orders === 1 ? '1 order' : `${orders} orders`
  } finally {
    await database.close()
  }
}

/** Does work in an empty private folder, which is deleted afterwards. */
export async function withTemporaryFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    return await work()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
