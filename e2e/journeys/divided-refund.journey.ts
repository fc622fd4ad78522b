import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from '#e2e/support/axe.ts'
import { expect, test } from '#e2e/support/journey.ts'
import { findMails } from '#e2e/support/mails.ts'
import { STAFF } from '#e2e/support/running-shop.ts'
import { CARDS, untilHydrated } from '#e2e/actors/shopper.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

async function openOrder(page: Page, number: string): Promise<void> {
  await new StaffMember(page, STAFF).hasSignedIn()
  await page.goto(`/admin/orders/${number}`)
  await untilHydrated(page.getByRole('button', { name: 'Add note' }))
}

test('what a bank sent back of a refund to two payments is offered again, and refunded with the shipping @phone', async ({
  shopper,
  records,
  page,
  shop,
}) => {
  // At this price the second share is C$51.26, which the test gateway takes and sends back.
  const product = await records.addProduct({ name: 'Divided Hoodie', price: 74.77, stock: 5 })
  await shopper.isAboutToPayFor(product, 'M')
  await shopper.payWith('pays')
  await shopper.isThanked()
  const number = (await records.ordersOf(shopper.email))[0]?.number ?? ''
  const dialog = page.getByRole('dialog')

  await openOrder(page, number)
  await page.getByRole('button', { name: 'Change items' }).click()
  await dialog.getByRole('button', { name: /^Choose .*Divided Hoodie, S/ }).click()
  await dialog.getByLabel(/^Quantity of/).fill('2')
  await dialog.getByLabel('By link: the customer pays it by card').check()
  await expect(dialog.getByText('C$76.26 more.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const linkMails = () => findMails(shop.dataDir, 'Please pay C$76.26')
  await expect.poll(async () => (await linkMails()).length).toBe(1)
  await page.goto(/\/pay\/[^\s)>"]+/.exec((await linkMails())[0]?.text ?? '')?.[0] ?? '')
  const pay = page.getByRole('button', { name: 'Pay C$76.26' })
  await untilHydrated(pay)
  await page.getByLabel('Card number').fill(CARDS.pays)
  await page.getByLabel('Expiry date').fill('04 / 39')
  await page.getByLabel('CVC').fill('123')
  await pay.click()
  await expect(shopper.heading('Thanks for your payment!')).toBeVisible()

  await openOrder(page, number)
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await dialog.getByLabel(/^Divided Hoodie/).selectOption('2 of 2')
  await dialog.getByRole('button', { name: 'Refund C$152.53' }).click()
  await expect(page.getByText('Refunded C$51.26')).toBeVisible()
  await records.bringForward('refund.failed')
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('came back: expired or canceled card').first()).toBeVisible({
      timeout: 1_000,
    })
  }).toPass()

  await untilHydrated(page.getByRole('button', { name: 'Add note' }))
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(dialog.getByText('Divided Hoodie, size S: refunded')).toBeVisible()
  const rest = dialog
    .getByRole('group', { name: 'Not refunded yet' })
    .getByRole('checkbox', { name: 'C$51.26 of 2 x Divided Hoodie, S' })
  await expect(rest).not.toBeChecked()
  await rest.check()
  await expect(dialog.getByText('To refund: C$51.26', { exact: true })).toBeVisible()
  await expectNoAxeViolations(page)
  await rest.uncheck()
  await expect(dialog.getByText('Nothing selected yet', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Refund everything: C$76.26' }).click()
  await expect(rest).toBeChecked()
  await expect(dialog.getByLabel('Shipping, C$25.00')).toBeChecked()
  await expect(dialog.getByText('To refund: C$76.26', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Refund C$76.26' }).click()
  await expect(dialog).toBeHidden()
  await expect(
    page.getByText('Requested a refund: C$76.26, for shipping and the rest of 2 x Divided Hoodie, S'),
  ).toBeVisible()
  await expect(page.getByText('Refunded C$25.00')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toBeHidden()
})
