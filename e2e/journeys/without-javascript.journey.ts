import { expect, test } from '#e2e/support/journey.ts'

test.use({ javaScriptEnabled: false })

test('products can be browsed', async ({ shopper, records, page }) => {
  await shopper.open('/shop')
  await shopper.seesProductCount(await records.onSale())
  await shopper.chooseProduct('Wears Red Hoodie')
  await expect(page.getByText('heavyweight fleece')).toBeVisible()
  await expect(
    page.getByRole('img', { name: /Wears Red Hoodie: deep red hoodie, front/ }).first(),
  ).toBeVisible()
})

test('a search has an address', async ({ shopper, page }) => {
  await shopper.open('/shop?q=sweatpant')
  await expect(shopper.heading('SEARCH RESULTS FOR "sweatpant"')).toBeVisible()
  await expect(page.getByText('3 items', { exact: true })).toBeVisible()
})

test('a currency can be chosen', async ({ shopper, page }) => {
  await shopper.open('/product/wears-red-hoodie')
  await page.getByRole('combobox', { name: 'Currency' }).selectOption('GBP')
  await page.getByRole('button', { name: /currency/i }).click()
  await expect(shopper.heading('Wears Red Hoodie')).toBeVisible()
  await expect(page.getByRole('main').getByText(/£\d/).first()).toBeVisible()
})

test('a product cannot be put in a cart, and says why', async ({ shopper, page }) => {
  await shopper.open('/product/wears-red-hoodie')
  await expect(page.getByRole('main')).toContainText(
    'Your cart is kept in this browser and needs JavaScript.',
    {
      useInnerText: true,
    },
  )
  await expect(page.getByRole('button', { name: 'ADD TO CART' })).toBeHidden()
})

test('the cart says that it needs JavaScript', async ({ shopper, page }) => {
  await shopper.open('/cart')
  await expect(page.getByRole('main')).toContainText(
    'Your cart is kept in this browser and needs JavaScript.',
    { useInnerText: true },
  )
})

test('the policies and the story can be read', async ({ shopper, page }) => {
  for (const path of ['/about', '/privacy-policy', '/delivery-returns']) {
    await shopper.open(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
  }
})

test('the contact page gives an address instead of a form', async ({ shopper, page }) => {
  await shopper.open('/contact')
  await expect(page.getByRole('main')).toContainText('The contact form needs JavaScript.', {
    useInnerText: true,
  })
  await expect(page.getByRole('main').getByRole('link', { name: '@' }).first()).toHaveAttribute(
    'href',
    /^mailto:/,
  )
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeHidden()
})
