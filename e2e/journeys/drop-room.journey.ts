import type { Page } from '@playwright/test'
import { FIRST_ROOM } from '#domain/drops/drop.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'
import { Shopper, untilHydrated } from '#e2e/actors/shopper.ts'
import { expectAccessible, expectFineAtBothSizes } from '#e2e/support/axe.ts'
import { testInFreshShop } from '#e2e/support/dedicated-shop.ts'
import { expect } from '#e2e/support/journey.ts'

const test = testInFreshShop()
/** Until the sale begins: long enough to enter the room before. */
const SOON_MS = 20_000
const ROOM = '/drop/winter/room'

const expectLiveAccessible = (page: Page) => expectAccessible(page, '/admin/drops/:id/room')
const expectReportAccessible = (page: Page) => expectAccessible(page, '/admin/drops/:id/report')

test('@phone a shopper waits in the room of a drop by keyboard, takes the turn, and only then may order', async ({
  page,
  records,
  browser,
  shop,
}) => {
  const product = await records.addProduct({ name: 'Comet Jacket', price: 240, stock: 5 })
  const { page: desk } = await StaffMember.atAnotherDesk(browser, shop)
  const at = Date.now() + SOON_MS
  const drop = {
    id: 'winter',
    name: 'Winter drop',
    handle: 'winter',
    words: '',
    picture: null,
    isDraft: false,
    products: [product.id],
    publicFrom: at - 86_400_000,
    soldFrom: at,
    room: { ...FIRST_ROOM, turns: 1, perMinute: 600 },
  }
  const saved = await desk.request.put('/api/staff/drops', {
    data: { version: 0, value: { drops: [drop] } },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(saved.status()).toBe(200)

  await page.goto('/drop/winter')
  await page.getByRole('link', { name: 'To the waiting room' }).press('Enter')
  await page.getByRole('button', { name: 'Enter the waiting room' }).press('Enter')
  await expect(page.getByRole('heading', { name: "You're in" })).toBeVisible()
  await expectAccessible(page, '/drop/:name/room')
  const take = page.getByRole('button', { name: 'Take your turn' })
  await expect(take).toBeVisible({ timeout: SOON_MS + 15_000 })

  await take.press('Enter')
  await expect(page.getByText(/^Your turn lasts until \w+, /)).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^00:09:\d\d$|^00:10:00$/)
  await expectFineAtBothSizes(page, 'a turn')

  const office = await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false })
  const later = await office.newPage()
  await later.goto(ROOM)
  await later.getByRole('button', { name: 'Join the queue' }).click()
  await expect(later.getByRole('heading', { name: 'Your place' })).toBeVisible()
  await later.getByRole('link', { name: 'Look again' }).click()
  await expect(later.getByText("You're next")).toBeVisible()

  await desk.goto('/admin/drops/winter/room')
  await expect(desk.getByText('1 of 1')).toBeVisible()
  await expectLiveAccessible(desk)
  await expectFineAtBothSizes(desk, 'the room of a drop')
  const pause = desk.getByRole('button', { name: 'Pause' })
  await untilHydrated(pause)
  await pause.click()
  await expect(desk.getByRole('heading', { name: 'Paused' })).toBeVisible()
  await desk.getByLabel('To everyone who waits').fill('Back in five minutes.')
  await desk.getByRole('button', { name: 'Show message' }).click()
  await expect(desk.getByText('Message shown').first()).toBeVisible()
  await later.reload()
  await expect(later.getByText('Back in five minutes.')).toBeVisible()
  await expect(later.getByText('Paused for a moment')).toBeVisible()
  await office.close()
  await expect(desk.getByRole('heading', { name: 'Orders a minute' })).toBeVisible()
  await desk.getByRole('link', { name: 'Report' }).click()
  await expect(desk.getByRole('heading', { name: 'Comet Jacket M, left' })).toBeVisible()
  await desk.getByText('View as a table').click()
  await expect(desk.getByRole('table', { name: 'The sale, step by step' })).toBeVisible()
  await expectReportAccessible(desk)
  await expectFineAtBothSizes(desk, 'the report of a drop')

  const passer = new Shopper(
    await (await browser.newContext({ baseURL: shop.url })).newPage(),
    'pat@shopper.example',
  )
  await passer.openProduct(product)
  await expect(passer.page.getByText('Sold in turn, through the waiting room.')).toBeVisible()
  await passer.page.getByRole('link', { name: 'To the waiting room' }).click()
  await passer.page.getByRole('button', { name: 'Join the queue' }).click()
  await expect(passer.page.getByText('1 ahead of you')).toBeVisible()
  await expectFineAtBothSizes(passer.page, 'a place in the room')
  await page.getByRole('link', { name: 'To the drop' }).press('Enter')
  await page.getByRole('link', { name: new RegExp(product.name) }).click()
  await expect(page.getByText('Your turn ends in')).toBeVisible()
  await expect(page.getByRole('button', { name: 'ADD TO CART' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'To the waiting room' })).toHaveCount(0)
})
