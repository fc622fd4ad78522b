import { expectNoAxeViolations } from '#e2e/support/axe.ts'
import { expect, test } from '#e2e/support/journey.ts'
import { expectNoSidewaysScroll } from '#e2e/support/layout.ts'
import { findMails } from '#e2e/support/mails.ts'
import { STAFF } from '#e2e/support/running-shop.ts'
import { untilHydrated } from '#e2e/actors/shopper.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

test('a customer’s data is deleted on request from an order’s page, and the order and its payment stay', async ({
  shopper,
  records,
  page,
  shop,
}) => {
  test.slow()
  const product = await records.addProduct({ name: 'Forgotten Hoodie', price: 100, stock: 5 })
  await shopper.isAboutToPayFor(product)
  await shopper.payWith('pays')
  await shopper.isThanked()
  const number = (await records.ordersOf(shopper.email))[0]?.number ?? ''
  const own = await shopper.opensOwnOrder(number)

  const staff = new StaffMember(page, STAFF)
  await staff.hasSignedIn()
  await page.goto(`/admin/orders/${number}`)
  await page.getByRole('link', { name: 'Delete this customer’s data' }).click()
  await expect(staff.heading('Delete data')).toBeVisible()
  await expect(page).not.toHaveURL(new RegExp(shopper.email.split('@')[0] ?? ''))
  await expect(page.getByLabel('Email address')).toHaveValue(shopper.email)
  await expect(
    page.getByText('Can’t be deleted yet: it is paid but not sent: fulfil or cancel it first.'),
  ).toBeVisible()
  await expect(staff.button('Delete this customer’s data')).toBeHidden()
  await expectNoAxeViolations(page)

  await page.getByRole('link', { name: `Order ${number}` }).click()
  await untilHydrated(staff.button('Fulfil'))
  await staff.button('Fulfil').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Fulfil' }).click()
  await expect(page.getByText('Fulfilled the order')).toBeVisible()

  await page.goto('/admin/orders')
  await page.getByRole('link', { name: 'Delete a customer’s data' }).click()
  const look = staff.button('Look up')
  await untilHydrated(look)
  await page.getByLabel('Email address').fill('nobody@shopper.example')
  await look.click()
  await expect(page.getByText('Nothing is stored under nobody@shopper.example.')).toBeVisible()
  await page.getByLabel('Email address').fill(shopper.email.toUpperCase())
  await look.click()
  await expect(page.getByRole('link', { name: `Order ${number}` })).toBeVisible()
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoAxeViolations(page)
    await expectNoSidewaysScroll(page, `the data of a customer at ${width}`)
  }
  await staff.button('Delete this customer’s data').click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByText('This cannot be undone.')).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoAxeViolations(page)
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await staff.button('Delete this customer’s data').click()
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page.getByText('Deleted: 1 order.')).toBeVisible()

  await page.goto(`/admin/orders/${number}`)
  await expect(page.getByText('Deleted at the customer’s request')).toBeVisible()
  await expect(page.getByText('Deleted the customer’s data at their request')).toBeVisible()
  await expect(page.getByText('C$127.00').first()).toBeVisible()
  await expect(page.getByText(shopper.email)).toBeHidden()
  await expectNoAxeViolations(page)
  await page.goto('/admin/erasure')
  await expect(page.getByRole('row', { name: new RegExp(`${STAFF.email}.*1 order`) })).toBeVisible()

  await page.goto(own)
  await expect(shopper.heading('Your details were deleted')).toBeVisible()
  await expect(page.getByText('at your request')).toBeVisible()
  await expect(page.getByText('Delivery address')).toBeHidden()
  await expectNoAxeViolations(page)
  await expect.poll(async () => (await findMails(shop.dataDir, number)).length).toBe(0)
})
