import './private-files.ts'
import { readConfig } from '#config'
import { databaseLocation, openDataFolder } from '#data-folder'
import { migrate } from '#db/migrations/migrate.ts'
import { openDatabase } from '#db/engine/open-database.ts'
import { consoleLog } from '#web/http/console-log.ts'

/** `npm run db:migrate`: migrates the tables without opening the shop. Starting the shop does the same. */
const config = readConfig(process.env)
openDataFolder(config.dataDir, consoleLog())
const database = await openDatabase(databaseLocation(config))
const migrated = await migrate(database)
await database.close()
console.log(migrated.length > 0 ? `Migrated: ${migrated.join(', ')}.` : 'The tables are up to date.')
