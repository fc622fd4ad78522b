import { Shopper, untilHydrated } from '#e2e/actors/shopper.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'
import { expectAccessible, expectFineAtBothSizes } from '#e2e/support/axe.ts'
import { testInFreshShop } from '#e2e/support/dedicated-shop.ts'
import { expect } from '#e2e/support/journey.ts'
import { findMails } from '#e2e/support/mails.ts'

const test = testInFreshShop()

test('@phone a buyer says how a piece fits, and from five answers on its page tells everybody', async ({
  page,
  records,
  browser,
  shop,
}) => {
  const product = await records.addProduct({
    name: 'Comet Coat',
    price: 300,
    sizes: ['S', 'M', 'L', 'XL', 'XXL'],
  })
  const { page: desk } = await StaffMember.atAnotherDesk(browser, shop)
  await desk.goto('/admin/settings/fit')
  await untilHydrated(desk.getByLabel('Days after delivery'))
  await desk.getByLabel('Days after delivery').fill('7')
  await desk.getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByText('Version 1')).toBeVisible()

  const ada = new Shopper(page, 'ada@shopper.example')
  await ada.isAboutToPayFor(product, 'M')
  await ada.payWith('pays')
  await ada.isThanked()
  const [order] = await records.ordersOf(ada.email)
  const number = order?.number ?? ''
  await desk.goto(`/admin/orders/${number}`)
  await untilHydrated(desk.getByRole('button', { name: 'Add note' }))
  await desk.getByRole('button', { name: 'Fulfil', exact: true }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Fulfil', exact: true }).click()
  await expect(desk.getByRole('group', { name: 'Status' })).toContainText('Fulfilled')
  const small = { S: 'small', L: 'small', XL: 'true', XXL: 'true' } as const
  await records.addFitAnswers(number, product.id, small)
  await ada.openProduct(product)
  await expect(page.getByText('SIZE CHART')).toBeVisible()
  await expect(page.getByText('Runs small')).toBeHidden()

  await records.sendEarlier(15)
  const mail = async () => (await findMails(shop.dataDir, 'One tap helps others'))[0]?.text ?? ''
  await expect.poll(mail, { timeout: 30_000 }).not.toBe('')
  await page.goto(/\/fit\?\S+fit=small/.exec(await mail())?.[0] ?? '')
  await expect(page.getByRole('radio', { name: 'Runs small' })).toBeChecked()
  await expectAccessible(page, '/fit')
  await expectFineAtBothSizes(page, 'how it fits')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('status')).toHaveText('Thank you. Your answer is stored.')
  await expectFineAtBothSizes(page, 'how it fits, answered')
  await page.getByLabel('Your words').fill('Take one size up.')
  await page.getByRole('button', { name: 'Send these words' }).click()
  await expect(page.getByRole('status')).toHaveText('Thank you. Your words are stored.')

  await desk.goto('/admin/overview')
  await desk.getByRole('link', { name: '1 customer’s words to read' }).click()
  const publish = desk.getByRole('button', { name: /^Publish what was written about Comet Coat/ })
  await untilHydrated(publish)
  await expectFineAtBothSizes(desk, 'words to be published')
  await publish.click()
  await expect(desk.getByRole('button', { name: /^Take down/ })).toBeVisible()

  await ada.openProduct(product)
  await expect(page.getByText('Runs small').first()).toBeVisible()
  await expect(page.getByText('60% say small, 40% true to size, 0% large (5 answers)').first()).toBeVisible()
  await expect(page.getByText('Take one size up.')).toBeVisible()
  await expectFineAtBothSizes(page, 'a product that runs small')

  await page.goto(/\/fit\/leave\?\S+/.exec(await mail())?.[0] ?? '')
  await expect(page.getByText(`We asked ${ada.email}`)).toBeVisible()
  await expectAccessible(page, '/fit/leave')
  await page.getByRole('button', { name: 'Don’t ask me again' }).click()
  await expect(page.getByRole('heading', { name: 'We won’t ask you again' })).toBeVisible()
})
