import { expect, test } from '#e2e/support/journey.ts'

/** Sets the quantity directly, because pressing plus that often is not the subject of the test. */
function wantPieces(quantity: number): void {
  const [line] = JSON.parse(localStorage.getItem('cart') ?? '[]') as { quantity: number }[]
  localStorage.setItem('cart', JSON.stringify([{ ...line, quantity }]))
}

test('a quantity above the limit of an order is lowered in the cart, and the cart says so', async ({
  shopper,
  records,
  page,
}) => {
  const product = await records.addProduct({ name: 'Crew Hoodie', price: 50, stock: 30 })
  await shopper.putInCart(product, 'M')
  await page.evaluate(wantPieces, 9_999)
  await shopper.open('/cart')
  const lowered = 'The limit for Crew Hoodie (Size: M) is 10 per order. The quantity is now 10.'
  await shopper.isAnnounced(lowered)
  await shopper.seesTotals({ Subtotal: '$500.00', Total: '$535.00 CAD' })
  await page.getByRole('button', { name: /^Increase/ }).click()
  await expect(page.getByRole('group', { name: /^Quantity of/ })).toContainText('10')
  await shopper.sees(lowered)
  await page.evaluate(wantPieces, 25)
  await shopper.open('/checkout')
  await shopper.isAnnounced(lowered)
  await shopper.seesTotals({ Subtotal: '$500.00', Total: '$535.00 CAD' })
})

test('sizes of one product share the limit, and the checkout says what it lowered and removed', async ({
  shopper,
  records,
  page,
}) => {
  const product = await records.addProduct({ name: 'Team Tee', price: 20, stock: 30 })
  for (const size of ['S', 'M', 'L']) await shopper.hasInCart(product, size)
  await page.evaluate(() => {
    const lines = JSON.parse(localStorage.getItem('cart') ?? '[]') as { quantity: number }[]
    localStorage.setItem('cart', JSON.stringify(lines.map((line) => ({ ...line, quantity: 8 }))))
  })
  await shopper.open('/checkout')
  const limit = 'is 10 per order, all sizes combined'
  await shopper.isAnnounced(`The limit for Team Tee (Size: M) ${limit}. The quantity is now 2.`)
  await shopper.isAnnounced(`The limit for Team Tee (Size: L) ${limit}, so it was removed.`)
  await shopper.open('/checkout')
  await shopper.seesTotals({ Subtotal: '$200.00' })
  await shopper.fillDelivery()
  await shopper.payWith('pays')
  await shopper.isThanked()
  expect(await records.unitsLeft(product.id)).toBe(20)
})

test('the limit is reached while paying: nothing is charged, and what is lowered is said', async ({
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
  await shopper.seesTotals({ Subtotal: '$1,250.00' })
  await shopper.fillDelivery()
  await records.changeStock(product.id, 30)
  await shopper.payWith('pays')
  await shopper.isRefusedWith(
    'The limit for Scarce Hoodie (Size: M) is 10 per order. The quantity is now 10. The total changed to $535.00. Check it and press Pay Now again.',
  )
  await shopper.seesTotals({ Subtotal: '$500.00' })
})
