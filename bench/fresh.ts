import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Answer } from './question.ts'
import { ROOT, startShop, temporaryFolder } from './harness/running-shop.ts'

/** How long from a fresh clone with an empty npm cache to the first page? Clones the last commit, not the work tree. */
export async function measure(): Promise<Answer> {
  const folder = temporaryFolder()
  const clone = join(folder, 'clone')
  run('git', ['clone', '--quiet', ROOT, clone], folder)
  const installed = run('npm', ['ci', '--cache', join(folder, 'npm-cache')], clone)
  const shop = await startShop({ dataDir: join(folder, 'data'), command: ['npm', 'start'], cwd: clone })
  await shop.stop()
  const started = shop.firstPageAfter / 1_000
  return {
    figures: [
      { what: 'npm ci with an empty cache', value: installed, unit: 's' },
      { what: 'npm start: build, tables, demo catalogue, first page', value: started, unit: 's' },
      { what: 'both', value: installed + started, unit: 's' },
    ],
    details: {},
  }
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
