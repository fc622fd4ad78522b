import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { TEMPLATE_VARIABLE } from '#e2e/support/template/template-variable.ts'
import { isBuildFresh } from './build-stamp.js'
import { findOrInstallChromium } from './support/find-chromium.ts'
import { memoryFolder } from './support/memory-folder.ts'
import { runCommand, type Command } from './support/run-command.ts'
import { journeyFileTimes, slowestFiles, unitFileTimes, type FileTime } from './support/slowest-files.ts'

/** Red tests up to this number run again, alone: the load of the tests beside them may have disturbed them. */
const MAX_RERUNS = 3
/** Projects of playwright.config.ts. Those of the first kind mostly wait. */
const NO_BROWSER = ['--project=chaos']
const IN_A_BROWSER = ['--project=desktop', '--project=phone']
/** Several times what a run was seen to use. */
const MAX_TEMPORARY_BYTES = 4 * 2 ** 30

interface UnitReport {
  numPassedTests: number
  numFailedTests: number
  success: boolean
  testResults: { name: string; status: string }[]
}

interface JourneyReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

/**
 * `npm test`: everything. The build is made beside the checks. `npm test -- unit` and `npm test -- e2e` run a part;
 * further arguments are passed to the runner. A test that fails among others and passes alone does not make the run
 * red, but is named at its end: it is a defect of the test or of the shop.
 */
const root = join(import.meta.dirname, '..')
/** Data folders, databases and browser profiles, all of them short-lived. */
const temporary = mkdtempSync(join(memoryFolder(MAX_TEMPORARY_BYTES), 'redemption-tests-'))
// PostgreSQL, which runs under another account, has folders below.
chmodSync(temporary, 0o711)
const reports = join(temporary, 'reports')
mkdirSync(reports)
process.once('exit', () => rmSync(temporary, { recursive: true, force: true, maxRetries: 3 }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const [part, ...filters] = process.argv.slice(2)
const times: FileTime[] = []
let passed = 0
let failed = 0
let unsteady = 0

try {
  if (part === 'unit') await runUnitTests()
  else if (part === 'e2e') await runJourneys(await prepareJourneys(), 'all', filters)
  else if (part === undefined) await runAll()
} catch (error) {
  if (failed === 0) failed = 1
  console.error(`\n${error instanceof Error ? error.message : String(error)}`)
}
if (times.length > 10) console.log(`\nThe files that took the longest:\n${slowestFiles(times)}`)
if (unsteady > 0)
  console.log(`\n${unsteady} failed beside others and passed alone. Find them above, and fix them.`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)

async function runAll(): Promise<void> {
  const chromium = await together(
    prepareJourneys(),
    step('The code is formatted, linted and typed', 'npm', ['run', '--silent', 'check']),
  )
  // Journeys in a browser come later: they and the unit tests keep every core busy, and both have deadlines.
  await together(runJourneys(chromium, 'chaos', NO_BROWSER), runUnitTests())
  await runJourneys(chromium, 'browser', IN_A_BROWSER)
}

/** Waits for both, also when one fails; then throws the first failure. */
async function together<First>(first: Promise<First>, second: Promise<void>): Promise<First> {
  const [one, other] = await Promise.allSettled([first, second])
  if (one.status === 'rejected') throw one.reason
  if (other.status === 'rejected') throw other.reason
  return one.value
}

async function runUnitTests(): Promise<void> {
  const first = await runVitest('unit.json', filters)
  passed += first.numPassedTests
  times.push(...unitFileTimes(join(reports, 'unit.json'), root))
  if (first.success) return
  const red = first.numFailedTests
  const files = first.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)
  if (red > 0 && red <= MAX_RERUNS) {
    console.log('\nThe files with red tests run again, alone:')
    const { success } = await runVitest('unit-again.json', ['--maxWorkers=1', ...files])
    if (success) return countUnsteady(red)
  }
  failed += red
  throw new Error('The unit and database tests are red.')
}

async function runVitest(file: string, more: readonly string[]): Promise<UnitReport> {
  const report = join(reports, file)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const args = [vitest, 'run', '--project=unit', '--project=database', ...reporters, ...more]
  const run = await attempt({ command: 'node', args })
  const read = JSON.parse(readFileSync(report, 'utf8')) as UnitReport
  return { ...read, success: read.success && run === 0 }
}

function countUnsteady(count: number): void {
  passed += count
  unsteady += count
}

/** Builds the shop if needed, and returns the path of the browser. */
async function prepareJourneys(): Promise<string> {
  const chromium = await findOrInstallChromium()
  if (!isBuildFresh()) await step('The shop builds', process.execPath, [join(root, 'scripts/build.ts')])
  return chromium
}

/** `name`: of the report. `which`: arguments of Playwright. */
async function runJourneys(chromium: string, name: string, which: readonly string[]): Promise<void> {
  const first = await runPlaywright(`${name}.json`, chromium, which)
  passed += first.stats.expected
  times.push(...journeyFileTimes(join(reports, `${name}.json`)))
  if (first.success) return
  const { unexpected, flaky, skipped } = first.stats
  if (unexpected > 0 && unexpected <= MAX_RERUNS && flaky + skipped === 0) {
    console.log('\nThe red journeys run again, alone:')
    const { success } = await runPlaywright(`${name}-again.json`, chromium, [
      ...which,
      '--last-failed',
      '--workers=1',
    ])
    if (success) return countUnsteady(unexpected)
  }
  failed += unexpected + flaky + skipped
  throw new Error(`The journeys (${name}) are red.`)
}

async function runPlaywright(
  file: string,
  chromium: string,
  more: readonly string[],
): Promise<JourneyReport & { success: boolean }> {
  const report = join(reports, file)
  const env = {
    CHROMIUM: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    [TEMPLATE_VARIABLE]: join(temporary, 'journeys'),
  }
  const run = await attempt({ command: 'playwright', args: ['test', '--reporter=list,json', ...more], env })
  const { stats } = JSON.parse(readFileSync(report, 'utf8')) as JourneyReport
  const isGreen = stats.unexpected + stats.flaky + stats.skipped === 0 && stats.expected > 0
  return { stats, success: run === 0 && isGreen }
}

async function step(what: string, command: string, args: string[]): Promise<void> {
  console.log(`\n${what}:`)
  if ((await attempt({ command, args })) !== 0) throw new Error(`${what}: no.`)
}

/** Runs a command with this Node and the project's tools first in the path, and says how long it took. */
async function attempt(command: Command): Promise<number | null> {
  const PATH = `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`
  const started = performance.now()
  const env = {
    PATH,
    TMPDIR: temporary,
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
    ...command.env,
  }
  const status = await runCommand({ ...command, env, cwd: root })
  console.log(`(${command.command}: ${Math.round((performance.now() - started) / 1_000)} s)`)
  return status
}
