import { expect, test } from '#e2e/support/journey.ts'

/** Sets the quantity directly, because pressing plus that often is not the subject of the test. */
function wantPieces(quantity: number): void {
  const [line] = JSON.parse(localStorage.getItem('cart') ?? '[]') as { quantity: number }[]
  localStorage.setItem('cart', JSON.stringify([{ ...line, quantity }]))
}

test('a cart with 25 of one product gets a notice at the checkout, and continues with ten', async ({
  shopper,
  records,
  page,
}) => {
  const product = await records.addProduct({ name: 'Crew Hoodie', price: 50, stock: 30 })
  await shopper.putInCart(product, 'M')
  await page.evaluate(wantPieces, 25)
  await shopper.open('/cart')
  await shopper.seesTotals({ Subtotal: '$1,250.00' })
  await shopper.goToCheckout()
  await shopper.sees('The limit is 10 per order.')
  await shopper.seesTotals({ Subtotal: '$1,250.00' })

  await shopper.fillDelivery()
  await shopper.payWith('pays')
  await shopper.isRefusedWith(
    'The limit for Crew Hoodie (Size: M) is 10 per order. Change the quantity in the order summary and press Pay Now again.',
  )
  expect(await records.ordersOf(shopper.email)).toEqual([])

  const goOn = page.getByRole('button', { name: 'Order 10 Crew Hoodie (Size: M)' })
  await goOn.focus()
  await page.keyboard.press('Enter')
  await expect(goOn).toBeHidden()
  await shopper.seesTotals({
    Subtotal: '$500.00',
    'Tax (2%)': '$10.00',
    Shipping: '$25.00',
    Total: '$535.00 CAD',
  })
  await shopper.payNow()
  await shopper.isThanked()
  expect(await records.unitsLeft(product.id)).toBe(20)
})

test('the same notice on a phone, where the summary is folded, and for several sizes', async ({
  shopper,
  records,
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const product = await records.addProduct({ name: 'Team Tee', price: 20, stock: 30 })
  await shopper.putInCart(product, 'S')
  await page.evaluate(wantPieces, 8)
  await shopper.putInCart(product, 'M')
  await shopper.putInCart(product, 'L')
  await shopper.open('/checkout')
  await expect(page.getByText('The limit is 10 per order.')).toBeHidden()
  await page.evaluate(() => {
    const lines = JSON.parse(localStorage.getItem('cart') ?? '[]') as { quantity: number }[]
    localStorage.setItem('cart', JSON.stringify(lines.map((line) => ({ ...line, quantity: 8 }))))
  })
  await page.reload()
  await expect(page.getByText('The limit is 10 per order, all sizes combined.')).toHaveCount(2)
  await page.getByRole('button', { name: 'Order 2 Team Tee (Size: M)' }).click()
  await page.getByRole('button', { name: 'Remove Team Tee (Size: L)' }).click()
  await shopper.fillDelivery()
  await shopper.payWith('pays')
  await shopper.isThanked()
  expect(await records.unitsLeft(product.id)).toBe(20)
})

test('the limit is reached while paying: nothing is charged, and the cart is unchanged', async ({
  shopper,
  records,
  page,
  complaints,
}) => {
  complaints.expect(/\b409\b/)
  const product = await records.addProduct({ name: 'Scarce Hoodie', price: 50, stock: 200 })
  await shopper.putInCart(product, 'M')
  await page.evaluate(wantPieces, 25)
  await shopper.open('/checkout')
  await shopper.fillDelivery()
  await records.changeStock(product.id, 30)
  await shopper.payWith('pays')
  await shopper.isRefusedWith(
    'The limit for Scarce Hoodie (Size: M) is 10 per order. Change the quantity in the order summary and press Pay Now again.',
  )
  await shopper.sees('The limit is 10 per order.')
  await shopper.seesTotals({ Subtotal: '$1,250.00' })
})
