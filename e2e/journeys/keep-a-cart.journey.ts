import { expect, test } from '#e2e/support/journey.ts'
import { Shopper } from '#e2e/actors/shopper.ts'

test('a cart and its note survive a reload', async ({ shopper, records, page }) => {
  const product = await records.addProduct({ name: 'Kept Hoodie', price: 50 })
  await shopper.putInCart(product, 'M')
  await shopper.openCart()
  await page.getByLabel('Add Order Note').fill('For a friend')
  await page.reload()
  await expect(page.getByRole('link', { name: 'Kept Hoodie' })).toBeVisible()
  await expect(page.getByLabel('Add Order Note')).toHaveValue('For a friend')
})

test('plus and minus change the quantity, minus stops at 1, and a removal can be undone', async ({
  shopper,
  records,
  page,
}) => {
  const product = await records.addProduct({ name: 'Counted Hoodie', price: 10 })
  await shopper.putInCart(product, 'M')
  await shopper.openCart()
  const line = page.getByRole('listitem').filter({ hasText: 'Size: M' })
  const minus = line.getByRole('button', { name: /fewer|minus|decrease/i })
  await expect(minus).toBeDisabled()
  await line.getByRole('button', { name: /more|plus|increase/i }).click()
  await shopper.seesTotals({ Subtotal: '$20.00', Total: '$45.40 CAD' })
  await minus.click()
  await shopper.seesTotals({ Subtotal: '$10.00', Total: '$35.20 CAD' })

  await line.getByRole('button', { name: /^REMOVE/ }).click()
  await shopper.sees('Your cart is empty')
  await expect(page.getByRole('link', { name: 'Shop our products' })).toHaveAttribute('href', '/shop')
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeFocused()
  await undo.click()
  await expect(line).toBeVisible()
})

test('two tabs stay in sync', async ({ shopper, records, context }) => {
  const product = await records.addProduct({ name: 'Shared Hoodie', price: 50 })
  const other = new Shopper(await context.newPage(), shopper.email)
  await shopper.putInCart(product, 'M')
  await other.open('/cart')
  await shopper.chooseSize('L')
  await shopper.addToCart()
  await expect(other.page.getByText('Size: L', { exact: true })).toBeVisible()
  await other.page.getByRole('button', { name: /^REMOVE.*Size: M/ }).click()
  await expect(shopper.page.getByRole('link', { name: /^Cart.*1/ })).toBeVisible()
})

test('a message about the stock of a line disappears with the line', async ({ shopper, records, page }) => {
  const product = await records.addProduct({ name: 'Last Hoodie', price: 50, counts: { M: 1 } })
  await shopper.putInCart(product, 'M')
  await shopper.openCart()
  const message = page.getByRole('main').getByText('Only 1 of Last Hoodie (Size: M) is left.')
  await page.getByRole('button', { name: /more|plus|increase/i }).click()
  await expect(message).toBeVisible()
  await page.getByRole('button', { name: /^REMOVE/ }).click()
  await shopper.sees('Your cart is empty')
  await expect(message).toBeHidden()
})

test('an invalid stored cart loses only its invalid lines', async ({ shopper, records, page }) => {
  const product = await records.addProduct({ name: 'Stored Hoodie', price: 50 })
  const { id, name } = product
  const good = { product: { id, name, price: 0.01, imageUrls: [] }, quantity: 1, selectedSize: 'M' }
  const stored = [
    good,
    { ...good, quantity: -3 },
    { ...good, product: { ...good.product, name: { toString: 'no' } } },
    { ...good, product: { ...good.product, id: '<script>alert(1)</script>'.repeat(99) } },
    { ...good, selectedSize: '__proto__' },
    null,
    'x',
  ]
  await shopper.open('/shop')
  await page.evaluate((text) => localStorage.setItem('cart', text), JSON.stringify(stored))
  await shopper.open('/cart')
  await shopper.sees("6 items in your cart couldn't be read and were removed.")
  await shopper.seesTotals({ Subtotal: '$50.00', Total: '$76.00 CAD' })

  for (const nonsense of ['{', '"', '[[[', 'null', '{"length":1e9}', '0', '[1,2,3']) {
    await page.evaluate((text) => localStorage.setItem('cart', text), nonsense)
    await page.reload()
    await shopper.sees('Your cart is empty')
  }
})

test('a browser without storage still shows the cart, and a notice', async ({ shopper, records, page }) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    Object.defineProperty(window, 'localStorage', { get: refuse })
    Object.defineProperty(window, 'sessionStorage', { get: refuse })
  })
  const product = await records.addProduct({ name: 'Private Hoodie', price: 50 })
  await shopper.putInCart(product, 'M')
  await expect(page.getByRole('link', { name: /^Cart.*1/ })).toBeVisible()
  await shopper.openCart()
  await shopper.sees("This browser doesn't let the shop save your cart")
  await shopper.open('/checkout')
  await shopper.sees('Your cart is empty')
})

test('the checkout form keeps its values over a reload, but never the card', async ({
  shopper,
  records,
  page,
}) => {
  await shopper.isAboutToPayFor(await records.addProduct({ name: 'Patient Hoodie', price: 50 }))
  await shopper.typeCard('4242 4242 4242 4242')
  await page.reload()
  await expect(page.getByLabel('Full name')).toHaveValue('Sam Okafor')
  await expect(page.getByRole('combobox', { name: 'Province' })).toHaveValue('Saskatchewan')
  await expect(page.getByLabel('Card number')).toHaveValue('')
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(stored).not.toContain('4242')
})
