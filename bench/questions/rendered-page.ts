import { BESIDE, figuresBeside } from '#bench/harness/beside.ts'
import { median, type Answer, type Figure } from '#bench/question.ts'
import { startLoadProcess } from '#bench/harness/load/load-process.ts'
import type { ServerRound } from '#bench/harness/load/page-load.ts'
import { requestFor } from '#bench/harness/page-request.ts'
import { buildShop, startShop, temporaryFolder, type RunningShop } from '#bench/harness/running-shop.ts'
import { uncachedShop } from '#bench/harness/uncached-shop.ts'

const ROUNDS = 15
const SECONDS = 0.5
/** Sequential, because simultaneous visitors of a page share one rendering. */
const CONNECTIONS = 1

/**
 * What does an uncached shop page cost: database, React, compression? With BESIDE=folder another checkout of the shop
 * takes turns, for comparison.
 */
export async function measure(): Promise<Answer> {
  const shops = [await startUncached(), ...(BESIDE === undefined ? [] : [await startUncached(BESIDE)])]
  const headers = { 'accept-encoding': 'gzip, deflate, br, zstd', cookie: 'currency=CAD; currencyCode=CAD' }
  const known = await Promise.all(
    shops.map(({ port }) => requestFor(port, '/shop', { who: 'returning visitor', headers })),
  )
  const load = startLoadProcess()
  const targets = shops.flatMap(({ pid, port }, at) => {
    const { text: request = '', status = 200 } = known[at] ?? {}
    return { pid, port, request, status }
  })
  const loaded = await load.pages({ targets, rounds: ROUNDS, seconds: SECONDS, connections: CONNECTIONS })
  load.stop()
  for (const shop of shops) await shop.stop()
  const [here = [], beside = []] = shops.map((_, at) => figuresOf(loaded.flatMap((round) => round[at] ?? [])))
  return {
    figures: [...here, ...figuresBeside(here, beside)],
    details: known.map(({ text, body }, at) => ({
      request: text,
      bytes: body.length,
      rounds: loaded.map((round) => round[at]),
    })),
  }
}

async function startUncached(cwd?: string): Promise<RunningShop> {
  buildShop(cwd)
  return startShop({
    dataDir: temporaryFolder(),
    program: uncachedShop(cwd),
    ...(cwd !== undefined && { cwd }),
  })
}

function figuresOf(rounds: readonly ServerRound[]): Figure[] {
  return [
    { what: 'CPU per rendered page', value: median(rounds.map((r) => r.cpuPerAnswer)) / 1_000, unit: 'ms' },
    { what: 'rendered', value: median(rounds.map((r) => r.answersPerSecond)), unit: 'pages/s' },
  ]
}
