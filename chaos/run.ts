import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { origin } from '#bench/machine.ts'
import { percentile } from '#scripts/robots/percentile.ts'
import { buildShop } from '#bench/harness/running-shop.ts'
import { startPostgres } from '#test/support/postgres/postgres-server.ts'
import { runChaos } from './chaos.ts'
import type { Report } from './report.ts'
import { CROWD_POSTGRES, runCrowd } from './crowd.ts'
import { runDrop, type StormyDrop } from './drop.ts'
import { loseDisk } from './lose-disk.ts'
import { runRush, type Rush } from './rush.ts'

/**
 * `npm run chaos`: the full run, on both engines. `npm run chaos -- --engine sqlite --seed 7 --kills 3 --purchases 150`
 * is a short one; `npm run chaos -- rush` simulates 500 buyers of 10 units, `npm run chaos -- drop` kills the processes
 * while a drop starts, and `npm run chaos -- disk` deletes the data folder while 50 shoppers buy. See
 * docs/operating/proofs.md.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    kills: { type: 'string', default: '200' },
    purchases: { type: 'string', default: '20000' },
    minutes: { type: 'string', default: '60' },
    lasting: { type: 'string', default: '5' },
    engine: { type: 'string' },
  },
})
const MIN_TO_RECORD = { kills: 200, purchases: 20_000 }
const ENGINES = ['sqlite', 'postgres'] as const
type Engine = (typeof ENGINES)[number]

const isDrop = positionals[0] === 'drop'
const isRush = positionals[0] === 'rush'
const isDisk = positionals[0] === 'disk'
const isCrowd = positionals[0] === 'crowd'
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
const kills = Number(values.kills)
const purchases = Number(values.purchases)
const engines = ENGINES.filter((engine) => values.engine === undefined || values.engine === engine)
if (![seed, kills, purchases].every(Number.isSafeInteger) || engines.length === 0) {
  console.error(
    'npm run chaos -- [rush|drop|crowd|disk] [--seed N] [--kills N] [--purchases N] [--minutes N] [--lasting MINUTES] [--engine sqlite|postgres]',
  )
  process.exit(1)
}
buildShop()
setTimeout(
  () => {
    console.error(`The time is up: --minutes ${values.minutes}.`)
    process.exit(1)
  },
  Number(values.minutes) * 60_000,
).unref()

// Clean up on Ctrl+C too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

if (isDisk) {
  const from = origin()
  const result = show(await loseDisk((line) => console.log(`  ${line}`)))
  keep('chaos-disk', { command: 'npm run chaos -- disk', ...from, ...result })
  process.exit(result.faults.length === 0 ? 0 : 1)
}

if (isCrowd) {
  const postgres = await startPostgres({ durable: true, settings: CROWD_POSTGRES })
  const measure = { seed, processes: 2, minutes: Number(values.lasting) }
  const { faults } = show(await runCrowd(measure, postgres.url('postgres')).finally(() => postgres.stop()))
  process.exit(faults.length === 0 ? 0 : 1)
}

let faults = 0
for (const engine of engines) {
  const from = origin()
  const result = await onEngine(engine)
  faults += result.faults.length
  if (isRush || isDrop || kills < MIN_TO_RECORD.kills || purchases < MIN_TO_RECORD.purchases) continue
  keep(`chaos-${engine}`, {
    command: `npm run chaos -- --engine ${engine} --seed ${seed}`,
    ...from,
    ...result,
  })
}
process.exit(faults === 0 ? 0 : 1)

function keep(question: string, result: object): void {
  const results = join(import.meta.dirname, '../bench/results')
  mkdirSync(results, { recursive: true })
  writeFileSync(join(results, `${question}.json`), `${JSON.stringify({ question, ...result }, null, 2)}\n`)
}

async function onEngine(engine: Engine): Promise<Report | Rush | StormyDrop> {
  const postgres = engine === 'postgres' ? await startPostgres({ durable: true }) : null
  try {
    const processes = postgres ? 2 : 1
    console.log(`\n${engine}, ${processes} ${processes === 1 ? 'process' : 'processes'}, seed ${seed}`)
    if (isRush) return show(await runRush({ processes }, postgres?.url('postgres')))
    const database = postgres && { url: postgres.url('postgres'), restart: postgres.restart }
    if (isDrop) return show(await runDrop({ processes, seed }, database ?? undefined))
    const measure = { seed, kills, purchases, processes }
    const onProgress = (progress: string) => console.log(`  ${progress}`)
    return showReport(await runChaos(measure, database ?? undefined, onProgress))
  } finally {
    await postgres?.stop()
  }
}

function showReport(report: Report): Report {
  const { healthyAfter, mailAfter, takenUpAfter, healthyAfterRestart, ...rest } = report
  show(rest)
  const recovery = { healthyAfter, mailAfter, takenUpAfter, healthyAfterRestart }
  for (const [what, values] of Object.entries(recovery)) {
    if (values.length === 0) continue
    const shown = [50, 95, 100].map((share) => `${(percentile(values, share) / 1_000).toFixed(2)} s`)
    console.log(`  ${what}: half within ${shown[0]}, 95 % within ${shown[1]}, all within ${shown[2]}`)
  }
  return report
}

function show<T extends { faults: string[] }>(result: T): T {
  console.log(JSON.stringify(result, null, 2))
  console.log(result.faults.length === 0 ? '  All counts agree.' : `  FAULTS: ${result.faults.join('; ')}`)
  return result
}
