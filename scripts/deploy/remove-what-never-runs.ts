import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Types, maps of compiled code, and documentation. Node never runs TypeScript in node_modules. */
const NEVER_RUNS = /\.(?:[cm]?ts|map|flow|md|markdown)$/
/** Node's headers, for compiling add-ons, and its manual: 60 MB. */
const OF_NODE = ['include', 'share', 'CHANGELOG.md']

/** Deletes what only builds and explains from the packages below a folder; licences stay. */
export function removeWhatNeverRuns(folder: string): void {
  const packages = join(folder, 'node_modules')
  for (const name of readdirSync(packages)) {
    if (/^node-(?:bin-)?\w+-\w+$/.test(name))
      for (const part of OF_NODE) rmSync(join(packages, name, part), { recursive: true, force: true })
  }
  rmSync(join(packages, '.cache'), { recursive: true, force: true })
  for (const { parentPath, name } of readdirSync(packages, { recursive: true, withFileTypes: true }))
    if (NEVER_RUNS.test(name) && !/^licen[cs]e/i.test(name)) rmSync(join(parentPath, name), { force: true })
}
