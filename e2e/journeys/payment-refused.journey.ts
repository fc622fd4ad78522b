import { expect, test } from '#e2e/support/journey.ts'
import { CARDS, NO_SECRET, UNSURE } from '#e2e/actors/shopper.ts'

const REFUSED = {
  declined: 'Your card was declined.',
  insufficientFunds: 'Your card has insufficient funds.',
  expired: 'Your card has expired.',
  wrongCode: "Your card's security code is incorrect.",
} as const

for (const [card, words] of Object.entries(REFUSED)) {
  test(`a card that is refused: ${words} Nothing is lost, and another card pays the same order`, async ({
    shopper,
    records,
    complaints,
  }) => {
    complaints.expect(/\b402\b/)
    const product = await records.addProduct({ name: `Hoodie for ${card}`, price: 50, stock: 1 })
    await shopper.isAboutToPayFor(product)
    await shopper.payWith(card as keyof typeof REFUSED)
    await shopper.isRefusedWith(words)
    await expect.poll(() => records.unitsLeft(product.id)).toBe(1)
    await shopper.payWith('pays')
    await shopper.isThanked()
    await expect.poll(() => records.ordersOf(shopper.email)).toMatchObject([{ state: 'paid', total: 7_600 }])
    expect(await records.unitsLeft(product.id)).toBe(0)
  })
}

test('a bank requires a confirmation, the shopper approves, and the order is paid', async ({
  shopper,
  records,
}) => {
  const product = await records.addProduct({ name: 'Approved Hoodie', price: 50 })
  await shopper.isAboutToPayFor(product)
  await shopper.payWith('asksTheBank')
  await shopper.answersTheBank('Approve')
  await shopper.isThanked()
  await expect.poll(() => records.ordersOf(shopper.email)).toMatchObject([{ state: 'paid' }])
})

test('a failed confirmation charges nothing, and the shopper may try again', async ({
  shopper,
  records,
  complaints,
}) => {
  complaints.expect(/\b402\b/)
  const product = await records.addProduct({ name: 'Doubted Hoodie', price: 50, stock: 1 })
  await shopper.isAboutToPayFor(product)
  await shopper.payWith('asksTheBank')
  await shopper.answersTheBank('Fail')
  await shopper.isRefusedWith(
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  )
  await expect.poll(() => records.unitsLeft(product.id)).toBe(1)
  await shopper.payWith('asksTheBank')
  await shopper.answersTheBank('Approve')
  await shopper.isThanked()
  await expect.poll(() => records.ordersOf(shopper.email)).toMatchObject([{ state: 'paid' }])
})

test('after five declined cards the shopper must wait, nothing is charged, and no stock is held', async ({
  shopper,
  records,
  complaints,
}) => {
  complaints.expect(/\b(402|429)\b/)
  const product = await records.addProduct({ name: 'Patient Hoodie', price: 50, stock: 1 })
  await shopper.isAboutToPayFor(product)
  for (let tried = 0; tried < 5; tried += 1) {
    await shopper.payWith('declined')
    await shopper.isRefusedWith(REFUSED.declined)
  }
  await shopper.payWith('pays')
  await shopper.isRefusedWith(
    "Too many cards were declined, so we can't take another one for now. Nothing was charged. Wait 12 minutes and press Pay Now again.",
  )
  await expect.poll(() => records.unitsLeft(product.id)).toBe(1)
  await expect.poll(() => records.ordersOf(shopper.email)).toMatchObject([{ state: 'pending' }])
})

test('a real card never leaves the browser', async ({ shopper, records, page }) => {
  await shopper.isAboutToPayFor(await records.addProduct({ name: 'Careful Hoodie', price: 50 }))
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.postData() ?? ''))
  await shopper.typeCard('5555 5555 5555 4444')
  await shopper.payNow()
  await shopper.sees('Only test cards work here. Do not enter a real card.')
  await expect(page.getByLabel('Card number')).toBeFocused()
  expect(asked.join('\n')).not.toContain('5555')
})

test('an incomplete form moves the focus to the first gap, and keeps the typed values', async ({
  shopper,
  records,
  page,
  complaints,
}) => {
  complaints.expect(/\b422\b/)
  await shopper.isAboutToPayFor(await records.addProduct({ name: 'Gap Hoodie', price: 50 }))
  await page.getByLabel('Phone').fill('')
  await page.getByLabel('Postal code').fill('')
  await shopper.payWith('pays')
  await expect(page.getByLabel('Phone')).toBeFocused()
  await expect(page.getByLabel('Phone')).toHaveAccessibleDescription('Enter your phone number.')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(shopper.email)
  await expect(page.getByLabel('Card number')).toHaveValue(CARDS.pays)

  await page.getByLabel('Phone').fill('306 555 0142')
  const postal = page.getByLabel('Postal code')
  for (const [typed, hint] of [
    ['ABC', 'Check your postal code. It should look like S7N 1B4.'],
    ['M5V 2T6', 'M5V 2T6 is in Ontario. Check the postal code or the province.'],
  ] as const) {
    await postal.fill(typed)
    await shopper.payNow()
    await expect(postal).toBeFocused()
    await expect(postal).toHaveAccessibleDescription(`For example S7N 1B4 ${hint}`)
  }
  expect(await records.ordersOf(shopper.email)).toEqual([])
})

test('without a response from the shop there is no payment secret, and no order is paid', async ({
  shopper,
  records,
  page,
  complaints,
}) => {
  complaints.expect(/\b502\b/)
  await shopper.isAboutToPayFor(await records.addProduct({ name: 'Outage Hoodie', price: 50 }))
  await page.route('/create-payment-intent', (route) =>
    route.fulfill({ status: 502, contentType: 'application/problem+json', body: '{}' }),
  )
  await shopper.payWith('pays')
  await shopper.isRefusedWith(NO_SECRET.now)
  await page.unroute('/create-payment-intent')
  await shopper.payNow()
  await shopper.isThanked()
})

test('a network failure during the payment is named, and no error says that nothing was charged after it', async ({
  shopper,
  records,
  page,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|no answer/)
  await shopper.isAboutToPayFor(await records.addProduct({ name: 'Tunnel Hoodie', price: 50 }))
  await page.context().setOffline(true)
  await shopper.payWith('pays')
  await shopper.isRefusedWith(NO_SECRET.offline)
  await page.context().setOffline(false)
  await page.route('/test-gateway/confirm', async (route) => {
    await page.context().setOffline(true)
    await route.abort('internetdisconnected')
  })
  await shopper.payNow()
  await shopper.isRefusedWith("You're offline.", UNSURE)
  await shopper.payNow()
  await shopper.isRefusedWith("Failed to get payment secret: you're offline.", UNSURE)
  await page.unroute('/test-gateway/confirm')
  await page.context().setOffline(false)
  await shopper.payNow()
  await shopper.isThanked()
  await expect.poll(() => records.ordersOf(shopper.email)).toMatchObject([{ state: 'paid' }])
})
