import type { Locator, Page } from '@playwright/test'
import { expectFineAtBothSizes } from '#e2e/support/axe.ts'
import { expect } from '#e2e/support/journey.ts'
import { testInShop } from '#e2e/support/dedicated-shop.ts'
import { findMails } from '#e2e/support/mails.ts'
import { ofCopy } from '#e2e/support/shops.ts'
import { Shopper, untilHydrated } from '#e2e/actors/shopper.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

/** A shop whose owner shows the test wallet. */
const test = testInShop({ ...ofCopy(), isRare: true })
test.describe.configure({ mode: 'default' })

const wallet = (page: Page) => page.getByRole('button', { name: 'Test wallet' })
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Test wallet' })
const pay = (page: Page) => sheet(page).getByRole('button', { name: /^Pay C\$/ })

/** Opens the sheet, which is priced for Saskatoon, with the shopper's own email. */
async function open({ page, email }: Shopper): Promise<Locator> {
  await wallet(page).click()
  await sheet(page).getByLabel('Wallet email').fill(email)
  return sheet(page)
}

test('an owner offers a wallet; it buys a product from its page, by keyboard, and the cart stays as it was', async ({
  page,
  shopper,
  records,
  browser,
  shop,
}) => {
  const product = await records.addProduct({ name: 'Wallet Hoodie', price: 50, stock: 2 })
  const other = await records.addProduct({ name: 'Other Hoodie', price: 10 })
  const owner = await StaffMember.atAnotherDesk(browser, shop)
  await owner.offersTestWallet()
  await expectFineAtBothSizes(owner.page, 'the setting of wallets')
  await shopper.hasInCart(other, 'M')
  const requests: string[] = []
  page.on('request', (request) => void requests.push(request.url()))
  await shopper.openProduct(product)
  await untilHydrated(shopper.size('M'))
  // Nothing of a wallet is loaded for those who only look.
  expect(requests.filter((url) => /assets\/.*(express-checkout|wallet)/.test(url))).toEqual([])
  await shopper.chooseSize('M')
  await wallet(page).focus()
  await page.keyboard.press('Enter')
  await expect(sheet(page)).toContainText('$76.00')
  await expectFineAtBothSizes(page, 'the sheet of a wallet')
  await sheet(page).getByLabel('Wallet email').fill(shopper.email)
  await pay(page).focus()
  await page.keyboard.press('Enter')
  await shopper.isThanked()
  await shopper.sees('Wallet Hoodie')
  const [order] = await records.ordersOf(shopper.email)
  expect(order).toMatchObject({ state: 'paid', total: 7_600 })
  expect(await records.unitsLeft(product.id)).toBe(1)
  await expect(async () => {
    await owner.page.goto(`/admin/orders/${order?.number}`)
    await expect(owner.page.getByText('Test wallet •••• 4242')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await owner.page.context().close()
  await shopper.open('/cart')
  await expect(page.getByRole('link', { name: 'Other Hoodie' }).first()).toBeVisible()
})

test('@phone at the checkout it shows the server’s price for each address, and closed half way it leaves everything as it was', async ({
  page,
  shopper,
  records,
  browser,
  shop,
}) => {
  await isOffered(browser, shop)
  const product = await records.addProduct({ name: 'Left Hoodie', price: 50, stock: 2 })
  await shopper.isAboutToPayFor(product)
  const opened = await open(shopper)
  await expect(pay(page)).toHaveText('Pay C$76.00')
  await opened.getByLabel('Wallet address').selectOption('London, GB')
  await expect(opened.getByRole('alert')).toContainText('needs its county')
  await expect(pay(page)).toBeDisabled()
  await opened.getByLabel('Wallet address').selectOption('Brooklyn, US')
  await expect(pay(page)).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(opened).toBeHidden()
  await expect(wallet(page)).toBeFocused()
  await expect(page.getByLabel('Full name')).toHaveValue('Sam Okafor')
  await expectFineAtBothSizes(page, 'a checkout with a wallet')
  expect(await records.ordersOf(shopper.email)).toEqual([])
  expect(await records.unitsLeft(product.id)).toBe(2)
})

test('@desktop in the cart a declined card and a changed total charge nothing, and two tabs pay once what a gift card leaves', async ({
  page,
  context,
  shopper,
  records,
  browser,
  shop,
  complaints,
}) => {
  complaints.expect(/\b(402|409)\b/)
  const owner = await isOffered(browser, shop)
  const { code } = await owner.issuesGiftCard()
  const product = await records.addProduct({ name: 'Twice Hoodie', price: 50, stock: 3 })
  await shopper.hasInCart(product, 'M')
  await shopper.open('/cart')
  await open(shopper)
  await sheet(page).getByRole('button', { name: 'Pay with a declined card' }).click()
  await expect(sheet(page)).toBeHidden()
  await shopper.isAnnounced('Your card was declined. Nothing was charged.')
  await expectFineAtBothSizes(page, 'a cart with a declined wallet')

  await open(shopper)
  await expect(pay(page)).toHaveText('Pay C$76.00')
  await records.changePrice(product.id, 40)
  await pay(page).click()
  await shopper.isAnnounced('The total is now C$65.80. Nothing was charged. Open the wallet again to pay it.')
  await shopper.seesTotals({ Subtotal: '$40.00', Total: '$65.80 CAD' })

  await page.getByLabel('Discount code or gift card').last().fill(code)
  await page.keyboard.press('Enter')
  await shopper.seesTotals({ 'To pay': '$45.80 CAD' })
  // What is bought beside the cart is not paid by its gift cards.
  await shopper.openProduct(product)
  await shopper.chooseSize('M')
  await open(shopper)
  await expect(pay(page)).toHaveText('Pay C$65.80')
  await shopper.open('/cart')

  const other = new Shopper(await context.newPage(), shopper.email)
  await other.open('/cart')
  for (const tab of [shopper, other]) {
    await open(tab)
    await expect(sheet(tab.page)).toContainText(`Gift card •••• ${code.slice(-4)}`)
    await expect(pay(tab.page)).toHaveText('Pay C$45.80')
  }
  await pay(page).dblclick()
  await shopper.isThanked()
  // What was in the other sheet is paid.
  await expect(sheet(other.page)).toBeHidden()
  await other.sees('Your cart is empty')
  expect(await records.ordersOf(shopper.email)).toMatchObject([{ state: 'paid', total: 6_580 }])
  expect(await records.unitsLeft(product.id)).toBe(2)
})

test('@desktop a gift card has no wallet on its page, and is bought by one in the cart without an address', async ({
  page,
  shopper,
  records,
  browser,
  shop,
}) => {
  await isOffered(browser, shop)
  const card = { name: 'Wallet Gift Card', price: 25, sizes: ['25'], giftAmounts: '25' }
  const { id } = await records.addProduct(card)
  await shopper.open(`/product/${id}`)
  await untilHydrated(page.getByRole('button', { name: 'ADD TO CART' }))
  await page.getByLabel('Recipient’s name').fill('Ada')
  await page.getByLabel('Recipient’s email').fill('ada@wallet.example')
  await page.getByRole('button', { name: 'ADD TO CART' }).click()
  await expect(shopper.cartPanel()).toContainText('For Ada, by email')
  await expect(wallet(page)).toHaveCount(0)
  await shopper.open('/cart')
  const opened = await open(shopper)
  await expect(opened.getByLabel('Wallet address')).toHaveCount(0)
  await expect(pay(page)).toHaveText('Pay C$25.00')
  await pay(page).click()
  await shopper.isThanked()
  expect(await records.ordersOf(shopper.email)).toMatchObject([{ state: 'paid', total: 2_500 }])
  await expect
    .poll(async () => (await findMails(shop.dataDir, 'Ada')).map(({ to }) => to?.[0]?.address))
    .toContain('ada@wallet.example')
})

/** The first journey may have run in another worker. Returns the owner. */
async function isOffered(...at: Parameters<typeof StaffMember.atAnotherDesk>): Promise<StaffMember> {
  const owner = await StaffMember.atAnotherDesk(...at)
  await owner.offersTestWallet()
  return owner
}
