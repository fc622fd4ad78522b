import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The version of the shop, from package.json in `root`. */
export function shopVersion(root = join(import.meta.dirname, '../..')): string {
  const file = readFileSync(join(root, 'package.json'), 'utf8')
  return (JSON.parse(file) as { version: string }).version
}
