import { openBareBrowser } from '#e2e/actors/bare-browser.ts'
import { buildShop, startShop, temporaryFolder } from '#bench/harness/running-shop.ts'
import { median, type Answer } from '#bench/question.ts'

const ROUNDS = 5
const CARD = 'a[href="/product/wears-red-hoodie"]'
const MAX_MS = 100

/** How long after a tap is a product page painted that was prerendered while the mouse was over its card? */
export async function measure(): Promise<Answer> {
  buildShop()
  const shop = await startShop({ dataDir: temporaryFolder() })
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push(await paintedAfter(`http://localhost:${shop.port}/shop`))
  }
  await shop.stop()
  const value = median(rounds)
  return {
    figures: [{ what: 'product painted after the tap, prerendered', value, unit: 'ms', most: MAX_MS }],
    details: { rounds },
  }
}

async function paintedAfter(url: string): Promise<number> {
  const browser = await openBareBrowser(url)
  try {
    const { first } = browser
    await first.evaluate(`addEventListener('pointerdown', ({ timeStamp }) => {
      localStorage.tapped = performance.timeOrigin + timeStamp
    })`)
    await first.moveMouseTo(CARD)
    const next = await browser.prerendered()
    await next.evaluate(`new Promise((resolve) => {
      const ready = () => 'hydrated' in document.documentElement.dataset ? resolve(null) : setTimeout(ready, 10)
      ready()
    })`)
    await first.moveMouseTo(CARD, true)
    return await next.evaluate<number>(`new Promise((resolve) => {
      const painted = () => {
        const [paint] = performance.getEntriesByName('first-contentful-paint')
        if (paint && !document.prerendering)
          resolve(performance.timeOrigin + paint.startTime - Number(localStorage.tapped))
        else setTimeout(painted, 10)
      }
      painted()
    })`)
  } finally {
    await browser.close()
  }
}
