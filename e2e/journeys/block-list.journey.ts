import { Shopper, untilHydrated } from '#e2e/actors/shopper.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'
import { expectFineAtBothSizes } from '#e2e/support/axe.ts'
import { testInFreshShop } from '#e2e/support/dedicated-shop.ts'
import { expect } from '#e2e/support/journey.ts'

const test = testInFreshShop()

test('@phone an owner blocks a customer, whose next order is held, and takes them from the list again', async ({
  page,
  records,
  browser,
  shop,
}) => {
  const product = await records.addProduct({ name: 'Comet Coat', price: 300, counts: { M: 5 } })
  const ada = new Shopper(page, 'ada@shopper.example')
  const buys = async () => {
    await ada.isAboutToPayFor(product, 'M')
    await ada.payWith('pays')
    await ada.isThanked()
  }
  await buys()
  const [first] = await records.ordersOf(ada.email)
  const number = first?.number ?? ''

  const { page: desk } = await StaffMember.atAnotherDesk(browser, shop)
  await desk.goto(`/admin/orders/${number}`)
  await desk.getByRole('link', { name: 'Block customer' }).click()
  const form = desk.getByRole('region', { name: `Block the customer of ${number}` })
  await expect(form.getByRole('checkbox')).toHaveCount(3)
  const block = form.getByRole('button', { name: 'Block' })
  await untilHydrated(block)
  await block.click()
  await expect(form.getByText('Say why.')).toBeVisible()
  await form.getByLabel('Reason').fill('Sells on')
  await block.click()
  await expect(desk.getByText('3 entries')).toBeVisible()
  await expect(desk.getByRole('table').getByText(ada.email)).toBeVisible()
  await expectFineAtBothSizes(desk, 'the block list')

  await buys()
  const again = (await records.ordersOf(ada.email)).find((one) => one.number !== number)
  await desk.goto('/admin/orders?state=to-review')
  await desk
    .getByRole('link', { name: again?.number ?? '' })
    .first()
    .click()
  await expect(desk.getByText('The email address is on the block list: Sells on.').first()).toBeVisible()

  await desk.goto('/admin/blocks')
  const change = desk.getByRole('button', { name: `Change the block of ${ada.email}` })
  await untilHydrated(change)
  await change.click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel('Last day (optional)').fill('2001-01-01')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('This day is over.')).toBeVisible()
  await dialog.getByLabel('Last day (optional)').fill('2999-12-31')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByRole('cell', { name: '2999-12-31' })).toBeVisible()
  await desk.getByRole('button', { name: `Remove ${ada.email} from the list` }).click()
  await expect(desk.getByText(`${ada.email} is not blocked now.`)).toBeVisible()
  await desk.getByRole('button', { name: 'Undo' }).click()
  await expect(desk.getByRole('cell', { name: '2999-12-31' })).toBeVisible()
})
