import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reach, readSources } from '#test/support/sources/source-graph.ts'
import { stampedFiles } from './build-stamp.js'

const SCRIPTS = ['build.ts', 'build-stamp.js', 'private-files.js', 'start.js']
const FILES = [
  'config.ts',
  'data-folder.ts',
  'open-shop.ts',
  'scripts/support/shop-version.ts',
  'server.ts',
  'stored-suppliers.ts',
  'vite.config.ts',
  'package-lock.json',
]
const FOLDERS = ['web', 'words', 'operations', 'domain', 'providers', 'db', 'demo']
/** Empties its folder and fills it, as Vite does, and takes its time. */
const VITE = `import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
export async function build({ root, build }) {
  const folder = root + (build ? '/build/server' : '/build/client')
  appendFileSync(root + '/builds', 'begin ')
  await new Promise((resolve) => setTimeout(resolve, 150))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await new Promise((resolve) => setTimeout(resolve, 150))
  writeFileSync(folder + '/server.js', 'export const main = async () => console.log("open")')
  appendFileSync(root + '/builds', 'end ')
}`

let root: string
const running = new Set<ChildProcess>()

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'redemption-build-'))
  for (const folder of [...FOLDERS, 'scripts/support', 'node_modules/vite']) {
    mkdirSync(join(root, folder), { recursive: true })
  }
  for (const file of SCRIPTS) copyFileSync(join(import.meta.dirname, file), join(root, 'scripts', file))
  for (const file of FILES) writeFileSync(join(root, file), '')
  writeFileSync(join(root, 'package.json'), '{"type":"module"}')
  writeFileSync(join(root, 'node_modules/vite/package.json'), '{"type":"module","exports":"./index.js"}')
  writeFileSync(join(root, 'node_modules/vite/index.js'), VITE)
})
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(root, { recursive: true, force: true, maxRetries: 20 })
})

function start(): ChildProcess {
  const child = spawn(process.execPath, [join(root, 'scripts/start.js')], { stdio: 'ignore' })
  running.add(child)
  return child
}

test('a change of any file that the build reads makes a new build', () => {
  const stamped = new Set(stampedFiles())
  const read = reach(
    readSources(),
    ['server.ts', 'vite.config.ts', ...stamped].filter((path) => /\.tsx?$/.test(path)),
  )
  expect([...read].filter((path) => !stamped.has(path))).toEqual([])
})

const builds = () => (existsSync(join(root, 'builds')) ? readFileSync(join(root, 'builds'), 'utf8') : '')

test.each([20, 170, 320, 470])(
  'a start that is killed %i ms into its build leaves a build that the next start waits for',
  async (after) => {
    const killed = start()
    await vi.waitFor(() => expect(builds()).toBe('begin '), { timeout: 60_000, interval: 2 })
    await sleep(after)
    killed.kill('SIGKILL') // its builder goes on
    const [code] = await once(start(), 'exit')
    expect(code).toBe(0)
    expect(builds()).toBe('begin end begin end ')
  },
)

test('a build that is killed is made anew by the next start', async () => {
  mkdirSync(join(root, 'build/client'), { recursive: true })
  writeFileSync(join(root, 'build/client/old.js'), '')
  expect(await once(start(), 'exit')).toEqual([0, null])
  expect(existsSync(join(root, 'build/client/old.js'))).toBe(false)
  expect(builds()).toBe('begin end begin end ')
})
