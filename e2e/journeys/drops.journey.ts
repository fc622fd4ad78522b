import type { Page } from '@playwright/test'
import { clockTime } from '#domain/shop-time.ts'
import { Shopper, untilHydrated } from '#e2e/actors/shopper.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'
import { expectAccessible, expectFineAtBothSizes } from '#e2e/support/axe.ts'
import { testInFreshShop } from '#e2e/support/dedicated-shop.ts'
import { expect } from '#e2e/support/journey.ts'
import { findMails } from '#e2e/support/mails.ts'
import { overLimit } from '#words/en/checkout/checkout.ts'
import { personLimit } from '#words/en/checkout/refusals.ts'

const test = testInFreshShop()
const HOUR = 3_600_000

const expectPreviewAccessible = (page: Page) => expectAccessible(page, '/admin/drops/:id/preview')

test('@phone a member of staff plans a drop; shoppers count down to it, the press sees it before, and then it is sold', async ({
  page,
  records,
  complaints,
  browser,
  shop,
}) => {
  complaints.expect(/404|422/)
  const product = await records.addProduct({ name: 'Comet Jacket', price: 240, stock: 5 })
  const { name } = product
  const { page: desk } = await StaffMember.atAnotherDesk(browser, shop)
  await desk.goto('/admin/drops')
  await expect(desk.getByRole('heading', { name: 'No drops yet' })).toBeVisible()
  await desk.getByRole('link', { name: 'New drop' }).click()
  const title = desk.getByLabel('Name', { exact: true })
  await untilHydrated(title)
  await title.fill('Winter Drop')
  await desk.getByLabel('Words').fill('Six pieces.\n\nOnce.')
  const times = async (shown: number, sold: number) => {
    const clock = (at: number) => clockTime(Date.now() + at, 'America/Regina')
    await desk.getByLabel('Shown from').fill(clock(shown))
    await desk.getByLabel('Sold from').fill(clock(sold))
    await desk.getByRole('button', { name: 'Save', exact: true }).click()
  }
  await desk.getByRole('checkbox', { name: /^Draft/ }).uncheck()
  await desk.getByLabel('Add a product').fill('Comet')
  await desk.getByRole('button', { name: `Add ${name}` }).click()
  const perPerson = desk.getByLabel('Pieces per person')
  await perPerson.fill('0')
  const payMinutes = desk.getByLabel('Minutes to pay')
  await expect(payMinutes).toHaveValue('5')
  await payMinutes.fill('90')
  await times(2 * HOUR, HOUR)
  await expect(desk.getByText('Enter a whole number from 1 to 100')).toBeVisible()
  await expect(desk.getByText('Enter a whole number from 2 to 60')).toBeVisible()
  await payMinutes.fill('5')
  await perPerson.fill('1')
  await expect(desk.getByText('Products are shown before they are sold')).toBeVisible()
  await times(HOUR, 26 * HOUR)
  await expect(desk.getByText('Drop saved').first()).toBeVisible()
  await expectFineAtBothSizes(desk, 'a drop')
  const pressLink = await desk.getByLabel('Link for the press').inputValue()
  await desk.goto('/admin/drops')
  await expect(desk.getByRole('row').filter({ hasText: 'Winter Drop' })).toContainText('Announced')
  await expectFineAtBothSizes(desk, 'the drops')

  await page.goto('/drop/winter-drop')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Winter Drop')
  await expect(page.getByText(/^Revealed \w+, /)).toBeVisible()
  await expect(page.getByText(/^Drops \w+, /)).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^00:5[89]:\d\d$|^01:00:00$/)
  await expect(page.getByText('Limited to 1 per person.')).toBeVisible()
  await expect(page.getByText(name)).toHaveCount(0)
  await expectAccessible(page, '/drop/:name')
  const downloads = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Add to calendar' }).click()
  expect((await downloads).suggestedFilename()).toBe('winter-drop.ics')

  await page.getByLabel('Your email address').fill('ada@shopper.example')
  await page.getByRole('button', { name: 'Tell me' }).click()
  await expect(page.getByText('Check your email')).toBeVisible()
  const mails = async () => (await findMails(shop.dataDir, '/reminder?token=')).map(({ text }) => text)
  await expect.poll(mails).toHaveLength(1)
  const [mail = ''] = await mails()
  await page.goto(/http\S+\/reminder\?token=\S+/.exec(mail)?.[0] ?? '')
  await page.getByRole('button', { name: 'Tell me' }).click()
  await expect(page.getByRole('heading', { name: "You're in" })).toBeVisible()
  await expectAccessible(page, '/reminder')

  await page.goto(pressLink)
  await expect(page.getByText('Preview: not for publication')).toBeVisible()
  await expectAccessible(page, '/drop/:name/preview')
  await page.getByRole('link', { name: new RegExp(name) }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.getByRole('button', { name: 'NOT ON SALE YET' })).toBeVisible()
  await expectAccessible(page, '/drop/:name/preview/:product')

  await desk.getByRole('link', { name: 'Winter Drop', exact: true }).click()
  await untilHydrated(title)
  await times(-HOUR, -HOUR)
  await expect(desk.getByText('Drop saved').first()).toBeVisible()
  await desk.getByRole('link', { name: 'Preview' }).click()
  await expect(desk.getByText('Preview: with all products')).toBeVisible()
  await expectPreviewAccessible(desk)
  await page.goto('/drop/winter-drop')
  await expect(page.getByRole('timer')).toHaveCount(0)
  await expectFineAtBothSizes(page, 'a drop that is on sale')
  await page.getByRole('link', { name: new RegExp(name) }).click()
  await expect(page.getByRole('button', { name: 'ADD TO CART' })).toBeVisible()

  const ada = new Shopper(page, 'ada@shopper.example')
  await ada.isAboutToPayFor(product)
  await ada.payWith('asksTheBank')
  await expect(page.getByText(/Held for you for 4:[45]\d/)).toBeVisible()
  await ada.answersTheBank('Approve')
  await ada.isThanked()
  await ada.isAboutToPayFor(product)
  await ada.payWith('asksTheBank')
  await ada.isRefusedWith(personLimit(1, 'Winter Drop'))
  await page.context().clearCookies()
  await page.getByLabel('Email').fill('bo@shopper.example')
  await page.getByLabel('Address', { exact: true }).fill('7 Elm St')
  await ada.payNow()
  await ada.answersTheBank('Approve')
  await ada.isRefusedWith(overLimit)
  await expectFineAtBothSizes(page, 'a card that is over the limit of a drop')
  await desk.goto('/admin/drops')
  await desk.getByRole('link', { name: 'Winter Drop', exact: true }).click()
  await expect(desk.getByText('Same email address: 1 person, once')).toBeVisible()
  await expect(desk.getByRole('row').filter({ hasText: 'Same card, refunded' })).toContainText('R-')
  await expectFineAtBothSizes(desk, 'a drop with refusals')

  // A size of another product sells out, comes back, and one is held by the link of the email.
  const cap = await records.addProduct({ name: 'Comet Cap', price: 40, stock: 0 })
  await page.evaluate(() => localStorage.removeItem('cart'))
  await page.goto(`/product/${cap.id}`)
  await page.getByLabel('Size', { exact: true }).selectOption('M')
  await page.getByLabel('Your email address').fill('cy@shopper.example')
  await page.getByRole('button', { name: 'Tell me' }).click()
  await expect(page.getByText('Check your email')).toBeVisible()
  const linkIn = async (text: string) => {
    await expect.poll(async () => (await findMails(shop.dataDir, text)).length).toBe(1)
    const [mail] = await findMails(shop.dataDir, text)
    return /http\S+\/reminder\S*\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  }
  await page.goto(await linkIn('when Comet Cap is back'))
  await page.getByRole('button', { name: 'Tell me' }).click()
  await records.changeStock(cap.id, 1)
  await page.goto(await linkIn('/reminder/hold'))
  const press = page.getByRole('button', { name: 'Hold one for me' })
  await untilHydrated(press)
  await expectFineAtBothSizes(page, 'a piece that can be held')
  await press.click()
  await expect(page.getByText('Held for you until')).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^00:1[45]:\d\d$/)
  await expectAccessible(page, '/reminder/hold')
  await expectFineAtBothSizes(page, 'a piece that is held')
  expect(await records.unitsLeft(cap.id)).toBe(0)
  await page.getByRole('link', { name: 'To the checkout' }).click()
  const cy = new Shopper(page, 'cy@shopper.example')
  await cy.fillDelivery()
  await cy.payWith('pays')
  await cy.isThanked()
})
