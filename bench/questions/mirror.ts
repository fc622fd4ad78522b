import { setTimeout as sleep } from 'node:timers/promises'
import {
  AIRTABLE_BASE,
  AIRTABLE_TABLE,
  AIRTABLE_TOKEN,
  startAirtableServer,
  type AirtableServer,
} from '#test/fakes/airtable-server.ts'
import type { Answer } from '#bench/question.ts'
import { percentile } from '#scripts/robots/percentile.ts'
import type { Wait } from '#bench/harness/load/browse-load.ts'
import { startLoadProcess } from '#bench/harness/load/load-process.ts'
import { buildShop, startShop, temporaryFolder } from '#bench/harness/running-shop.ts'

const PRODUCTS = 1_000
const LIMIT = 5
/** Records that changed recently are read twice, because clocks differ; these changed an hour ago. */
const AN_HOUR_MS = 3_600_000
const STEADY_S = 110
const PRICE_CHANGES = 3
const REQUESTS_PER_SECOND = 50
const ROUNDS = 3
const ROUND_S = 8
const SHOP_PAGES = 10
/** The shortest interval, so that every round of the load meets the fault. */
const OFTEN = { CATALOGUE_SYNC_SECONDS: '5' }

/** What can be wrong with Airtable while shoppers browse. */
const STATES: Record<string, (server: AirtableServer) => Promise<void>> = {
  'at once': async () => {},
  'after 10 s': async (server) => server.delay(10_000),
  'not at all': (server) => server.disturb('slow'),
  refused: (server) => server.disturb('refused'),
}

/**
 * 1,000 products in Airtable: how many requests and seconds does mirroring take, how soon is a new price in the shop,
 * and do shoppers notice when Airtable is slow or unreachable?
 */
export async function measure(): Promise<Answer> {
  buildShop()
  const airtable = await startAirtableServer()
  airtable.limitTo(LIMIT)
  airtable.table.now = () => Date.now() - AN_HOUR_MS
  const ids = Array.from({ length: PRODUCTS }, (_, index) => airtable.table.type(productOf(index)))
  airtable.table.now = Date.now
  const dataDir = temporaryFolder()
  const environment = {
    AIRTABLE_TOKEN,
    AIRTABLE_BASE_ID: AIRTABLE_BASE,
    AIRTABLE_TABLE,
    AIRTABLE_API_BASE: airtable.url,
  }
  const shop = await startShop({ dataDir, environment })
  const begun = airtable.requests[0]?.at ?? Date.now()
  await untilShown(`http://127.0.0.1:${shop.port}/shop`, /1,?000 items/)
  const firstMirror = { seconds: (Date.now() - begun) / 1_000, requests: airtable.calls().length }

  const before = airtable.calls().length
  await sleep(STEADY_S * 1_000)
  const steady = airtable.calls().length - before

  const delays: number[] = []
  for (let change = 1; change <= PRICE_CHANGES; change += 1) {
    await sleep(change * 7_000)
    const id = ids[change * 100] ?? ''
    const changedAt = Date.now()
    airtable.table.change(id, { Price: 700 + change })
    await untilShown(`http://127.0.0.1:${shop.port}/product/${id}`, new RegExp(`70${change}\\.00`))
    delays.push((Date.now() - changedAt) / 1_000)
  }
  await shop.stop()

  const waits = await browseInEachState(airtable, { dataDir, environment: { ...environment, ...OFTEN }, ids })
  await airtable.close()
  const took = (state: string, share: number) =>
    percentile(
      (waits[state] ?? []).map(({ took }) => took),
      share,
    )
  return {
    figures: [
      { what: 'first mirror of 1,000 products: requests', value: firstMirror.requests, unit: '', most: 20 },
      { what: 'first mirror of 1,000 products', value: firstMirror.seconds, unit: 's' },
      {
        what: 'steady state: requests a minute, but for every tenth',
        value: (steady / STEADY_S) * 60,
        unit: '',
      },
      { what: 'a new price is in the shop after at most', value: Math.max(...delays), unit: 's', most: 60 },
      {
        what: 'requests that Airtable refused as too many',
        value: refusedAsTooMany(airtable),
        unit: '',
        most: 0,
      },
      ...Object.keys(STATES).flatMap((state) => [
        { what: `shoppers, Airtable answers ${state}: half are quicker`, value: took(state, 50), unit: 'ms' },
        { what: `  99 % are quicker`, value: took(state, 99), unit: 'ms' },
      ]),
    ],
    details: {
      firstMirror,
      steady,
      delays,
      waits: Object.entries(waits).map(([state, all]) => [state, all.length]),
    },
  }
}

function productOf(index: number): Record<string, unknown> {
  return {
    Name: `Mirrored piece ${index}`,
    Price: 20 + (index % 80),
    Category: ['T-Shirts', 'Hoodies', 'Accessories', 'Pants'][index % 4],
    Description: 'Heavy cotton, boxy fit. '.repeat(8),
    Size: ['S', 'M', 'L'],
    Stock: 100,
  }
}

/** Alternates the states in short rounds, so that other load on the machine affects all of them. */
async function browseInEachState(
  airtable: AirtableServer,
  { dataDir, environment, ids }: { dataDir: string; environment: Record<string, string>; ids: string[] },
): Promise<Record<string, Wait[]>> {
  const shop = await startShop({ dataDir, environment })
  const load = startLoadProcess()
  const browse = (walked: number) =>
    load.browse({
      port: shop.port,
      ids,
      shopPages: SHOP_PAGES,
      perSecond: REQUESTS_PER_SECOND,
      seconds: ROUND_S,
      walked,
    })
  await browse(0)
  const waits: Record<string, Wait[]> = {}
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [state, begin] of Object.entries(STATES)) {
      await begin(airtable)
      const { waits: seen } = await browse((round + 1) * REQUESTS_PER_SECOND * ROUND_S)
      waits[state] = [...(waits[state] ?? []), ...seen]
      airtable.delay(0)
      await airtable.disturb(null)
    }
  }
  load.stop()
  await shop.stop()
  return waits
}

/** How many requests came beyond the limit in any second. */
function refusedAsTooMany({ requests }: AirtableServer): number {
  return requests.filter(({ at }, index) => {
    const recent = requests.slice(0, index + 1).filter((one) => one.at > at - 1_000)
    return recent.length > LIMIT
  }).length
}

async function untilShown(address: string, text: RegExp): Promise<void> {
  while (!text.test(await (await fetch(address)).text())) await sleep(100)
}
