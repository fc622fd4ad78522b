import { StaffMember } from '#e2e/actors/staff-member.ts'
import { expectAccessible, expectNoAxeViolations } from '#e2e/support/axe.ts'
import { expect, test } from '#e2e/support/journey.ts'
import { expectNoSidewaysScroll } from '#e2e/support/layout.ts'
import { STAFF } from '#e2e/support/running-shop.ts'

test('staff change the count of a size on the product card, see what is wrong with an invalid one, undo a change, and receive and correct a delivery', async ({
  records,
  complaints,
  page,
}) => {
  complaints.expect(/409/)
  const product = await records.addProduct({
    name: 'Counted Hoodie',
    price: 90,
    counts: { S: 4, M: 0, L: 4 },
  })
  const untracked = await records.addProduct({ name: 'Counted Never', price: 20, sizes: ['M'] })
  const staff = new StaffMember(page, STAFF)
  await staff.opensDashboard()
  await page.getByLabel('Search').fill('Counted')
  const cardOf = (name: string) => page.getByRole('listitem').filter({ has: staff.heading(name) })
  const card = cardOf(product.name)
  const sizes = card.getByRole('list', { name: `Sizes of ${product.name}` })
  await expect(sizes.getByRole('listitem')).toHaveText(['S 4', 'M 0', 'L 4'])
  await expect(card).toContainText('Stock: 8')
  await expect(card.getByRole('button', { name: /^M 0, sold out/ })).toBeVisible()
  await expect(cardOf(untracked.name)).toContainText('Stock: Not tracked')
  await expect(cardOf(untracked.name)).not.toContainText('Out of stock')
  await page.getByLabel('Stock', { exact: true }).selectOption({ label: 'Low (5 or fewer, 2 of a size)' })
  await expect(cardOf(untracked.name)).toBeHidden()
  await expect(card).toBeVisible()

  await card.getByRole('button', { name: /^L 4/ }).press('Enter')
  const input = card.getByLabel(`L of ${product.name}`)
  await expect(input).toBeFocused()
  await page.keyboard.type('some')
  await page.keyboard.press('Enter')
  await expect(card.getByRole('alert')).toContainText('Enter the stock as a whole number')
  await expect(input).toBeFocused()
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page, 'a count that is being changed')
  await input.fill('7')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: `${product.name}, L: 7 in stock` })).toBeVisible()
  await expect(card.getByRole('button', { name: /^L 7/ })).toBeFocused()
  await expect(card).toContainText('Stock: 11')
  expect(await records.unitsLeft(product.id)).toBe(11)
  await expectNoAxeViolations(page)

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Stock restored')).toBeVisible()
  await expect(card.getByRole('button', { name: /^L 4/ })).toBeFocused()
  expect(await records.unitsLeft(product.id)).toBe(8)

  await card.getByRole('button', { name: /^S 4/ }).click()
  await records.changePrice(product.id, 95)
  await card.getByRole('textbox', { name: `S of ${product.name}` }).fill('9')
  await staff.button('Save').click()
  await expect(card.getByRole('alert')).toContainText('Someone else changed this product just now.')
  await staff.button('Save').click()
  await expect(card.getByRole('button', { name: /^S 9/ })).toBeFocused()
  await page.getByRole('button', { name: /^M 0/ }).click()
  await page.keyboard.press('Escape')
  await expect(card.getByRole('button', { name: /^M 0/ })).toBeFocused()

  await page.goto('/admin/deliveries')
  await page.getByRole('link', { name: 'Receive a delivery' }).click()
  await page.getByLabel('Name').fill('Fall drop, box 1')
  await page.getByLabel('Scan, or search for what came').fill(product.name)
  await page.getByRole('button', { name: new RegExp(`^Add one of ${product.name}, M`) }).click()
  await page.getByLabel(`Received of ${product.name}, L`).fill('x')
  await staff.button('Receive into stock').click()
  await expect(page.getByRole('alert')).toContainText('not whole numbers')
  await page.getByLabel(`Received of ${product.name}, L`).fill('2')
  await expectNoSidewaysScroll(page, 'a delivery')
  await staff.button('Receive into stock').click()
  await expect(page.getByRole('row').filter({ hasText: `${product.name}, L` })).toContainText('+2')
  expect(await records.unitsLeft(product.id)).toBe(16)
  await expectAccessible(page, '/admin/deliveries/:id')
  await page.getByLabel(`Received of ${product.name}, L`).fill('1')
  await staff.button('Correct').click()
  await expect(page.getByRole('row').filter({ hasText: `${product.name}, L` })).toHaveCount(2)
  expect(await records.unitsLeft(product.id)).toBe(15)
  await page.getByRole('link', { name: product.name }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Received' })).toHaveCount(2)
  await page.getByRole('link', { name: 'Fall drop, box 1' }).first().click()
  await expect(page.getByLabel('Name')).toHaveValue('Fall drop, box 1')
  await page.getByRole('link', { name: 'All deliveries' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Fall drop, box 1' })).toContainText('2')
})
