import { Shopper, untilHydrated } from '#e2e/actors/shopper.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'
import { expectAccessible, expectFineAtBothSizes } from '#e2e/support/axe.ts'
import { testInFreshShop } from '#e2e/support/dedicated-shop.ts'
import { expect } from '#e2e/support/journey.ts'
import { findMails } from '#e2e/support/mails.ts'

const test = testInFreshShop()
const [DAY, SHOWN] = ['2099-02-01', 'February 1, 2099']

test('@phone a shopper orders a size before it is made, is told when it ships later, and cancels it', async ({
  page,
  records,
  browser,
  shop,
}) => {
  const product = await records.addProduct({ name: 'Comet Coat', price: 300, counts: { M: 0, L: 0 } })
  const { page: desk } = await StaffMember.atAnotherDesk(browser, shop)
  await desk.goto(`/admin/products/${product.id}/stock`)
  const units = desk.getByLabel('Units to come, M')
  await untilHydrated(units)
  await desk.getByLabel('Ships from').fill(DAY)
  await units.fill('4')
  await desk.getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByText('Pre-orders saved')).toBeVisible()
  await expectFineAtBothSizes(desk, 'the stock of a product that is sold before it is made')

  await page.goto('/shop?q=Comet+Coat')
  await expect(page.getByRole('link', { name: /Pre-order.*Comet Coat|Comet Coat.*Pre-order/ })).toBeVisible()
  const ada = new Shopper(page, 'ada@shopper.example')
  await ada.openProduct(product)
  await expect(page.getByText(`Pre-order: ships from ${SHOWN}`)).toBeVisible()
  await expectFineAtBothSizes(page, 'a product that is sold before it is made')
  await page.getByRole('button', { name: 'PRE-ORDER' }).click()
  await expect(page.getByText(`Size: M. Pre-order: ships from ${SHOWN}`).first()).toBeVisible()
  await page.goto('/checkout')
  await ada.fillDelivery()
  await expect(page.getByText(`Comet Coat (Size: M) ships from ${SHOWN}`)).toBeVisible()
  await expectFineAtBothSizes(page, 'the checkout of a pre-order')
  await ada.payWith('pays')
  await ada.isThanked()

  const [mail] = await expectMails(1, `Pre-order: ships from ${SHOWN}`)
  const own = /http\S+\/order\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  await desk.getByLabel('Ships from').fill('2099-03-01')
  await desk.getByRole('button', { name: 'Save' }).click()
  await expectMails(1, 'It now ships from March 1, 2099')
  await page.goto(own)
  await expect(page.getByText('ships later than planned: from March 1, 2099')).toBeVisible()
  await expectAccessible(page, '/order/:number')
  await expectFineAtBothSizes(page, 'a pre-order that ships later')
  await page.getByRole('button', { name: 'Keep it' }).click()
  await expect(page.getByText('Thank you: it stays yours.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel the pre-order' }).click()
  await expect(page.getByText('Cancel 1 x Comet Coat, M and get C$331.00 back?')).toBeVisible()
  await expectFineAtBothSizes(page, 'a pre-order that is about to be cancelled')
  await page.getByRole('button', { name: 'Yes, refund C$331.00' }).click()
  await expect(page.getByText('Cancelled. Your money is on its way back.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel the pre-order' })).toHaveCount(0)
  expect(await records.unitsLeft(product.id)).toBe(4)

  async function expectMails(number: number, text: string) {
    const mails = () => findMails(shop.dataDir, text)
    await expect
      .poll(async () => (await mails()).filter(({ to }) => to?.[0]?.address === ada.email).length)
      .toBe(number)
    return (await mails()).filter(({ to }) => to?.[0]?.address === ada.email)
  }
})
