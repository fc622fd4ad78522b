// npm run connections:key
//
// Encrypts what owners entered under Connections with a new key, and forgets the former one. With CONNECTIONS_KEY, with
// its first key. It may be stopped and started again, and the shop may run meanwhile: see docs/operating/connect.md.

import './private-files.js'
import { randomBytes } from 'node:crypto'
import { ConfigError, readConfig } from '#config'
import { databaseFault, databaseLocation, openDataFolder } from '#data-folder'
import { readSetUps, writeSetUp } from '#db/connections/stored-set-ups.ts'
import { openDatabase } from '#db/engine/open-database.ts'
import { transact } from '#db/engine/transact.ts'
import { readSecretKeys, replaceSecretKeys, seal, unseal } from '#providers/connection-secrets.ts'
import { consoleLog } from '#web/http/console-log.ts'

class Refused extends Error {}

async function run(): Promise<string> {
  const config = readConfig(process.env)
  openDataFolder(config.dataDir, consoleLog(config.secrets))
  const keys = config.connectionKeys ?? rotated(config.dataDir)
  const database = await openDatabase(databaseLocation(config))
  try {
    const count = await transact(database, async (tx) => {
      const stored = await readSetUps(tx)
      for (const [need, setUp] of stored) {
        const secrets = unseal(keys, need, setUp.sealed)
        if (secrets === null)
          throw new Refused(`No key decrypts what was entered for ${need}: enter it again.`)
        await writeSetUp(tx, need, { ...setUp, sealed: seal(keys, need, secrets) })
      }
      return stored.size
    })
    if (config.connectionKeys === null) replaceSecretKeys(config.dataDir, keys.slice(0, 1))
    await database.announce('settings')
    return `${count === 1 ? 'A connection is' : `${count} connections are`} encrypted with the new key.`
  } finally {
    await database.close()
  }
}

/** Until everything is encrypted with it, the new key stands before those that decrypt. */
function rotated(folder: string) {
  const known = readSecretKeys(folder)
  if (known === null) throw new Refused('The file connections.key in DATA_DIR cannot be read.')
  if (known.length === 0)
    throw new Refused('There is no key yet: it is made when an owner enters the first one.')
  const keys = [randomBytes(32), ...known]
  replaceSecretKeys(folder, keys)
  return keys
}

try {
  console.log(await run())
} catch (error) {
  const known =
    error instanceof Refused || error instanceof ConfigError ? error.message : databaseFault(error)
  console.error(known ?? error)
  process.exitCode = 1
}
