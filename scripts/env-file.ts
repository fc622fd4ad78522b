import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Settings of the file .env, where there is one. Variables of the environment win. Loaded first by the npm scripts. */
const file = join(import.meta.dirname, '../.env')
if (existsSync(file)) process.loadEnvFile(file)
