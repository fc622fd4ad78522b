import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import { expect, type Page } from '@playwright/test'
import { accessibilityFaults } from './accessibility-tree.ts'
import { expectNoSidewaysScroll } from './layout.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Loads films, for the rule about films that play automatically. By default axe also reads all style sheets, but only
 * for an experimental rule about a locked orientation, which is not used here.
 */
const PRELOAD: axe.PreloadOptions = { assets: ['media'] }

/**
 * The minified axe from its package, with escapes for the few letters that are not ASCII: less than half as long, and
 * with one byte for each letter instead of two. Each page that is checked reads it again.
 */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8').replaceAll(
  /[^\0-\x7f]/g,
  (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
)

/** Checks the page once nothing loads or moves: WCAG 2.2 AA, axe's best practices, and what axe does not see. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  // axe runs in the page itself: a frame would not be checked.
  expect(page.frames()).toHaveLength(1)
  await page.evaluate(async () => {
    // axe takes a row that is scrolled half below the bar of a selection for too small a target: at the end none is.
    if (document.querySelector('[data-kept]')) scrollTo(0, document.body.scrollHeight)
    const frame = () => new Promise(requestAnimationFrame)
    const settled = async () => {
      // Content that is loading is pale, with too little contrast.
      while (document.querySelector('[aria-busy="true"]')) await frame()
      await frame()
      const ending = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
      await Promise.allSettled(ending.map(({ finished }) => finished))
    }
    // A page in the background may never end an animation, and some journeys check a page while it loads.
    const timeout = new Promise((resolve) => setTimeout(resolve, 2_000))
    await Promise.race([settled(), timeout])
  })
  if (!(await page.evaluate(() => 'axe' in globalThis))) await loadAxe(page)
  const options: axe.RunOptions = { runOnly: TAGS, resultTypes: ['violations'], preload: PRELOAD }
  const violations = await page.evaluate(async (given) => {
    const { axe: checker } = globalThis as typeof globalThis & { axe: typeof axe }
    return (await checker.run(given)).violations
  }, options)
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary ?? ''}`),
  )
  expect(found.join('\n\n')).toBe('')
  expect.soft((await accessibilityFaults(page)).join('\n'), page.url()).toBe('')
}

/** Evaluates axe as a whole script, so that the browser reuses its compiled code on the next page of the tab. */
async function loadAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: AXE })
  await session.detach()
}

const DESKTOP = { width: 1440, height: 900 }

/**
 * Checks a page on a phone also as wide as on a desktop, and for sideways scrolling at both: for journeys that do the
 * same at every size. `what`: the page, for a failure.
 */
export async function expectFineAtBothSizes(page: Page, what: string): Promise<void> {
  const phone = page.viewportSize()
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page, what)
  await page.setViewportSize(DESKTOP)
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page, `${what} at ${DESKTOP.width}`)
  if (phone) await page.setViewportSize(phone)
}

const SIZES = [
  [360, 740],
  [768, 1024],
  [1440, 900],
] as const

/**
 * Checks the page at three widths, and for sideways scrolling down to 320 pixels. `what`: the page, for a failure. The
 * present width comes first, because each change lays out and paints the whole page.
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  const size = page.viewportSize()
  for (const [width, height] of SIZES.toSorted(([one], [other]) => distance(one) - distance(other))) {
    if (width !== size?.width || height !== size.height) await page.setViewportSize({ width, height })
    await expectNoAxeViolations(page)
    await expectNoSidewaysScroll(page, `${what} at ${width}`)
  }
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page, `${what} at 320`)
  if (size) await page.setViewportSize(size)

  function distance(width: number): number {
    return Math.abs(width - (size?.width ?? 0))
  }
}
