import { expectAccessible, expectFineAtBothSizes } from '#e2e/support/axe.ts'
import { expect, test } from '#e2e/support/journey.ts'
import { findMails } from '#e2e/support/mails.ts'
import { STAFF } from '#e2e/support/running-shop.ts'
import { untilHydrated } from '#e2e/actors/shopper.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

test('part of an order is sent now and the rest later, and the shopper sees both parcels', async ({
  shopper,
  records,
  page,
  shop,
}) => {
  const product = await records.addProduct({ name: 'Parted Hoodie', price: 100, stock: 5 })
  await shopper.hasInCart(product, 'S')
  await shopper.isAboutToPayFor(product, 'M')
  await shopper.payWith('pays')
  await shopper.isThanked()
  const [order] = await records.ordersOf(shopper.email)
  const number = order?.number ?? ''
  const own = await shopper.opensOwnOrder(number)

  const staff = new StaffMember(page, STAFF)
  await staff.hasSignedIn()
  await page.goto(`/admin/orders/${number}`)
  await untilHydrated(page.getByRole('button', { name: 'Add note' }))
  await page.getByRole('button', { name: 'Fulfil', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('All remaining items (2)')).toBeChecked()
  await dialog.getByLabel('Ship part of it').check()
  await dialog.getByLabel('Parted Hoodie, size S').selectOption('0')
  await dialog.getByLabel('Parted Hoodie, size M').selectOption('1 of 1')
  await dialog.getByLabel('Tracking number').fill('FIRST1')
  await dialog.getByLabel('Tracking link').fill('https://track.example/FIRST1')
  await expectFineAtBothSizes(page, 'partial-shipment')
  await dialog.getByRole('button', { name: 'Send this part' }).click()
  await expect(dialog).toBeHidden()
  const state = page.getByRole('group', { name: 'Status' })
  await expect(state).toContainText('Partially fulfilled')
  const parcels = page.getByRole('region', { name: 'Parcels' })
  await expect(parcels.getByRole('listitem', { name: 'Parcel 1' })).toContainText('1 × Parted Hoodie, M')
  await expect(parcels).toContainText('Still to send')
  await expectFineAtBothSizes(page, 'an order that was sent in part')
  await expect.poll(async () => (await findMails(shop.dataDir, 'FIRST1')).length).toBe(1)
  expect((await findMails(shop.dataDir, 'FIRST1'))[0]?.text).toContain(
    'The rest will follow in another parcel',
  )

  await page.goto(own)
  await expect(shopper.heading('Partly on its way')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Still to come' })).toContainText('1 x Parted Hoodie, S')
  await expectAccessible(page, '/order/:number')

  await page.goto('/admin/orders?state=to-fulfil')
  await expect(page.locator(`[data-row="${number}"]`)).toContainText('Partially fulfilled')
  await page.goto(`/admin/orders/${number}/packing-slip`)
  await expect(page.getByText('1 item of this order was sent in an earlier parcel.')).toBeVisible()
  await expectAccessible(page, '/admin/orders/:number/packing-slip')
  await page.getByRole('link', { name: 'Back to the order' }).click()
  await untilHydrated(page.getByRole('button', { name: 'Add note' }))
  await page.getByRole('button', { name: 'Change items' }).click()
  await expect(dialog).toContainText(`Part of order ${number} has not shipped yet.`)
  await expect(dialog.getByRole('radio')).toHaveCount(1)
  await expect(dialog.getByLabel('1 x Parted Hoodie, S')).toBeChecked()
  await expectFineAtBothSizes(page, 'the items of an order that was sent in part')
  await dialog.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Fulfil the rest' }).click()
  await dialog.getByLabel('Tracking number').fill('SECOND2')
  await dialog.getByRole('button', { name: 'Fulfil', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(state).toContainText('Fulfilled')
  await expect.poll(async () => (await findMails(shop.dataDir, 'SECOND2')).length).toBe(1)
  expect((await findMails(shop.dataDir, 'SECOND2'))[0]?.text).toContain('This parcel completes your order.')

  await page.getByRole('button', { name: 'Undo parcel 1' }).click()
  await dialog.getByLabel('Reason').fill('Still on the shelf')
  await dialog.getByRole('button', { name: 'Mark as not sent' }).click()
  await expect(page.getByText('Marked parcel 1 as not sent (Still on the shelf)')).toBeVisible()
  await expect(state).toContainText('Partially fulfilled')

  await page.getByRole('button', { name: 'Refund' }).click()
  await dialog.getByLabel('Parted Hoodie, size M, not sent').selectOption('1 of 1')
  await expect(dialog.getByLabel('Return these items to stock')).toBeChecked()
  await expectFineAtBothSizes(page, 'partial-shipment')
  await dialog.getByRole('button', { name: /^Refund C/ }).click()
  await expect(dialog).toBeHidden()
  await expect(state).toContainText('Partially refunded, fulfilled')
  await expect(page.getByText('1 refunded', { exact: true })).toBeVisible()
  expect(await records.unitsLeft(product.id)).toBe(4)
  await page.goto(own)
  await expect(shopper.heading('On its way')).toBeVisible()
  await expect(page.getByText('Still to come')).toBeHidden()
})
