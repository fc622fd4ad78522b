import { join } from 'node:path'
import { expect } from '@playwright/test'
import { findMails } from '#e2e/support/mails.ts'
import { STAFF } from '#e2e/support/running-shop.ts'
import { untilHydrated } from '#e2e/actors/shopper.ts'
import { visit } from '#e2e/support/screens.ts'
import { shootAddresses, test } from '#e2e/support/shots.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

shootAddresses({ 'login-new': '/admin', 'reset-bad-link': '/admin/reset?token=none' })

test('login', async ({ page, shop, shoot }) => {
  const staff = new StaffMember(page, STAFF)
  await staff.openLogin()
  await untilHydrated(page.getByLabel('Email'))
  await staff.signIn({ password: 'wears blue' })
  await staff.isRefused('Incorrect password')
  await shoot('login-refused')
  await staff.button('Forgot your password?').click()
  await shoot('login-reset')
  await staff.button('Back to login').click()
  await staff.asksForReset()
  await expect(staff.heading('Check Your Email')).toBeVisible()
  await shoot('login-reset-sent')
  await page.goto(await staff.mailedLink(shop))
  await shoot('reset-new-password')
})

test('newsletter links', async ({ page, busy, shoot }) => {
  let text = ''
  await expect
    .poll(async () => (text = (await findMails(busy.dataDir, '/newsletter/confirm?token='))[0]?.text ?? ''))
    .not.toBe('')
  for (const name of ['confirm', 'unsubscribe']) {
    await page.goto(new RegExp(`http\\S+/newsletter/${name}\\S+`).exec(text)?.[0] ?? '')
    await shoot(`newsletter-${name}`)
  }
})

test('dashboard', async ({ page, staff, shoot }) => {
  const modal = page.getByRole('dialog', { name: /^(Add New|Edit) Product$/ })
  await shoot('dashboard-list')
  await page.getByLabel('Search').fill('overcoat')
  await expect(page.getByText('No product matches.')).toBeVisible()
  await shoot('dashboard-search-nothing')
  await page.getByLabel('Search').fill('emblem')
  await expect(page.getByRole('button', { name: 'Edit Emblem Tee' }).first()).toBeVisible()
  await staff.button('Add New Product').click()
  await shoot('dashboard-add', 'screen')
  await modal.getByRole('button', { name: 'Save' }).click()
  await shoot('dashboard-add-errors', 'screen')
  await modal.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Edit Emblem Tee' }).first().click()
  await shoot('dashboard-edit', 'screen')
  await modal.getByLabel('Alt text of image 1').scrollIntoViewIfNeeded()
  await shoot('dashboard-edit-pictures', 'screen')
  await modal.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete Emblem Tee' }).first().click()
  await shoot('dashboard-delete', 'screen')
})

test('an order sent in part', async ({ page, staff, shoot }) => {
  await page.goto('/admin/orders?q=ada prairie&state=to-fulfil')
  await page.getByRole('link', { name: /^R-/ }).first().click()
  await untilHydrated(staff.button('Add note'))
  const dialog = page.getByRole('dialog')
  await staff.button('Fulfil').click()
  await dialog.getByLabel('Ship part of it').check()
  await dialog.getByRole('combobox').selectOption('1 of 2')
  await dialog.getByLabel('Carrier').fill('Canada Post')
  await dialog.getByLabel('Tracking number').fill('7023210039414604')
  await dialog.getByLabel('Tracking link').fill('https://track.example/7023210039414604')
  await shoot('order-part-fulfil', 'screen')
  await dialog.getByRole('button', { name: 'Send this part' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Still to send')).toBeVisible()
  await shoot('order-part')
  await staff.button('Refund').click()
  await shoot('order-part-refund', 'screen')
  await page.keyboard.press('Escape')
  const own = await page.getByRole('link', { name: 'Customer’s page' }).getAttribute('href')
  await page.goto(`${page.url().split('?')[0] ?? ''}/packing-slip`)
  await shoot('order-part-packing-slip')
  await page.goto(own ?? '')
  await shoot('order-part-shopper')
})

test('orders', async ({ page, staff, shoot }) => {
  await page.goto('/admin/orders')
  await expect(staff.heading('Orders')).toBeVisible()
  await shoot('orders-list')
  await page.goto('/admin/orders?q=nobody')
  await shoot('orders-nothing')
  await page.goto('/admin/orders?state=paid')
  await page.getByRole('link', { name: /^R-/ }).first().click()
  await untilHydrated(staff.button('Add note'))
  await shoot('order-paid')
  const dialog = page.getByRole('dialog')
  for (const task of ['Fulfil', 'Change address', 'Refund', 'Cancel order', 'Add note']) {
    await staff.button(task).click()
    await expect(dialog).toBeVisible()
    await shoot(`order-${task.toLowerCase().replace(' ', '-')}`, 'screen')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  await page.getByRole('link', { name: 'Packing slip' }).click()
  await shoot('order-packing-slip')
  await page.goBack()
  await untilHydrated(staff.button('Fulfil'))
  await staff.button('Fulfil').click()
  await dialog.getByLabel('Carrier').fill('Canada Post')
  await dialog.getByRole('button', { name: 'Fulfil' }).click()
  await expect(dialog).toBeHidden()
  for (const task of ['Change tracking', 'Undo fulfilment']) {
    await staff.button(task).click()
    await expect(dialog).toBeVisible()
    await shoot(`order-${task.toLowerCase().replace(' ', '-')}`, 'screen')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  await staff.button('Refund').click()
  await dialog.getByLabel('Another amount').check()
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('20')
  await dialog.getByRole('button', { name: 'Refund C$20' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Refunded C$20.00')).toBeVisible()
  await shoot('order-fulfilled-and-refunded')
  await page.goto('/admin/orders?state=pending')
  await page.getByRole('link', { name: /^R-/ }).first().click()
  await shoot('order-pending')
  await page.getByRole('link', { name: 'Delete this customer’s data' }).click()
  await expect(page.getByText('Can’t be deleted yet: it may still be paid')).toBeVisible()
  await shoot('erasure-order-in-hand')
})

test('people', async ({ page, staff, busy, shoot }) => {
  const email = `cleo-${page.viewportSize()?.width}@redemption.example`
  await page.goto('/admin/people')
  await expect(staff.heading('People')).toBeVisible()
  await page.getByRole('textbox', { name: 'Email' }).fill('staff@redemption.example')
  await staff.button('Send invitation').click()
  await expect(page.getByText(/is already on the staff/)).toBeVisible()
  await shoot('people-refused', 'screen')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await staff.button('Send invitation').click()
  await expect(page.getByText(`Invitation sent to ${email}.`)).toBeHidden()
  await page.reload()
  await shoot('people')
  await page.goto(await new StaffMember(page, { email, password: '' }).mailedLink(busy, 'invitation'))
  await shoot('invitation')
  const joined = await page.context().browser()?.newPage({ baseURL: busy.url })
  await joined?.goto(page.url())
  await joined?.getByLabel('Choose a password').fill('a password of Cleo')
  await joined?.getByRole('button', { name: 'Accept the invitation' }).click()
  await expect(joined!.getByRole('heading', { name: 'Orders' })).toBeVisible()
  await joined?.close()
  await page.reload()
  await shoot('invitation-used')
  await page.goto('/admin/people')
  await shoot('people-joined')
  await staff.button(`Change role of ${email}`).click()
  await shoot('people-role', 'screen')
  await page.keyboard.press('Escape')
  await staff.button(`Disable ${email}`).click()
  await shoot('people-disable', 'screen')
})

test('new order', async ({ page, staff, shoot }) => {
  await page.goto('/admin/orders/new')
  await untilHydrated(page.getByLabel('Find an item'))
  await shoot('new-order-empty')
  await page.getByRole('button', { name: /^Add / }).and(page.locator(':enabled')).first().click()
  await page.getByRole('button', { name: /^Change price of/ }).click()
  await page.getByLabel('Price each (CAD $)').fill('20')
  await page.getByLabel('Reason').fill('Stall price')
  await page.getByLabel('Shipped').check()
  await page.getByLabel('Bank transfer').check()
  await expect(page.getByRole('status').filter({ hasText: 'Stall price' })).toBeVisible()
  await staff.button('Create the order: C$45.40').click()
  await expect(page.getByText('Enter the customer’s city.')).toBeVisible()
  await shoot('new-order-wrong')
})

test('other items in an order', async ({ page, staff, shoot }) => {
  await page.goto('/admin/orders?state=paid')
  await page.getByRole('link', { name: /^R-/ }).first().click()
  await untilHydrated(staff.button('Change items'))
  await staff.button('Change items').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Replace with').fill('hoodie')
  await dialog
    .getByRole('button', { name: /^Choose .*Hoodie, M/ })
    .first()
    .click()
  await dialog.getByLabel(/^Quantity of/).fill('3')
  await dialog.getByLabel('Waived: the customer does not pay it').check()
  await shoot('order-change-items', 'screen')
})

test('categories', async ({ page, staff, shoot }) => {
  await visit(page, { route: '/admin/settings/:name', at: '/admin/settings/categories' })
  await shoot('categories')
  await staff.button('Add a category').click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).last().fill('Shirts')
  await page.getByRole('checkbox', { name: 'Hidden' }).first().check()
  await staff.button('Save').click()
  await expect(page.getByText('Another category has this name.')).toBeVisible()
  await shoot('categories-wrong')
  await page.getByRole('textbox', { name: 'Name', exact: true }).last().fill('Bags')
  await staff.button('Remove: Hoodies').click()
  await staff.button('Save').click()
  await expect(page.getByText(/Hoodies has \d+ products/).first()).toBeVisible()
  await shoot('categories-refused')
})

test('the picture and film of the home page', async ({ page, staff, shoot }) => {
  const hero = (name: string) => join(import.meta.dirname, '../../web/public/hero', name)
  await visit(page, { route: '/admin/settings/:name', at: '/admin/settings/home-page' })
  await shoot('home-page')
  await page.getByLabel('Background video', { exact: true }).setInputFiles(hero('hero-portrait.webm'))
  await expect(page.getByText('WebM, 720 × 1,280 pixels')).toBeVisible()
  await page.getByLabel('Background image', { exact: true }).setInputFiles({
    name: 'look.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('not a picture'),
  })
  await expect(page.getByText('This file is not an image we can read')).toBeVisible()
  await shoot('home-page-wrong')
  await page.getByLabel('Background image', { exact: true }).setInputFiles(hero('hero-landscape-poster.jpg'))
  await expect(page.getByText('1,280 × 720 pixels', { exact: true })).toBeVisible()
  await page
    .getByLabel('Background image for phones', { exact: true })
    .setInputFiles(hero('hero-portrait-poster.jpg'))
  await expect(page.getByText('720 × 1,280 pixels', { exact: true })).toBeVisible()
  await page.getByLabel('What the image shows').fill('Three friends on a roof')
  await shoot('home-page-picture')
  await staff.button('Save').click()
  await expect(page.getByText('Not saved yet')).toBeHidden()
  await page.goto('/')
  await shoot('home-own', 'screen')
  await visit(page, { route: '/admin/settings/:name', at: '/admin/settings/home-page' })
  await staff.button('Restore the default').click()
  await expect(page.getByText('WebM, 720 × 1,280 pixels')).toBeHidden()
})

test('the other screens of the staff', async ({ page, staff, shoot }) => {
  for (const [name, title] of [
    ['overview', 'Overview'],
    ['messages', 'Messages'],
    ['subscribers', 'Subscribers'],
    ['size-charts', 'Size charts'],
    ['size-chart?category=Hoodies', /^Size chart/],
    ['search-words', 'Search words'],
    ['connections', 'Connections'],
    ['backups', 'Backups'],
    ['monitoring', 'Monitoring'],
    ['activity', 'Activity'],
    ['account', 'Account'],
    ['packing', 'Packing'],
    ['stock-count', 'Count stock'],
    ['settings', 'Settings'],
    ['settings/shop', /./],
    ['settings/announcement', /./],
    ['settings/home-page', /./],
    ['settings/categories', /./],
    ['settings/policies', /./],
    ['settings/tax', 'Taxes'],
    ['settings/shipping', 'Shipping'],
    ['settings/second-factor', 'Second factor'],
    ['orders/batches', 'Batches'],
  ] as const) {
    await page.goto(`/admin/${name}`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await shoot(name.replace(/\?.*/, '').replaceAll('/', '-'))
  }
  for (const name of ['messages', 'subscribers']) {
    await page.goto(`/admin/${name}?q=nobody`)
    await shoot(`${name}-nothing`)
  }
  await page.goto('/admin/messages')
  await page.getByRole('main').locator('a[href^="/admin/messages/"]').first().click()
  await expect(staff.button('Delete')).toBeVisible()
  await shoot('message')
})
