import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from '#e2e/support/axe.ts'
import { expect, test } from '#e2e/support/journey.ts'
import { findMails } from '#e2e/support/mails.ts'
import { untilHydrated } from '#e2e/actors/shopper.ts'
import { openWithoutCode, waitingControl } from '#e2e/support/without-code.ts'

const PRODUCT = '/product/wears-red-hoodie'

const addButton = (page: Page) => page.getByRole('button', { name: 'ADD TO CART' })
const cartLink = (page: Page) => page.getByRole('link', { name: /^Cart/ }).first()
/** Size and number of each line. */
const cartOf = (page: Page) =>
  page.evaluate(() => {
    const lines = JSON.parse(localStorage.getItem('cart') ?? '[]') as {
      selectedSize: string
      quantity: number
    }[]
    return lines.map(({ selectedSize, quantity }) => `${quantity} × ${selectedSize}`)
  })

test('@phone a tap before the code has loaded adds one unit of the chosen size to the cart', async ({
  page,
  shopper,
}) => {
  const letCodeLoad = await openWithoutCode(page, PRODUCT)
  await page.locator('label', { has: shopper.size('L') }).tap()
  await expect(shopper.size('L')).toBeChecked()
  await addButton(page).tap()
  await addButton(page).tap()
  await expect(waitingControl(page)).toHaveText('ADD TO CART')
  await expectNoAxeViolations(page)
  expect(await cartOf(page)).toEqual([])
  letCodeLoad()
  await untilHydrated(page.locator('body'))
  await expect(shopper.cartPanel()).toBeVisible()
  await expect(waitingControl(page)).toHaveCount(0)
  expect(await cartOf(page)).toEqual(['1 × L'])
  await shopper.closeCartPanel()
  await expect(shopper.size('L')).toBeChecked()
  expect(await cartOf(page)).toEqual(['1 × L'])
})

test('@phone a key press before the code has loaded counts like a tap', async ({ page }) => {
  const letCodeLoad = await openWithoutCode(page, PRODUCT)
  await addButton(page).press('Enter')
  await expect(waitingControl(page)).toHaveText('ADD TO CART')
  letCodeLoad()
  await untilHydrated(page.locator('body'))
  await expect.poll(() => cartOf(page)).toEqual([expect.stringMatching(/^1 × /)])
})

test('@phone a size chosen with Change before the code has loaded is the size that is added', async ({
  page,
  shopper,
}) => {
  const letCodeLoad = await openWithoutCode(page, `${PRODUCT}#size=M`)
  const change = page.getByRole('button', { name: 'Change' })
  await change.tap()
  await page.getByRole('button', { name: 'L', exact: true }).tap()
  await expect(page.getByRole('dialog', { name: 'Choose your size' })).toBeHidden()
  await expect(change).toHaveCSS('cursor', 'progress')
  letCodeLoad()
  await untilHydrated(page.locator('body'))
  await expect(shopper.size('L')).toBeChecked()
  await expect(change).toContainText('L')
  await addButton(page).tap()
  await expect.poll(() => cartOf(page)).toEqual(['1 × L'])
})

test('@phone a size chosen before the code has loaded takes precedence over the size in the address', async ({
  page,
  shopper,
}) => {
  const letCodeLoad = await openWithoutCode(page, `${PRODUCT}#size=M`)
  await page.locator('label', { has: shopper.size('L') }).tap()
  letCodeLoad()
  await untilHydrated(page.locator('body'))
  await expect(shopper.size('L')).toBeChecked()
  await addButton(page).tap()
  await expect.poll(() => cartOf(page)).toEqual(['1 × L'])
})

test('@phone an early tap is forgotten when the shopper taps something else or leaves', async ({
  page,
  shopper,
}) => {
  const letCodeLoad = await openWithoutCode(page, PRODUCT)
  await addButton(page).tap()
  await page.locator('label', { has: shopper.size('S') }).tap()
  await expect(waitingControl(page)).toHaveCount(0)
  await addButton(page).tap()
  await cartLink(page).tap()
  await expect(shopper.heading('Cart')).toBeVisible()
  letCodeLoad()
  await page.goBack()
  await untilHydrated(addButton(page))
  await expect(waitingControl(page)).toHaveCount(0)
  expect(await cartOf(page)).toEqual([])
})

test('@phone a tap before the code has loaded opens the search, once', async ({ page }) => {
  const letCodeLoad = await openWithoutCode(page, '/shop')
  await page.getByRole('button', { name: 'Search', exact: true }).tap()
  await expect(waitingControl(page)).toHaveAccessibleName('Search')
  await expectNoAxeViolations(page)
  letCodeLoad()
  await untilHydrated(page.locator('body'))
  await expect(page.getByPlaceholder('Search products...')).toBeFocused()
})

test('@phone an early tap on a control that works without code is not repeated', async ({ page }) => {
  const letCodeLoad = await openWithoutCode(page, '/shop')
  await page.getByRole('button', { name: 'Menu' }).tap()
  const contact = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Contact' })
  await expect(contact).toBeVisible()
  await expect(waitingControl(page)).toHaveCount(0)
  letCodeLoad()
  await untilHydrated(page.locator('body'))
  await expect(contact).toBeVisible()
})

test('@phone a currency chosen before the code has loaded is used', async ({ page }) => {
  const letCodeLoad = await openWithoutCode(page, '/contact')
  await page.getByRole('combobox', { name: 'Currency' }).selectOption('GBP')
  const shown = page.waitForResponse((response) => response.url().endsWith('/contact'), { timeout: 30_000 })
  letCodeLoad()
  await shown
  await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveValue('GBP')
  await page.goto(PRODUCT)
  await expect(page.getByRole('main').getByText(/£\d/).first()).toBeVisible()
})

test('@phone a message written and sent before the code has loaded arrives once', async ({
  page,
  shop,
  shopper,
}) => {
  const letCodeLoad = await openWithoutCode(page, '/contact')
  const message = 'Do you ship to Iceland before the code has come?'
  await page.getByLabel('Name').fill('Sam Okafor')
  await page.getByLabel('Email').fill(shopper.email)
  await page.getByLabel('Subject').selectOption('support')
  await page.getByLabel('Message').pressSequentially(message)
  const send = page.getByRole('button', { name: 'Send Message' })
  await send.tap()
  await send.tap()
  await expect(waitingControl(page)).toHaveText('Send Message')
  await expectNoAxeViolations(page)
  letCodeLoad()
  await untilHydrated(page.locator('body'))
  await shopper.isAnnounced("Message sent successfully! We'll get back to you soon.")
  const arrived = async () =>
    (await findMails(shop.dataDir, shopper.email)).filter(({ text }) => text?.includes(message)).length
  await expect.poll(arrived).toBe(1)
})

test('@phone text typed before the code has loaded is kept, with the caret in its place', async ({
  page,
}) => {
  const letCodeLoad = await openWithoutCode(page, '/contact')
  const message = page.getByLabel('Message')
  await message.fill('Where is my order')
  for (let left = 0; left < ' my order'.length; left += 1) await message.press('ArrowLeft')
  letCodeLoad()
  await untilHydrated(page.locator('body'))
  await message.pressSequentially(' then')
  await expect(message).toHaveValue('Where is then my order')
  await page.getByRole('button', { name: 'Send Message' }).tap()
  await expect(page.getByRole('status').getByText('Name is required!')).toBeVisible()
  await expect(message).toHaveValue('Where is then my order')
})

test('@phone a button does not look busy for ever when the code does not load', async ({
  page,
  complaints,
}) => {
  complaints.expect(/\.js|ERR_FAILED/)
  const letCodeFail = await openWithoutCode(page, PRODUCT, 'abort')
  await addButton(page).tap()
  await expect(waitingControl(page)).toHaveCount(1)
  letCodeFail()
  await expect(waitingControl(page)).toHaveCount(0)
})

test('@phone a tap on a picture before the code has loaded opens it in the viewer', async ({ page }) => {
  const letCodeLoad = await openWithoutCode(page, PRODUCT)
  const picture = page.getByRole('link', { name: /^Enlarge image 1 of/ })
  await picture.tap()
  await expect(waitingControl(page)).toHaveAccessibleName(/^Enlarge image 1 of/)
  await expectNoAxeViolations(page)
  await expect(page).toHaveURL(PRODUCT)
  letCodeLoad()
  await untilHydrated(page.locator('body'))
  await expect(page.getByRole('dialog', { name: 'Enlarged image' })).toBeVisible()
  await expect(waitingControl(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(picture).toBeFocused()
})

test('@phone a tapped picture opens as a file when the code does not load', async ({ page, complaints }) => {
  complaints.expect(/\.js|ERR_FAILED/)
  const letCodeFail = await openWithoutCode(page, PRODUCT, 'abort')
  await page.getByRole('link', { name: /^Enlarge image 1 of/ }).tap()
  await expect(waitingControl(page)).toHaveCount(1)
  letCodeFail()
  await expect(page).toHaveURL(/\/pictures\//)
})

const SUGGESTIONS = /\/assets\/(found-suggestions|suggestions)[^/]*$/

test('@phone the search opens without delay, and suggests for what was typed while its code was loading', async ({
  page,
  shopper,
}) => {
  const come = Promise.withResolvers<void>()
  await page.route(SUGGESTIONS, async (route) => {
    await come.promise
    await route.continue()
  })
  await page.goto('/shop')
  const box = await shopper.openSearch()
  await box.pressSequentially('CREW sock')
  const overlay = page.getByRole('dialog', { name: 'Search' })
  await expect(overlay.getByRole('link')).toHaveCount(0)
  come.resolve()
  const first = overlay.getByRole('list').getByRole('link')
  await expect(first).toContainText('Crew Sock, 2-Pack')
  await expect(first).toHaveCSS('display', 'grid')
  await box.press('ArrowDown')
  await expect(first).toBeFocused()
})

test('@phone when its code does not load, the search dialog closes and its form searches; another tap loads the code again', async ({
  page,
  shopper,
  complaints,
}) => {
  complaints.expect(/\/assets\/|ERR_FAILED|dynamically imported/)
  await page.route(SUGGESTIONS, (route) => route.abort())
  await page.goto('/shop')
  const box = await shopper.openSearch()
  await box.fill('sock')
  const overlay = page.getByRole('dialog', { name: 'Search' })
  const failure = overlay.getByText("Suggestions couldn't be loaded. Press Enter to search.")
  await expect(failure).toBeAttached()
  await page.getByRole('button', { name: 'Close search' }).click()
  await expect(overlay).toBeHidden()
  await page.unroute(SUGGESTIONS)
  await shopper.openSearch()
  await expect(failure).toHaveCount(0)
  await expect(box).toHaveValue('')
  await box.fill('CREW sock')
  await expect(overlay.getByRole('list').getByRole('link')).toContainText('Crew Sock, 2-Pack')
  await page.keyboard.press('Escape')
  await expect(overlay).toBeHidden()

  await page.route(SUGGESTIONS, (route) => route.abort())
  await page.reload()
  await shopper.findBySearch('CREW sock')
})
