import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, type TestInfo } from '@playwright/test'
import { isSettled } from '#e2e/actors/shopper.ts'

/** Positions of the landmarks and headings of a page in CSS pixels: `main` to [x, y, width, height]. */
type Layout = Record<string, [number, number, number, number]>

/** Browsers round glyphs differently; a larger difference is a change in the code. */
const TOLERANCE_PX = 2

/**
 * Compares a page with the stored layout for its size (layouts/). Unlike pixels, positions are the same on every
 * machine. `npm test -- e2e look --update-snapshots` rewrites the layouts.
 */
export async function expectKeptLayout(page: Page, name: string, testInfo: TestInfo): Promise<void> {
  const file = join(import.meta.dirname, 'layouts', `${name}-${testInfo.project.name}.json`)
  const layout = await layoutOf(page)
  const writes = testInfo.config.updateSnapshots === 'all' || testInfo.config.updateSnapshots === 'changed'
  if (writes) {
    mkdirSync(join(file, '..'), { recursive: true })
    const lines = Object.entries(layout).map(
      ([what, box]) => `  ${JSON.stringify(what)}: [${box.join(', ')}]`,
    )
    writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`)
    return
  }
  if (!existsSync(file)) throw new Error(`No layout is kept for ${name}: write it with --update-snapshots`)
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Layout
  expect(Object.keys(layout), `what is on ${name}`).toEqual(Object.keys(kept))
  const moved = Object.entries(kept).filter(([what, box]) =>
    box.some((value, side) => Math.abs(value - (layout[what]?.[side] ?? Number.NaN)) > TOLERANCE_PX),
  )
  expect(
    moved.map(([what, box]) => `${what}: ${box} became ${layout[what]}`),
    name,
  ).toEqual([])
}

async function layoutOf(page: Page): Promise<Layout> {
  await isSettled(page)
  return page.evaluate(async () => {
    await document.fonts.ready
    // Cards far below the screen have an estimated height until they come near.
    const all = new CSSStyleSheet()
    all.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets.push(all)
    const found: Record<string, [number, number, number, number]> = {}
    for (const element of document.querySelectorAll('header, nav, main, aside, form, footer, h1, h2')) {
      if (!element.checkVisibility()) continue
      const { x, y, width, height } = element.getBoundingClientRect()
      const isHeading = /^H\d$/.test(element.tagName)
      const words = element.getAttribute('aria-label') ?? (isHeading ? element.textContent.trim() : '')
      let name = `${element.tagName.toLowerCase()} ${words}`.trim()
      while (name in found) name += ' again'
      found[name] = [Math.round(x), Math.round(y + scrollY), Math.round(width), Math.round(height)]
    }
    document.adoptedStyleSheets.pop()
    return found
  })
}

export async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const sticksOut = () =>
    page.evaluate(() => {
      const { clientWidth, scrollWidth } = document.documentElement
      return scrollWidth > clientWidth ? `${scrollWidth} in ${clientWidth}` : ''
    })
  await expect.poll(sticksOut, where).toBe('')
}

/** No control lies over another, where a tap would hit the wrong one. */
export async function expectControlsApart(page: Page, where: string): Promise<void> {
  const covered = await page.evaluate(() => {
    const CONTROLS = 'a[href], button, input, select, textarea, summary'
    const controlOf = (hit: Element | null) =>
      hit?.closest('label')?.control ?? hit?.closest<HTMLElement>(CONTROLS) ?? null
    const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
    const controls = [...top.querySelectorAll<HTMLElement>(CONTROLS)].filter(
      (one) =>
        one.checkVisibility({ visibilityProperty: true }) && one.closest('[aria-hidden="true"]') === null,
    )
    return controls.flatMap((one) => {
      one.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { left, top: y, width, height } = one.getBoundingClientRect()
      const parts = [0.1, 0.5, 0.9]
      const hits = parts.flatMap((across) =>
        parts.map((down) => controlOf(document.elementFromPoint(left + width * across, y + height * down))),
      )
      const other = hits.find(
        (hit) => hit !== null && hit !== one && !one.contains(hit) && !hit.contains(one),
      )
      return other ? [`${other.textContent} lies over ${one.ariaLabel ?? one.textContent}`] : []
    })
  })
  expect.soft(covered, where).toEqual([])
}

/** Cumulative Layout Shift since the page was opened. */
export async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & {
            value: number
            hadRecentInput: boolean
          })[]
          resolve(shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0))
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(0), 100) // without a shift nothing is reported
      }),
  )
}
