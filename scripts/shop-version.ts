import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The version of the shop, from package.json. */
export function shopVersion(): string {
  const file = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')
  return (JSON.parse(file) as { version: string }).version
}
