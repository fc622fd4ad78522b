import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Types, maps of compiled code, and documentation. Node never runs TypeScript in node_modules. */
const NEVER_RUNS = /\.(?:[cm]?ts|map|flow|md|markdown)$/
/** Node's headers, for compiling add-ons, and its manual: 60 MB. */
const OF_NODE = ['include', 'share', 'CHANGELOG.md']

/**
 * Deletes what only builds and explains from the packages below a folder; licences stay. npm 10 could not prune them:
 * it would rewrite the lock file, which belongs to the build, and unlink the project's Node.
 */
export function removeWhatNeverRuns(folder: string): void {
  const packages = join(folder, 'node_modules')
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: true }>
  }
  for (const [path, { dev }] of Object.entries(lock.packages))
    if (dev) rmSync(join(folder, path), { recursive: true, force: true })
  const programs = join(packages, '.bin')
  for (const name of existsSync(programs) ? readdirSync(programs) : [])
    if (!existsSync(join(programs, name))) rmSync(join(programs, name))
  for (const name of readdirSync(packages)) {
    if (/^node-(?:bin-)?\w+-\w+$/.test(name))
      for (const part of OF_NODE) rmSync(join(packages, name, part), { recursive: true, force: true })
  }
  rmSync(join(packages, '.cache'), { recursive: true, force: true })
  for (const { parentPath, name } of readdirSync(packages, { recursive: true, withFileTypes: true }))
    if (NEVER_RUNS.test(name) && !/^licen[cs]e/i.test(name)) rmSync(join(parentPath, name), { force: true })
}
