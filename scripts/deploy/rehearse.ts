// Changes the tables of a copy of the database, and prints what that takes and changes. `npm run deploy -- --rehearse`
// runs it in the new version, while the shop sells.

import '#scripts/private-files.js'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '#config'
import { databaseLocation } from '#data-folder'
import { copyDatabase, loadDatabase, readFiguresOf } from '#db/backups/copy-database.ts'
import { differences } from '#db/backups/figures.ts'
import { temporaryDatabase } from '#db/backups/temporary-database.ts'
import { openDatabase, type DatabaseLocation } from '#db/engine/open-database.ts'
import { migrate, pendingMigrations } from '#db/migrations/migrate.ts'
import { loadSteps } from '#operations/backups/backup-progress.ts'
import { checkRestored, withTemporaryFolder } from '#operations/backups/check-restored.ts'
import { printProgress } from '#scripts/support/print-progress.ts'

const config = readConfig(process.env)
const shop = databaseLocation(config)
const folder = join(config.dataDir, 'rehearsal-of-update')
const onProgress = printProgress(console.log)

async function rehearse(copy: DatabaseLocation): Promise<void> {
  const before = await readFiguresOf(copy)
  const database = await openDatabase(copy)
  try {
    const names = await pendingMigrations(database)
    const begun: number[] = []
    await migrate(database, () => begun.push(performance.now()))
    begun.push(performance.now())
    for (const [at, name] of names.entries())
      console.log(`${name}: ${(((begun[at + 1] ?? 0) - (begun[at] ?? 0)) / 1_000).toFixed(2)} s`)
  } finally {
    await database.close()
  }
  for (const { name, before: then, after } of differences(before, await readFiguresOf(copy)))
    if (!name.startsWith('kysely_'))
      console.log(`${name}: ${then ?? 'not there'} before, ${after ?? 'gone'} after`)
  console.log(`The books of the copy balance: ${await checkRestored(copy, 'the copy')}.`)
}

if (shop.engine === 'sqlite' && !existsSync(shop.file)) console.log('There is no database yet.')
else
  await withTemporaryFolder(folder, async () => {
    const copying = { step: 'Copying the database', counts: 'bytes' as const }
    const copy = await copyDatabase(shop, { folder, onProgress: (it) => onProgress({ ...copying, ...it }) })
    const { location, remove } = await temporaryDatabase(shop, folder)
    try {
      await loadDatabase(location, {
        content: copy.content(),
        figures: copy.figures,
        keepsVersion: true,
        aside: '',
        restoredAt: Date.now(),
        beforeUse: async () => {},
        ...loadSteps(onProgress),
      })
      await rehearse(location)
    } finally {
      await remove()
      await copy.close()
    }
  })
