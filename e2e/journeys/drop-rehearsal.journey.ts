import type { Page } from '@playwright/test'
import { FIRST_ROOM } from '#domain/drops/drop.ts'
import { untilHydrated } from '#e2e/actors/shopper.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'
import { expectAccessible, expectFineAtBothSizes } from '#e2e/support/axe.ts'
import { testInFreshShop } from '#e2e/support/dedicated-shop.ts'
import { expect } from '#e2e/support/journey.ts'
import { findMails } from '#e2e/support/mails.ts'

const test = testInFreshShop()
const DAY = 86_400_000
/** A copy is made, a second shop starts on it, and robots wait and buy, on a machine that does other things too. */
const REHEARSAL_MS = 180_000

const expectRehearsalAccessible = (page: Page) => expectAccessible(page, '/admin/drops/:id/rehearsal')

test('@desktop staff rehearse a drop with robots, see it sell out, and find their shop as it was', async ({
  records,
  browser,
  shop,
}) => {
  test.setTimeout(2 * REHEARSAL_MS)
  const product = await records.addProduct({ name: 'Comet Jacket', price: 240, stock: 5 })
  const { page: desk } = await StaffMember.atAnotherDesk(browser, shop)
  const drop = {
    id: 'winter',
    name: 'Winter drop',
    handle: 'winter',
    words: '',
    picture: null,
    isDraft: false,
    products: [product.id],
    publicFrom: Date.now() + DAY,
    soldFrom: Date.now() + 2 * DAY,
    room: FIRST_ROOM,
    perPerson: 1,
    payMinutes: 5,
  }
  const saved = await desk.request.put('/api/staff/drops', {
    data: { version: 0, value: { drops: [drop] } },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(saved.status()).toBe(200)

  await desk.goto('/admin/drops/winter')
  await desk.getByRole('link', { name: 'Rehearse this drop' }).click()
  await expect(desk.getByRole('heading', { name: 'Not rehearsed yet' })).toBeVisible()
  await expectFineAtBothSizes(desk, 'a drop that was not rehearsed')
  const robots = desk.getByLabel('Robots')
  await untilHydrated(robots)
  await robots.fill('5')
  await desk.getByRole('button', { name: 'Rehearse' }).click()
  await expect(desk.getByText('Enter a whole number from 10 to 10,000.')).toBeVisible()
  await robots.fill('20')
  await desk.getByRole('button', { name: 'Rehearse' }).click()
  await expect(desk.getByRole('button', { name: 'Stop' })).toBeVisible()
  await expect(desk.getByRole('heading', { name: 'Robots come, and wait for the start' })).toBeVisible({
    timeout: REHEARSAL_MS,
  })
  await expectRehearsalAccessible(desk)

  await expect(desk.getByRole('heading', { name: 'Finished' })).toBeVisible({ timeout: REHEARSAL_MS })
  const figure = (name: string) =>
    desk
      .locator('dl > div')
      .filter({ has: desk.getByText(name, { exact: true }) })
      .first()
      .getByRole('definition')
  await expect(figure('Sold')).toHaveText('5')
  await expect(figure('Oversold')).toHaveText('0')
  await expect(figure('Sold out after')).toHaveText(/^\d:\d\d$/)
  await expect(desk.getByRole('table', { name: 'How long answers took' })).toContainText('Ordering')
  await expect(desk.getByRole('heading', { name: 'Comet Jacket M, left' })).toBeVisible()
  await expectRehearsalAccessible(desk)
  await expectFineAtBothSizes(desk, 'the report of a rehearsal')

  await desk.goto('/admin/activity')
  await expect(desk.getByRole('table').getByText('Rehearsed Winter drop').first()).toBeVisible()
  const stored = await desk.request.get(`/api/staff/products/${product.id}`)
  expect(await stored.json()).toMatchObject({ stock: 5 })
  expect(await findMails(shop.dataDir, 'Comet Jacket')).toEqual([])
})
