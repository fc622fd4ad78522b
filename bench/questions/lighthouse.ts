import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { findOrInstallChromium } from '#scripts/support/find-chromium.ts'
import { median, type Answer, type Figure } from '#bench/question.ts'
import { buildShop, startShop, temporaryFolder } from '#bench/harness/running-shop.ts'

/**
 * Fetched by npx on demand: it needs 150 MB of packages, a third as much as all other dependencies, and neither the
 * shop nor its tests need it.
 */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const ROUNDS = 5
/** On a busy machine a trace sometimes fails, and Lighthouse has to be run again. */
const MAX_ATTEMPTS = 3

const PRODUCT = 'wears-red-hoodie'
const PAGES = [
  { name: 'home', path: '/' },
  { name: 'shop', path: '/shop' },
  { name: 'product', path: `/product/${PRODUCT}` },
  { name: 'about', path: '/about' },
  { name: 'checkout', path: '/checkout' },
]
/** The checkout must not be indexed: Lighthouse deducts a third of its points for that. */
const KEPT_FROM_SEARCH = new Set(['checkout'])
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const METRICS = [
  { audit: 'largest-contentful-paint', what: 'largest picture or text', unit: 'ms' },
  { audit: 'total-blocking-time', what: 'blocked', unit: 'ms' },
  { audit: 'cumulative-layout-shift', what: 'layout shift', unit: '', most: 0.0005 },
] as const

/** The parts of Lighthouse's report that are used. Audits score from 0 to 1, or null when there is nothing to score. */
interface Report {
  audits: Record<
    string,
    { title: string; score: number | null; numericValue?: number; displayValue?: string }
  >
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  runWarnings: string[]
}

/** What scores does the shop get from Lighthouse on a phone? Median of five rounds, each with a new browser. */
export async function measure(): Promise<Answer> {
  buildShop()
  const shop = await startShop({ dataDir: temporaryFolder() })
  const url = `http://localhost:${shop.port}`
  const browser = await findOrInstallChromium()
  const profile = temporaryFolder()
  await putSomethingIntoTheCart(browser, profile, url)
  const rounds: Record<string, Report[]> = {}
  for (const { name, path } of PAGES) {
    const reports: Report[] = []
    for (let round = 0; round < ROUNDS; round += 1)
      reports.push(await askLighthouse(browser, profile, url + path))
    rounds[name] = reports
  }
  await shop.stop()
  return {
    figures: Object.entries(rounds).flatMap(([name, reports]) => figuresOf(name, reports)),
    details: Object.fromEntries(Object.entries(rounds).map(([name, reports]) => [name, detailsOf(reports)])),
  }
}

/** The checkout needs a cart. Lighthouse clears the cache of the profile, but not its local storage. */
async function putSomethingIntoTheCart(browser: string, profile: string, url: string): Promise<void> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browser,
    args: sandboxFlags(),
  })
  const page = await context.newPage()
  await page.goto(`${url}/product/${PRODUCT}`)
  await page.evaluate((id) => {
    const product = { id, name: 'Wears Red Hoodie', price: 124, imageUrls: [] }
    localStorage.setItem('cart', JSON.stringify([{ product, quantity: 1, selectedSize: 'M' }]))
  }, PRODUCT)
  await page.goto(`${url}/checkout`)
  await page.getByRole('button', { name: 'Pay Now' }).waitFor()
  await context.close()
}

async function askLighthouse(browser: string, profile: string, url: string): Promise<Report> {
  const file = join(temporaryFolder(), 'report.json')
  const flags = ['--headless=new', `--user-data-dir=${profile}`, ...sandboxFlags()]
  const quietly = ['--quiet', '--no-enable-error-reporting']
  const what = [`--only-categories=${CATEGORIES.join(',')}`, '--output=json', `--output-path=${file}`]
  const args = ['--yes', LIGHTHOUSE, url, ...quietly, ...what, `--chrome-flags=${flags.join(' ')}`]
  for (let tried = 1; ; tried += 1) {
    try {
      await promisify(execFile)('npx', args, { env: { ...process.env, CHROME_PATH: browser } })
      return JSON.parse(readFileSync(file, 'utf8')) as Report
    } catch (error) {
      if (tried === MAX_ATTEMPTS) throw error
    }
  }
}

function sandboxFlags(): string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : []
}

function figuresOf(page: string, reports: Report[]): Figure[] {
  const middle = (read: (report: Report) => number | null | undefined) =>
    median(reports.map((report) => read(report) ?? 0))
  return [
    ...CATEGORIES.map((category) => ({
      what: `${page}: ${category}`,
      value: Math.round(100 * middle((report) => report.categories[category]?.score)),
      unit: 'of 100',
      ...promiseOf(page, category),
    })),
    ...METRICS.map(({ audit, what, ...figure }) => ({
      what: `${page}: ${what}`,
      value: middle((report) => report.audits[audit]?.numericValue),
      ...figure,
    })),
  ]
}

/** Speed depends on the machine, the other scores only on the page. */
function promiseOf(page: string, category: (typeof CATEGORIES)[number]): Pick<Figure, 'least'> {
  if (category === 'performance') return {}
  return category === 'seo' && KEPT_FROM_SEARCH.has(page) ? {} : { least: 100 }
}

/** The scores of each round, and every audit that lost points in any round. */
function detailsOf(reports: Report[]): unknown {
  return {
    rounds: reports.map(({ categories, audits }) => ({
      ...Object.fromEntries(CATEGORIES.map((category) => [category, categories[category]?.score])),
      ...Object.fromEntries(METRICS.map(({ audit }) => [audit, audits[audit]?.numericValue])),
    })),
    lost: CATEGORIES.map((category) => ({ category, audits: lostIn(category, reports) })),
    warnings: [...new Set(reports.flatMap(({ runWarnings }) => runWarnings))],
  }
}

function lostIn(category: string, reports: Report[]): unknown[] {
  const lost = new Map<string, object>()
  for (const { categories, audits } of reports) {
    for (const { id, weight } of categories[category]?.auditRefs ?? []) {
      const { title, score = null, displayValue } = audits[id] ?? {}
      if (score === null || score === 1) continue
      lost.set(id, { id, weight, title, score, displayValue })
    }
  }
  return [...lost.values()]
}
