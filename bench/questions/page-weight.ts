import { chromium, type Browser, type BrowserContextOptions, type Request } from '@playwright/test'
import { findOrInstallChromium } from '#scripts/support/find-chromium.ts'
import type { Answer, Figure } from '#bench/question.ts'
import { buildShop, startShop, temporaryFolder } from '#bench/harness/running-shop.ts'

/** A file that the page loaded: size of its body as transferred, and decompressed. */
interface LoadedFile {
  kind: string
  address: string
  transferred: number
  unpacked: number
}

const SCREENS = [
  { name: 'phone', viewport: { width: 360, height: 740 }, deviceScaleFactor: 3, isMobile: true },
  { name: 'desktop', viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1, isMobile: false },
]
/** The limit applies to the scripts as transferred, compressed with brotli. */
const MAX_SCRIPT_KB = 63

/** How many bytes does the shop page load in Chromium, by file type? */
export async function measure(): Promise<Answer> {
  buildShop()
  const shop = await startShop({ dataDir: temporaryFolder() })
  const browser = await chromium.launch({
    executablePath: await findOrInstallChromium(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  const figures: Figure[] = []
  const details: Record<string, LoadedFile[]> = {}
  for (const { name, ...screen } of SCREENS) {
    const files = await loadPage(browser, screen, `http://localhost:${shop.port}/shop`)
    details[name] = files
    figures.push(...figuresOf(name, files))
  }
  await browser.close()
  await shop.stop()
  return { figures, details }
}

async function loadPage(browser: Browser, screen: BrowserContextOptions, url: string): Promise<LoadedFile[]> {
  const context = await browser.newContext(screen)
  const page = await context.newPage()
  const loading: Promise<LoadedFile>[] = []
  page.on('requestfinished', (request) => loading.push(loadedFile(request)))
  await page.goto(url, { waitUntil: 'networkidle' })
  const files = await Promise.all(loading)
  await context.close()
  return files.sort((a, b) => b.transferred - a.transferred)
}

async function loadedFile(request: Request): Promise<LoadedFile> {
  const [{ responseBodySize }, response] = await Promise.all([request.sizes(), request.response()])
  return {
    kind: request.resourceType(),
    address: new URL(request.url()).pathname,
    transferred: responseBodySize,
    unpacked: (await response?.body())?.length ?? 0,
  }
}

function figuresOf(screen: string, files: LoadedFile[]): Figure[] {
  const kilobytes = (of: LoadedFile[], bytes: 'transferred' | 'unpacked') =>
    of.reduce((sum, file) => sum + file[bytes], 0) / 1_000
  const byKind = Object.entries(Object.groupBy(files, ({ kind }) => kind)).map(([kind, of = []]) => {
    const unpacked = kilobytes(of, 'unpacked').toFixed(1)
    const what = `${screen}: ${kind}, ${of.length} (${unpacked} kB unpacked)`
    const figure: Figure = { what, value: kilobytes(of, 'transferred'), unit: 'kB' }
    if (kind === 'script') figure.most = MAX_SCRIPT_KB
    return figure
  })
  return [...byKind, { what: `${screen}: everything`, value: kilobytes(files, 'transferred'), unit: 'kB' }]
}
