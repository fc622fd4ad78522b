import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isBuildFresh } from './build-stamp.js'
import { findOrInstallChromium } from './support/find-chromium.ts'
import { runCommand, type Command } from './support/run-command.ts'
import { journeyFileTimes, slowestFiles, unitFileTimes, type FileTime } from './support/slowest-files.ts'

/**
 * `npm test`: everything. The build is made beside the checks. `npm test -- unit` and `npm test -- e2e` run a part;
 * further arguments are passed to the runner.
 */
const root = join(import.meta.dirname, '..')
const reports = mkdtempSync(join(tmpdir(), 'redemption-reports-'))
const [part, ...filters] = process.argv.slice(2)
const times: FileTime[] = []
let passed = 0
let failed = 0

try {
  if (part === 'unit') await runUnitTests()
  else if (part === 'e2e') await runJourneys(await prepareJourneys())
  else if (part === undefined) await runAll()
} catch (error) {
  if (failed === 0) failed = 1
  console.error(`\n${error instanceof Error ? error.message : String(error)}`)
}
rmSync(reports, { recursive: true, force: true })
if (times.length > 10) console.log(`\nThe files that took the longest:\n${slowestFiles(times)}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)

async function runAll(): Promise<void> {
  const chromium = await together(
    prepareJourneys(),
    step('The code is formatted, linted and typed', 'npm', ['run', '--silent', 'check']),
  )
  // Not at the same time: both keep every core busy, and both have deadlines.
  await runUnitTests()
  await runJourneys(chromium)
}

/** Waits for both, also when one fails; then throws the first failure. */
async function together<First>(first: Promise<First>, second: Promise<void>): Promise<First> {
  const [one, other] = await Promise.allSettled([first, second])
  if (one.status === 'rejected') throw one.reason
  if (other.status === 'rejected') throw other.reason
  return one.value
}

async function runUnitTests(): Promise<void> {
  const report = join(reports, 'unit.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = ['run', '--project=unit', '--project=database', ...reporters, ...filters]
  const run = await attempt({ command: 'vitest', args })
  const counts = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number
    numFailedTests: number
    success: boolean
  }
  passed += counts.numPassedTests
  failed += counts.numFailedTests
  times.push(...unitFileTimes(report, root))
  if (run !== 0 || !counts.success) throw new Error('The unit and database tests are red.')
}

/** Builds the shop if needed, and returns the path of the browser. */
async function prepareJourneys(): Promise<string> {
  const chromium = await findOrInstallChromium()
  if (!isBuildFresh()) await step('The shop builds', process.execPath, [join(root, 'scripts/build.ts')])
  return chromium
}

async function runJourneys(chromium: string): Promise<void> {
  const report = join(reports, 'journeys.json')
  const env = { CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  const args = ['test', '--reporter=list,json', ...filters]
  const run = await attempt({ command: 'playwright', args, env })
  const { stats } = JSON.parse(readFileSync(report, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  }
  const red = stats.unexpected + stats.flaky + stats.skipped
  passed += stats.expected
  failed += red
  times.push(...journeyFileTimes(report))
  if (run !== 0 || red > 0) throw new Error('The journeys in the browser are red.')
}

async function step(what: string, command: string, args: string[]): Promise<void> {
  console.log(`\n${what}:`)
  if ((await attempt({ command, args })) !== 0) throw new Error(`${what}: no.`)
}

/** Runs a command with this Node and the project's tools first in the path, and says how long it took. */
async function attempt(command: Command): Promise<number | null> {
  const PATH = `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`
  const started = performance.now()
  const env = { PATH, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'), ...command.env }
  const status = await runCommand({ ...command, env, cwd: root })
  console.log(`(${command.command}: ${Math.round((performance.now() - started) / 1_000)} s)`)
  return status
}
