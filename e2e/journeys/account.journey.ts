import { expectAccessible, expectFineAtBothSizes, expectNoAxeViolations } from '#e2e/support/axe.ts'
import { expect, test } from '#e2e/support/journey.ts'
import { untilHydrated } from '#e2e/actors/shopper.ts'
import { findMails } from '#e2e/support/mails.ts'

test('@phone a customer finds their orders by email, with the keyboard alone', async ({
  shopper,
  records,
  shop,
  page,
}) => {
  const product = await records.addProduct({ name: 'Account Hoodie', price: 40, stock: 5 })
  await shopper.openProduct(product)
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await untilHydrated(save)
  await save.press('Enter')
  await expect(save).toHaveAttribute('aria-pressed', 'true')
  await shopper.isAboutToPayFor(product)
  await shopper.payWith('pays')
  await shopper.isThanked()
  const link = page.getByRole('main').getByRole('link', { name: 'Your orders' })
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(shopper.heading('Your orders')).toBeVisible()
  await expectFineAtBothSizes(page, 'signing in')
  await page.getByLabel('Email', { exact: true }).focus()
  await page.keyboard.type(shopper.email)
  await page.keyboard.press('Enter')
  await expect(shopper.heading('Check your email')).toBeVisible()
  const mail = async () => {
    const mails = await findMails(shop.dataDir, '/account/link?token=')
    return mails.find(({ to }) => to?.some(({ address }) => address === shopper.email))?.text ?? ''
  }
  await expect.poll(mail).not.toBe('')
  const digits = /\b\d{6}\b/.exec(await mail())?.[0] ?? ''
  await page.getByLabel('Six digits').focus()
  await page.keyboard.type(digits === '000000' ? '000001' : '000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('These are not the digits in our latest email.')).toBeVisible()
  await expectNoAxeViolations(page)
  const path = /\/account\/link\?token=\S+/.exec(await mail())?.[0] ?? ''
  await page.goto(path)
  await expect(page.getByText(`See the orders of ${shopper.email} in this browser.`)).toBeVisible()
  await expectAccessible(page, '/account/link')
  await page.goto('/account?asked=sent')
  await page.getByLabel('Six digits').focus()
  await page.keyboard.type(digits)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Signed in as ${shopper.email}`)).toBeVisible()
  await expectNoAxeViolations(page)
  const alike = await records.addProduct({ name: 'Account Hoodie Two', price: 40, stock: 5 })
  await shopper.openProduct(alike)
  await expect(page.getByText('You took M last time (Hoodies).')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.goto('/saved')
  await expect(page.getByText('1 piece', { exact: true })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Remove Account Hoodie' }).press('Enter')
  await expect(page.getByText('Nothing is saved yet.')).toBeVisible()
  await page.goto('/account')
  await expect(page.getByRole('link', { name: /^Invoice \(PDF\), order R-/ })).toBeVisible()
  await page.getByRole('link', { name: /^See order R-/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Account Hoodie').first()).toBeVisible()
  const invoice = await page.getByRole('link', { name: 'Invoice (PDF)' }).getAttribute('href')
  const pdf = await page.request.get(invoice ?? '')
  expect(pdf.headers()['content-type']).toBe('application/pdf')
  expect((await pdf.body()).toString('latin1')).toMatch(/^%PDF-/)
  await page.locator('summary', { hasText: 'Another address' }).press('Enter')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Cancel the order' }).press('Enter')
  await expect(page.getByText('Cancel the whole order? You get C$65.80 back.')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Yes, cancel it' }).press('Enter')
  await expect(page.getByText('Your order is cancelled.')).toBeVisible()
})
