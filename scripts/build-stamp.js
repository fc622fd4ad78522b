import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const SOURCES = [
  'config.ts',
  'data-folder.ts',
  'open-shop.ts',
  'scripts/support/shop-version.ts',
  'server.ts',
  'stored-suppliers.ts',
  'vite.config.ts',
  'package-lock.json',
  'package.json',
]
const SOURCE_FOLDERS = ['web', 'words', 'operations', 'domain', 'providers', 'db', 'demo']

/** The file that records the sources of the build. */
export const STAMP_FILE = join(ROOT, 'build', 'stamp')

/** Every file that goes into the build. */
export function stampedFiles() {
  return [...SOURCES, ...SOURCE_FOLDERS.flatMap(codeIn)]
}

/** One hash over all of them. */
export function sourceStamp() {
  const hash = createHash('sha256').update(process.versions.node)
  for (const file of stampedFiles()) {
    hash.update(file).update(readFileSync(join(ROOT, file)))
  }
  return hash.digest('hex')
}

/** Whether the build exists and is up to date. */
export function isBuildFresh() {
  return existsSync(STAMP_FILE) && readFileSync(STAMP_FILE, 'utf8') === sourceStamp()
}

/** @param {string} folder */
function codeIn(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(test\.tsx?|jpg|mp4|webm)$/.test(entry.name))
    .map((entry) => join(entry.parentPath.slice(ROOT.length + 1), entry.name))
    .sort()
}
