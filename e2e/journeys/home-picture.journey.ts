import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectFineAtBothSizes, expectNoAxeViolations } from '#e2e/support/axe.ts'
import { expect } from '#e2e/support/journey.ts'
import { STAFF } from '#e2e/support/running-shop.ts'
import { visit } from '#e2e/support/screens.ts'
import { testInFreshShop } from '#e2e/support/dedicated-shop.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

const test = testInFreshShop()

// One shop for all of them.
test.describe.configure({ mode: 'default' })
test.use({ reducedMotion: 'no-preference' })

const ROOT = join(import.meta.dirname, '../..')
const PICTURE = join(ROOT, 'web/public/hero/hero-landscape-poster.jpg')
const UPRIGHT = join(ROOT, 'web/public/hero/hero-portrait-poster.jpg')
const FILM = join(ROOT, 'web/public/hero/hero-landscape.webm')
const HOME = { route: '/admin/settings/:name', at: '/admin/settings/home-page' }

test('an owner adds a picture and a film to the home page, and removes them again', async ({
  page,
  complaints,
}) => {
  complaints.expect(/415|422/)
  const owner = new StaffMember(page, STAFF)
  await owner.hasSignedIn()
  await visit(page, HOME)
  const image = page.getByLabel('Background image', { exact: true })
  const film = page.getByLabel('Background video', { exact: true })

  // Each refusal is at its field.
  await image.setInputFiles({
    name: 'look.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('not a picture'),
  })
  await expect(
    page.getByRole('alert').filter({ hasText: 'look.jpg: This file is not an image' }),
  ).toBeVisible()
  await expect(image).toHaveAttribute('aria-invalid', 'true')
  await film.setInputFiles({ name: 'long.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(8_000_001) })
  await expect(page.getByText('long.mp4: This video is larger than 8 MB.')).toBeVisible()
  const half = readFileSync(FILM).subarray(0, 400_000)
  await film.setInputFiles({ name: 'half.webm', mimeType: 'video/webm', buffer: half })
  await expect(page.getByText('half.webm: This video is cut off or damaged.')).toBeVisible()
  await film.setInputFiles(FILM)
  await expect(page.getByText('WebM, 1,280 × 720 pixels')).toBeVisible()
  await expect(film).not.toHaveAttribute('aria-invalid', 'true')
  await owner.button('Save').click()
  await expect(page.getByText('Add an image too: it shows until the video plays')).toBeVisible()
  await expect(image).toBeFocused()
  await expectFineAtBothSizes(page, 'a film without an image')

  await image.setInputFiles(PICTURE)
  await expect(page.getByText('1,280 × 720 pixels. This is less than 1,920 pixels wide')).toBeVisible()
  await page.getByLabel('Background image for phones', { exact: true }).setInputFiles(UPRIGHT)
  await expect(page.getByText('720 × 1,280 pixels. This is less than 1,080 pixels wide')).toBeVisible()
  await owner.button('Save').click()
  const alt = page.getByLabel('What the image shows')
  await expect(alt).toBeFocused()
  await alt.fill('Three friends on a roof')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('img', { name: 'Three friends on a roof' }).first()).toBeVisible()
  await expectFineAtBothSizes(page, 'setting of the home page')
  await owner.button('Save').click()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText(
    'Background image, Background image for phones, Background video, What the image shows',
  )

  const shopper = await page.context().newPage()
  const films: string[] = []
  shopper.on('request', (request) => /\.(webm|mp4)$/.test(request.url()) && films.push(request.url()))
  await shopper.goto('/')
  await expect(shopper.getByRole('img', { name: 'Three friends on a roof' })).toBeVisible()
  const pause = shopper.getByRole('button', { name: 'Pause background video' })
  const play = shopper.getByRole('button', { name: 'Play background video' })
  await expect(pause).toBeVisible()
  expect(films.every((address) => /\/films\/[0-9a-f]{24}\.webm$/.test(address))).toBe(true)
  await expectFineAtBothSizes(shopper, 'home page with a film')
  await pause.click()
  await expect(play).toBeVisible()
  const shown = await shopper.evaluate(
    () => document.querySelector<HTMLImageElement>('main img')?.currentSrc ?? '',
  )
  expect(shown).toMatch(/\/pictures\/[0-9a-f]{24}-\d+\.avif$/)

  // With reduced motion: the picture only, and the film only on request.
  films.length = 0
  await shopper.emulateMedia({ reducedMotion: 'reduce' })
  await shopper.reload()
  await expect(play).toBeVisible()
  await expect(shopper.locator('html[data-hydrated]')).toBeAttached()
  expect(films).toEqual([])
  await play.click()
  await expect(pause).toBeVisible()

  // Another version without the film, which is then restored from the history.
  await owner.button('Remove: Background video').click()
  await expect(film).toBeFocused()
  await owner.button('Save').click()
  await expect(page.getByText('Not saved yet')).toBeHidden()
  await expect(preview.locator('video')).toBeHidden()
  await shopper.reload()
  await expect(shopper.getByRole('img', { name: 'Three friends on a roof' })).toBeVisible()
  await expect(play.or(pause)).toBeHidden()
  await history
    .getByRole('link', { name: /^See version/ })
    .first()
    .click()
  const old = page.getByRole('region', { name: /^Version \d+$/ })
  await expect(old.locator('video')).toBeVisible()
  await expect(old.getByRole('img', { name: 'Three friends on a roof' }).first()).toBeVisible()
  await expect(page.locator('main fieldset:disabled')).toHaveCount(0)
  await old.getByRole('button', { name: 'Restore this version' }).click()
  await expect(page.getByText('WebM, 1,280 × 720 pixels')).toBeVisible()
  await shopper.reload()
  await expect(play).toBeVisible()

  await history.getByRole('button', { name: 'Restore the default' }).click()
  await expect(page.getByText('WebM, 1,280 × 720 pixels')).toBeHidden()
  await shopper.reload()
  await expect(shopper.getByRole('img', { name: 'Three friends on a roof' })).toBeHidden()
  await expect(play).toBeVisible()
})

test('an upload shows its progress and can be cancelled', async ({ page }) => {
  const owner = new StaffMember(page, STAFF)
  await owner.hasSignedIn()
  await page.route('**/api/staff/films', () => {}) // never answered
  await visit(page, HOME)
  const film = page.getByLabel('Background video', { exact: true })
  await film.setInputFiles(FILM)
  await expect(page.getByRole('progressbar', { name: 'Upload of hero-landscape.webm' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Cancel the upload of hero-landscape.webm' }).click()
  await expect(page.getByRole('progressbar')).toBeHidden()
  await expect(film).toBeFocused()
})
