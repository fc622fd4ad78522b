import { expectAccessible, expectNoAxeViolations } from '#e2e/support/axe.ts'
import { expect, test } from '#e2e/support/journey.ts'
import { findMails } from '#e2e/support/mails.ts'
import { STAFF } from '#e2e/support/running-shop.ts'
import { CARDS, untilHydrated } from '#e2e/actors/shopper.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

test('staff change a paid order, and the customer pays the difference by link @phone', async ({
  shopper,
  records,
  page,
  shop,
  complaints,
}) => {
  complaints.expect(/\b4[02]2\b/) // the declined card, and the change of nothing
  const product = await records.addProduct({ name: 'Linked Hoodie', price: 100, stock: 5 })
  await shopper.isAboutToPayFor(product, 'M')
  await shopper.payWith('pays')
  await shopper.isThanked()
  const [order] = await records.ordersOf(shopper.email)
  const number = order?.number ?? ''
  await shopper.sees(number)

  const staff = new StaffMember(page, STAFF)
  await staff.hasSignedIn()
  await page.goto(`/admin/orders/${number}`)
  await untilHydrated(page.getByRole('button', { name: 'Add note' }))
  await page.getByRole('button', { name: 'Change items' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Choose an item and its size.')).toBeVisible()
  await expect(dialog.getByLabel('Replace with')).toBeFocused()
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: /^Choose .*Linked Hoodie, S/ }).click()
  await dialog.getByLabel(/^Quantity of/).fill('2')
  await dialog.getByLabel('By link: the customer pays it by card').check()
  await expect(dialog.getByText('C$102.00 more.')).toBeVisible()
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Waiting for C$102.00')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Fulfil', exact: true })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Fulfil unpaid' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: /^Payment link ?: C/ }).click()
  await expect(dialog.getByLabel('Email the link again, for another seven days')).toBeChecked()
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await expect(dialog.getByText('C$127.00 will be refunded to Sam Okafor.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await page.goto('/admin/orders?state=pending')
  await expect(page.locator(`[data-row="${number}"]`)).toContainText('Waiting for C$102.00')

  await expect.poll(async () => (await findMails(shop.dataDir, 'Please pay C$102.00')).length).toBe(1)
  const [mail] = await findMails(shop.dataDir, 'Please pay C$102.00')
  const link = /\/pay\/[^\s)>"]+/.exec(mail?.text ?? '')?.[0] ?? ''
  await page.context().clearCookies()
  await page.goto(link)
  await expect(shopper.heading('Pay C$102.00')).toBeVisible()
  await expect(page.getByRole('region', { name: 'What changed' })).toContainText('2 x Linked Hoodie, S')
  await expectAccessible(page, '/pay/:link')
  const pay = page.getByRole('button', { name: 'Pay C$102.00' })
  await untilHydrated(pay)
  const card = async (cardNumber: string) => {
    await page.getByLabel('Card number').fill(cardNumber)
    await page.getByLabel('Expiry date').fill('04 / 39')
    await page.getByLabel('CVC').fill('123')
    await pay.click()
  }
  await card(CARDS.declined)
  await expect(page.getByRole('alert')).toContainText('Nothing was charged.')
  await card(CARDS.pays)
  await expect(shopper.heading('Thanks for your payment!')).toBeVisible()
  await expect(shopper.heading('Thanks for your payment!')).toBeFocused()
  await expectNoAxeViolations(page)
  await page.reload()
  await expect(page.getByText('Nothing is left to pay.')).toBeVisible()
  await expect(pay).toBeHidden()
})
