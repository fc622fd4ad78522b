// Prints as JSON which migrations of this version the database lacks. `npm run deploy` asks it of the new version.

import '#scripts/private-files.js'
import { existsSync } from 'node:fs'
import { readConfig } from '#config'
import { databaseLocation } from '#data-folder'
import { openDatabase } from '#db/engine/open-database.ts'
import { pendingMigrations, worksWithEarlierVersion } from '#db/migrations/migrate.ts'
import type { Pending } from './version-commands.ts'

const location = databaseLocation(readConfig(process.env))
let names: string[] = []
if (location.engine === 'postgres' || existsSync(location.file)) {
  const database = await openDatabase(location)
  names = await pendingMigrations(database)
  await database.close()
}
const pending: Pending = { names, breaking: names.filter((name) => !worksWithEarlierVersion(name)) }
console.log(JSON.stringify(pending))
