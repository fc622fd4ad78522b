import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { Shopper, untilHydrated } from '#e2e/actors/shopper.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'
import { expectAccessible, expectFineAtBothSizes } from '#e2e/support/axe.ts'
import { testInFreshShop } from '#e2e/support/dedicated-shop.ts'
import { expect } from '#e2e/support/journey.ts'
import { STAFF } from '#e2e/support/running-shop.ts'

const test = testInFreshShop()

const aPhoto = () =>
  sharp({ create: { width: 900, height: 1_200, channels: 3, background: '#c1121f' } })
    .png()
    .toBuffer()

/** The owner turns returns on, by rules that journeys of this shop may have changed before. */
async function allowReturns(desk: Page, choose: () => Promise<void>): Promise<void> {
  await desk.goto('/admin/settings/returns')
  const isOn = desk.getByLabel('Customers can ask for returns')
  await untilHydrated(isOn)
  await isOn.check()
  await choose()
  const saved = desk.waitForResponse((answer) => answer.request().method() === 'PUT')
  await desk.getByRole('button', { name: 'Save' }).click()
  expect((await saved).status()).toBe(200)
}

test('@phone a customer returns a piece, and a scan of its slip receives and refunds it', async ({
  page,
  records,
  browser,
  shop,
}) => {
  const product = await records.addProduct({ name: 'Comet Coat', price: 300, counts: { M: 5 } })
  const { page: desk } = await StaffMember.atAnotherDesk(browser, shop)
  await allowReturns(desk, async () => {
    await desk.getByLabel('How customers send it').fill('Label from us: 6.95')
    await desk.getByLabel('Where to send it').fill('Returns, 1 Broadway Ave, Saskatoon')
  })

  const ada = new Shopper(page, 'ada@shopper.example')
  await ada.isAboutToPayFor(product, 'M')
  await ada.payWith('pays')
  await ada.isThanked()
  const [order] = await records.ordersOf(ada.email)
  const number = order?.number ?? ''
  const own = await ada.opensOwnOrder(number)
  await desk.goto(`/admin/orders/${number}`)
  await untilHydrated(desk.getByRole('button', { name: 'Add note' }))
  await desk.getByRole('button', { name: 'Fulfil', exact: true }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Fulfil', exact: true }).click()
  await expect(desk.getByRole('group', { name: 'Status' })).toContainText('Fulfilled')

  await page.goto(own)
  await page.getByRole('link', { name: 'Return items' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Choose how many of an item')).toBeVisible()
  await page.getByLabel('How many of Comet Coat').selectOption('1')
  await page.getByLabel('Why?').selectOption('Too small')
  await expectAccessible(page, '/order/:number/return')
  await expectFineAtBothSizes(page, 'the form of a return')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('C$299.05')).toBeVisible()
  await expectFineAtBothSizes(page, 'a return to be confirmed')
  await page.getByRole('button', { name: 'Ask for this return' }).click()
  await expect(page.getByRole('heading', { name: 'Send it to us' })).toBeVisible()
  await expect(page.getByText('1 Broadway Ave')).toBeVisible()
  await expectFineAtBothSizes(page, 'an accepted return')

  const asked = page.url()
  await new StaffMember(page, STAFF).hasSignedIn()
  await page.goto('/admin/returns')
  await expect(page.getByRole('link', { name: `${number}-1` })).toBeVisible()
  await expectFineAtBothSizes(page, 'the returns')
  await untilHydrated(page.getByLabel('Scan a slip'))
  await page.getByLabel('Scan a slip').fill(`${number}-1`)
  await page.keyboard.press('Enter')
  const receive = page.getByRole('button', { name: 'Receive and refund C$299.05' })
  await untilHydrated(receive)
  await expectAccessible(page, '/admin/returns/:number')
  await expectFineAtBothSizes(page, 'a return that came in')
  await receive.click()
  await expect(page.getByRole('status').filter({ hasText: 'Refunded' }).first()).toBeVisible()
  expect(await records.unitsLeft(product.id)).toBe(5)
  await page.goto(asked)
  await expect(page.getByRole('heading', { name: 'Refunded' })).toBeVisible()
})

test('@phone a customer exchanges a piece for another size, which is packed when theirs is here', async ({
  page,
  records,
  browser,
  shop,
}) => {
  const product = await records.addProduct({ name: 'Comet Coat', price: 300, counts: { M: 5, L: 1 } })
  const { page: desk } = await StaffMember.atAnotherDesk(browser, shop)
  await allowReturns(desk, async () => {
    await desk.getByLabel('Customers can ask for another size').check()
  })

  const ada = new Shopper(page, 'ada@shopper.example')
  await ada.isAboutToPayFor(product, 'M')
  await ada.payWith('pays')
  await ada.isThanked()
  const [order] = await records.ordersOf(ada.email)
  const number = order?.number ?? ''
  const own = await ada.opensOwnOrder(number)
  await desk.goto(`/admin/orders/${number}`)
  await untilHydrated(desk.getByRole('button', { name: 'Add note' }))
  await desk.getByRole('button', { name: 'Fulfil', exact: true }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Fulfil', exact: true }).click()
  await expect(desk.getByRole('group', { name: 'Status' })).toContainText('Fulfilled')

  await page.goto(own)
  await page.getByRole('link', { name: 'Return items' }).click()
  await page.getByLabel('How many of Comet Coat').selectOption('1')
  await page.getByLabel('Why?').selectOption('Too small')
  await page.getByLabel('Another size or piece instead').check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Choose what you’d like instead of each item.')).toBeVisible()
  await page.getByLabel('Instead of Comet Coat').selectOption('Comet Coat (Size: L)')
  await expectAccessible(page, '/order/:number/return')
  await expectFineAtBothSizes(page, 'the form of an exchange')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('It costs the same: there is nothing to pay.')).toBeVisible()
  await expectFineAtBothSizes(page, 'an exchange to be confirmed')
  await page.getByRole('button', { name: 'Ask for this return' }).click()
  await expect(page.getByText('We hold it for you until')).toBeVisible()
  expect(await records.unitsLeft(product.id)).toBe(4)
  await expectFineAtBothSizes(page, 'an accepted exchange')

  const asked = page.url()
  await new StaffMember(page, STAFF).hasSignedIn()
  await page.goto(`/admin/returns/${number}-1`)
  const receive = page.getByRole('button', { name: 'Receive and exchange' })
  await untilHydrated(receive)
  await expectAccessible(page, '/admin/returns/:number')
  await expectFineAtBothSizes(page, 'an exchange that came in')
  await receive.click()
  await expect(page.getByRole('status').filter({ hasText: 'Exchanged' }).first()).toBeVisible()
  expect(await records.unitsLeft(product.id)).toBe(5)
  await page.goto(`/admin/orders/${number}`)
  await expect(page.getByRole('button', { name: 'Fulfil', exact: true })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Comet Coat')
  await page.goto(asked)
  await expect(page.getByRole('heading', { name: 'Exchanged' })).toBeVisible()
})

test('@phone a customer adds photos of a fault, and staff the label that they are mailed', async ({
  page,
  records,
  browser,
  shop,
  complaints,
}) => {
  complaints.expect(/\b415\b/)
  const product = await records.addProduct({ name: 'Comet Coat', price: 300, counts: { M: 5 } })
  const { page: desk } = await StaffMember.atAnotherDesk(browser, shop)
  await allowReturns(desk, async () => {
    await desk.getByLabel('How customers send it').fill('Label from us: 6.95')
    await desk.getByLabel('Faulty and wrong items are free only with a photo').check()
  })

  const ada = new Shopper(page, 'ada@shopper.example')
  await ada.isAboutToPayFor(product, 'M')
  await ada.payWith('pays')
  await ada.isThanked()
  const [order] = await records.ordersOf(ada.email)
  const number = order?.number ?? ''
  const own = await ada.opensOwnOrder(number)
  await desk.goto(`/admin/orders/${number}`)
  await untilHydrated(desk.getByRole('button', { name: 'Add note' }))
  await desk.getByRole('button', { name: 'Fulfil', exact: true }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Fulfil', exact: true }).click()
  await expect(desk.getByRole('group', { name: 'Status' })).toContainText('Fulfilled')

  await page.goto(own)
  await page.getByRole('link', { name: 'Return items' }).click()
  await page.getByLabel('How many of Comet Coat').selectOption('1')
  await page.getByLabel('Why?').selectOption('Faulty or damaged')
  await page.getByLabel('Anything that we should know?').fill('The seam is torn')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Add a photo of that, and sending it back costs you nothing.')).toBeVisible()
  await page.getByRole('button', { name: 'Change' }).click()
  const photos = page.getByLabel('Photos, such as of a fault')
  await photos.setInputFiles([
    { name: 'seam.png', mimeType: 'image/png', buffer: await aPhoto() },
    { name: 'huge.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(26_000_000) },
    { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a photo') },
  ])
  await expect(page.getByRole('alert')).toContainText('huge.jpg: This photo is larger than 25 MB')
  await expect(page.getByRole('alert')).toContainText('notes.jpg: We can’t read this file')
  await expect(page.getByRole('img', { name: 'Your photo 1' })).toBeVisible()
  await expect(page.getByLabel('Anything that we should know?')).toHaveValue('The seam is torn')
  await expectAccessible(page, '/order/:number/return')
  await expectFineAtBothSizes(page, 'the form of a return with a photo')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Sending it back costs you nothing.')).toBeVisible()
  await page.getByRole('button', { name: 'Ask for this return' }).click()
  await expect(page.getByRole('heading', { name: 'We’re looking at it' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Your photo 1' })).toBeVisible()

  await desk.goto(`/admin/returns/${number}-1`)
  await untilHydrated(desk.getByRole('button', { name: 'Accept' }))
  await expect(desk.getByRole('img', { name: 'Of the return, 1 of 1' })).toBeVisible()
  const pdf = Buffer.from('%PDF-1.4\ntrailer <<>>\n%%EOF\n')
  await desk
    .getByLabel('Label as a PDF')
    .setInputFiles({ name: 'label.pdf', mimeType: 'application/pdf', buffer: pdf })
  await expect(desk.getByRole('link', { name: 'Label (PDF)' })).toBeVisible()
  await desk.getByLabel('Label for the customer').fill('CP-4477-2210')
  await desk.getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByText('Saved')).toBeVisible()
  await expectAccessible(desk, '/admin/returns/:number')
  await expectFineAtBothSizes(desk, 'a return with a photo and a label')
  await desk.getByRole('button', { name: 'Accept' }).click()
  await expect(desk.getByRole('status').filter({ hasText: 'On its way' })).toBeVisible()

  await page.goto(page.url())
  await expect(page.getByRole('heading', { name: 'Send it to us' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Code to show: CP-4477-2210' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Label to print (PDF)' }).click()
  expect((await download).suggestedFilename()).toBe(`label-${number}.pdf`)
  await expectFineAtBothSizes(page, 'an accepted return with a label')
})
