import { join } from 'node:path'
import { expectFineAtBothSizes } from '#e2e/support/axe.ts'
import { expect } from '#e2e/support/journey.ts'
import { STAFF } from '#e2e/support/running-shop.ts'
import { visit } from '#e2e/support/screens.ts'
import { testInFreshShop } from '#e2e/support/dedicated-shop.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

const test = testInFreshShop()

const HERO = join(import.meta.dirname, '../../web/public/hero')
const DAY_MS = 24 * 3_600_000

test('an owner arranges the home page by keyboard, adds sections, hides one, and goes back to the first one @desktop', async ({
  page,
  complaints,
}) => {
  complaints.expect(/422/)
  const owner = new StaffMember(page, STAFF)
  await owner.hasSignedIn()
  const soldFrom = Date.now() + 2 * DAY_MS
  const drop = { words: '', picture: null, products: [], publicFrom: soldFrom, soldFrom }
  const drops = [
    { ...drop, id: 'd1', name: 'Winter drop', handle: 'winter', isDraft: false },
    {
      ...drop,
      id: 'd2',
      name: 'Hushed drop',
      handle: 'hushed',
      isDraft: true,
      soldFrom,
      publicFrom: soldFrom,
    },
  ]
  const saved = await page.request.put('/api/staff/drops', {
    data: { version: 0, value: { drops } },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(saved.status()).toBe(200)

  await visit(page, { route: '/admin/settings/:name', at: '/admin/settings/home-page' })
  const list = page.getByRole('list', { name: 'Sections', exact: true })
  const section = (at: number) => list.locator('> li').nth(at)
  const add = async (kind: string) => {
    await page.getByLabel('Another section').selectOption(kind)
    await owner.button('Add a section').click()
  }
  await expect(page.getByLabel('Another section').getByRole('option', { name: 'Opening' })).toHaveCount(0)

  await add('Products')
  await section(3).getByLabel('Heading').fill('All hoodies')
  await section(3).getByLabel('Which products').selectOption('Of a category')
  await owner.button('Save').click()
  await expect(section(3).getByLabel('Category', { exact: true })).toBeFocused()
  await expect(section(3).getByText('Choose a category.')).toBeVisible()
  await section(3).getByLabel('Category', { exact: true }).selectOption('Hoodies')
  await add('Text, such as your story')
  await section(4).getByLabel('Heading').fill('Our start')
  await section(4).getByLabel('Text', { exact: true }).fill('We are **loud**.')
  await add('Image beside text')
  await section(5).getByLabel('Heading').fill('On the roof')
  await section(5).getByLabel('Text', { exact: true }).fill('Three friends, one camera.')
  await section(5).getByLabel('Image to show').setInputFiles(join(HERO, 'hero-portrait-poster.jpg'))
  await section(5).getByLabel('What the image shows').fill('A roof at night')
  await add('Video')
  await section(6).getByLabel('Heading').fill('The film')
  await section(6).getByLabel('Video', { exact: true }).setInputFiles(join(HERO, 'hero-landscape.webm'))
  await section(6).getByLabel('Image until it plays').setInputFiles(join(HERO, 'hero-landscape-poster.jpg'))
  await expect(section(6).getByLabel('What the image shows')).toBeVisible()
  await expect(section(6).getByText('WebM, 1,280 × 720 pixels')).toBeVisible()
  await section(6).getByLabel('Words below it').fill('Nobody speaks in it.')
  await add('Countdown to a drop')

  // The countdown goes up by keyboard, until it is above the first products.
  const up = list.getByRole('button', { name: 'Up: Countdown to a drop: the next one' })
  await up.focus()
  for (let place = 7; place > 1; place -= 1) await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'is now 2 of 8.' })).toHaveCount(1)
  await expect(up).toBeFocused()
  const newsletter = list.getByRole('listitem').filter({ hasText: 'The form to subscribe' })
  await newsletter.getByLabel('Hidden: shoppers do not see this section').check()
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('Newsletter (hidden)')).toBeVisible()
  await expectFineAtBothSizes(page, 'sections of the home page')
  await owner.button('Save').click()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByText('Sections').first()).toBeVisible()

  const shopper = await page.context().newPage()
  const films: string[] = []
  shopper.on('request', (request) => request.url().endsWith('.webm') && films.push(request.url()))
  await shopper.goto('/')
  const headings = shopper.getByRole('main').getByRole('heading', { level: 2 })
  await expect(headings).toHaveText([
    'Winter drop',
    'New arrivals',
    'All hoodies',
    'Our start',
    'On the roof',
    'The film',
  ])
  await expect(shopper.getByRole('timer')).toContainText(/1 day \d\d:\d\d:\d\d/)
  await expect(shopper.getByRole('link', { name: 'To the drop' })).toHaveAttribute('href', '/drop/winter')
  await expect(shopper.getByText('Hushed drop')).toHaveCount(0)
  await expect(shopper.getByRole('link', { name: 'All hoodies' })).toHaveAttribute(
    'href',
    '/shop?category=Hoodies',
  )
  await expect(shopper.getByLabel('Your email')).toHaveCount(0)
  await expectFineAtBothSizes(shopper, 'home page with sections')
  const video = shopper.locator('main video[controls]')
  await video.scrollIntoViewIfNeeded()
  expect(films).toEqual([])
  await video.evaluate((film: HTMLVideoElement) => {
    film.muted = true
    return film.play()
  })
  await expect.poll(() => films.length).toBeGreaterThan(0)

  // What is removed leaves the keyboard where it was; the first version comes back from the history.
  await list.getByRole('button', { name: 'Remove: Text, such as your story: Our start' }).click()
  await owner.button('Save').click()
  await expect(page.getByText('Not saved yet')).toBeHidden()
  await shopper.reload()
  await expect(shopper.getByRole('heading', { name: 'Our start' })).toHaveCount(0)
  await history.getByRole('button', { name: 'Restore the default' }).click()
  await expect(list.locator('> li')).toHaveCount(3)
  await shopper.reload()
  await expect(headings).toHaveText(['New arrivals', 'Join Our Community'])
})
