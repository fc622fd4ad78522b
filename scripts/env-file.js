import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Loads settings from the file .env if it exists. Environment variables take precedence. Imported first by the npm
 * scripts.
 */
const file = join(import.meta.dirname, '../.env')
const EVERYBODY = 0o007
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

if (existsSync(file)) {
  const before = new Set(Object.keys(process.env))
  process.loadEnvFile(file)
  // A later version that takes over reads the file again: it must not inherit what was in it today.
  const names = Object.keys(process.env).filter((name) => !before.has(name))
  process.env['SHOP_ENV_FILE_NAMES'] = names.join(',')
  keepFromEverybody()
  if (names.includes('NODE_EXTRA_CA_CERTS')) await trustMore(process.env['NODE_EXTRA_CA_CERTS'] ?? '')
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

/**
 * Node has read the variable before this file: programs that the shop starts find it there.
 *
 * @param {string} authorities
 */
async function trustMore(authorities) {
  const { getCACertificates, setDefaultCACertificates } = await import('node:tls')
  const pems = existsSync(authorities) ? readFileSync(authorities, 'utf8').match(PEM) : null
  if (pems !== null) setDefaultCACertificates([...getCACertificates('default'), ...pems])
}
