import { setTimeout as sleep } from 'node:timers/promises'
import { SqlCatalog } from '#providers/catalog/sql-catalog.ts'
import { median, type Answer } from '#bench/question.ts'
import { browse } from '#bench/harness/load/browse-load.ts'
import { descendants, residentMegabytes } from '#scripts/robots/process-usage.ts'
import { buildShop, startShop, temporaryFolder, type RunningShop } from '#bench/harness/running-shop.ts'
import { addProducts, openShopDatabase } from '#bench/harness/stocked-database.ts'

const PAGES = ['/', '/shop', '/cart', '/checkout', '/thank-you']
const PRODUCTS = 500
const SHOP_PAGES = 10
const REQUESTS_PER_SECOND = 50
const LOAD_SECONDS = 60
const SAMPLE_MS = 250
const IDLE_SAMPLES = 20
const QUIET_TIMEOUT_MS = 90_000

/** How much resident memory does the shop use, including its picture worker: idle, and with shoppers? */
export async function measure(): Promise<Answer> {
  buildShop()
  const dataDir = temporaryFolder()
  const first = await startShop({ dataDir })
  await untilPicturesAreMade(first)
  await first.stop()

  const idleShop = await startShop({ dataDir })
  for (const page of PAGES) await (await fetch(`http://127.0.0.1:${idleShop.port}${page}`)).arrayBuffer()
  await sleep(5_000)
  const idle: number[] = []
  for (let sample = 0; sample < IDLE_SAMPLES; sample += 1) {
    idle.push(residentMegabytes(idleShop.pid))
    await sleep(SAMPLE_MS)
  }
  await idleShop.stop()

  const ids = await fillCatalog(dataDir)
  const busyShop = await startShop({ dataDir })
  const busy: { shop: number; picturesToo: number }[] = []
  const sampling = setInterval(() => {
    const below = descendants(busyShop.pid)
    const picturesToo = residentMegabytes(busyShop.pid)
    busy.push({
      shop: picturesToo - below.reduce((sum, pid) => sum + residentMegabytes(pid), 0),
      picturesToo,
    })
  }, SAMPLE_MS)
  const { waits, refused } = await browse({
    port: busyShop.port,
    ids,
    shopPages: SHOP_PAGES,
    perSecond: REQUESTS_PER_SECOND,
    seconds: LOAD_SECONDS,
  })
  clearInterval(sampling)
  await busyShop.stop()

  const under = `${PRODUCTS} products, ${REQUESTS_PER_SECOND} requests/s`
  return {
    figures: [
      { what: 'idle, every public page seen once', value: median(idle), unit: 'MB', most: 140 },
      { what: `${under}: most, with pictures made`, value: most(busy, 'picturesToo'), unit: 'MB', most: 256 },
      { what: `${under}: most, shop alone`, value: most(busy, 'shop'), unit: 'MB' },
      { what: `${under}: answers that were not 200`, value: refused, unit: `of ${waits.length}`, most: 0 },
    ],
    details: { idle, busy },
  }
}

async function fillCatalog(dataDir: string): Promise<string[]> {
  const database = await openShopDatabase(dataDir)
  const catalog = new SqlCatalog(database)
  const { products, total } = await catalog.list({ limit: 100, offset: 0 })
  const pictures = products.flatMap((product) => product.pictures)
  const added = await addProducts(database, { count: PRODUCTS - total, stock: 100, pictures })
  await database.close()
  return [...products, ...added].map(({ id }) => id)
}

/** The first start makes pictures in the background, in a process that exits when it is done. */
async function untilPicturesAreMade(shop: RunningShop): Promise<void> {
  const giveUpAt = Date.now() + QUIET_TIMEOUT_MS
  do await sleep(1_000)
  while (descendants(shop.pid).length > 0 && Date.now() < giveUpAt)
}

function most<Key extends string>(samples: Record<Key, number>[], key: Key): number {
  return Math.max(...samples.map((sample) => sample[key]))
}
