import { median, type Answer } from '#bench/question.ts'
import { startLoadProcess } from '#bench/harness/load/load-process.ts'
import { requestFor } from '#bench/harness/page-request.ts'
import { buildShop, startShop, temporaryFolder } from '#bench/harness/running-shop.ts'
import { uncachedShop } from '#bench/harness/uncached-shop.ts'

const ROUNDS = 15
const SECONDS = 0.5
/** Sequential, because simultaneous visitors of a page share one rendering. */
const CONNECTIONS = 1

/** What does an uncached shop page cost: database, React, compression? */
export async function measure(): Promise<Answer> {
  buildShop()
  const shop = await startShop({ dataDir: temporaryFolder(), command: uncachedShop() })
  const load = startLoadProcess()
  const headers = { 'accept-encoding': 'gzip, deflate, br, zstd', cookie: 'currency=CAD; currencyCode=CAD' }
  const known = await requestFor(shop.port, '/shop', { who: 'returning visitor', headers })
  const { text: request, status, body } = known
  const targets = [{ pid: shop.pid, port: shop.port, request, status }]
  const loaded = await load.pages({ targets, rounds: ROUNDS, seconds: SECONDS, connections: CONNECTIONS })
  const rounds = loaded.flat()
  load.stop()
  await shop.stop()
  return {
    figures: [
      { what: 'CPU per rendered page', value: median(rounds.map((r) => r.cpuPerAnswer)) / 1_000, unit: 'ms' },
      { what: 'rendered', value: median(rounds.map((r) => r.answersPerSecond)), unit: 'pages/s' },
    ],
    details: { request, bytes: body.length, rounds },
  }
}
