import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/support/journey.ts'
import { untilHydrated } from '#e2e/actors/shopper.ts'

/** A high-density screen: too small pictures are visible there, and too large ones cost most. */
test.use({ deviceScaleFactor: 2, reducedMotion: 'no-preference' })

const PRODUCT = '/product/wears-red-hoodie'

/** When the code no longer waits for the picture (`web/http/pages/start-code.ts`). */
const MAX_DELAY_MS = 2_000

/** Smaller shifts count as 0, such as a word that gets a few pixels narrower with its web font. */
const MIN_SHIFT = 0.0005

for (const path of ['/', '/shop', PRODUCT, '/checkout']) {
  test(`nothing on ${path} moves while it loads, however late fonts and scripts arrive`, async ({ page }) => {
    await page.addInitScript(fillCart)
    await page.addInitScript(watchShifts)
    await delayUntilPainted(page)
    await page.goto(path)
    await untilHydrated(page.getByRole('main'))
    await page.evaluate(async () => void (await document.fonts.ready))
    await page.evaluate(nextFrames)
    const shifts = await page.evaluate(() => (globalThis as Watched).shifts)
    expect(shifts.filter(({ value }) => value >= MIN_SHIFT)).toEqual([])
  })
}

for (const path of ['/', '/shop', PRODUCT]) {
  test(`the largest picture of ${path} is in the HTML, requested first, and as large as displayed`, async ({
    page,
  }) => {
    const response = await page.goto(path)
    const [html = ''] = ((await response?.text()) ?? '').split('<script type="application/json"')
    await expect.poll(() => page.evaluate(largestPicture)).not.toBeNull()
    const picture = await page.evaluate(largestPicture)
    expect(html).toContain(new URL(picture?.address ?? '').pathname)
    expect(picture).toMatchObject({ loading: 'eager', fetchPriority: 'high', hasMeasures: true })
    expect(picture?.pixels).toBeLessThanOrEqual(1.5 * (picture?.neededPixels ?? 0))
  })
}

test('@phone the code of a page starts to load once its largest picture has loaded', async ({ page }) => {
  await page.goto(PRODUCT)
  await untilHydrated(page.getByRole('main'))
  const { code, picture } = await page.evaluate(() => {
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const [largest] = document.querySelectorAll<HTMLImageElement>('img[fetchpriority="high"]')
    return {
      code: Math.min(...files.flatMap(({ name, startTime }) => (name.endsWith('.js') ? startTime : []))),
      picture: files.find(({ name }) => name === largest?.currentSrc)?.responseEnd ?? Infinity,
    }
  })
  expect(code).toBeGreaterThanOrEqual(Math.min(picture, MAX_DELAY_MS))
})

test('@phone a product can be bought although its picture never loads', async ({ page }) => {
  await page.route('**/pictures/**', () => {}) // never answered
  await page.goto(PRODUCT, { waitUntil: 'commit' })
  const add = page.getByRole('button', { name: 'ADD TO CART' })
  await untilHydrated(add)
  await add.click()
  await expect(page.getByRole('dialog', { name: 'Cart', exact: true })).toBeVisible()
})

test('@phone a page has its styles in it, and the cart panel fetches only its own', async ({ page }) => {
  const fetched: string[] = []
  page.on('request', (request) => request.resourceType() === 'stylesheet' && fetched.push(request.url()))
  await page.goto(PRODUCT)
  const add = page.getByRole('button', { name: 'ADD TO CART' })
  await untilHydrated(add)
  expect(await add.evaluate((button) => getComputedStyle(button).fontStretch)).toBe('115%')
  expect(fetched).toEqual([])
  const inThePage = await page
    .locator('link[rel="stylesheet"][disabled]')
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href))
  await add.click()
  await expect(page.getByRole('dialog', { name: 'Cart', exact: true })).toBeVisible()
  expect(fetched.length).toBeGreaterThan(0)
  expect(fetched.filter((address) => inThePage.includes(address))).toEqual([])
})

for (const connection of [{ saveData: true }, { effectiveType: '2g' }]) {
  const [name] = Object.keys(connection)
  test(`@phone home shows the still image until the film is asked for (${name})`, async ({ page }) => {
    const films: string[] = []
    page.on('request', (request) => /\.(webm|mp4)$/.test(request.url()) && films.push(request.url()))
    await page.addInitScript((value) => {
      Object.defineProperty(navigator, 'connection', { value })
    }, connection)
    await page.goto('/')
    const play = page.getByRole('button', { name: 'Play background video' })
    await untilHydrated(play)
    await page.evaluate(nextFrames)
    expect(films).toEqual([])
    await play.click()
    await expect(page.getByRole('button', { name: 'Pause background video' })).toBeVisible()
  })
}

test('@desktop home shows no motion for visitors who prefer less, and stops when they change that', async ({
  page,
}) => {
  await page.goto('/')
  const pause = page.getByRole('button', { name: 'Pause background video' })
  const play = page.getByRole('button', { name: 'Play background video' })
  await expect(pause).toBeVisible()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(play).toBeVisible()
  await page.reload()
  await untilHydrated(play)
  await play.click()
  await expect(pause).toBeVisible()
  await pause.click()
  await expect(play).toBeVisible()
})

interface Shift extends PerformanceEntry {
  value: number
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

type Watched = typeof globalThis & { shifts: { value: number; moved: string[] }[] }

/** Runs in the page before anything else: records layout shifts. */
function watchShifts(): void {
  const shifts: Watched['shifts'] = []
  Object.assign(globalThis, { shifts })
  const at = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}x${height}`
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as Shift[]) {
      const moved = sources.map(({ node, previousRect, currentRect }) => {
        const what = node instanceof Element ? node.outerHTML.slice(0, 80) : node?.textContent
        return `${what}: ${at(previousRect)} -> ${at(currentRect)}`
      })
      shifts.push({ value, moved })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

function fillCart(): void {
  const product = { id: 'wears-red-hoodie', name: 'Wears Red Hoodie', price: 124, imageUrls: [] }
  localStorage.setItem('cart', JSON.stringify([{ product, quantity: 1, selectedSize: 'M' }]))
}

/**
 * Delays fonts, pictures and script files until the page is painted without them, as may happen on a phone.
 */
async function delayUntilPainted(page: Page): Promise<void> {
  let painted: Promise<unknown> | undefined
  await page.route(/\.(woff2|js|avif|webp)$/, async (route) => {
    painted ??= page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    await painted
    await route.continue()
  })
}

/** Runs in the page: waits two frames, so that the last change is laid out. */
async function nextFrames(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
}

/** Runs in the page: the picture that Chromium chose as the largest element, and its displayed pixels. */
async function largestPicture() {
  const entries = await new Promise<PerformanceEntryList>((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries())).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    })
  })
  const pictures = entries
    .map((entry) => (entry as PerformanceEntry & { element: Element | null }).element)
    .filter((element) => element instanceof HTMLImageElement)
  const picture = pictures.at(-1)
  if (!picture) return null
  const file = new Image()
  file.src = picture.currentSrc
  await file.decode()
  const { width, height } = picture.getBoundingClientRect()
  const shape = file.naturalWidth / file.naturalHeight
  return {
    address: picture.currentSrc,
    loading: picture.loading,
    fetchPriority: picture.fetchPriority,
    hasMeasures: picture.hasAttribute('width') && picture.hasAttribute('height'),
    pixels: file.naturalWidth,
    neededPixels: devicePixelRatio * Math.max(width, height * shape),
  }
}
