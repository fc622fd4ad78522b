import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { findOrInstallChromium } from '#scripts/support/find-chromium.ts'
import { SqlCatalog } from '#providers/catalog/sql-catalog.ts'
import type { Answer } from '#bench/question.ts'
import { percentile } from '#scripts/robots/percentile.ts'
import type { Wait } from '#bench/harness/load/browse-load.ts'
import { startLoadProcess } from '#bench/harness/load/load-process.ts'
import { descendants } from '#scripts/robots/process-usage.ts'
import { buildShop, ROOT, startShop, temporaryFolder } from '#bench/harness/running-shop.ts'
import { signIn, STAFF } from '#bench/harness/staff-sign-in.ts'
import { openShopDatabase } from '#bench/harness/stocked-database.ts'

const NAME = 'Bench Parka'
const MOTIFS = ['emblem-hoodie-black-front', 'emblem-hoodie-black-back', 'emblem-hoodie-black-detail']
const REQUESTS_PER_SECOND = 50
const WARM_UP_S = 5
const QUIET_S = 5
const ROUND_S = 11
/** The first requests of a round open connections and are not counted. */
const CONNECTING_MS = 1_000
const PIECE_MS = 16
const CHUNK_BYTES = 32_768
const ROUNDS = 6

/**
 * How long from sign-in until a new product with three 12-megapixel pictures is on /shop, in Chromium, and how much
 * does it slow down shoppers?
 */
export async function measure(): Promise<Answer> {
  buildShop()
  const dataDir = temporaryFolder()
  const [photos, ...more] = await takePhotos(dataDir, 1 + ROUNDS)
  const shop = await startShop({ dataDir, environment: { ADMIN_EMAIL: STAFF.email } })
  await untilNoPictureIsMade(shop)
  const database = await openShopDatabase(dataDir)
  const { products } = await new SqlCatalog(database).list({ limit: 100, offset: 0 })
  await database.close()

  const browser = await chromium.launch({
    executablePath: await findOrInstallChromium(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  const added = await addProduct(await browser.newPage(), `http://localhost:${shop.port}`, photos)
  await browser.close()
  await untilNoPictureIsMade(shop)

  const load = startLoadProcess()
  const shoppers = {
    port: shop.port,
    ids: products.map(({ id }) => id),
    shopPages: 1,
    perSecond: REQUESTS_PER_SECOND,
  }
  let { refused } = await load.browse({ ...shoppers, seconds: WARM_UP_S })
  let walked = REQUESTS_PER_SECOND * WARM_UP_S
  const cookie = await signIn(shop.port)
  // Idle and upload phases alternate, so that other load on the machine affects both.
  const before: Wait[] = []
  const during: Wait[] = []
  const uploads: Upload[] = []
  for (const set of more) {
    const browsing = load.browse({ ...shoppers, seconds: ROUND_S, walked })
    await sleep(CONNECTING_MS)
    const quietFrom = Date.now()
    await sleep(QUIET_S * 1_000 - CONNECTING_MS)
    const upload = await uploadAtOnce(shop.port, cookie, set)
    const round = await browsing
    await untilNoPictureIsMade(shop)
    before.push(...round.waits.filter(({ at }) => at >= quietFrom && at < upload.from))
    during.push(...round.waits.filter(({ at }) => at >= upload.from && at <= upload.to))
    uploads.push(upload)
    refused += round.refused
    walked += REQUESTS_PER_SECOND * ROUND_S
  }
  load.stop()
  await shop.stop()

  const slow = (waits: readonly Wait[]) =>
    percentile(
      waits.map(({ took }) => took),
      99,
    )
  return {
    figures: [
      {
        what: 'from Sign in to live on /shop, everything',
        value: seconds(added.live - added.start),
        unit: 's',
      },
      {
        what: '  of it from the choice of files to pictures ready',
        value: seconds(added.uploaded - added.uploadFrom),
        unit: 's',
      },
      { what: '  of it from Save to live', value: seconds(added.live - added.saved), unit: 's' },
      { what: 'longest task on the staff page', value: added.longestTask, unit: 'ms' },
      { what: 'shoppers before: 99 % are quicker', value: slow(before), unit: 'ms' },
      { what: 'shoppers during uploads: 99 % are quicker', value: slow(during), unit: 'ms' },
      {
        what: 'during, as a multiple of before',
        value: slow(during) / slow(before),
        unit: 'x',
        most: 2,
      },
      { what: 'answers that were not 200', value: refused, unit: '', most: 0 },
    ],
    details: { added, uploads, during, before: before.length },
  }
}

/** From the first byte sent until the last picture is stored, in epoch milliseconds. */
interface Upload {
  from: number
  to: number
}

/**
 * All in parallel, as the form does, over a 50 megabit connection. Without a browser: staff have a separate machine.
 */
async function uploadAtOnce(port: number, cookie: string, photos: readonly string[]): Promise<Upload> {
  const from = Date.now()
  await Promise.all(
    photos.map(async (file) => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/staff/pictures`, {
        method: 'POST',
        headers: { cookie, origin: `http://localhost:${port}`, 'sec-fetch-site': 'same-origin' },
        body: atTheSpeedOfALine(await readFile(file)),
        duplex: 'half',
      } as RequestInit)
      if (answer.status !== 201)
        throw new Error(`An upload answered ${answer.status}: ${await answer.text()}`)
    }),
  )
  return { from, to: Date.now() }
}

/** A third of 50 megabits a second, because three uploads run in parallel. */
function atTheSpeedOfALine(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let sent = 0
  return new ReadableStream({
    async pull(controller) {
      await sleep(PIECE_MS)
      controller.enqueue(bytes.subarray(sent, sent + CHUNK_BYTES))
      sent += CHUNK_BYTES
      if (sent >= bytes.length) controller.close()
    },
  })
}

/** The picture process exits when it has no work left. */
async function untilNoPictureIsMade({ pid }: { pid: number }): Promise<void> {
  do await sleep(500)
  while (descendants(pid).length > 0)
}

/** The steps of a staff member in the browser. */
async function addProduct(page: Page, origin: string, photos: readonly string[]) {
  await page.addInitScript(() => {
    const seen = window as unknown as { longest: number }
    seen.longest = 0
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration)
    }).observe({ type: 'longtask', buffered: true })
  })
  await page.goto(`${origin}/admin`)
  await page.getByLabel('Email').fill(STAFF.email)
  await page.getByLabel('Password').fill(STAFF.password)
  const start = Date.now()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Add New Product' }).click()
  const form = page.getByRole('dialog', { name: 'Add New Product' })
  const uploadFrom = Date.now()
  await form.getByLabel(/^Choose images/).setInputFiles([...photos])
  await form.getByLabel('Name').fill(NAME)
  await form.getByLabel('Price (CAD $)').fill('189')
  await form.getByLabel('Stock', { exact: true }).fill('40')
  await form.getByLabel('Category').selectOption('Hoodies')
  await form.getByRole('checkbox', { name: 'M', exact: true }).check()
  await form.getByLabel('Alt text of image 3').waitFor()
  const uploaded = Date.now()
  await form.getByRole('button', { name: 'Save' }).click()
  const saved = Date.now()
  await form.waitFor({ state: 'hidden' })
  while (!(await (await fetch(`${origin}/shop`)).text()).includes(NAME)) await sleep(20)
  const live = Date.now()
  const longestTask = await page.evaluate(() => (window as unknown as { longest: number }).longest)
  return { start, uploadFrom, uploaded, saved, live, longestTask }
}

/** Camera-like photos: 4000 x 3000 with noise, some megabytes each. `sets` times three, all different. */
async function takePhotos(folder: string, sets: number): Promise<[string[], ...string[][]]> {
  const taken: string[][] = []
  for (let set = 1; set <= sets; set += 1) {
    taken.push(
      await Promise.all(MOTIFS.map((motif) => takePhoto(motif, join(folder, `${motif}-${set}.jpg`)))),
    )
  }
  return taken as [string[], ...string[][]]
}

async function takePhoto(motif: string, file: string): Promise<string> {
  const noise = { type: 'gaussian' as const, mean: 20, sigma: 12 }
  const grain = { create: { width: 4_000, height: 3_000, channels: 3 as const, background: 'black', noise } }
  await sharp(join(ROOT, `demo/pictures/${motif}.jpg`))
    .resize(4_000, 3_000)
    .composite([{ input: grain, blend: 'add' }])
    .jpeg({ quality: 90 })
    .toFile(file)
  return file
}

function seconds(milliseconds: number): number {
  return milliseconds / 1_000
}
