import type { Locator } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expectAccessible, expectNoAxeViolations } from '#e2e/support/axe.ts'
import { expect, test } from '#e2e/support/journey.ts'
import { STAFF } from '#e2e/support/running-shop.ts'
import { zipFile } from '#test/support/zip-file.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

const HEAD =
  'Handle,Title,Body (HTML),Type,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price'
const ROWS = Array.from(
  { length: 30 },
  (_, at) =>
    `imported-tee-${at},Imported Tee ${at},<p>Heavy.</p>,Tops,true,Color,Bone,Size,Large,IT-${at},shopify,4,40`,
)
const PICTURE = 'imported-tee-7.jpg'
ROWS[7] += `,${PICTURE}`
const FILE = [`${HEAD},Image Src`, ...ROWS, 'broken,Broken,,Tops,true,Title,Default Title,,,,,,free'].join(
  '\n',
)

const upload = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

test('@phone an owner brings products from another shop, sees them on sale, and takes them back', async ({
  page,
  complaints,
}) => {
  complaints.expect(/422/)
  const staff = new StaffMember(page, STAFF)
  await staff.opensDashboard()
  await page.goto('/admin/import')
  await expectAccessible(page, '/admin/import')
  const choose = page.getByLabel('Files of products')
  await choose.setInputFiles([upload('notes.csv', 'a,b\n1,2'), upload('tees.csv', FILE)])
  await expect(page.getByText('notes.csv: This is no list of products')).toBeVisible()

  const tees = page.getByRole('region', { name: 'tees.csv' })
  await expect(tees.getByRole('status')).toHaveText(
    'Tried, and not yet written: 30 new, 0 changed, 0 as before, 1 left out.',
  )
  await expect(tees).toContainText('The category Tops is added: L')
  await expect(tees).toContainText('Line 32, Variant Price: This is not a price. (Broken) Left out.')
  await tees.getByLabel('The category Tops').selectOption('Shirts')
  await expect(tees.getByRole('button', { name: 'Import' })).toBeDisabled()
  await tees.getByRole('button', { name: 'Try again' }).click()
  await expect(tees).not.toContainText('Tops is added')
  await expectNoAxeViolations(page)
  await expect(tees).toContainText(`Line 9, ${PICTURE}: This is the name of a file.`)
  const addImages = tees.getByLabel('A ZIP file with its images')
  const zip = (buffer: Buffer) => ({ name: 'images.zip', mimeType: 'application/zip', buffer })
  await addImages.setInputFiles(zip(Buffer.from('no archive')))
  await expect(tees.getByText('images.zip: This is no ZIP file, or it is damaged.')).toBeVisible()
  const photo = await readFile(join(import.meta.dirname, '../../demo/pictures/emblem-tee-bone-front.jpg'))
  await addImages.setInputFiles(zip(await zipFile({ [`photos/${PICTURE}`]: photo })))
  await expect(tees).toContainText('In the ZIP file: 1 file, 1 used.')
  await expect(tees).not.toContainText('This is the name of a file.')
  await expect(tees).not.toContainText('Tops is added')
  await tees.getByRole('button', { name: 'Import' }).click()
  await expect(tees.getByRole('status')).toHaveText('Done: 30 new, 0 changed, 0 as before, 1 left out.', {
    timeout: 30_000,
  })
  await expectNoAxeViolations(page)

  const shopper = await page.context().newPage()
  await shopper.goto('/product/imported-tee-7')
  await expect(shopper.getByRole('heading', { level: 1 })).toHaveText('Imported Tee 7')
  await expect(shopper.locator('main img[src*="/pictures/"]').first()).toBeVisible()

  await tees.getByRole('button', { name: 'Take the import back' }).click()
  await expect(tees.getByRole('status')).toContainText('Taken back:', { timeout: 30_000 })
  complaints.expect(/404/)
  await shopper.goto('/product/imported-tee-7')
  await expect(shopper.getByRole('heading', { level: 1 })).toHaveText('Product not found.')
})

test('@phone an owner tries, imports and takes back counts and people, by keyboard', async ({
  page,
  records,
}) => {
  await new StaffMember(page, STAFF).opensDashboard()
  await page.goto('/admin/import')
  const choose = page.getByLabel('Files of products')
  const press = async (button: Locator) => {
    await expect(button).toBeEnabled()
    await button.press('Enter')
  }
  const reportOf = async (file: Locator) => {
    const asked = page.waitForEvent('download')
    await file.getByRole('link', { name: 'Report' }).press('Enter')
    return readFile(await (await asked).path(), 'utf8')
  }
  const takesBack = async (file: Locator) => {
    await press(file.getByRole('button', { name: 'Take the import back' }))
    await expect(file.getByRole('status')).toHaveText('Taken back: 1 are as they were.', { timeout: 30_000 })
    await expect(file.getByRole('button', { name: 'Take the import back' })).toBeHidden()
  }

  await test.step('counts', async () => {
    const { id } = await records.addProduct({ name: 'Counted Hoodie', price: 90_00, counts: { M: 4, L: 5 } })
    const counts = `Handle,Size,Stock\n${id},M,7\n${id},L,6\nno-such-hoodie,M,3\n`
    await choose.setInputFiles(upload('counts.csv', counts))
    const file = page.getByRole('region', { name: 'counts.csv' })
    await expect(file.getByRole('status')).toHaveText(
      'Tried, and not yet written: 0 new, 1 changed, 0 as before, 1 left out.',
    )
    await expect(file).toContainText('Line 4')
    await expect(file.getByLabel('Tax in its prices')).toBeHidden()
    await expectNoAxeViolations(page)
    await press(file.getByRole('button', { name: 'Import' }))
    await expect(file.getByRole('status')).toHaveText('Done: 0 new, 1 changed, 0 as before, 1 left out.', {
      timeout: 30_000,
    })
    await expect(page.getByRole('heading', { name: 'counts.csv' })).toBeFocused()
    await expectNoAxeViolations(page)
    expect(await reportOf(file)).toContain('no-such-hoodie')
    expect(await records.unitsLeft(id)).toBe(13)
    await takesBack(file)
    expect(await records.unitsLeft(id)).toBe(9)
  })

  await test.step('people', async () => {
    const people = 'Email,Accepts Email Marketing,Phone\nnew@reader.example,yes,1\nno@reader.example,no,2\n'
    await choose.setInputFiles(upload('people.csv', people))
    const file = page.getByRole('region', { name: 'people.csv' })
    await expect(file.getByRole('status')).toHaveText(
      'Tried, and not yet written: 0 new, 0 changed, 0 as before, 2 left out.',
    )
    await expect(file).toContainText('Where this address agreed is not known: say it.')
    await expect(file.getByRole('button', { name: 'Import' })).toBeDisabled()
    const source = file.getByLabel('Where these people agreed to your emails')
    await source.fill('Checkout of the former shop')
    await file.getByLabel('On which day').fill('2025-03-01')
    await source.press('Enter')
    await expect(file.getByRole('status')).toHaveText(
      'Tried, and not yet written: 1 new, 0 changed, 0 as before, 1 left out.',
    )
    await expect(file).toContainText('Not taken over: Phone.')
    await expectNoAxeViolations(page)
    await press(file.getByRole('button', { name: 'Import' }))
    await expect(file.getByRole('status')).toHaveText('Done: 1 new, 0 changed, 0 as before, 1 left out.', {
      timeout: 30_000,
    })
    await expectNoAxeViolations(page)
    const report = await reportOf(file)
    expect(report).toContain('This address did not agree to emails.')
    expect(report).not.toContain('reader.example')
    const isSubscriber = async () => {
      const answer = await page.request.get('/api/staff/subscribers?q=new%40reader.example')
      return ((await answer.json()) as { subscribers: unknown[] }).subscribers.length === 1
    }
    expect(await isSubscriber()).toBe(true)
    await takesBack(file)
    expect(await isSubscriber()).toBe(false)
  })
})
