import { median, type Answer } from './question.ts'
import { startBareServer } from './rig/bare-server.ts'
import { comparePage, requestFor, type Visitor } from './rig/compare-page.ts'
import { startLoadProcess } from './rig/load-process.ts'
import { buildShop, startShop, temporaryFolder } from './rig/running-shop.ts'

const ROUNDS = 31

const compressed = { 'accept-encoding': 'gzip, deflate, br, zstd' }
const cookie = 'currency=CAD; currencyCode=CAD'
const VISITORS: Visitor[] = [
  { who: 'returning visitor', headers: { ...compressed, cookie } },
  { who: 'first visit, no cookie', headers: compressed },
  { who: 'knows the page (304)', headers: { ...compressed, cookie }, knowsThePage: true },
  { who: 'program, nothing compressed', headers: {}, program: true },
]

/** How near does the shop page from the cache come to the least that node:http can do with the same bytes? */
export async function measure(): Promise<Answer> {
  buildShop()
  const shop = await startShop({ dataDir: temporaryFolder() })
  const bare = await startBareServer()
  const load = startLoadProcess()
  const figures: Answer['figures'] = []
  const details = []
  for (const visitor of VISITORS) {
    const request = await requestFor(shop.port, '/shop', visitor)
    const rounds = await comparePage(shop, bare, load, request, ROUNDS)
    const { who } = visitor
    const middle = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick))
    figures.push(
      { what: `${who}: bare CPU / shop CPU`, value: middle((r) => r.ratio), unit: '', least: 0.85 },
      { what: `${who}: shop's CPU per answer`, value: middle((r) => r.shop.cpuPerAnswer), unit: 'µs' },
      { what: `${who}: shop`, value: middle((r) => r.shop.answersPerSecond), unit: 'answers/s' },
      { what: `${who}: bare node:http`, value: middle((r) => r.bare.answersPerSecond), unit: 'answers/s' },
    )
    details.push({ who, request: request.text, answer: request.head, bytes: request.body.length, rounds })
  }
  load.stop()
  bare.stop()
  await shop.stop()
  return { figures, details }
}
