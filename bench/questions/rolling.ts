import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Figure } from '#bench/question.ts'
import { percentile } from '#scripts/robots/percentile.ts'
import { onEachEngine } from '#bench/harness/each-engine.ts'
import { buildShop, ROOT, startShop, temporaryFolder } from '#bench/harness/running-shop.ts'
import { startSteadyLoad } from '#bench/harness/load/steady-load.ts'
import { addProducts, openShopDatabase } from '#bench/harness/stocked-database.ts'

const REQUESTS_PER_SECOND = 200
const BEFORE_AND_AFTER_MS = 5_000

/**
 * Does a change of version lose a request? `npm run deploy` builds the version, examines it and lets it take over,
 * while shoppers browse and buy.
 */
export async function measure(): Promise<Answer> {
  buildShop()
  const rolled = await onEachEngine((engine, url) => roll(engine, url))
  return { figures: rolled.flatMap(({ figures }) => figures), details: rolled.map(({ details }) => details) }
}

async function roll(engine: string, url: string | undefined) {
  const [dataDir, base] = [temporaryFolder(), temporaryFolder()]
  const database = await openShopDatabase(dataDir, url)
  const [product] = await addProducts(database, { count: 20, stock: 600_000, pictures: [] })
  await database.close()
  if (!product) throw new Error('Nothing is for sale')
  const environment = { DEMO: 'off', ...(url !== undefined && { DATABASE_URL: url }) }
  const shop = await startShop({ dataDir, environment })
  const { port } = shop
  const load = startSteadyLoad({
    port,
    requestsPerSecond: REQUESTS_PER_SECOND,
    product: { id: product.id, price: product.price, size: 'M' },
  })
  await sleep(BEFORE_AND_AFTER_MS)
  const settings = { ...environment, PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: url ?? '' }
  const { pid, said: output } = await deploy(base, settings)
  await sleep(BEFORE_AND_AFTER_MS)
  const { requests, purchases, failed, latencies } = await load.stop()
  process.kill(pid, 'SIGTERM')
  const figures: Figure[] = [
    { what: `failed requests, ${engine}`, value: failed.length, unit: '', most: 0 },
    { what: `requests during the deploy, ${engine}`, value: requests, unit: '' },
    { what: `purchases during the deploy, ${engine}`, value: purchases, unit: '' },
    { what: `99 of 100 answers within, ${engine}`, value: percentile(latencies, 99), unit: 'ms' },
    { what: `slowest answer, ${engine}`, value: percentile(latencies, 100), unit: 'ms' },
  ]
  return { figures, details: { engine, failed: byReason(failed), said: output } }
}

/** How many failed for what: the addresses and the milliseconds are left out. */
function byReason(failed: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const line of failed) {
    const reason = line
      .slice(line.indexOf(': ') + 2)
      .replace(/ after \d+ ms$/, '')
      .slice(0, 60)
    counts[reason] = (counts[reason] ?? 0) + 1
  }
  return counts
}

/** Returns what it printed, and the process that serves. Throws when it fails. */
async function deploy(base: string, settings: Record<string, string>) {
  const child = spawn(process.execPath, ['scripts/deploy.ts', '--to', base], {
    cwd: ROOT,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!line.startsWith('    ')) output.push(line.replaceAll(ROOT, '.'))
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  const [, pid] = /as process (\d+)/.exec(output.join('\n')) ?? []
  if (code !== 0 || pid === undefined) throw new Error(`The deploy failed: ${output.join('\n')}`)
  return { pid: Number(pid), said: output }
}
