import type { Page } from '@playwright/test'
import { expectAccessible } from '#e2e/support/axe.ts'
import { expect } from '#e2e/support/journey.ts'
import { STAFF } from '#e2e/support/running-shop.ts'
import { ScreenReader } from '#e2e/actors/screen-reader.ts'
import { untilHydrated } from '#e2e/actors/shopper.ts'
import { SIGN_IN_SCREENS, STAFF_SCREENS, visit } from '#e2e/support/screens.ts'
import { testInBusyShop as test } from '#e2e/support/dedicated-shop.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

/** With reduced motion, no animation is long enough to be noticed. */
async function isCalm(page: Page): Promise<void> {
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().activeDuration) > 1)
      .map((animation) => String((animation as CSSAnimation).animationName)),
  )
  expect(moving).toEqual([])
}

// One shop for all of them.
test.describe.configure({ mode: 'default' })

test('@desktop the screens before signing in are accessible', async ({ page, complaints }) => {
  complaints.expect(/\b410\b/) // the links that are no longer valid
  for (const screen of SIGN_IN_SCREENS) {
    await visit(page, screen)
    await expectAccessible(page, screen.at)
  }
})

for (const part of [0, 1, 2]) {
  test(`@desktop the staff screens are accessible, part ${part + 1} of 3`, async ({ page, complaints }) => {
    complaints.expect(/\b404\b/) // the address that no screen has
    test.slow()
    await new StaffMember(page, STAFF).hasSignedIn()
    for (const screen of STAFF_SCREENS) {
      if (STAFF_SCREENS.indexOf(screen) % 3 !== part) continue
      await visit(page, screen)
      await expectAccessible(page, screen.at)
    }
  })
}

test('@desktop filters, cart panel, enlarged pictures and newsletter pages are accessible', async ({
  shopper,
  page,
}) => {
  test.slow()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/shop?category=Hoodies&size=M')
  await expectAccessible(page, 'a filter')
  await page.goto('/product/wears-red-hoodie')
  await shopper.addToCart()
  await expect(shopper.cartPanel().getByText('Just added')).toBeVisible()
  await isCalm(page)
  await expectAccessible(page, 'the cart panel')
  await shopper.closeCartPanel()

  await page.getByRole('link', { name: /^Enlarge image 1/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await isCalm(page)
  await expectAccessible(page, 'an enlarged picture')
})

test('@desktop a screen reader hears each change in the staff area once', async ({
  page,
  records,
  complaints,
}) => {
  test.slow()
  complaints.expect(/\b4(?:09|22)\b/)
  await records.addProduct({ name: 'Heard Hoodie', price: 90, counts: { S: 4, M: 6 } })
  const reader = await ScreenReader.listensTo(page)
  const staff = new StaffMember(page, STAFF)
  await staff.opensDashboard()
  await page.getByLabel('Search').fill('no such thing')
  await reader.hears('0 products')
  await page.getByLabel('Search').fill('heard')
  await reader.hears(/^\d+ products?$/)
  const card = page.getByRole('listitem').filter({ has: staff.heading('Heard Hoodie') })
  await card.getByRole('button', { name: /^M / }).click()
  await page.getByLabel('M of Heard Hoodie').fill('many')
  await page.keyboard.press('Enter')
  await reader.hears('Enter the stock as a whole number')
  await page.getByLabel('M of Heard Hoodie').fill('9')
  await page.keyboard.press('Enter')
  await reader.hears('Heard Hoodie, M: 9 in stock')

  await page.goto('/admin/orders?state=to-fulfil')
  await untilHydrated(page.getByLabel('Search'))
  await page.getByRole('checkbox', { name: /R-/ }).first().check()
  await reader.hears('1 selected')
  await page.getByLabel('Search').fill('no such order')
  await reader.hears('0 orders')
  await page.goto('/admin/orders?state=to-fulfil')
  await page.getByRole('link', { name: /^R-/ }).first().click()
  await untilHydrated(staff.button('Add note'))
  const dialog = page.getByRole('dialog')
  await staff.button('Add note').click()
  await dialog.getByLabel('Note').fill('Called the customer')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await reader.hears('Note added')
  await staff.button('Refund').click()
  await dialog.getByLabel(/C\$/).first().selectOption('1')
  await reader.hears(/^To refund: C\$/)
  await dialog.getByLabel('Reason').fill('Wrong size')
  await dialog.getByRole('button', { name: /^Refund C\$/ }).click()
  await reader.hears('Refund requested')

  await page.goto('/admin/orders?state=to-fulfil')
  await page.getByRole('link', { name: /^R-/ }).last().click()
  await untilHydrated(staff.button('Fulfil'))
  await staff.button('Fulfil').click()
  await dialog.getByRole('button', { name: 'Fulfil' }).click()
  await reader.hears('Order fulfilled. The customer will be emailed.')

  await page.goto('/admin/orders/new')
  const find = page.getByLabel('Find an item')
  await untilHydrated(find)
  await staff.button('Create the order').click()
  await reader.hears('2 fields to complete.')
  await find.fill('overcoat')
  await reader.hears('No product matches')
  await find.fill('heard')
  await reader.hears('Matching products')
  await page.getByRole('button', { name: /^Add Heard Hoodie, M/ }).click()
  await reader.hears(/^Heard Hoodie, M: 1 /)

  await page.goto('/admin/messages')
  await page.getByRole('link', { name: 'Ada Prairie' }).click()
  await untilHydrated(staff.button('Mark as answered'))
  await staff.button('Mark as answered').click()
  await reader.hears('Marked as answered.')
  await page.goto('/admin/settings/announcement')
  await untilHydrated(page.getByLabel('Text'))
  await page.getByLabel('Text').fill('Free hugs')
  await page.getByRole('button', { name: 'Save' }).click()
  await reader.hears('Settings saved')
  await page.goto('/admin/search-words')
  await untilHydrated(staff.button('Add a group'))
  await staff.button('Add a group').click()
  await page.keyboard.type('cagoule, heard')
  await reader.hears(/^Group \d+: Finds/)
  await staff.button('Save').click()
  await reader.hears('Search words saved')
  await page.goto('/admin/stock-count?category=Hoodies')
  const count = page.getByRole('textbox', { name: /^Counted of Heard Hoodie, M/ })
  await untilHydrated(count)
  await count.fill('8')
  await reader.hears('1 counted, 1 differs.')
  await staff.button('Apply counts').click()
  await reader.hears('Counts applied')
  await page.goto('/admin/erasure')
  await untilHydrated(staff.button('Look up'))
  await page.getByLabel('Email address').fill('ada.prairie@example.com')
  await staff.button('Look up').click()
  await expect(page.getByRole('group', { name: 'Result' })).toBeFocused()
  await page.goto('/admin/people')
  await untilHydrated(page.getByLabel('Email'))
  await page.getByLabel('Email').fill('packer@example.com')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await reader.hears('Invitation sent to packer@example.com.')
})
