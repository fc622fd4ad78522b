import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/support/journey.ts'
import { STAFF } from '#e2e/support/running-shop.ts'
import { untilHydrated, type Shopper } from '#e2e/actors/shopper.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

/** The shop page's search button, with the page's clock stopped. */
async function searchButtonInStoppedTime(shopper: Shopper, page: Page) {
  await shopper.open('/shop')
  const button = page.getByRole('button', { name: 'Search', exact: true })
  await untilHydrated(button)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  return button
}

test('@phone the search field gets the focus after a tenth of a second, requires text, and is cleared on closing', async ({
  shopper,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const button = await searchButtonInStoppedTime(shopper, page)
  await page.evaluate(noteFocus)
  await button.click()
  const box = page.getByPlaceholder('Search products...')
  const opened = page.getByRole('dialog', { name: 'Search' })
  const close = page.getByRole('button', { name: 'Close search' })
  await expect(opened).toBeVisible()
  await expect(opened).toHaveCSS('transition-duration', '0.3s, 0.3s, 0.3s, 0.3s')
  await expect(opened).toBeFocused()
  await page.clock.runFor(99)
  await expect(opened).toBeFocused()
  await page.clock.runFor(1)
  await expect(box).toBeFocused()
  const focused = await page.evaluate(() => (globalThis as Noting).focused)
  expect(focused).toEqual(['button Search', 'dialog Search', 'input Search products'])
  await page.clock.resume()

  await box.fill('   ')
  await box.press('Enter')
  await expect(opened).toBeVisible()
  await expect(page).toHaveURL(/\/shop$/)
  await box.fill('hoodie')
  const first = opened.getByRole('link').first()
  await expect(first.locator('picture img')).toBeVisible()
  await close.click()
  await expect(opened).toBeHidden()
  await button.click()
  await expect(box).toHaveValue('')
  await box.fill('  Wears Red  ')
  await box.press('Enter')
  await expect(shopper.heading('SEARCH RESULTS FOR "Wears Red"')).toBeVisible()
  await expect(opened).toBeHidden()
})

test('@desktop text typed before the search field has the focus is not lost', async ({ shopper, page }) => {
  const button = await searchButtonInStoppedTime(shopper, page)
  await button.click()
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeFocused()
  await page.keyboard.type('Red')
  await expect(page.getByPlaceholder('Search products...')).toHaveValue('Red')
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
})

test('the cart and the menu show the item count when it is above 0', async ({ shopper, records, page }) => {
  const product = await records.addProduct({ name: 'Badge Hoodie', price: 50 })
  await shopper.openProduct(product)
  const cart = page.getByRole('banner').getByRole('link', { name: /^Cart/ }).first()
  await expect(cart).toHaveAccessibleName('Cart')
  await shopper.chooseSize('M')
  await shopper.addToCart()
  await shopper.closeCartPanel()
  await expect(cart).toHaveAccessibleName('Cart, 1 item')
  await shopper.chooseSize('L')
  await shopper.addToCart()
  await shopper.closeCartPanel()
  await shopper.addToCart()
  await shopper.closeCartPanel()
  await expect(cart).toHaveAccessibleName('Cart, 3 items')
  await expect(cart).toHaveText('3')
  await expect(cart).toHaveAttribute('href', '/cart')
})

test('@phone the menu opens, lists SHOP, Contact and the cart with its count, and closes', async ({
  shopper,
  records,
  page,
}) => {
  await shopper.putInCart(await records.addProduct({ name: 'Menu Hoodie', price: 50 }), 'M')
  await shopper.openMenu()
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await expect(menu.getByRole('link')).toHaveText(['SHOP', 'Contact', 'Cart (1)'])
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
})

test('a thumbnail shows its picture, and the text sections can be folded', async ({ shopper, page }) => {
  await shopper.open('/product/wears-red-hoodie')
  const third = page.getByRole('button', { name: /image 3/i })
  await untilHydrated(third)
  await third.click()
  await expect(page.getByRole('list', { name: 'Images' }).getByRole('listitem').nth(2)).toBeInViewport({
    ratio: 0.5,
  })
  await expect(third).toHaveAttribute('aria-current', 'true')
  for (const title of ['DESCRIPTION', 'SIZE CHART']) {
    const fold = page.getByRole('group').filter({ has: page.getByText(title, { exact: true }) })
    await expect(fold).toHaveAttribute('open')
    await page.getByText(title, { exact: true }).click()
    await expect(fold).not.toHaveAttribute('open')
  }
})

test('@phone going back leads to the list in its previous state', async ({ shopper, page }) => {
  await shopper.open('/shop?q=hoodie')
  await shopper.chooseProduct('Wears Red Hoodie')
  const back = page.getByRole('main').getByRole('link', { name: 'Back', exact: true })
  await untilHydrated(back)
  await back.click()
  await expect(shopper.heading('SEARCH RESULTS FOR "hoodie"')).toBeVisible()
})

test('@phone a spinner shows while another page of the list is loading', async ({
  shopper,
  records,
  page,
}) => {
  const missing = 49 - (await records.onSale())
  for (let number = 1; number <= missing; number += 1) {
    await records.addProduct({ name: `Listed Tee ${number}`, price: 10 })
  }
  await shopper.open('/shop')
  await shopper.seesProductCount(49)
  // Playwright cannot query a page during a navigation, so the page reports the spinner itself.
  let shown = () => {}
  const spinner = new Promise<void>((resolve) => (shown = resolve))
  await page.exposeFunction('tellOfTheSpinner', () => shown())
  await page.evaluate(() => {
    const { tellOfTheSpinner } = window as unknown as { tellOfTheSpinner: () => void }
    new MutationObserver(() => {
      if (document.body.textContent.includes('Loading products')) tellOfTheSpinner()
    }).observe(document.body, { childList: true, subtree: true })
  })
  await page.route('**/shop?page=2', async (route) => {
    await spinner
    await route.continue()
  })
  const next = page.getByRole('link', { name: 'Next' })
  await untilHydrated(next)
  await next.click()
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
})

test('@phone the cart shows the details of each line, and keeps the note in this browser', async ({
  shopper,
  records,
  page,
}) => {
  const product = await records.addProduct({ name: 'Listed Hoodie', price: 50 })
  await shopper.putInCart(product, 'M')
  await shopper.openCart()
  const line = page.getByRole('listitem').filter({ hasText: 'Listed Hoodie' })
  await expect(line).toContainText('Size: M')
  await expect(line).toContainText('$50.00')
  await expect(line.getByRole('button', { name: /^REMOVE/ })).toBeVisible()
  const note = page.getByLabel('Add Order Note')
  await expect(note).toHaveAttribute('rows', '3')
  await note.fill('Leave it at the door')
  expect(await page.evaluate(() => localStorage.getItem('orderNote'))).toBe('Leave it at the door')
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '') as unknown)
  expect(stored).toMatchObject([
    { product: { id: product.id, name: product.name, price: 50 }, quantity: 1, selectedSize: 'M' },
  ])
  await expect(shopper.summary()).not.toContainText("You'll be charged")
  await expect(page.getByRole('link', { name: 'CHECKOUT' })).toHaveAttribute('href', '/checkout')

  const pictured = await records.findProduct('emblem hoodie', 'L')
  await shopper.putInCart(pictured, 'L')
  await shopper.openCart()
  const picture = page.getByRole('listitem').filter({ hasText: pictured.name }).locator('img')
  await expect(picture).toHaveJSProperty('complete', true)
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
})

test('@phone the checkout lists the lines in the chosen currency, and asks for the region by its name', async ({
  shopper,
  records,
  page,
}) => {
  const product = await records.addProduct({ name: 'Summed Hoodie', price: 50 })
  await shopper.putInCart(product, 'M')
  await shopper.putInCart(product, 'M')
  await shopper.changeCurrency('USD')
  await shopper.openCart()
  await shopper.goToCheckout()
  const summary = shopper.summary()
  await expect(page.getByRole('heading', { name: 'Order Summary' })).toBeVisible()
  for (const words of ['Summed Hoodie', 'Size: M', 'Qty: 2', "You'll be charged C$127.00 CAD"]) {
    await expect(summary).toContainText(words)
  }
  const price = /US\$(\d+\.\d\d)/.exec(
    (await summary
      .getByText(/^US\$\d/)
      .first()
      .textContent()) ?? '',
  )?.[1]
  expect(Number(price)).toBeGreaterThan(50)
  expect(Number(price)).toBeLessThan(100)

  for (const [country, label, regions] of [
    ['CA', 'Province', 13],
    ['US', 'State', 59],
    ['NG', 'State', 37],
    ['AU', 'State/Territory', 8],
    ['GB', 'County', 51],
  ] as const) {
    await page.getByRole('combobox', { name: 'Country' }).selectOption(country)
    const region = page.getByRole('combobox', { name: label, exact: true })
    await expect(region).toHaveAttribute('required')
    await expect(region.getByRole('option').filter({ hasNotText: /^Choose$/ })).toHaveCount(regions)
  }
  await page.getByRole('combobox', { name: 'Country' }).selectOption('DE')
  await expect(page.getByLabel('Region/State/Province (optional)')).not.toHaveAttribute('required')
  for (const label of ['Email', 'Phone', 'Full name', 'Address', 'City', 'Postal code']) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('required')
  }
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
})

test('contact form toasts stay three seconds for an error and five for success, top right', async ({
  shopper,
  page,
}) => {
  await shopper.open('/contact')
  await untilHydrated(page.getByRole('button', { name: 'Send Message' }))
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await shopper.sendMessage()
  const wrong = page.getByRole('status').getByText('Name is required!')
  await expect(wrong).toBeVisible()
  const place = await wrong.boundingBox()
  const middle = (place?.x ?? 0) + (place?.width ?? 0) / 2
  expect(middle).toBeGreaterThanOrEqual((page.viewportSize()?.width ?? 0) / 2)
  expect(place?.y).toBeLessThan((page.viewportSize()?.height ?? 0) / 3)
  await page.clock.runFor(2_999)
  await expect(wrong).toBeVisible()
  await page.clock.runFor(1)
  await expect(wrong).toBeHidden()

  let answer = () => {}
  const waiting = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/contact', async (route) => {
    await waiting
    await route.fulfill({ status: 202, json: { received: true } })
  })
  await shopper.writeMessage('Do you ship to Iceland?')
  await shopper.sendMessage()
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled()
  answer()
  const sent = page.getByText("Message sent successfully! We'll get back to you soon.")
  await expect(sent).toBeVisible()
  await page.clock.runFor(4_999)
  await expect(sent).toBeVisible()
  await page.clock.runFor(1)
  await expect(sent).toBeHidden()
})

test('@desktop the dashboard and its form have the required parts', async ({ records, page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const product = await records.addProduct({ name: 'Untracked Hoodie', price: 50 })
  const staff = new StaffMember(page, STAFF)
  await staff.opensDashboard()
  await expect(page.getByRole('tab')).toHaveText(['Products'])
  await expect(staff.heading('Manage Products')).toBeVisible()
  await page.getByLabel('Search').fill(product.name)
  const card = page.getByRole('listitem').filter({ has: staff.heading(product.name) })
  await expect(card).toContainText('$50.00')
  await expect(card).toContainText('Stock: Not tracked')
  await expect(card.getByRole('button', { name: /^(Edit|Delete) / })).toHaveText(['Edit', 'Delete'])

  await staff.button('Add New Product').click()
  const form = page.getByRole('dialog', { name: 'Add New Product' })
  await expect(form).toHaveCSS('animation-duration', '0.3s')
  await expect(form.getByRole('button', { name: 'Close' })).toBeVisible()
  for (const [label, attributes] of [
    ['Name', { required: '' }],
    ['Price (CAD $)', { required: '', type: 'number', step: '0.01', min: '0' }],
    ['Stock', { type: 'number', min: '0' }],
    ['Category', { required: '' }],
    ['Description', { rows: '4' }],
  ] as const) {
    for (const [name, value] of Object.entries(attributes)) {
      await expect(form.getByLabel(label, { exact: true })).toHaveAttribute(name, value)
    }
  }
  await expect(form.getByLabel('Description')).not.toHaveAttribute('required')
  const stock = form.getByLabel('Stock', { exact: true })
  await expect(stock).not.toHaveAttribute('required')
  await expect(stock).toHaveAccessibleDescription('Leave empty to sell without tracking stock.')
  const categories = form.getByLabel('Category').getByRole('option')
  await expect(categories).toHaveText(['Select a category', 'Shirts', 'Hoodies', 'Accessories', 'Pants'])
  await expect(form.getByLabel('Category').locator('[value="T-Shirts"]')).toHaveText('Shirts')
  await expect(form.getByRole('checkbox')).toHaveCount(6)
  const images = form.getByLabel(/^Choose images/)
  await expect(images).toHaveAttribute('multiple')
  await expect(images).toHaveAttribute('accept', /^image\//)
})

type Noting = typeof globalThis & { focused: string[] }

/** Runs in the page: records every element that gets the focus, however briefly. */
function noteFocus(): void {
  const focused: string[] = []
  Object.assign(globalThis, { focused })
  addEventListener('focusin', ({ target }) => {
    if (target instanceof Element) focused.push(`${target.localName} ${target.ariaLabel}`)
  })
}
