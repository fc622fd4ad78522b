import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from '#e2e/support/axe.ts'
import { expect, test } from '#e2e/support/journey.ts'
import { untilHydrated } from '#e2e/actors/shopper.ts'

test.use({ reducedMotion: 'no-preference' })

const HOODIE = { id: 'wears-red-hoodie', name: 'Wears Red Hoodie' }

const picture = (page: Page, number: number) =>
  page.getByRole('link', { name: new RegExp(`^Enlarge image ${number} of 3`) })
const thumbnail = (page: Page, number: number) =>
  page.getByRole('button', { name: `Show image ${number} of 3` })

/**
 * A swipe from right to left over the picture, which rests before it ends. Its events carry their own times: on a busy
 * machine they arrive unevenly, and Chromium would take that for a flick.
 */
async function swipeLeft(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const began = Date.now() / 1_000 - 1
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', after: number, ...xs: number[]) =>
    browser.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: xs.map((x) => ({ x, y: 320 })),
      timestamp: began + after,
    })
  await touch('touchStart', 0, 320)
  for (let x = 300; x >= 40; x -= 20) await touch('touchMove', (320 - x) / 1_000, x)
  await touch('touchEnd', 0.6)
}

test('@phone a swipe shows the next picture, and thumbnails and counter follow', async ({
  shopper,
  page,
}) => {
  await shopper.openProduct(HOODIE)
  await untilHydrated(picture(page, 1))
  await expect(page.getByText('1 / 3')).toBeVisible()
  await swipeLeft(page)
  await expect(page.getByText('2 / 3')).toBeVisible()
  await expect(thumbnail(page, 2)).toHaveAttribute('aria-current', 'true')
  await expect(picture(page, 2)).toBeInViewport({ ratio: 0.9 })
  await thumbnail(page, 3).tap()
  await expect(picture(page, 3)).toBeInViewport({ ratio: 0.8 })
  await expect(page.getByText('3 / 3')).toBeVisible()
})

test('@desktop arrow keys move through the pictures, and stop at the ends', async ({ shopper, page }) => {
  await shopper.openProduct(HOODIE)
  await untilHydrated(picture(page, 1))
  await picture(page, 1).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(picture(page, 1)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(picture(page, 2)).toBeFocused()
  await expect(picture(page, 2)).toBeInViewport({ ratio: 0.9 })
  await page.keyboard.press('End')
  await expect(picture(page, 3)).toBeFocused()
  await expect(page.getByText('3 / 3')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(thumbnail(page, 1)).toBeFocused()
})

test('a picture can be opened large, enlarged and closed, and the page then shows the last one viewed', async ({
  shopper,
  page,
}) => {
  await shopper.openProduct(HOODIE)
  await untilHydrated(picture(page, 1))
  await picture(page, 1).press('Enter')
  const zoom = page.getByRole('dialog', { name: 'Enlarged image' })
  const image = zoom.getByRole('img', { name: /front/ })
  await expect(image).toBeVisible()
  const largest = /\d+(?=\.webp$)/.exec((await picture(page, 1).getAttribute('href')) ?? '')?.[0]
  await expect
    .poll(() => image.evaluate((node: HTMLImageElement) => node.currentSrc))
    .toContain(`-${largest ?? 'nothing'}.`)
  await expectNoAxeViolations(page)

  const width = async () => Math.round((await image.boundingBox())?.width ?? 0)
  const fitting = await width()
  await zoom.getByRole('button', { name: 'Zoom in' }).click()
  await expect(zoom.getByText('150%')).toBeVisible()
  expect(await width()).toBe(Math.round(fitting * 1.5))
  await page.keyboard.press('-')
  await expect(zoom.getByText('100%')).toBeVisible()
  await image.dblclick({ position: { x: 40, y: 90 } })
  await expect(zoom.getByText('200%')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.keyboard.press('0')

  await page.keyboard.press('ArrowRight')
  await expect(zoom.getByText('2 / 3')).toBeVisible()
  await expect(zoom.getByRole('img', { name: /back/ })).toBeInViewport({ ratio: 0.9 })
  await page.keyboard.press('Escape')
  await expect(zoom).toBeHidden()
  await expect(picture(page, 2)).toBeFocused()
  await expect(picture(page, 2)).toBeInViewport({ ratio: 0.8 })
})
