import { readConfig } from '#config'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/open-database.ts'
import { databaseLocation, makeDataFolder } from '#open-shop'

/** `npm run db:migrate`: brings the tables up to date without opening the shop. Starting the shop does the same. */
const config = readConfig(process.env)
makeDataFolder(config.dataDir)
const database = await openDatabase(databaseLocation(config))
const migrated = await migrate(database)
await database.close()
console.log(migrated.length > 0 ? `Migrated: ${migrated.join(', ')}.` : 'The tables are up to date.')
