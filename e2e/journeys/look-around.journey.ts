import { isSettled } from '#e2e/actors/shopper.ts'
import { expect, test } from '#e2e/support/journey.ts'
import { expectControlsApart, expectNoSidewaysScroll } from '#e2e/support/layout.ts'

test('the shop shows every product, and a card leads to its product', async ({ shopper, records, page }) => {
  await shopper.open('/shop')
  await expect(shopper.heading('SHOP ALL')).toBeVisible()
  await shopper.seesProductCount(await records.onSale())
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(/Home.*Shop All/)
  await shopper.chooseProduct('Wears Red Hoodie')
  await expect(page).toHaveURL(/\/product\/wears-red-hoodie$/)
})

test('@phone suggestions show up to five products while the shopper types, and one click opens one', async ({
  shopper,
  page,
}) => {
  await shopper.open('/shop')
  const box = await shopper.openSearch()
  await box.fill('e')
  const overlay = page.getByRole('dialog')
  const suggestions = overlay.getByRole('list').getByRole('link')
  await expect(suggestions).toHaveCount(5)
  await box.fill('CREW sock')
  await expect(suggestions).toHaveCount(1)
  await expect(suggestions).toContainText('Crew Sock, 2-Pack')
  await expect(suggestions).toContainText('$')
  await suggestions.click()
  await expect(shopper.heading('Crew Sock, 2-Pack')).toBeVisible()
})

test('@phone a search without results says so and links to all products', async ({ shopper, page }) => {
  await shopper.open('/shop')
  await shopper.findBySearch('wool "overcoat"')
  await shopper.sees('No products found for "wool "overcoat""')
  await shopper.sees('Try adjusting your search terms or browse all products.')
  await page.getByRole('link', { name: 'Browse All Products' }).click()
  await expect(shopper.heading('SHOP ALL')).toBeVisible()
})

test('@phone a search can be cleared', async ({ shopper, page }) => {
  await shopper.open('/shop?q=tee')
  await expect(shopper.heading('SEARCH RESULTS FOR "tee"')).toBeVisible()
  await page.getByRole('link', { name: 'Clear Search' }).click()
  await expect(shopper.heading('SHOP ALL')).toBeVisible()
})

test('@phone a product shows which sizes are available', async ({ shopper, page }) => {
  await shopper.open('/product/red-sweatpant')
  await expect(shopper.size('S')).toBeChecked()
  await expect(shopper.size('M')).toBeEnabled()
  await page.goto('/product/red-sweatpant#size=L')
  await page.reload()
  await shopper.sees('Size L is sold out. Please select a size to add to cart')
  const sizes = page.getByRole('group', { name: 'Size', exact: true })
  await expect(sizes.getByRole('radio', { checked: true })).toHaveCount(0)
  for (const size of ['XS', 'L', 'XL', 'XXL']) {
    await expect(shopper.size(size)).toBeDisabled()
    await expect(page.getByTitle(`Size ${size} is not available`)).toBeVisible()
  }
  await expect(page.getByText('You May Also Like')).toBeVisible()
  await expect(page.getByText('SIZE CHART', { exact: true })).toBeVisible()
  await expect(page.getByText('DESCRIPTION', { exact: true })).toBeVisible()
})

test('@phone a product without sizes is out of stock everywhere', async ({ shopper, page }) => {
  await shopper.open('/shop?q=washed stack')
  await expect(page.getByRole('main')).toContainText('Out of Stock')
  await shopper.chooseProduct('Washed Stack Hoodie')
  await expect(page.getByRole('button', { name: 'OUT OF STOCK' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'ADD TO CART' })).toBeHidden()
})

test('the display currency is chosen once, for every page, and yen have no decimals', async ({
  shopper,
  page,
}) => {
  await shopper.open('/shop')
  await shopper.changeCurrency('JPY')
  const prices = page.getByRole('main').getByText(/[¥￥][\d,]+/)
  await expect(prices.first()).toHaveText(/[¥￥][\d,]+$/)
  await shopper.chooseProduct('Crew Sock, 2-Pack')
  await expect(prices.first()).toHaveText(/[¥￥][\d,]+$/)
  await shopper.open('/')
  await page.goBack()
  await expect(prices.first()).toBeVisible()
})

test('@phone a missing product shows a message, and a link to the shop', async ({
  shopper,
  page,
  complaints,
}) => {
  complaints.expect(/\b404\b/)
  await shopper.open('/product/no-such-thing')
  await shopper.sees('Product not found.')
  await page
    .getByRole('main')
    .getByRole('link', { name: /back/i })
    .or(page.getByRole('main').getByRole('button', { name: /back/i }))
    .click()
  await expect(shopper.heading('SHOP ALL')).toBeVisible()
})

test('home shows the name, the tagline and a video that plays only where it may', async ({
  shopper,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await shopper.open('/')
  await expect(page.getByText('Where Style Meets Street', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /pause/i })).toBeVisible()
})

test('@phone every page fits into 320 pixels, and no control lies over another', async ({
  shopper,
  records,
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const product = await records.addProduct({
    name: 'Extraordinarilylongwordedheavyweightcollaboration Hoodie of the Northern Prairies',
    price: 123_456.78,
  })
  await shopper.putInCart(product, 'M')
  for (const path of ['/', '/shop', '/shop?q=zzzz', '/product/wears-red-hoodie', '/cart', '/checkout']) {
    await shopper.open(path)
    await isSettled(page)
    await expectNoSidewaysScroll(page, path)
    await expectControlsApart(page, path)
  }
  // Only the text is twice as large: media queries do not follow it.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  await expectNoSidewaysScroll(page, 'large text only')
  await page.setViewportSize({ width: 320, height: 640 })
  await shopper.openProduct(product)
  await page.getByRole('button', { name: 'Cart panel', exact: true }).click()
  await expect(shopper.cartPanel()).toHaveCSS('pointer-events', 'auto')
  await expectControlsApart(page, 'the cart panel')
})
