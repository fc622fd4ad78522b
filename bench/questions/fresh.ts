import { spawnSync } from 'node:child_process'
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer } from '#bench/question.ts'
import { ROOT, startShop, temporaryFolder } from '#bench/harness/running-shop.ts'

/** The packages that a shop runs with, beside Node. */
const MAX_PACKAGES = 90
const MAX_PACKAGES_MB = 180
const NODE = /^node_modules\/node-(bin-)?(linux|darwin|win)-/

/** How long from a fresh clone with an empty npm cache to the first page? Clones the last commit, not the work tree. */
export async function measure(): Promise<Answer> {
  const folder = temporaryFolder()
  const clone = join(folder, 'clone')
  run('git', ['clone', '--quiet', ROOT, clone], folder)
  const installed = run('npm', ['ci', '--cache', join(folder, 'npm-cache')], clone)
  const shop = await startShop({ dataDir: join(folder, 'data'), command: ['npm', 'start'], cwd: clone })
  await shop.stop()
  const started = shop.firstPageAfter / 1_000
  run('npm', ['prune', '--omit=dev', '--ignore-scripts'], clone)
  const packages = packagesIn(clone)
  const size = packages.reduce((sum, name) => sum + bytesOf(join(clone, name)), 0) / 1_000_000
  return {
    figures: [
      { what: 'npm ci with an empty cache', value: installed, unit: 's' },
      { what: 'npm start: build, tables, demo catalogue, first page', value: started, unit: 's' },
      { what: 'both', value: installed + started, unit: 's' },
      { what: 'packages that run, without Node', value: packages.length, unit: '', most: MAX_PACKAGES },
      { what: 'their size', value: size, unit: 'MB', most: MAX_PACKAGES_MB },
    ],
    details: {},
  }
}

/** The folders of the installed packages. */
function packagesIn(clone: string): string[] {
  const lock = JSON.parse(readFileSync(join(clone, 'node_modules/.package-lock.json'), 'utf8')) as {
    packages: Record<string, unknown>
  }
  return Object.keys(lock.packages).filter((name) => !NODE.test(name))
}

/** What a package takes on the disk, without those within it. */
function bytesOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .map((entry) => join(folder, entry.name))
    .reduce((sum, path) => {
      const file = lstatSync(path)
      return sum + (file.isDirectory() ? bytesOf(path) : file.blocks * 512)
    }, 0)
}

/** Runs a command as a new user would, without this project's tools in the path. Returns the seconds it took. */
function run(command: string, args: string[], cwd: string): number {
  const began = performance.now()
  const PATH = (process.env['PATH'] ?? '')
    .split(':')
    .filter((place) => !place.includes('node_modules'))
    .join(':')
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit', env: { ...process.env, PATH } })
  if (status !== 0) throw new Error(`'${command} ${args.join(' ')}' failed`)
  return (performance.now() - began) / 1_000
}
