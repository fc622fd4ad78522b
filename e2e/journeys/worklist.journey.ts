import { expectFineAtBothSizes, expectNoAxeViolations } from '#e2e/support/axe.ts'
import { expect } from '#e2e/support/journey.ts'
import { STAFF } from '#e2e/support/running-shop.ts'
import { testInBusyShop as test } from '#e2e/support/dedicated-shop.ts'
import { untilHydrated } from '#e2e/actors/shopper.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

test('@desktop orders are narrowed, selected by mouse and keyboard, and opened as a batch', async ({
  page,
}) => {
  const staff = new StaffMember(page, STAFF)
  await staff.opensDashboard()
  await staff.goesTo('Orders')
  const tabs = page.getByRole('navigation', { name: 'Order lists' }).getByRole('link')
  await expect(tabs).toHaveText(['To fulfil4', 'Needs attention0', 'Unpaid1', 'All5'])
  await expect(tabs.first()).toHaveAttribute('aria-current', 'page')
  const orders = page.getByRole('link', { name: /^R-/ })
  const boxes = page.getByRole('checkbox', { name: /^Select R-/ })
  const bar = page.getByRole('group', { name: 'Selected orders' })
  await untilHydrated(page.getByRole('button', { name: 'Go to' }))
  const rows = page.getByRole('row').filter({ has: orders })
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
  expect(Math.max(...heights)).toBeLessThanOrEqual(50)

  await page.keyboard.press('j')
  await expect(orders.first()).toBeFocused()
  await page.keyboard.press('x')
  await expect(bar).toContainText('1 selected')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  await expect(bar).toContainText('3 selected')
  await expectNoAxeViolations(page)
  await bar.getByRole('button', { name: 'Clear' }).click()
  await expect(bar).toBeHidden()
  await boxes.nth(1).check()
  await boxes.nth(3).click({ modifiers: ['Shift'] })
  await expect(bar).toContainText('3 selected')
  await page.getByRole('checkbox', { name: 'Select this page' }).check()
  await expect(bar).toContainText('4 selected')
  await bar.getByRole('button', { name: 'Open as a batch' }).click()
  await expect(page.getByText(/^4 orders, \d+ items$/)).toBeVisible()

  await page.goto('/admin/orders?state=to-fulfil')
  const search = page.getByLabel('Search')
  await untilHydrated(page.getByRole('button', { name: 'Go to' }))
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await page.keyboard.type('okafor')
  await expect(page.getByRole('status').getByText('1 order', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\?q=okafor&state=to-fulfil$/)
  await expect(search).toBeFocused()
})

test('@desktop Ctrl K goes to screens and orders, and the keys can be turned off', async ({ page }) => {
  const staff = new StaffMember(page, STAFF)
  await staff.hasSignedIn()
  await page.goto('/admin/orders')
  await untilHydrated(page.getByRole('button', { name: 'Go to' }))
  const number = (await page.getByRole('link', { name: /^R-/ }).first().textContent()) ?? ''
  const field = page.getByRole('combobox', { name: 'Screen, order or product' })
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()

  const help = page.getByRole('dialog', { name: 'Keys' })
  await page.keyboard.press('?')
  await expect(help).toBeVisible()
  await expectNoAxeViolations(page)
  await help.getByLabel('Use single-key shortcuts').uncheck()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.keyboard.press('j')
  await page.keyboard.press('?')
  await expect(help).toBeHidden()
  await expect(page.getByRole('link', { name: /^R-/ }).first()).not.toBeFocused()
  await page.keyboard.press('Control+k')
  await field.fill('keys')
  await page.keyboard.press('Enter')
  await help.getByLabel('Use single-key shortcuts').check()
  await help.getByRole('button', { name: 'Close' }).click()

  await page.keyboard.press('Control+k')
  await field.fill(number.replaceAll('-', '').toLowerCase())
  await page.keyboard.press('Enter') // before the order is listed, as a scanner does
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()
  await page.getByRole('button', { name: 'Go to' }).click()
  await field.fill('subscr')
  await page.keyboard.press('Enter')
  await expect(staff.heading('Subscribers')).toBeVisible()
})

test('@phone the first order is in view, the menu folds, and marking a message as answered can be undone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const staff = new StaffMember(page, STAFF)
  await staff.opensDashboard()
  await staff.goesTo('Orders')
  await expect(page.getByRole('row').nth(1)).toBeInViewport({ ratio: 1 })
  const links = page.getByRole('navigation', { name: 'Staff' })
  await expect(links).toBeHidden()
  await page.getByRole('button', { name: /^Menu/ }).click()
  await expect(links).toBeVisible()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(links).toBeHidden()
  await page
    .getByRole('checkbox', { name: /^Select R-/ })
    .first()
    .check()
  await expectNoAxeViolations(page)

  await staff.goesTo('Overview')
  await page.getByRole('link', { name: '3 unanswered messages' }).click()
  await page.getByRole('link', { name: 'Sam Okafor' }).click()
  const mark = page.getByRole('button', { name: 'Mark as answered' })
  await untilHydrated(mark)
  await mark.click()
  await expect(page.getByText(/^Answered .* by staff@/)).toBeVisible()
  await expectNoAxeViolations(page)
  await staff.button('Undo').click()
  await expect(page.getByText('Not answered', { exact: true })).toBeVisible()
  await expect(mark).toBeFocused()
  await expect(staff.button('Undo')).toBeHidden()
})

test('@phone a message links to the orders of its sender, and an order to those of its customer', async ({
  page,
}) => {
  await new StaffMember(page, STAFF).opensDashboard()
  await page.goto('/admin/messages')
  await page.getByRole('link', { name: /Ada Prairie/ }).click()
  await expect(page.getByRole('link', { name: 'Reply by email' })).toBeVisible()
  await expectFineAtBothSizes(page, 'a message')
  await page.getByRole('link', { name: 'Orders of this customer' }).click()
  await expect(page.getByLabel('Search')).toHaveValue('ada.prairie@example.com')
  await expect(page.getByRole('status').getByText('1 order', { exact: true })).toBeVisible()

  await page.getByRole('link', { name: /^R-/ }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Customer' })).toBeVisible()
  await expectFineAtBothSizes(page, 'an order')
  await page.getByRole('link', { name: 'Orders of this customer' }).click()
  await expect(page.getByLabel('Search')).toHaveValue('ada.prairie@example.com')
})
