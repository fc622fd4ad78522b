import type { Locator, Page } from '@playwright/test'
import { CARDS, untilHydrated } from '#e2e/actors/shopper.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'
import { expectAccessible, expectFineAtBothSizes } from '#e2e/support/axe.ts'
import { testInFreshShop } from '#e2e/support/dedicated-shop.ts'
import { expect } from '#e2e/support/journey.ts'
import { findMails } from '#e2e/support/mails.ts'

const test = testInFreshShop()
const FARTHEST = 60

/** Presses Tab until the element has the focus, and types. */
async function typeInto(page: Page, element: Locator, text: string): Promise<void> {
  await expect(element).toBeVisible()
  for (let presses = 0; presses < FARTHEST; presses += 1) {
    await page.keyboard.press('Tab')
    if (await element.evaluate((node) => node === document.activeElement)) return page.keyboard.type(text)
  }
  throw new Error(`${element.toString()} cannot be reached with Tab`)
}

/** With its code, to be printed. */
async function expectCardIsAccessible(page: Page): Promise<void> {
  await expectAccessible(page, '/admin/gift-cards/:id')
}

test('@phone staff offer a gift card; a shopper buys it by keyboard, its recipient sees the balance, and staff disable it', async ({
  page,
  shopper,
  complaints,
  browser,
  shop,
  records,
}) => {
  complaints.expect(/\b422\b/)
  const { page: desk } = await StaffMember.atAnotherDesk(browser, shop)
  await desk.goto('/admin/dashboard')
  const add = desk.getByRole('button', { name: 'Add New Product' })
  await untilHydrated(add)
  await add.click()
  const form = desk.getByRole('dialog')
  await form.getByLabel('Name', { exact: true }).fill('Gift card')
  await form.getByLabel('Category').selectOption('Accessories')
  await form.getByText('Gift card', { exact: true }).click()
  await form.getByLabel('Gift card amounts').fill('25, lots')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Enter amounts from C$1.00 to C$2,000.00')).toBeVisible()
  await expect(form.getByLabel('Price (CAD $)')).toBeHidden()
  await expectFineAtBothSizes(desk, 'a gift card with wrong amounts')
  await form.getByLabel('Gift card amounts').fill('25, 50, 10-200')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByText('Product added successfully')).toBeVisible()

  await shopper.open('/shop?q=gift+card')
  await expect(page.getByRole('main')).toContainText('from $10.00')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Gift card/ })
    .first()
    .tap()
  const addToCart = page.getByRole('button', { name: 'ADD TO CART' })
  await untilHydrated(addToCart)
  await page.getByRole('radio', { name: 'Other amount' }).check()
  await page.getByLabel('Amount in dollars').fill('5')
  await page.getByLabel('Recipient’s email').fill('ada@')
  await page.getByLabel('Your message').fill('a'.repeat(5_000))
  await addToCart.tap()
  for (const error of [
    'Enter an amount from C$10.00 to C$200.00',
    'Enter the name of the recipient.',
    'Enter a valid email address.',
    'Keep the message to 500 characters.',
  ])
    await expect(page.getByText(error)).toBeVisible()
  await expect(page.getByLabel('Amount in dollars')).toBeFocused()
  await expectFineAtBothSizes(page, 'a gift card with wrong fields')
  await page.getByLabel('Your message').fill('Happy birthday')
  await page.getByLabel('Recipient’s email').fill('')
  await page.getByLabel('Amount in dollars').fill('')
  await page.getByRole('radio', { name: 'Other amount' }).focus()
  await typeInto(page, page.getByLabel('Amount in dollars'), '37.50')
  await typeInto(page, page.getByLabel('Recipient’s name'), 'Ada')
  await typeInto(page, page.getByLabel('Recipient’s email'), 'ada@friend.example')
  await page.keyboard.press('Enter')
  await shopper.sees('Gift card over C$37.50 added to cart')
  await expect(shopper.cartPanel()).toContainText('For Ada, by email')
  await expectFineAtBothSizes(page, 'a cart with a gift card')

  await shopper.open('/checkout')
  await expect(page.getByLabel('City')).toBeHidden()
  await typeInto(page, page.getByLabel('Email', { exact: true }), shopper.email)
  await typeInto(page, page.getByLabel('Phone'), '306 555 0142')
  await typeInto(page, page.getByLabel('Full name'), 'Sam Okafor')
  await shopper.typeCard(CARDS.pays)
  await shopper.seesTotals({ Shipping: '$0.00', Total: '$37.50 CAD' })
  await expectFineAtBothSizes(page, 'the checkout of a gift card')
  await page.getByLabel('CVC').focus()
  await page.keyboard.press('Enter')
  await shopper.isThanked()

  let code = ''
  await expect
    .poll(async () => {
      const [mail] = await findMails(shop.dataDir, 'Happy birthday')
      code = /Code: ([A-Z-]{19})/.exec(mail?.text ?? '')?.[1] ?? ''
      return mail?.to?.[0]?.address
    })
    .toBe('ada@friend.example')

  await shopper.open('/gift-card')
  await page.getByLabel('Gift card code').fill('BCDF-GHJK-MNPR-TVWX')
  await page.getByRole('button', { name: 'Show the balance' }).tap()
  await expect(page.getByText('We know no gift card with this code.')).toBeVisible()
  await expectFineAtBothSizes(page, 'an unknown gift card')
  await page.getByLabel('Gift card code').fill(code.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('cell', { name: 'Issued' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('C$37.50')
  expect(page.url()).not.toContain(code.slice(0, 4))
  await expectFineAtBothSizes(page, 'the balance of a gift card')

  await desk.goto(`/admin/gift-cards?q=${code.slice(-4)}`)
  await expect(desk.getByText('1 card. The shop owes C$37.50')).toBeVisible()
  await expectFineAtBothSizes(desk, 'the list of gift cards')
  const issue = desk.getByRole('region', { name: 'Issue a gift card' })
  await untilHydrated(issue.getByRole('button', { name: 'Issue' }))
  await issue.getByLabel('Amount in dollars').fill('9999')
  await issue.getByRole('button', { name: 'Issue' }).click()
  await expect(issue.getByText('Enter an amount from C$1.00 to C$2,000.00.')).toBeVisible()
  await expect(issue.getByText('Say why.')).toBeVisible()
  await expectFineAtBothSizes(desk, 'a gift card that cannot be issued')
  await issue.getByLabel('Amount in dollars').fill('20')
  await issue.getByLabel('Reason').fill('Won the raffle')
  await issue.getByRole('button', { name: 'Issue' }).click()
  await expect(desk.getByRole('heading', { name: 'No code yet' })).toBeVisible()
  const newCode = desk.getByRole('button', { name: 'New code to print' })
  await untilHydrated(newCode)
  await newCode.click()
  await desk.getByRole('button', { name: 'Make a new code' }).click()
  await expect(desk.getByRole('button', { name: 'Print', exact: true })).toBeVisible()
  await expectCardIsAccessible(desk)

  await desk.goto('/admin/gift-cards')
  await untilHydrated(issue.getByRole('button', { name: 'Issue' }))
  await issue.getByLabel('Store credit of a customer').check()
  await issue.getByRole('button', { name: 'Give store credit' }).click()
  await expect(issue.getByText('Enter a valid email address.')).toBeVisible()
  await expectFineAtBothSizes(desk, 'store credit that cannot be given')
  await issue.getByLabel('Amount in dollars').fill('30')
  await issue.getByLabel('Reason').fill('The parcel came late')
  await issue.getByLabel('Customer’s email').fill(shopper.email)
  await issue.getByRole('button', { name: 'Give store credit' }).click()
  await expect(desk.getByRole('heading', { name: 'Store credit' })).toBeVisible()
  await expect.poll(async () => findMails(shop.dataDir, 'gave you C$30.00')).toHaveLength(1)
  await expectFineAtBothSizes(desk, 'the store credit of a customer')

  const product = await records.addProduct({ name: 'Credit Hoodie', price: 40, stock: 5 })
  await shopper.isAboutToPayFor(product)
  const openCredit = async () => {
    await shopper.summary().locator('summary').first().tap()
    await page.getByText('Use store credit', { exact: true }).tap()
  }
  await openCredit()
  await expect(page.getByLabel('Email of your store credit')).toHaveValue(shopper.email)
  await page.getByLabel('Email of your store credit').fill('ada@')
  await page.getByRole('button', { name: 'Email me a link' }).tap()
  await expect(page.getByText('Enter a valid email address.')).toBeVisible()
  await expectFineAtBothSizes(page, 'a checkout that asks for a wrong address')
  await openCredit()
  await page.getByLabel('Email of your store credit').fill(shopper.email)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`If ${shopper.email} has store credit, a link is on its way.`)).toBeVisible()
  const linkIn = async () =>
    /\/store-credit\?token=\S+/.exec(
      (await findMails(shop.dataDir, 'Open this link in the browser'))[0]?.text ?? '',
    )?.[0] ?? ''
  await expect.poll(linkIn).not.toBe('')
  await page.goto(await linkIn())
  await expect(page.getByText('You have C$30.00.')).toBeVisible()
  await expectAccessible(page, '/store-credit')
  await page.getByRole('button', { name: 'Use it for my order' }).tap()
  await shopper.seesTotals({ Total: '$65.80 CAD', 'Store credit': '-$30.00', 'To pay': '$35.80 CAD' })
  await expectFineAtBothSizes(page, 'a checkout with store credit')
  await shopper.payWith('pays')
  await shopper.isThanked()
  const number = (await records.ordersOf(shopper.email)).find(({ total }) => total === 65_80)?.number ?? ''
  await expect.poll(async () => findMails(shop.dataDir, 'Paid by store credit')).toHaveLength(2)

  await desk.goto(`/admin/orders/${number}`)
  await untilHydrated(desk.getByRole('button', { name: 'Add note' }))
  await desk.getByRole('button', { name: 'Refund', exact: true }).click()
  const refund = desk.getByRole('dialog')
  await refund.getByRole('button', { name: /^Refund everything/ }).click()
  await refund.getByLabel(`Store credit for ${shopper.email}`).check()
  await expectFineAtBothSizes(desk, 'a refund as store credit')
  await refund.getByRole('button', { name: 'Refund C$65.80' }).click()
  await expect(desk.getByText('refunded to store credit')).toHaveCount(2)

  await desk.goto(`/admin/gift-cards?q=${code.slice(-4)}`)
  await desk.getByRole('link', { name: `•••• ${code.slice(-4)}` }).click()
  const disable = desk.getByRole('button', { name: 'Disable' })
  await untilHydrated(disable)
  await disable.click()
  const asked = desk.getByRole('alertdialog')
  await asked.getByRole('button', { name: 'Disable' }).click()
  await expect(asked.getByText('Say why.')).toBeVisible()
  await expectFineAtBothSizes(desk, 'a gift card to disable')
  await asked.getByLabel('Reason').fill('Bought with a stolen card')
  await asked.getByRole('button', { name: 'Disable' }).click()
  await expect(desk.getByRole('button', { name: 'Enable' })).toBeVisible()
  await shopper.open('/gift-card')
  await page.getByLabel('Gift card code').fill(code)
  await page.keyboard.press('Enter')
  await expect(page.getByText('This card cannot be used.')).toBeVisible()
})
