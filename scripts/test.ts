import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isBuildFresh } from './build-stamp.ts'
import { findOrInstallChromium } from './find-chromium.ts'

/**
 * `npm test`: everything, fastest checks first. `npm test -- unit` and `npm test -- e2e` run a part; further arguments
 * are passed to the runner.
 */
const root = join(import.meta.dirname, '..')
const reports = mkdtempSync(join(tmpdir(), 'redemption-reports-'))
const [part, ...filters] = process.argv.slice(2)
let passed = 0
let failed = 0

try {
  if (part === undefined) step('The code is formatted, linted and typed', 'npm', ['run', '--silent', 'check'])
  if (part === undefined || part === 'unit') runUnitTests()
  if (part === undefined || part === 'e2e') await runJourneys()
} catch (error) {
  if (failed === 0) failed = 1
  console.error(`\n${error instanceof Error ? error.message : String(error)}`)
}
rmSync(reports, { recursive: true, force: true })
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)

function runUnitTests(): void {
  const report = join(reports, 'unit.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const run = attempt('vitest', [
    'run',
    '--project',
    'unit',
    '--project',
    'database',
    ...reporters,
    ...filters,
  ])
  const counts = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number
    numFailedTests: number
    success: boolean
  }
  passed += counts.numPassedTests
  failed += counts.numFailedTests
  if (run !== 0 || !counts.success) throw new Error('The unit and database tests are red.')
}

async function runJourneys(): Promise<void> {
  const chromium = await findOrInstallChromium()
  if (!isBuildFresh()) step('The shop builds', process.execPath, [join(root, 'scripts/build.ts')])
  const report = join(reports, 'journeys.json')
  const run = attempt('playwright', ['test', '--reporter=list,json', ...filters], {
    CHROMIUM: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  })
  const { stats } = JSON.parse(readFileSync(report, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  }
  passed += stats.expected
  failed += stats.unexpected + stats.flaky + stats.skipped
  if (run !== 0 || failed > 0) throw new Error('The journeys in the browser are red.')
}

function step(what: string, command: string, args: string[]): void {
  console.log(`\n${what}:`)
  if (attempt(command, args) !== 0) throw new Error(`${what}: no.`)
}

/** Runs a command with this Node and the project's tools first in the path. */
function attempt(command: string, args: string[], env: Record<string, string> = {}): number | null {
  const PATH = `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`
  return spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PATH, ...env },
  }).status
}
