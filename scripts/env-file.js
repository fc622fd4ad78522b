import { chmodSync, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Loads settings from the file .env if it exists. Environment variables take precedence. Imported first by the npm
 * scripts.
 */
const file = join(import.meta.dirname, '../.env')
const EVERYBODY = 0o007

if (existsSync(file)) {
  const before = new Set(Object.keys(process.env))
  process.loadEnvFile(file)
  // A later version that takes over reads the file again: it must not inherit what was in it today.
  process.env['SHOP_ENV_FILE_NAMES'] = Object.keys(process.env)
    .filter((name) => !before.has(name))
    .join(',')
  keepFromEverybody()
}

/** It contains keys and passwords. Group access is left, because it may be intended. */
function keepFromEverybody() {
  const { mode } = statSync(file)
  if (process.platform === 'win32' || (mode & EVERYBODY) === 0) return
  try {
    chmodSync(file, mode & 0o777 & ~EVERYBODY)
    console.log('Every account of this machine could read the file .env. Now only its owner and group can.')
  } catch {
    console.error('Every account of this machine can read the file .env: run chmod o-rwx .env')
  }
}
