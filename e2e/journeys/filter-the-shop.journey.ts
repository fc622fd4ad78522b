import { expectNoAxeViolations } from '#e2e/support/axe.ts'
import { expect, test } from '#e2e/support/journey.ts'
import { untilHydrated } from '#e2e/actors/shopper.ts'

test('the shop is filtered, sorted and shared by its address', async ({ shopper, page }) => {
  await shopper.open('/shop')
  const filters = page.getByRole('navigation', { name: 'Filter and sort' })
  const summary = filters.getByText('Filter and sort', { exact: true })
  if (await summary.isVisible()) await summary.click()
  const choose = async (group: string, name: string, heading: string) => {
    if (group === 'Category') await expectNoAxeViolations(page)
    await filters.getByRole('list', { name: group }).getByRole('link', { name, exact: true }).click()
    await expect(shopper.heading(heading)).toBeVisible()
  }
  await choose('Category', 'Hoodies', 'Hoodies')
  await expect(page).toHaveURL(/\/shop\?category=Hoodies#filters$/)
  await choose('Size', 'M', 'Hoodies in size M')
  await choose('Sort', 'Price, low to high', 'Hoodies in size M')
  await expect(page).toHaveURL(/\/shop\?category=Hoodies&size=M&sort=price-asc#filters$/)
  const cards = page.getByRole('main').locator('a[href^="/product/"]')
  const prices = (await cards.allInnerTexts()).map((text) => Number(/\$([\d.]+)/.exec(text)?.[1]))
  expect(prices.length).toBeGreaterThan(1)
  expect(prices).toEqual(prices.toSorted((a, b) => a - b))
  const count = page.getByText(`${prices.length} items`, { exact: true })
  await expect(count).toBeInViewport()
  const show = filters.getByRole('link', { name: `Show ${prices.length} items` })
  if (await summary.isVisible()) {
    // Without the code, the link jumps to the list and leaves the filters open.
    await untilHydrated(show)
    await show.click()
    await expect(count).toBeFocused()
  }
  await expect(show).toBeHidden()
  await expectNoAxeViolations(page)

  const other = await page.context().newPage()
  await other.goto(page.url())
  await expect(other.getByText(`${prices.length} items`, { exact: true })).toBeVisible()
  await other.close()

  const chosen = page.getByRole('list', { name: 'Applied filters' })
  await chosen.getByRole('link', { name: 'Remove Hoodies' }).click()
  await expect(page).toHaveURL(/\/shop\?size=M&sort=price-asc$/)
  await chosen.getByRole('link', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(/\/shop\?sort=price-asc$/)
  const isWider = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
  expect(await page.evaluate(isWider)).toBe(false)
})

test('@phone filters without results offer a way back, and clearing a search keeps them', async ({
  shopper,
  page,
}) => {
  await shopper.open('/shop?category=Pants&size=XS&q=overcoat')
  await shopper.sees('No products found for "overcoat"')
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: 'Clear Search' }).click()
  await expect(page).toHaveURL(/\/shop\?category=Pants&size=XS$/)
})

test('@phone a shopper who filters by size finds that size chosen on the product page, and can change it in the bar', async ({
  shopper,
  records,
  page,
}) => {
  const hoodie = await records.addProduct({
    name: 'Right Size Hoodie',
    price: 60,
    sizes: ['XS', 'XL', 'XXL'],
  })
  await shopper.open('/shop?size=XXL')
  await page.getByRole('link', { name: hoodie.name }).click()
  await expect(shopper.size('XXL')).toBeChecked()
  const change = page.getByRole('button', { name: 'Size XXL Change' })
  await change.click()
  const sizes = page.getByRole('dialog', { name: 'Choose your size' })
  await expect(sizes.getByRole('button')).toHaveText(['XS', 'XL', 'XXL'])
  await expectNoAxeViolations(page)
  await sizes.getByRole('button', { name: 'XL', exact: true }).click()
  await expect(sizes).toBeHidden()
  await expect(page.getByRole('button', { name: 'Size XL Change' })).toBeFocused()
  await shopper.addToCart()
  await shopper.sees('Right Size Hoodie (Size: XL) added to cart!')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the shop can be filtered', async ({ page, shopper }) => {
    await shopper.open('/shop')
    const filters = page.getByRole('navigation', { name: 'Filter and sort' })
    const summary = filters.getByText('Filter and sort', { exact: true })
    if (await summary.isVisible()) await summary.click()
    await filters.getByRole('link', { name: 'Shirts' }).click()
    await expect(page).toHaveURL(/\/shop\?category=T-Shirts#filters$/)
    await expect(page.getByRole('link', { name: 'Remove Shirts' })).toBeVisible()
  })
})
