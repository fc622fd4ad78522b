import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expectNoAxeViolations } from '#e2e/support/axe.ts'
import { expect, test as base } from '#e2e/support/journey.ts'
import { STAFF } from '#e2e/support/running-shop.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

const file = (view: string) => join(import.meta.dirname, `../../demo/pictures/emblem-tee-bone-${view}.jpg`)
const PICTURES = ['front', 'back', 'detail'].map(file)

const test = base.extend<{ editor: Editor }>({
  editor: async ({ page }, use) => {
    const editor = new Editor(page)
    await editor.opensDashboard()
    await use(editor)
  },
})

/** A staff member who edits the pictures of a product. */
class Editor {
  readonly page: Page
  readonly form: Locator
  readonly images: Locator

  constructor(page: Page) {
    this.page = page
    this.form = page.getByRole('dialog', { name: /^(Add New|Edit) Product$/ })
    this.images = this.form.getByRole('list', { name: 'Images, in order' }).getByRole('listitem')
  }

  async opensDashboard(): Promise<void> {
    const staff = new StaffMember(this.page, STAFF)
    await staff.opensDashboard()
  }

  button(name: string): Locator {
    return this.form.getByRole('button', { name, exact: true })
  }

  alt(number: number): Locator {
    return this.form.getByLabel(`Alt text of image ${number}`)
  }

  async beginsProduct(name: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Add New Product' }).click()
    await this.form.getByLabel('Name').fill(name)
    await this.form.getByLabel('Price (CAD $)').fill('64.50')
    await this.form.getByLabel('Category').selectOption('Shirts')
    await this.form.getByRole('checkbox', { name: 'M', exact: true }).check()
  }

  async opens(name: string): Promise<void> {
    await this.page.getByRole('button', { name: `Edit ${name}`, exact: true }).click()
    await expect(this.form).toBeVisible()
  }

  async chooses(...files: Parameters<Locator['setInputFiles']>): Promise<void> {
    await this.form.getByLabel(/^Choose images/).setInputFiles(...files)
  }

  /** Drags files from outside and drops them on a part of the form. */
  async drops(over: Locator, paths: readonly string[]): Promise<void> {
    const contents = paths.map((path) => readFileSync(path).toString('base64'))
    const data = await this.page.evaluateHandle((files) => {
      const transfer = new DataTransfer()
      for (const [index, content] of files.entries()) {
        const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
        transfer.items.add(new File([bytes], `dropped-${index + 1}.jpg`, { type: 'image/jpeg' }))
      }
      return transfer
    }, contents)
    await over.dispatchEvent('dragover', { dataTransfer: data })
    await over.dispatchEvent('drop', { dataTransfer: data })
  }

  /** Pastes a picture copied in another program, which has no file name. */
  async pastes(path: string): Promise<void> {
    await this.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const png = (await sharp(path).resize(300).png().toBuffer()).toString('base64')
    await this.page.evaluate(async (content) => {
      const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
      const blob = new Blob([bytes], { type: 'image/png' })
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })])
    }, png)
  }

  async saves(): Promise<void> {
    await this.button('Save').click()
  }

  /** Shown in one place only, and visible there. */
  async seesOnce(text: string): Promise<void> {
    const said = this.page.getByText(text, { exact: true })
    await expect(said).toHaveCount(1)
    await expect(said).toBeVisible()
    await expect(this.page.getByRole('status').filter({ has: said })).toHaveCount(1)
  }
}

const newName = () => `Picture Tee ${randomUUID().slice(0, 8)}`

test('@desktop pictures are added from files, by dropping and by pasting, and appear in the shop in that order', async ({
  editor,
  page,
}) => {
  test.slow()
  const name = newName()
  await editor.beginsProduct(name)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/staff/pictures', async (route) => {
    await held
    await route.continue()
  })
  await editor.chooses(PICTURES.slice(0, 2))
  for (const view of ['front', 'back']) {
    const progress = editor.form.getByRole('progressbar', { name: `Upload of emblem-tee-bone-${view}.jpg` })
    await expect(progress).toBeVisible()
  }
  await expect(editor.button('Uploading...')).toBeDisabled()
  await expectNoAxeViolations(page)
  release()
  await expect(editor.alt(2)).toBeVisible()
  await editor.alt(1).fill('Front')
  await editor.alt(2).fill('Back')

  await editor.drops(editor.form.getByRole('group', { name: 'Images' }), PICTURES.slice(2))
  await expect(editor.alt(3)).toBeVisible()
  await editor.alt(3).fill('Emblem')
  // Dropped beside the drop zone: the browser must not open the file as a page.
  await editor.drops(editor.form.getByRole('heading', { name: 'Add New Product' }), PICTURES.slice(0, 1))
  await expect(editor.images).toHaveCount(4)
  await editor.button('Remove image 4').click()
  await editor.pastes(file('back'))
  await editor.form.getByLabel('Name').focus()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(editor.alt(4)).toBeVisible()
  await editor.alt(4).fill('Pasted')

  await editor.button('Move image 4 up').focus()
  await page.keyboard.press('Enter')
  await expect(editor.button('Move image 3 up')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(editor.button('Move image 2 up')).toBeFocused()
  await expect(editor.alt(2)).toHaveValue('Pasted')
  await editor.button('Remove image 3').click() // the back
  await expect(editor.alt(3)).toHaveValue('Emblem')
  await editor.saves()
  await editor.seesOnce('Product added successfully')

  await page.goto('/shop')
  await page.getByRole('link', { name: new RegExp(name) }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  const shown = page.getByRole('img', { name: /^(Front|Pasted|Emblem)$/ })
  const alts = await shown.evaluateAll((all) => all.map((img) => (img as HTMLImageElement).alt))
  expect([...new Set(alts)]).toEqual(['Front', 'Pasted', 'Emblem'])
  await expect
    .poll(() => shown.first().evaluate((img) => (img as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
})

test('each refused file shows its reason in place, and the other files stay @desktop', async ({
  editor,
  page,
  complaints,
}, testInfo) => {
  complaints.expect(/415|422/)
  test.slow()
  await editor.beginsProduct(newName())
  const avif = (await sharp(file('detail')).resize(200).avif({ effort: 0 }).toBuffer()).toString('latin1')
  const heic = avif.replaceAll('ftypavif', 'ftypheic').replaceAll('av01', 'hvc1')
  const large = sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: '#c1121f' } })
  const jpeg = readFileSync(file('front'))
  const says: [name: string, buffer: Buffer, reason: string][] = [
    ['shirt.exe.jpg', Buffer.from('MZ this program cannot be run in DOS mode'), 'This file is not an image'],
    ['broken.jpg', jpeg.subarray(0, jpeg.length / 2), 'This file is not an image'],
    [
      'photo.heic',
      Buffer.from(heic, 'latin1'),
      'This is a HEIC photo, which browsers cannot show. Save it as',
    ],
    ['poster.png', await large.png({ compressionLevel: 3 }).toBuffer(), 'This image has 100 megapixels'],
    ['film.jpg', Buffer.alloc(26_000_000), 'This file is larger than 25 MB.'],
  ]
  const paths = says.map(([name, buffer]) => {
    const path = testInfo.outputPath(name)
    writeFileSync(path, buffer)
    return path
  })
  await editor.chooses([file('front'), ...paths])
  for (const [name, , reason] of says) {
    await expect(editor.images.filter({ hasText: `${name}: ${reason}` })).toBeVisible()
  }
  await expect(editor.alt(1)).toBeVisible()
  await expectNoAxeViolations(page)
  await editor.saves()
  await expect(editor.form.getByText('Some images could not be stored.')).toBeVisible()
  for (const [name] of says) {
    await editor.images
      .filter({ hasText: name })
      .getByRole('button', { name: /^Remove/ })
      .click()
  }
  await expect(editor.images).toHaveCount(1)
  await editor.chooses({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') })
  await expect(editor.images.filter({ hasText: 'notes.txt: ' })).toBeVisible()
  await expect(page.getByText('Failed to upload image to Cloudinary')).toHaveCount(1)
  await editor.seesOnce('Failed to upload image to Cloudinary')
})

test('another editor’s change to the open product appears immediately, with both versions and their pictures @desktop', async ({
  editor,
  page,
  browser,
  shop,
}) => {
  test.slow()
  const name = newName()
  await editor.beginsProduct(name)
  await editor.chooses(PICTURES.slice(0, 1))
  await expect(editor.alt(1)).toBeVisible()
  await editor.saves()
  await editor.seesOnce('Product added successfully')
  const elsewhere = await browser.newContext({ baseURL: shop.url })
  const other = new Editor(await elsewhere.newPage())
  await other.opensDashboard()

  await editor.opens(name)
  await editor.form.getByLabel('Description').fill('My words.')
  await other.opens(name)
  await other.form.getByLabel('Price (CAD $)').fill('80')
  await other.chooses(PICTURES.slice(1))
  await expect(other.alt(2)).toBeVisible()
  await other.saves()
  await other.seesOnce('Product updated successfully')
  const notice = editor.form.getByRole('status').filter({ hasText: 'changed this product just now.' })
  await expect(notice).toBeVisible()
  await expect(editor.form.getByLabel('Description')).toBeFocused()
  await notice.getByText('Differences').click()
  await expect(notice.getByRole('row', { name: /^Price/ })).toContainText('80.00')
  const pictures = notice.getByRole('row', { name: /^Images/ }).getByRole('cell')
  await expect(pictures.nth(0)).toContainText('2 images')
  await expect(pictures.nth(1)).toContainText('1 image')
  await expectNoAxeViolations(page)
  await editor.button('Load their version').click()
  await expect(notice).toBeHidden()
  await expect(editor.form.getByLabel('Price (CAD $)')).toHaveValue('80.00')
  await expect(editor.form.getByLabel('Description')).toHaveValue('')
  await expect(editor.images).toHaveCount(2)

  await editor.form.getByLabel('Price (CAD $)').fill('90')
  await other.opens(name)
  await other.form.getByLabel('Description').fill('Their words.')
  await other.saves()
  await editor.button('Keep mine').click()
  await editor.saves()
  await editor.seesOnce('Product updated successfully')
  await expect(other.page.getByText('$90.00')).toBeVisible()

  await editor.opens(name)
  await other.page.getByRole('button', { name: `Delete ${name}`, exact: true }).click()
  await other.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(editor.form.getByText('Someone else deleted this product.')).toBeVisible()
  await elsewhere.close()
})
