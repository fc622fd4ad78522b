import { expect, type Page } from '@playwright/test'

/** Longer words may be broken: few fit on a phone. */
const MAX_UNBROKEN_LENGTH = 12

/** A phone in the hand: opens pages and checks that they are readable. */
export function onPhone(page: Page) {
  const reads = (what: string) => expectReadable(page, what)
  return {
    reads,
    async opens(path: string) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await reads(path)
    },
  }
}

/** Checks a screen with text twice as large: nothing sticks out, words are whole, and the bar can be used. */
async function expectReadable(page: Page, where: string): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
  const faults = [
    ...(await page.evaluate(findWide)),
    ...(await page.evaluate(findBrokenWords, MAX_UNBROKEN_LENGTH)),
    ...(await page.evaluate(findBarFaults)),
  ]
  expect.soft(faults, where).toEqual([])
}

/** What makes the page, or the open dialog, wider than the screen. Runs in the browser. */
function findWide(): string[] {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  const box = dialog ?? document.documentElement
  const isTooWide = box.scrollWidth > box.clientWidth + 1
  if (!isTooWide) return []
  const wide = [...box.querySelectorAll('*')].filter((one) => {
    const { right, width } = one.getBoundingClientRect()
    if (width === 0 || right <= document.documentElement.clientWidth + 1) return false
    for (let around = one.parentElement; around && around !== box; around = around.parentElement) {
      if (getComputedStyle(around).overflowX !== 'visible') return false
    }
    return true
  })
  const names = wide.map((one) => `${one.tagName.toLowerCase()} "${(one.textContent ?? '').slice(0, 30)}"`)
  return [`${box.scrollWidth} in ${box.clientWidth}: ${names.slice(-4).join(', ')}`]
}

/** Words that are broken over two lines, or cut off at an edge. Runs in the browser. */
function findBrokenWords(maxLength: number): string[] {
  const found = new Set<string>()
  const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  const texts = document.createTreeWalker(top, NodeFilter.SHOW_TEXT)
  const isClipped = (one: Element | null): boolean =>
    one !== null && (getComputedStyle(one).clipPath !== 'none' || isClipped(one.parentElement))
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement
    if (!parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    if (parent.closest('script, style, noscript, select, .skip-link')) continue
    if (isClipped(parent)) continue
    // Not the parts of an address or of a number.
    for (const { 0: word, index } of (text.textContent ?? '').matchAll(/(?<!\S)\p{L}{2,}(?![^\s.,:;!?])/gu)) {
      if (word.length > maxLength) continue
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 1)
      const [first] = boxes
      if (!first) continue
      // The boxes of two lines overlap where the lines are close.
      if (boxes.some(({ top: y }) => y > first.top + first.height / 2)) found.add(`${word} is broken`)
      for (let around: Element | null = parent; around && around !== top; around = around.parentElement) {
        const { overflowX, overflowY, position, webkitLineClamp } = getComputedStyle(around)
        if (/auto|scroll/.test(overflowX) || webkitLineClamp !== 'none') break
        const edges = around.getBoundingClientRect()
        const isOutside = (sideways: boolean) =>
          boxes.some(({ left, right, top: y, bottom }) =>
            sideways
              ? right > edges.right + 1 || left < edges.left - 1
              : y + 4 < edges.top || bottom - 4 > edges.bottom,
          )
        const isCut = /hidden|clip/.test(overflowX) && isOutside(true)
        const isCutBelow = /hidden|clip/.test(overflowY) && isOutside(false)
        if (isCut || isCutBelow) found.add(`${word} is cut`)
        if (position === 'fixed') break
      }
    }
  }
  return [...found]
}

/** Controls of the bar that are outside the screen, too small to press or covered by another. Runs in the browser. */
function findBarFaults(): string[] {
  const bar = document.querySelector('body header :popover-open') ?? document.querySelector('body header')
  if (!bar || document.querySelector('dialog[open]')) return []
  const { clientWidth } = document.documentElement
  scrollTo({ top: 0, behavior: 'instant' })
  const all = [...bar.querySelectorAll('a, button, select')].filter((one) => one.checkVisibility())
  if (all.length === 0) return ['the bar is empty']
  return all.flatMap((one) => {
    const name = one.getAttribute('aria-label') ?? one.textContent
    one.scrollIntoView({ block: 'nearest' })
    const { left, right, top, bottom, width, height } = one.getBoundingClientRect()
    const isSignedIn = left >= -1 && right <= clientWidth + 1
    if (!isSignedIn) return [`${name} is outside`]
    const corners = [0.1, 0.5, 0.9].map((part) =>
      document.elementFromPoint(left + width * part, (top + bottom) / 2),
    )
    return [
      ...(Math.min(width, height) < 43 ? [`${name} is ${Math.round(width)} by ${Math.round(height)}`] : []),
      ...(corners.every((hit) => hit !== null && one.contains(hit)) ? [] : [`${name} is covered`]),
    ]
  })
}
