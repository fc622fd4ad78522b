import type { Page } from '@playwright/test'
import { expectAccessible, expectFineAtBothSizes } from '#e2e/support/axe.ts'
import { expect } from '#e2e/support/journey.ts'
import { findMails } from '#e2e/support/mails.ts'
import { testInFreshShop } from '#e2e/support/dedicated-shop.ts'
import { untilHydrated } from '#e2e/actors/shopper.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

const test = testInFreshShop()

test('@phone a member of staff makes a code; a shopper comes by its link, adds what it needs, and sees the new total first when it changes', async ({
  page,
  shopper,
  records,
  complaints,
  browser,
  shop,
}) => {
  complaints.expect(/\b(409|422)\b/)
  const hoodie = await records.addProduct({ name: 'Reduced Hoodie', price: 50 })
  const owner = await StaffMember.atAnotherDesk(browser, shop)
  const { page: desk } = owner
  await desk.goto('/admin/promotions')
  await expect(desk.getByRole('heading', { name: 'No promotions yet' })).toBeVisible()
  await desk.getByRole('link', { name: 'New promotion' }).click()
  const name = desk.getByLabel('Name', { exact: true })
  await untilHydrated(name)
  await name.fill('Autumn sale')
  await desk.getByRole('textbox', { name: 'Codes' }).fill('drop 10')
  await desk.getByLabel('Whose code it is').fill('Mia')
  await desk.getByLabel('Percentage off (%)').fill('110')
  await desk.getByLabel('From an amount of (CAD)').fill('100')
  const save = desk.getByRole('button', { name: 'Save', exact: true })
  await save.focus()
  await desk.keyboard.press('Enter')
  await expect(desk.getByText('Enter a percentage above 0 and up to 100')).toBeVisible()
  await expect(desk.getByLabel('Percentage off (%)')).toBeFocused()
  await expectFineAtBothSizes(desk, 'a wrong promotion')
  await desk.getByLabel('Percentage off (%)').fill('10')

  const trial = desk.getByRole('region', { name: 'Try it' })
  await trial.getByLabel('Add a product').fill('Reduced Hoodie')
  await trial.getByRole('button', { name: 'Add Reduced Hoodie' }).click()
  await trial.getByRole('button', { name: 'Try', exact: true }).click()
  await expect(trial.getByRole('status').last()).toContainText('Add C$50.00 more to use Autumn sale.')
  await trial.getByLabel('Pieces of each').fill('2')
  await trial.getByRole('button', { name: 'Try', exact: true }).click()
  await expect(trial.getByRole('status').last()).toContainText('It takes off C$10.00.')
  await save.click()
  await expect(desk.getByText('Promotion saved')).toBeVisible()
  await expect(desk.getByRole('textbox', { name: 'Codes' })).toHaveValue('DROP10')

  const downloaded = desk.waitForEvent('download')
  await desk.getByRole('button', { name: 'Make and download' }).click()
  expect((await downloaded).suggestedFilename()).toMatch(/^codes-.+\.csv$/)
  await expect(desk.getByText('There are 100 of them.')).toBeVisible()

  await shopper.hasInCart(hoodie, 'M')
  await page.goto('/discount/drop10?redirect=/cart')
  const codes = page.getByRole('region', { name: 'Discount code' })
  await expect(codes).toContainText('Add C$50.00 more to use DROP10.')
  await shopper.seesTotals({
    Subtotal: '$50.00',
    'Tax (2%)': '$1.00',
    Shipping: '$25.00',
    Total: '$76.00 CAD',
  })
  await expectFineAtBothSizes(page, 'a cart with a refused code')
  await page
    .getByRole('button', { name: /^(Increase|Add one|One more)/ })
    .first()
    .tap()
  await expect(codes).toContainText('Autumn sale (DROP10)')
  await shopper.seesTotals({ 'Autumn sale': '-$10.00', 'Tax (2%)': '$1.80', Total: '$116.80 CAD' })
  await codes.getByRole('button', { name: 'Remove the code DROP10' }).tap()
  await shopper.seesTotals({ 'Tax (2%)': '$2.00', Total: '$127.00 CAD' })
  await codes.getByLabel('Discount code').fill('nothing')
  await page.keyboard.press('Enter')
  await expect(codes.getByText("NOTHING isn't a valid code.").first()).toBeVisible()
  await codes.getByLabel('Discount code').fill(' Drop 10 ')
  await codes.getByRole('button', { name: 'Apply' }).tap()
  await expect(codes).toContainText('Autumn sale (DROP10)')
  await expectFineAtBothSizes(page, 'a cart with a code')

  await shopper.goToCheckout()
  await untilHydrated(page.getByLabel('Email'))
  await shopper.fillDelivery()
  await shopper.seesTotals({ 'Autumn sale': '-$10.00', Total: '$116.80 CAD' })
  await expectFineAtBothSizes(page, 'a checkout with a code')
  await desk.getByLabel('Percentage off (%)').fill('5')
  await save.click()
  await expect(desk.getByText('Promotion saved')).toBeVisible()
  await shopper.payWith('pays')
  await shopper.isRefusedWith('The total changed to $121.90. Check it and press Pay Now again.')
  await shopper.seesTotals({ 'Autumn sale': '-$5.00', Total: '$121.90 CAD' })

  const { id, code } = await owner.issuesGiftCard()
  const card = `Gift card •••• ${code.slice(-4)}`
  await codes.getByLabel('Discount code').fill(code.toLowerCase())
  await codes.getByRole('button', { name: 'Apply' }).tap()
  await expect(codes).toContainText(card)
  await expect(codes).not.toContainText(code)
  await shopper.seesTotals({ Total: '$121.90 CAD', [card]: '-$20.00', 'To pay': '$101.90 CAD' })
  await expectFineAtBothSizes(page, 'a checkout with a gift card')
  await post(desk, `/api/staff/gift-cards/${id}/disable`, { reason: 'Lost' })
  await shopper.payNow()
  await shopper.isRefusedWith(
    `${code} isn't a valid code. The total changed to $121.90. Check it and press Pay Now again.`,
  )
  await expect(page.getByLabel('Email')).toHaveValue(shopper.email)
  await post(desk, `/api/staff/gift-cards/${id}/enable`, { reason: 'Found' })
  await shopper.seesTotals({ Total: '$121.90 CAD' })
  await codes.getByLabel('Discount code').fill(code)
  await page.keyboard.press('Enter')
  await shopper.seesTotals({ 'To pay': '$101.90 CAD' })
  await codes.getByRole('button', { name: `Remove the code ${card}` }).tap()
  await shopper.seesTotals({ Total: '$121.90 CAD' })
  await codes.getByLabel('Discount code').fill(code)
  await page.keyboard.press('Enter')
  await shopper.seesTotals({ 'To pay': '$101.90 CAD' })
  await shopper.payNow()
  await shopper.isThanked()
  await expect.poll(() => records.ordersOf(shopper.email)).toMatchObject([{ state: 'paid', total: 12_190 }])
  const mails = async () => (await findMails(shop.dataDir, 'Thanks for your order!')).map(({ text }) => text)
  await expect.poll(async () => (await mails()).join()).toMatch(/Autumn sale: *.C\$5\.00/)
  expect((await mails()).join()).toContain(`Paid by gift card •••• ${code.slice(-4)}`)

  await desk.goto('/admin/partners')
  await expect(desk.getByRole('row', { name: /Mia/ })).toContainText('C$121.90')
  const own = await desk.getByRole('link', { name: 'Open the page of Mia' }).getAttribute('href')
  await page.goto(new URL(own ?? '').pathname + new URL(own ?? '').search)
  await expect(page.getByRole('row').nth(1)).toContainText('C$121.90')
  await expectAccessible(page, '/partner/:id')

  await desk.goto('/admin/promotions')
  const row = desk.getByRole('row', { name: /Autumn sale/ })
  await expect(row).toContainText('Active')
  await expect(row).toContainText('C$121.90')
  await row.getByRole('button', { name: 'Pause' }).click()
  await expect(row).toContainText('Paused')
  await desk.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toContainText('Active')
  await row.getByRole('button', { name: 'Delete' }).click()
  await expect(desk.getByRole('heading', { name: 'No promotions yet' })).toBeFocused()
  await expectFineAtBothSizes(desk, 'the history of promotions')
  await desk.getByRole('button', { name: 'Undo' }).click()
  await row.getByRole('link', { name: 'Duplicate' }).click()
  await expect(desk.getByLabel('Name', { exact: true })).toHaveValue('Copy of Autumn sale')
})

function post(desk: Page, path: string, body: object): Promise<unknown> {
  return desk.evaluate(
    async ([to, sent]) => {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(to!, { method: 'POST', headers, body: sent! })
      if (!response.ok) throw new Error(`${to} answered ${response.status}`)
      return response.json() as Promise<unknown>
    },
    [path, JSON.stringify(body)],
  )
}
