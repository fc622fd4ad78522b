import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from '#e2e/support/axe.ts'
import { expect, test } from '#e2e/support/journey.ts'
import { findMails } from '#e2e/support/mails.ts'
import { STAFF } from '#e2e/support/running-shop.ts'
import { untilHydrated } from '#e2e/actors/shopper.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

const TRACKING = 'https://track.example/CP123'

/** Opens an order's page as staff. */
async function openOrder(page: Page, number: string): Promise<void> {
  const staff = new StaffMember(page, STAFF)
  await staff.opensDashboard()
  await staff.goesTo('Orders')
  await page.getByRole('link', { name: /^All\b/ }).click()
  await page.getByLabel('Search').fill(number.toLowerCase())
  await expect(page.getByRole('status').getByText('1 order')).toBeVisible()
  await page.getByRole('link', { name: number }).click()
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()
  await untilHydrated(page.getByRole('button', { name: 'Add note' }))
}

async function signInInAnotherTab(page: Page): Promise<void> {
  const tab = await page.context().newPage()
  const staff = new StaffMember(tab, STAFF)
  await staff.hasSignedIn()
  await tab.close()
}

async function fitsThePage(page: Page): Promise<void> {
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overhang).toBe(0)
}

/** Later gateway events appear when the page is reloaded. */
async function untilShown(page: Page, words: string): Promise<void> {
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(words)).toBeVisible({ timeout: 1_000 })
  }).toPass()
}

test('an order is sent and partly refunded, and the shopper follows it on the order page', async ({
  shopper,
  records,
  page,
  shop,
  complaints,
}) => {
  complaints.expect(/\/(fulfil|refund)/) // the invalid link, and the refund of nothing
  const product = await records.addProduct({ name: 'Parcel Hoodie', price: 100, stock: 5 })
  await shopper.isAboutToPayFor(product)
  await shopper.payWith('pays')
  await shopper.isThanked()
  const [order] = await records.ordersOf(shopper.email)
  const number = order?.number ?? ''
  const own = await shopper.opensOwnOrder(number)
  await expect(page.getByRole('heading', { name: 'Delivery address' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('12 Broadway Ave')).toBeVisible()
  await expect(page.getByRole('link', { name: /home/i })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Privacy Policy' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  await openOrder(page, number)
  await fitsThePage(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy address' }).click()
  await expect(page.getByText('Address copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^Sam Okafor\n12 Broadway Ave\nSaskatoon/,
  )
  await page.getByRole('button', { name: 'Fulfil' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Carrier').fill('Canada Post')
  await dialog.getByLabel('Tracking link').fill('not a link')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Fulfil' }).click()
  await expect(dialog.getByText('Enter a web address')).toBeVisible()
  await dialog.getByLabel('Tracking link').fill(TRACKING)
  await expect(dialog.getByText('Enter a web address')).toBeHidden()
  await dialog.getByRole('button', { name: 'Fulfil' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Fulfilled the order with Canada Post')).toBeVisible()
  await expect.poll(async () => (await findMails(shop.dataDir, TRACKING)).length).toBe(1)
  expect((await findMails(shop.dataDir, TRACKING))[0]?.text).toContain(new URL(own).pathname)

  await page.getByRole('button', { name: 'Undo fulfilment' }).click()
  await dialog.getByLabel('Reason').fill('Wrong parcel')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Mark as not sent' }).click()
  await expect(page.getByText('Marked the order as not sent (Wrong parcel)')).toBeVisible()
  await page.getByRole('button', { name: 'Fulfil', exact: true }).click()
  await dialog.getByRole('button', { name: 'Fulfil' }).click()
  await page.getByRole('button', { name: 'Add tracking' }).click()
  await expect(dialog.getByLabel('Email the customer')).toBeChecked()
  await dialog.getByLabel('Tracking link').fill(TRACKING)
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Changed the tracking')).toBeVisible()
  await page.getByRole('button', { name: 'Change tracking' }).click()
  await expect(dialog.getByLabel('Email the customer again')).not.toBeChecked()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Refund' }).click()
  await expect(dialog.getByText('Nothing selected yet')).toBeVisible()
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(dialog.getByText('Choose what to refund, or enter another amount.')).toBeVisible()
  await expect(dialog.getByLabel('Parcel Hoodie')).toBeFocused()
  await dialog.getByLabel('Parcel Hoodie').selectOption('1 of 1')
  await expect(dialog.getByRole('button', { name: 'Refund C$102.00' })).toBeVisible()
  await dialog.getByLabel('Shipping, C$25.00').check()
  await expect(dialog.getByRole('button', { name: 'Refund C$127.00' })).toBeVisible()
  await expectNoAxeViolations(page)
  await dialog.getByLabel('Another amount').check()
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('20')
  await dialog.getByLabel('Reason').fill('A loose thread')
  await dialog.getByRole('button', { name: 'Refund C$20' }).click()
  await expect(dialog).toBeHidden()
  await shopper.sees('Refund requested')
  await expect(page.getByText('Partially refunded').first()).toBeVisible()
  await expect(page.getByText('Refunded C$20.00')).toBeVisible()
  await expect(page.getByText('Partially refunded: C$20.00 of C$127.00')).toBeVisible()
  await fitsThePage(page)
  await expectNoAxeViolations(page)

  await page.goto(own)
  await expect(shopper.heading('On its way')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Track your parcel' })).toHaveAttribute('href', TRACKING)
  await expect(page.getByText('Refunded to your card')).toBeVisible()
  await fitsThePage(page)
})

test('a cancelled order is restocked and refunded, and a note typed while signed out is not lost', async ({
  shopper,
  records,
  page,
  complaints,
}) => {
  complaints.expect(/\b401\b/) // the note while signed out
  complaints.expect(/\b422\b/) // the address without a city, and the same email
  complaints.expect(/\b404\b/) // the order's page by the link of the old email
  const product = await records.addProduct({ name: 'Second Thought Tee', price: 50, stock: 3 })
  await shopper.isAboutToPayFor(product)
  await shopper.payWith('pays')
  await shopper.isThanked()
  const [order] = await records.ordersOf(shopper.email)
  const ownPage = await shopper.opensOwnOrder(order?.number ?? '')
  await openOrder(page, order?.number ?? '')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Add note' }).click()
  await dialog.getByLabel('Note').fill('Called: wants to cancel')
  await page.context().clearCookies({ name: 'staff' })
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(/^You are signed out\..* nothing you typed is lost\.$/)
  await signInInAnotherTab(page)
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Called: wants to cancel')).toBeVisible()
  await page.getByRole('button', { name: 'Change address' }).click()
  await dialog.getByLabel('City').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Enter the customer’s city.')).toBeVisible()
  await expectNoAxeViolations(page)
  await dialog.getByLabel('City').fill('Moose Jaw')
  await expect(dialog.getByText('Enter the customer’s city.')).toBeHidden()
  await expect(dialog.getByText('The total stays the same.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('region', { name: 'Customer' })).toContainText('Moose Jaw')
  await page.getByRole('button', { name: 'Correct email' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('The order has this email address already.')).toBeVisible()
  await expectNoAxeViolations(page)
  await dialog.getByLabel('Email', { exact: true }).fill('sam.okafor@gmial.com')
  await dialog.getByRole('button', { name: 'Did you mean gmail.com?' }).click()
  await expect(dialog.getByLabel('Email', { exact: true })).toHaveValue('sam.okafor@gmail.com')
  await expect(dialog.getByLabel('Send the confirmation to the new address')).toBeChecked()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('region', { name: 'Customer' })).toContainText('sam.okafor@gmail.com')
  await expect(page.getByText('Resent an email: Order confirmation')).toBeVisible()
  await page.goto(ownPage)
  await shopper.sees('Page not found')
  await page.goBack()
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await expect(dialog.getByText('C$76.00 will be refunded to Sam Okafor')).toBeVisible()
  await expect(dialog.getByRole('group', { name: 'Return to stock' }).getByRole('combobox')).toHaveValue('1')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await dialog.getByRole('button', { name: 'Cancel the order' }).click()
  await expect(page.getByText('1 back in stock')).toBeVisible()
  await expect(page.getByText('Refunded C$76.00')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Fulfil' })).toBeHidden()

  await page.getByRole('link', { name: 'Packing slip' }).click()
  await shopper.sees('This order is not waiting to be sent.')
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: 'Back to the order' }).click()
  await new StaffMember(page, STAFF).goesTo('Overview')
  await expect(page.getByRole('heading', { name: 'Revenue by day' })).toBeVisible()
  await fitsThePage(page)
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: 'This month' }).click()
  await expect(page.getByRole('link', { name: 'This month' })).toHaveAttribute('aria-current', 'true')
  await page.getByRole('link', { name: 'How revenue adds up' }).click()
  const sums = page.getByRole('table', { name: /^Revenue, / })
  await expect(sums.getByRole('row', { name: /Shipping .*C\$[\d,]*\d\.\d\d/ })).toBeVisible()
  await fitsThePage(page)
  await expectNoAxeViolations(page)
  for (const [link, header] of [
    ['Product', 'Units back'],
    ['Stock', 'Days of cover'],
  ] as const) {
    await page.getByRole('link', { name: link, exact: true }).click()
    await expect(page.getByRole('table').getByText(header, { exact: true }).first()).toBeAttached()
    await fitsThePage(page)
    await expectNoAxeViolations(page)
  }
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^stock-.*\.csv$/)
  await page.getByLabel('From', { exact: true }).fill('2026-12-31')
  await page.getByLabel('To', { exact: true }).fill('2026-01-01')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('alert')).toContainText('The first day is after the last one.')
  await new StaffMember(page, STAFF).goesTo('Orders')
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
  await fitsThePage(page)
  await expectNoAxeViolations(page)
})

test('staff are warned of a disputed payment and a failed refund before they send or refund more', async ({
  shopper,
  records,
  page,
  complaints,
}) => {
  complaints.expect(/\b422\b/)
  const product = await records.addProduct({ name: 'Disputed Hoodie', price: 100, stock: 3 })
  await shopper.isAboutToPayFor(product)
  await shopper.payWith('disputed')
  await shopper.isThanked()
  const [order] = await records.ordersOf(shopper.email)
  await openOrder(page, order?.number ?? '')
  await records.bringForward('charge.dispute.created')
  await untilShown(page, 'undecided: respond at the payment provider')
  await expect(page.getByText('Needs attention').first()).toBeVisible()
  await expect(page.getByText('The payment is disputed. Respond at the payment provider')).toBeVisible()

  const dialog = page.getByRole('dialog')
  const refund = page.getByRole('button', { name: 'Refund' })
  await untilHydrated(refund)
  await refund.click()
  await expect(dialog.getByText('The payment is disputed.')).toBeVisible()
  await expect(dialog.getByText('Up to C$127.00')).toBeVisible()
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Refund everything' }).click()
  await expect(dialog.getByRole('button', { name: 'Refund C$127.00' })).toBeVisible()
  await dialog.getByLabel('Another amount').check()
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('99999')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog.getByRole('button', { name: 'Refund C$99999' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Refund C$' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Amount' })).toBeFocused()
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('51.26')
  await dialog.getByRole('button', { name: 'Refund C$' }).click()
  await expect(page.getByText('Refunded C$51.26')).toBeVisible()
  await records.bringForward('refund.failed')
  await untilShown(page, 'came back: expired or canceled card')
  await fitsThePage(page)
  await expectNoAxeViolations(page)

  await page.getByRole('button', { name: 'Resolve' }).click()
  await dialog.getByRole('button', { name: 'Resolve' }).click()
  await expect(page.getByText('Order resolved')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Status' })).toBeFocused()
  const ownPage = await page.getByRole('link', { name: 'Customer’s page' }).getAttribute('href')
  await page.goto(ownPage ?? '')
  await shopper.sees("Your card didn't accept the refund: we'll email you")
  await fitsThePage(page)
})
