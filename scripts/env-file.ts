import { chmodSync, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Loads settings from the file .env if it exists. Environment variables take precedence. Imported first by the npm
 * scripts.
 */
const file = join(import.meta.dirname, '../.env')
const EVERYBODY = 0o007

if (existsSync(file)) {
  process.loadEnvFile(file)
  keepFromEverybody()
}

/** It contains keys and passwords. Group access is left, because it may be intended. */
function keepFromEverybody(): void {
  const { mode } = statSync(file)
  if (process.platform === 'win32' || (mode & EVERYBODY) === 0) return
  try {
    chmodSync(file, mode & 0o777 & ~EVERYBODY)
    console.log('Every account of this machine could read the file .env. Now only its owner and group can.')
  } catch {
    console.error(
      'Every account of this machine can read the file .env: take that away with chmod o-rwx .env',
    )
  }
}
