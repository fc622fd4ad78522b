import { median, type Answer } from '#bench/question.ts'
import { BESIDE } from '#bench/harness/beside.ts'
import { fixedAnswer, startBareServer } from '#bench/harness/bare-server.ts'
import { startLoadProcess } from '#bench/harness/load/load-process.ts'
import { requestFor, type Visitor } from '#bench/harness/page-request.ts'
import { buildShop, startShop, temporaryFolder } from '#bench/harness/running-shop.ts'

/** Many short alternating rounds, so that other load on the machine affects both servers equally. */
const ROUNDS = 75
const SECONDS = 0.2
const CONNECTIONS = 32

const compressed = { 'accept-encoding': 'gzip, deflate, br, zstd' }
const cookie = 'currency=CAD; currencyCode=CAD'
const PAGE = { path: '/shop', least: 0.85 }
/** A program's request has half the headers, so that whatever the shop does for it weighs twice as much. */
const JSON_OF_THE_API = { path: '/api/search?q=hoodie', least: 0.5 }
const VISITORS: (Visitor & { path?: string; least?: number })[] = [
  { who: 'returning visitor', headers: { ...compressed, cookie } },
  { who: 'first visit, no cookie', headers: compressed },
  { who: 'knows the page (304)', headers: { ...compressed, cookie }, knowsThePage: true },
  { who: 'program, gzip', headers: { 'accept-encoding': 'gzip' }, program: true },
  { who: 'program, nothing compressed', headers: {}, program: true },
  { who: 'JSON of the API', headers: { ...compressed, cookie }, ...JSON_OF_THE_API },
  {
    who: 'JSON of the API, program',
    headers: { 'accept-encoding': 'gzip' },
    program: true,
    ...JSON_OF_THE_API,
  },
]

/**
 * How close does a cached answer, of a page or of the API, come to a bare node:http server that sends the same
 * bytes? With BESIDE=folder another checkout of the shop takes turns with both, for comparison.
 */
export async function measure(): Promise<Answer> {
  buildShop()
  const shop = await startShop({ dataDir: temporaryFolder() })
  if (BESIDE !== undefined) buildShop(BESIDE)
  const other = BESIDE === undefined ? null : await startShop({ dataDir: temporaryFolder(), cwd: BESIDE })
  const bare = await startBareServer()
  const load = startLoadProcess()
  const figures: Answer['figures'] = []
  const details = []
  for (const visitor of VISITORS) {
    const { path, least } = { ...PAGE, ...visitor }
    const { text: request, status, head, body } = await requestFor(shop.port, path, visitor)
    await bare.answerWith(fixedAnswer(head, body))
    const targets = [shop, bare].map(({ pid, port }) => ({ pid, port, request, status }))
    if (other !== null) {
      const known = await requestFor(other.port, path, visitor)
      targets.push({ pid: other.pid, port: other.port, request: known.text, status: known.status })
    }
    const rounds = await load.pages({ targets, rounds: ROUNDS, seconds: SECONDS, connections: CONNECTIONS })
    const [ofShop = [], ofBare = [], ofOther = []] = targets.map((_, index) =>
      rounds.flatMap((round) => round[index] ?? []),
    )
    const ratio = median(ofBare.map((one, round) => one.cpuPerAnswer / (ofShop[round]?.cpuPerAnswer ?? 0)))
    const { who } = visitor
    figures.push(
      { what: `${who}: bare CPU / shop CPU`, value: ratio, unit: '', least },
      { what: `${who}: shop's CPU per answer`, value: median(ofShop.map((r) => r.cpuPerAnswer)), unit: 'µs' },
      { what: `${who}: shop`, value: median(ofShop.map((r) => r.answersPerSecond)), unit: 'answers/s' },
      { what: `${who}: bare`, value: median(ofBare.map((r) => r.answersPerSecond)), unit: 'answers/s' },
    )
    if (other !== null) {
      const cpu = ofShop.map((one, round) => one.cpuPerAnswer / (ofOther[round]?.cpuPerAnswer ?? 0))
      const beside = median(ofOther.map((r) => r.cpuPerAnswer))
      figures.push(
        { what: `${who}: shop's CPU per answer, beside`, value: beside, unit: 'µs' },
        { what: `${who}: shop's CPU per answer, here / beside`, value: median(cpu), unit: '' },
      )
    }
    details.push({
      who,
      request,
      answer: head,
      bytes: body.length,
      shop: ofShop,
      bare: ofBare,
      other: ofOther,
    })
  }
  load.stop()
  bare.stop()
  await shop.stop()
  await other?.stop()
  return { figures, details }
}
