import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { BackupSeal, BackupStore } from '#providers/backups/backup-store.ts'
import { storedPictures } from '#operations/backups/copy-pictures.ts'

/** The files of all pictures that a place has and that products, orders or settings of this database name. */
export async function copiedPictureFiles(
  { db }: ShopDatabase,
  store: BackupStore,
  seal: BackupSeal,
): Promise<string[]> {
  const stored = await storedPictures(store, seal)
  const named = await db
    .selectFrom('pictures')
    .select('key')
    .union(db.selectFrom('order_lines').select((e) => e.ref('picture_key').$notNull().as('key')))
    .union(db.selectFrom('setting_pictures').select('key'))
    .execute()
  return named.flatMap(({ key }) => stored.get(key) ?? [])
}
