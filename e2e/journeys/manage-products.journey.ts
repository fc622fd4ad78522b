import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expectFineAtBothSizes, expectNoAxeViolations } from '#e2e/support/axe.ts'
import { expect, test as base } from '#e2e/support/journey.ts'
import { STAFF } from '#e2e/support/running-shop.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

const picture = (view: string) => join(import.meta.dirname, `../../demo/pictures/emblem-tee-bone-${view}.jpg`)
const PICTURES = ['front', 'back', 'detail'].map(picture)

const test = base.extend<{ catalog: Catalog }>({
  catalog: async ({ page }, use) => {
    const staff = new StaffMember(page, STAFF)
    await staff.opensDashboard()
    await use(new Catalog(page))
  },
})

/** What staff do with products, by visible labels. */
class Catalog {
  readonly page: Page
  readonly form: Locator

  constructor(page: Page) {
    this.page = page
    this.form = page.getByRole('dialog', { name: /^(Add New|Edit) Product$/ })
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  card(name: string): Locator {
    return this.page
      .getByRole('listitem')
      .filter({ has: this.page.getByRole('heading', { name, exact: true }) })
  }

  async fills(name: string, { price = '64.50', stock = '7' } = {}): Promise<void> {
    await this.form.getByLabel('Name').fill(name)
    await this.form.getByLabel('Price (CAD $)').fill(price)
    await this.form.getByLabel('Stock', { exact: true }).fill(stock)
    await this.form.getByLabel('Category').selectOption('Shirts')
    await this.form.getByLabel('Description').fill('Heavy cotton with the emblem.')
  }

  async adds(name: string): Promise<void> {
    await this.button('Add New Product').click()
    await this.fills(name)
    await this.form.getByRole('checkbox', { name: 'M', exact: true }).check()
    await this.saves()
    await this.sees('Product added successfully')
  }

  async saves(): Promise<void> {
    await this.form.getByRole('button', { name: 'Save' }).click()
  }

  /** While the form is open, the message is shown in front of the page. */
  async sees(text: string): Promise<void> {
    await expect(this.page.getByRole('status').filter({ hasText: text }).first()).toBeVisible()
  }
}

const newName = () => `Journey Tee ${randomUUID().slice(0, 8)}`

test('@phone a product with three pictures is in the shop as soon as it is saved', async ({
  catalog,
  page,
}) => {
  test.slow()
  const name = newName()
  await expectNoAxeViolations(page)
  await catalog.button('Add New Product').click()
  await expect(page.getByRole('heading', { name: 'Add New Product' })).toBeVisible()
  await catalog.fills(name)
  await catalog.form.getByRole('checkbox', { name: 'S', exact: true }).check()
  await catalog.form.getByLabel(/^Choose images/).setInputFiles(PICTURES)
  const images = catalog.form.getByRole('list', { name: 'Images, in order' }).getByRole('listitem')
  await expect(images).toHaveCount(3)
  for (const [index, alt] of ['Front', 'Back', 'Emblem'].entries()) {
    await catalog.form.getByLabel(`Alt text of image ${index + 1}`).fill(alt)
  }
  await catalog.form.getByRole('button', { name: 'Move image 3 up' }).click()
  await expect(catalog.form.getByLabel('Alt text of image 2')).toHaveValue('Emblem')
  await expectNoAxeViolations(page)
  await catalog.saves()
  await catalog.sees('Product added successfully')
  await expect(catalog.form).toBeHidden()
  await expect(catalog.card(name)).toContainText('$64.50')
  await expect(catalog.card(name)).toContainText('Stock: 7')
  await expect(catalog.card(name).getByRole('img')).toHaveCount(3)
  await catalog.button(`Edit ${name}`).click()
  await catalog.saves()
  await catalog.sees('Product updated successfully')
  await expect(catalog.card(name).getByRole('img')).toHaveCount(3) // no new ones: the old ones stay

  await page.goto('/shop')
  await page.getByRole('link', { name: new RegExp(name) }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Emblem', exact: true }).first()).toBeAttached()
})

test('@phone a product without sizes is out of stock in the shop', async ({ catalog, page }) => {
  const name = newName()
  await catalog.adds(name)
  await catalog.button(`Edit ${name}`).click()
  await expect(page.getByRole('heading', { name: 'Edit Product' })).toBeVisible()
  await catalog.form.getByLabel('Price (CAD $)').fill('70')
  const warning = catalog.form.getByText(
    'No size is selected: customers will see this product as out of stock.',
  )
  await expect(warning).toBeHidden()
  await catalog.form.getByRole('checkbox', { name: 'M', exact: true }).uncheck()
  await expect(warning).toBeInViewport()
  await expectNoAxeViolations(page)
  await catalog.saves()
  await catalog.sees('Product updated successfully')
  await expect(catalog.card(name)).toContainText('$70.00')
  await expect(catalog.card(name)).toContainText('Out of stock')
  await page.goto(`/product/${name.toLowerCase().replaceAll(' ', '-')}`)
  await expect(page.getByRole('button', { name: 'OUT OF STOCK' }).first()).toBeVisible()
})

test('@phone a deleted product is gone, and can be restored', async ({ catalog, page, complaints }) => {
  complaints.expect(/404/)
  const name = newName()
  const address = `/product/${name.toLowerCase().replaceAll(' ', '-')}`
  await catalog.adds(name)
  await catalog.button(`Delete ${name}`).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this product?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(catalog.button(`Delete ${name}`)).toBeFocused()
  await catalog.button(`Delete ${name}`).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await catalog.sees('Product deleted successfully')
  await expect(catalog.card(name)).toBeHidden()
  expect((await page.request.get(address)).status()).toBe(404)
  await expectNoAxeViolations(page)
  await catalog.button('Undo').click()
  await catalog.sees('Product restored')
  await expect(catalog.card(name)).toBeVisible()
  expect((await page.request.get(address)).status()).toBe(200)
  await catalog.button(`Delete ${name}`).click()
  await expect(question.getByText('you can restore it at any time')).toBeVisible()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(catalog.card(name)).toBeHidden()
  await page.getByLabel('Show archived').check()
  await catalog.button(`Restore ${name}`).click()
  await expect(catalog.card(name)).toBeHidden()
  await page.getByLabel('Show archived').uncheck()
  await expect(catalog.card(name)).toBeVisible()
  expect((await page.request.get(address)).status()).toBe(200)
})

test('@phone invalid fields are named, and typed values survive Escape and a click outside', async ({
  catalog,
  page,
}) => {
  await catalog.button('Add New Product').click()
  await catalog.form.getByLabel('Price (CAD $)').fill('1.234')
  await catalog.saves()
  await expect(catalog.form.getByLabel('Name')).toBeFocused()
  for (const message of ['Enter a name', 'Enter a price', 'Choose a category']) {
    await expect(catalog.form.getByText(message)).toBeVisible()
  }
  await expectFineAtBothSizes(page, 'a product with wrong fields')
  await catalog.form.getByLabel('Category').selectOption('Hoodies')
  await expect(catalog.form.getByText('Choose a category')).toBeHidden()
  await expect(catalog.form.getByText('Enter a name')).toBeVisible()
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await expectFineAtBothSizes(page, 'the question before changes are discarded')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(catalog.form.getByLabel('Price (CAD $)')).toHaveValue('1.234')
  await catalog.form.getByRole('button', { name: 'Close' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(catalog.form).toBeHidden()
  await expect(catalog.button('Add New Product')).toBeFocused()
})

test('@phone the second of two editors sees both versions and chooses', async ({
  catalog,
  page,
  complaints,
}) => {
  complaints.expect(/409/)
  const name = newName()
  await catalog.adds(name)
  const other = new Catalog(await page.context().newPage())
  await other.page.goto('/admin/dashboard')
  for (const one of [catalog, other]) await one.button(`Edit ${name}`).click()
  await other.form.getByLabel('Price (CAD $)').fill('80')
  await other.saves()
  await other.sees('Product updated successfully')
  await expect(catalog.page.getByText('$80.00')).toBeAttached() // updated live
  await catalog.form.getByLabel('Description').fill('My words.')
  await catalog.saves()
  const notice = catalog.form.getByRole('alert').filter({ hasText: 'Someone else changed this product.' })
  await expect(notice).toContainText('80.00')
  await expect(notice).toContainText('My words.')
  await expectNoAxeViolations(page)
  await notice.getByRole('button', { name: 'Keep mine' }).click()
  await catalog.saves()
  await catalog.sees('Product updated successfully')
  await expect(catalog.card(name)).toContainText('$80.00')
  await expect(other.card(name)).toContainText('$80.00')
})

test('@phone a file that is not a picture is refused with a message, and the form is disabled while it is saved', async ({
  catalog,
  page,
  complaints,
}) => {
  complaints.expect(/415|ERR_FAILED|no answer/)
  const name = newName()
  await catalog.button('Add New Product').click()
  await catalog.fills(name)
  const buffer = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  await catalog.form
    .getByLabel(/^Choose images/)
    .setInputFiles({ name: 'shirt.jpg', mimeType: 'image/jpeg', buffer })
  await catalog.sees('Failed to upload image to Cloudinary')
  const refusal = catalog.form.getByRole('alert').getByText(/^shirt\.jpg: This file is not an image/)
  await expect(refusal).toBeInViewport()
  await catalog.form.getByRole('button', { name: 'Remove image 1' }).click()

  let answer = () => {}
  const waiting = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/staff/products', async (route) => {
    await waiting
    await route.abort()
  })
  await catalog.saves()
  await expect(catalog.form.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  await expect(catalog.form.getByLabel('Name')).toBeDisabled()
  await expect(catalog.form.getByRole('button', { name: 'Close' })).toBeDisabled()
  await expect(catalog.form.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.mouse.click(2, 2)
  await expect(catalog.form).toBeVisible()
  answer()
  await catalog.sees('Failed to save product. Please try again.')
  await expect(catalog.form.getByLabel('Name')).toHaveValue(name)
})

test('@phone the list is searched, filtered and sorted in place, fits a phone, and what is selected in it is changed at once', async ({
  catalog,
  page,
}) => {
  const name = newName()
  await catalog.adds(name)
  await page.getByLabel('Search').fill(name)
  await expect(page.getByText('1 product', { exact: true })).toBeVisible()
  await expect(catalog.card(name)).toBeVisible()

  await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByText('Table', { exact: true }).click()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row.getByRole('checkbox')).toBeChecked()
  await expectFineAtBothSizes(page, 'the products as a table')
  await page.reload() // the table and the selection stay
  await expect(row.getByRole('checkbox')).toBeChecked()
  await catalog.button('Change').click()
  const dialog = page.getByRole('dialog', { name: 'Change 1 product' })
  await dialog.getByLabel('How', { exact: true }).selectOption('Lower by percent')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByText('Enter a number')).toBeVisible()
  await dialog.getByLabel('Percent').fill('20')
  await dialog.getByLabel('Ending').selectOption('On .99')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByRole('listitem')).toHaveText(`${name}: C$64.50 → C$51.99`)
  await expectFineAtBothSizes(page, 'what a change of many products would do')
  await dialog.getByRole('button', { name: 'Change 1 product' }).click()
  await catalog.sees('1 product changed.')
  await expect(row).toContainText('C$51.99')
  await page.keyboard.press('e')
  await dialog.getByLabel('What', { exact: true }).selectOption('Compare-at price')
  await dialog.getByLabel('Compare with').selectOption('Set to')
  await dialog.getByLabel('CAD $').fill('90')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByRole('listitem')).toContainText('never offered at this price')
  await dialog.getByRole('button', { name: 'Change 1 product' }).click()
  await expect(row).toContainText('C$90.00')
  await catalog.button('Clear').click()
  await page.getByText('Cards', { exact: true }).click()
  await page.getByLabel('Category').selectOption('Pants')
  await expect(page.getByText('No product matches.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No product matches.')).toBeVisible()
  await page.goto('/admin/dashboard?sort=price')
  await expect(page.getByLabel('Sort by')).toHaveValue('price')
  const isWider = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
  expect(await page.evaluate(isWider)).toBe(false)
})

test('new images replace the old ones unless both are wanted, and are moved by dragging @desktop', async ({
  catalog,
}) => {
  test.slow()
  const name = newName()
  await catalog.button('Add New Product').click()
  await catalog.fills(name)
  const choose = (files: string[]) => catalog.form.getByLabel(/^Choose images/).setInputFiles(files)
  const images = catalog.form.getByRole('list', { name: 'Images, in order' }).getByRole('listitem')
  const alt = (number: number) => catalog.form.getByLabel(`Alt text of image ${number}`)
  await choose(PICTURES.slice(0, 2))
  await alt(1).fill('First')
  await alt(2).fill('Second')
  await images.nth(1).dragTo(images.nth(0), { sourcePosition: { x: 20, y: 20 } })
  await expect(alt(1)).toHaveValue('Second')
  await catalog.saves()
  await catalog.sees('Product added successfully')

  await catalog.button(`Duplicate ${name}`).click()
  await expect(catalog.form.getByLabel('Name')).toHaveValue(`${name} (copy)`)
  await expect(images).toHaveCount(2)
  await choose(PICTURES.slice(2))
  await expect(images).toHaveCount(1)
  await catalog.form.getByLabel('New images replace the current ones').uncheck()
  await expect(images).toHaveCount(3)
  await expect(alt(2)).toHaveValue('First')
  await catalog.form.getByRole('button', { name: 'Remove image 2' }).click()
  await catalog.saves()
  await catalog.sees('Product added successfully')
  await expect(catalog.card(`${name} (copy)`)).toBeVisible()
})

test('a product is added without a mouse @desktop', async ({ catalog, page }) => {
  const name = newName()
  await catalog.button('Add New Product').focus()
  await page.keyboard.press('Enter')
  await expect(catalog.form).toBeVisible()
  const type = async (label: string, text: string) => {
    for (let i = 0; i < 40; i += 1) {
      if (await catalog.form.getByLabel(label, { exact: true }).evaluate((e) => e === document.activeElement))
        break
      await page.keyboard.press('Tab')
    }
    await page.keyboard.type(text)
  }
  await type('Name', name)
  await type('Price (CAD $)', '20')
  await type('Stock', '3')
  await type('Category', 'Hood')
  await type('L', ' ')
  await page.keyboard.press('Enter')
  await catalog.sees('Product added successfully')
  await expect(catalog.card(name)).toContainText('Stock: 3')
})
