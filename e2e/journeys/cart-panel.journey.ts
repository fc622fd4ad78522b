import { expectNoAxeViolations } from '#e2e/support/axe.ts'
import { expect, test } from '#e2e/support/journey.ts'
import { untilHydrated } from '#e2e/actors/shopper.ts'

test.use({ reducedMotion: 'no-preference' })

test('adding a product opens the cart panel, with the product, its quantity and the total', async ({
  shopper,
  records,
  page,
}) => {
  const product = await records.addProduct({ name: 'Panel Hoodie', price: 50 })
  const panel = shopper.cartPanel()
  await shopper.openProduct(product)
  await shopper.addToCart()
  await expect(panel.getByText('Panel Hoodie (Size: S) added to cart!')).toBeVisible()
  await expect(panel.getByText('Just added')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Close cart panel' })).toBeFocused()
  await expectNoAxeViolations(page)

  await panel.getByRole('button', { name: /^Increase/ }).click()
  await expect(panel.getByText('2 items')).toBeVisible()
  await expect(panel.getByRole('definition')).toHaveText('$100.00 CAD')
  await expect(panel.getByRole('link', { name: 'Checkout' })).toHaveAttribute('href', '/checkout')
  await panel.getByRole('link', { name: 'View cart' }).click()
  await shopper.seesTotals({ Subtotal: '$100.00' })
  await page.goBack()
  await expect(shopper.heading('Panel Hoodie')).toBeVisible()
  await expect(panel).toBeHidden()
})

test('@phone a second tap does not hit a control that the panel opened under the finger; the keyboard need not wait', async ({
  shopper,
  records,
  page,
}) => {
  const product = await records.addProduct({ name: 'Tapped Hoodie', price: 50 })
  const panel = shopper.cartPanel()
  const more = panel.getByRole('button', { name: /^Increase/ })
  await page.emulateMedia({ reducedMotion: 'reduce' }) // the panel is where it will be
  await page.clock.install()
  await shopper.openProduct(product)
  await untilHydrated(page.getByRole('button', { name: 'ADD TO CART' }))
  await page.clock.pauseAt(Date.now() + 60_000)
  await shopper.addToCart()
  await expect(more).toBeVisible()
  await expect(panel).toHaveCSS('pointer-events', 'none')
  const { x = 0, y = 0, width = 0, height = 0 } = (await more.boundingBox()) ?? {}
  await page.touchscreen.tap(x + width / 2, y + height / 2)
  await more.press('Enter')
  await expect(panel.getByText('2 items')).toBeVisible()
  await page.clock.runFor(400)
  await expect(panel).toHaveCSS('pointer-events', 'auto')
  await more.tap()
  await expect(panel.getByText('3 items')).toBeVisible()
})

test('the cart panel opens and closes by its button, by Escape, and by a click beside it', async ({
  shopper,
  records,
  page,
}) => {
  await shopper.openProduct(await records.addProduct({ name: 'Toggled Hoodie', price: 50 }))
  const toggle = page.getByRole('button', { name: 'Cart panel', exact: true })
  const panel = shopper.cartPanel()
  await untilHydrated(toggle)
  await toggle.press('Enter')
  await expect(panel.getByText('Your cart is empty')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(toggle).toBeFocused()

  await page.getByRole('button', { name: 'ADD TO CART' }).press('Enter')
  await expect(panel.getByRole('link', { name: 'Toggled Hoodie' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'ADD TO CART' })).toBeFocused()

  await toggle.click()
  await expect(panel.getByText('1 item', { exact: true })).toBeVisible()
  const { width = 0 } = page.viewportSize() ?? {}
  await expect(panel).toHaveCSS('pointer-events', 'auto')
  // On a phone there is no space beside it.
  if (width < 640) await panel.getByRole('button', { name: 'Close cart panel' }).click()
  else await page.mouse.click(40, 400)
  await expect(panel).toBeHidden()
})

test('@desktop a removal in the cart panel can be undone by keyboard, and is announced', async ({
  shopper,
  records,
  page,
}) => {
  await shopper.putInCart(await records.addProduct({ name: 'Staying Hoodie', price: 50 }), 'M')
  await shopper.openProduct(await records.addProduct({ name: 'Undone Hoodie', price: 50 }))
  await shopper.addToCart()
  const panel = shopper.cartPanel()
  const remove = panel.getByRole('button', { name: 'REMOVE Undone Hoodie (Size: S)' })
  await remove.press('Enter')
  await expect(remove).toBeHidden()
  await expect(panel.getByText('added to cart!')).toBeHidden()
  await expect(panel.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(remove).toBeFocused()
  await expect(panel.getByText('Undone Hoodie (Size: S) is back in your cart.')).toBeAttached()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Cart panel', exact: true }).press('Enter')
  await expect(panel.getByRole('link', { name: 'Staying Hoodie' })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Undo' })).toBeHidden()
})
