// npm run rehearse -- DROP [--robots N]
//
// Sells the drop at the address DROP to robots, on a copy of the shop that nobody else reaches, and prints how that
// went. The shop may sell meanwhile: the copy has the lowest priority. Ctrl-C stops it. The screen of the drop in the
// staff area does the same: the shop runs this with a lease that it has taken (--lease), and after one that was killed
// with --clean.

import './private-files.js'
import { randomUUID } from 'node:crypto'
import { setPriority } from 'node:os'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '#config'
import { databaseLocation } from '#data-folder'
import { openDatabase } from '#db/engine/open-database.ts'
import { findRehearsal } from '#db/drops/drop-rehearsals.ts'
import { ROBOTS } from '#domain/drops/rehearsal.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { openShop } from '#open-shop'
import { requestRehearsal, type RehearsalCourse } from '#operations/drops/rehearse-drop.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import { readSetting } from '#operations/saved-settings.ts'
import { consoleLog } from '#web/http/console-log.ts'
import { removeLeftCopies } from './rehearsal/copied-shop.ts'
import { runRehearsal, type EndedRehearsal } from './rehearsal/run-rehearsal.ts'

const USAGE = `Usage: npm run rehearse -- DROP [--robots ${ROBOTS.min} to ${ROBOTS.max}]`
const LOWEST_PRIORITY = 19
const FIRST_ROBOTS = 500
const LINE_EVERY_MS = 5_000
const ROOT = new URL('..', import.meta.url).pathname

class Refused extends Error {}

const stopping = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort())

/** For the shop that has taken the lease. Its end is the end of our input. */
async function runForShop(dropId: string, by: string): Promise<void> {
  process.stdin.once('end', () => stopping.abort()).resume()
  const config = readConfig(process.env)
  const location = databaseLocation(config)
  const database = await openDatabase(location)
  try {
    const { drops } = (await readSetting(database.db, DROPS)).value
    const drop = drops.find(({ id }) => id === dropId)
    const asked = await findRehearsal(database.db, dropId)
    if (!drop || !asked) throw new Refused('There is no such drop any more.')
    const { robots } = asked
    const { dataDir } = config
    await runRehearsal({ database, location, dataDir, drop, robots, by, stop: stopping.signal })
  } finally {
    await database.close()
    process.stdin.destroy()
  }
}

async function runForOperator(handle: string, robots: number): Promise<void> {
  const config = readConfig(process.env)
  const { shop, close } = await openShop(config, ROOT, consoleLog(config.secrets))
  try {
    const { drops } = await currentSetting(shop, DROPS)
    const drop = drops.find((one) => one.handle === handle || one.id === handle)
    if (!drop)
      throw new Refused(
        `There is no drop ${handle}. There are: ${drops.map((one) => one.handle).join(', ') || 'none'}.`,
      )
    const by = randomUUID()
    const refusal = await requestRehearsal(shop, drop, robots, by)
    if (refusal !== null) throw new Refused(refusal)
    const ended = await runRehearsal({
      database: shop.database,
      location: databaseLocation(config),
      dataDir: config.dataDir,
      drop,
      robots,
      by,
      stop: stopping.signal,
      onTold: (course) => printNow(course),
    })
    for (const line of reportLines(ended)) console.log(line)
    if (ended.outcome === 'failed') process.exitCode = 1
  } finally {
    await close()
  }
}

const printNow = (() => {
  let printed = { line: '', at: -Infinity }
  return (course: RehearsalCourse) => {
    const line = lineOf(course)
    if (line === printed.line || performance.now() - printed.at < LINE_EVERY_MS) return
    printed = { line, at: performance.now() }
    console.log(line)
  }
})()

function lineOf({ phase, startsAt, robots, orders, polls, memoryMegabytes }: RehearsalCourse): string {
  if (startsAt === null) return phase === 'copying' ? 'Copying the drop' : 'Starting the shop on the copy'
  const seconds = Math.round((Date.now() - startsAt) / 1_000)
  return `${seconds} s from the start: ${robots.arrived} came, ${robots.waiting} wait, ${robots.paid} paid, ${orders} orders, ${polls} polls, ${memoryMegabytes} MB`
}

function reportLines({ outcome, failure, course: { report, robots, sale, serverErrors } }: EndedRehearsal) {
  const lines = [outcome === 'finished' ? 'Done.' : failure]
  if (report === null) return lines
  const { pieces, left, sold, oversold, mostOfOne, polls, orders, failures } = report
  const soldOut = sale?.soldOutMs ?? null
  return [
    ...lines,
    `Pieces: ${pieces ?? 'not counted'}. Sold: ${sold}. Oversold: ${oversold}. Left: ${left ?? 'not counted'}. The most of one person: ${mostOfOne}.`,
    soldOut === null ? 'Not sold out.' : `Sold out after ${(soldOut / 1_000).toFixed(1)} s.`,
    `Robots: ${robots.paid} paid, ${robots.soldOut} found nothing left, ${robots.left} left, ${robots.abandoned} did not pay, ${robots.refused} were refused by the limit, ${robots.missed} came too late, ${robots.failed} failed.`,
    ...[
      ['Polls', polls],
      ['Orders', orders],
    ].map(([what, times]) => {
      const { count, half, most, slowest } = times as typeof polls
      return `${what as string}: ${count}; half within ${half} ms, 95 % within ${most} ms, the slowest ${slowest} ms.`
    }),
    `Answers with an error of the server: ${serverErrors}.`,
    ...failures.map(({ words, robots }) => `${robots} robots: ${words}`),
  ]
}

async function run(args: string[]): Promise<void> {
  const { positionals, values } = parseWords(args)
  setPriority(LOWEST_PRIORITY)
  if (values.clean) {
    const config = readConfig(process.env)
    return removeLeftCopies(databaseLocation(config), config.dataDir)
  }
  const [drop] = positionals
  const robots = Number(values.robots)
  if (drop === undefined || !Number.isInteger(robots) || robots < ROBOTS.min || robots > ROBOTS.max)
    throw new Refused(USAGE)
  return values.lease === undefined ? runForOperator(drop, robots) : runForShop(drop, values.lease)
}

function parseWords(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        robots: { type: 'string', default: String(FIRST_ROBOTS) },
        lease: { type: 'string' },
        clean: { type: 'boolean', default: false },
      },
    })
  } catch {
    throw new Refused(USAGE)
  }
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  const words = error instanceof Error ? error.message : String(error)
  const isPlain = error instanceof Refused || error instanceof ConfigError
  console.error(isPlain ? words : `That did not work: ${words}`)
  process.exitCode = 1
}
