import { Shopper } from '#e2e/actors/shopper.ts'
import { expect, test } from '#e2e/support/journey.ts'

test('the last piece is gone while paying: nothing is charged, and form and card are kept for another', async ({
  page,
  shopper,
  records,
  context,
  complaints,
}) => {
  complaints.expect(/\b409\b/)
  const last = await records.addProduct({ name: 'Last Hoodie', price: 50, stock: 1 })
  await shopper.isAboutToPayFor(last)
  await records.changeStock(last.id, 0)
  await shopper.payWith('pays')
  const gone = 'Last Hoodie (Size: M) is no longer available and was removed.'
  await shopper.isRefusedWith(gone)
  await expect(page.getByText(gone)).toBeInViewport({ ratio: 1 })
  await expect(shopper.summary()).toContainText('Your cart is empty')
  await shopper.payNow()
  await shopper.isRefusedWith('Your cart is empty')
  expect(await records.ordersOf(shopper.email)).toEqual([])

  const otherTab = new Shopper(await context.newPage(), shopper.email)
  await otherTab.putInCart(await records.addProduct({ name: 'Next Hoodie', price: 50 }), 'M')
  await shopper.seesTotals({ Total: '$76.00 CAD' })
  await shopper.payNow()
  await shopper.isThanked()
})

test('one of two sold out while paying: the rest can be bought at the new total', async ({
  shopper,
  records,
  complaints,
}) => {
  complaints.expect(/\b409\b/)
  const going = await records.addProduct({ name: 'Going Hoodie', price: 50, stock: 1 })
  const staying = await records.addProduct({ name: 'Staying Tee', price: 30 })
  await shopper.putInCart(staying, 'S')
  await shopper.isAboutToPayFor(going)
  await records.changeStock(going.id, 0)
  await shopper.payWith('pays')
  await shopper.isRefusedWith(
    'Going Hoodie (Size: M) is no longer available and was removed. The total changed to $55.60. Check it and press Pay Now again.',
  )
  await shopper.seesTotals({
    Subtotal: '$30.00',
    'Tax (2%)': '$0.60',
    Shipping: '$25.00',
    Total: '$55.60 CAD',
  })
  await shopper.payNow()
  await shopper.isThanked()
  await expect.poll(() => records.ordersOf(shopper.email)).toMatchObject([{ state: 'paid', total: 5_560 }])
})

test('price changed while paying: the shopper is never charged more than the agreed total', async ({
  shopper,
  records,
  complaints,
}) => {
  complaints.expect(/\b409\b/)
  const product = await records.addProduct({ name: 'Dearer Hoodie', price: 50 })
  await shopper.isAboutToPayFor(product)
  await shopper.seesTotals({ Total: '$76.00 CAD' })
  await records.changePrice(product.id, 60)
  await shopper.payWith('pays')
  await shopper.isRefusedWith(
    'The price of Dearer Hoodie changed from $50.00 to $60.00. The total changed to $86.20. Check it and press Pay Now again.',
  )
  await shopper.seesTotals({ Total: '$86.20 CAD' })
  await shopper.payNow()
  await shopper.isThanked()
  await expect.poll(() => records.ordersOf(shopper.email)).toMatchObject([{ state: 'paid', total: 8_620 }])
})

test('price changed in another tab while the form is filled in: Pay Now shows it before anything is paid', async ({
  shopper,
  records,
  context,
}) => {
  const product = await records.addProduct({ name: 'Twice Opened Hoodie', price: 50 })
  await shopper.isAboutToPayFor(product)
  await shopper.seesTotals({ Total: '$76.00 CAD' })
  await records.changePrice(product.id, 60)
  const otherTab = new Shopper(await context.newPage(), shopper.email)
  await otherTab.open('/cart')
  await otherTab.sees('The price of Twice Opened Hoodie changed from $50.00 to $60.00.')
  await shopper.seesTotals({ Total: '$86.20 CAD' })
  await shopper.payWith('pays')
  await shopper.isRefusedWith(
    'The price of Twice Opened Hoodie changed from $50.00 to $60.00. Check the total and press Pay Now again.',
  )
  expect(await records.ordersOf(shopper.email)).toEqual([])
  await shopper.payNow()
  await shopper.isThanked()
  await expect.poll(() => records.ordersOf(shopper.email)).toMatchObject([{ state: 'paid', total: 8_620 }])
})

test('Pay Now names an item that sold out while the form was filled in, but not what another tab added', async ({
  shopper,
  records,
  context,
}) => {
  const going = await records.addProduct({ name: 'Leaving Hoodie', price: 50, stock: 1 })
  const staying = await records.addProduct({ name: 'Added Tee', price: 30 })
  await shopper.putInCart(staying, 'S')
  await shopper.isAboutToPayFor(going)
  await records.changeStock(going.id, 0)
  const otherTab = new Shopper(await context.newPage(), shopper.email)
  await otherTab.hasInCart(staying, 'L')
  await shopper.seesTotals({ Subtotal: '$60.00', Total: '$86.20 CAD' })
  await shopper.payWith('pays')
  await shopper.isRefusedWith(
    'Leaving Hoodie (Size: M) is no longer available and was removed. Check the total and press Pay Now again.',
  )
  await shopper.payNow()
  await shopper.isThanked()
  await expect.poll(() => records.ordersOf(shopper.email)).toMatchObject([{ state: 'paid', total: 8_620 }])
})

test('a product that staff deleted while it was in a cart is removed with a message', async ({
  shopper,
  records,
}) => {
  const product = await records.addProduct({ name: 'Deleted Hoodie', price: 50 })
  await shopper.putInCart(product, 'M')
  await records.makeSoldOut(product.id)
  await shopper.openCart()
  await shopper.isAnnounced('Deleted Hoodie (Size: M) is no longer available and was removed.')
  await shopper.sees('Your cart is empty')
})

test('pressing Pay Now twice pays once', async ({ shopper, records }) => {
  const product = await records.addProduct({ name: 'Hasty Hoodie', price: 50, stock: 5 })
  await shopper.isAboutToPayFor(product)
  await shopper.typeCard('4242 4242 4242 4242')
  await shopper.payButton().dblclick()
  await shopper.isThanked()
  await expect.poll(() => records.ordersOf(shopper.email)).toMatchObject([{ state: 'paid' }])
  expect(await records.unitsLeft(product.id)).toBe(4)
})
