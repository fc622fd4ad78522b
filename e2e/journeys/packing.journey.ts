import type { Page } from '@playwright/test'
import { expectAccessible, expectNoAxeViolations } from '#e2e/support/axe.ts'
import { fillShop } from '#e2e/support/busy-shop.ts'
import { expect } from '#e2e/support/journey.ts'
import { expectNoSidewaysScroll } from '#e2e/support/layout.ts'
import { findMails } from '#e2e/support/mails.ts'
import { readBarcodes } from '#e2e/support/read-barcodes.ts'
import { STAFF } from '#e2e/support/running-shop.ts'
import { testInFreshShop } from '#e2e/support/dedicated-shop.ts'
import { untilHydrated } from '#e2e/actors/shopper.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

const test = testInFreshShop()

const TEE_BARCODE = '0628504123454'
const OTHER_BARCODE = '0628504123461'
const UPS_LABEL = '1Z999AA10123456784'

/** Types as a scanner does, wherever the focus is. */
async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

async function isFine(page: Page, what: string): Promise<void> {
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page, what)
}

test('eight paid orders are picked, packed and labelled in one batch and at the bench, and their customers are emailed', async ({
  page,
  context,
  shop,
  complaints,
}) => {
  complaints.expect(/\b409\b|picks/) // the order at another bench; ticks without a network
  let presses = 0
  const press = async (name: string | RegExp, role: 'button' | 'link' = 'button') => {
    presses += 1
    await page.getByRole(role, { name }).click()
  }
  const staff = new StaffMember(page, STAFF)
  await staff.hasSignedIn()
  for (let times = 0; times < 2; times += 1) await fillShop(shop) // each four paid orders and an unpaid one
  await page.goto('/admin/orders')
  await page.getByRole('checkbox', { name: 'Select this page' }).check()
  await press('Make a batch')
  await expect(page.getByRole('dialog').getByText(': Not paid')).toHaveCount(2)
  await isFine(page, 'what is left out')
  await press('Open the batch', 'link')
  await expect(page.getByRole('status').getByText('To pack: 8 orders, 10 items.')).toBeVisible()
  await untilHydrated(page.getByLabel('Order and tracking numbers'))
  const elsewhere = await context.newPage() // another device
  await elsewhere.goto(page.url())
  const tick = (at: Page, item: RegExp) => at.getByRole('checkbox', { name: item })
  const found = (at: Page) => at.getByLabel(/^Found of Emblem Tee/)
  await found(page).selectOption('5 of 6')
  await tick(elsewhere, /Sweatpant, S/).check()
  for (const at of [page, elsewhere]) {
    await expect(tick(at, /Sweatpant, S/)).toBeChecked()
    await expect(found(at)).toHaveValue('5')
    await expect(tick(at, /^\d+ Emblem Tee/)).toBeChecked({ indeterminate: true })
  }
  await isFine(elsewhere, 'a pick list that is ticked off')
  await elsewhere.close()
  await page.route('**/picks', (route) => route.abort())
  await tick(page, /Sweatpant, S/).uncheck()
  await expect(page.getByText('1 not saved yet')).toBeVisible()
  await page.reload() // what was not saved is still there, and is sent when the shop responds
  await expect(tick(page, /Sweatpant, S/)).not.toBeChecked()
  await expect(page.getByText('1 not saved yet')).toBeVisible()
  await page.unroute('**/picks')
  await expect(page.getByText('1 not saved yet')).toBeHidden({ timeout: 15_000 })
  await tick(page, /Sweatpant, S/).check()
  await page.reload()
  await expect(tick(page, /Sweatpant, S/)).toBeChecked()
  await expect(found(page)).toHaveValue('5')
  await untilHydrated(page.getByLabel('Order and tracking numbers'))
  const batch = new URL(page.url()).pathname
  await page.getByText('Bins and barcodes').click()
  const tee = page.getByRole('form', { name: /^Emblem Tee, size/ }).first()
  await tee.getByLabel('Bin').fill('A-1')
  await tee.getByLabel('Barcode').fill(TEE_BARCODE)
  await tee.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/Emblem Tee, \w+: saved\./)).toBeVisible()
  await expectAccessible(page, '/admin/orders/batches/:id')

  const opened = context.waitForEvent('page')
  await press('Print pick list and slips', 'link')
  const print = await opened
  await print.waitForLoadState()
  await expect(print.getByRole('heading', { name: 'Pick list' })).toBeVisible()
  await expect(print.getByRole('article', { name: /^Packing slip of order/ })).toHaveCount(8)
  await isFine(print, 'the print')
  expect((await print.pdf()).toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(9)
  await print.emulateMedia({ media: 'print' })
  const read = readBarcodes(await print.screenshot({ fullPage: true }))
  const labels = await print.getByRole('img', { name: /^Barcode of/ }).all()
  const numbers = await Promise.all(
    labels.map(async (label) => (await label.getAttribute('aria-label'))?.slice(-11) ?? ''),
  )
  expect(read.toSorted()).toEqual(numbers.toSorted())
  await print.close()
  await page.bringToFront()

  const downloaded = page.waitForEvent('download')
  await press('Canada Post CSV', 'link')
  expect((await downloaded).suggestedFilename()).toMatch(/^canada-post-.*\.csv$/)

  const [first = '', second = '', third = '', fourth = '', ...rest] = numbers
  const rows = page.getByLabel('Order and tracking numbers')
  const tracked = rest.map((number, at) => `${number}\tTRACK${at}`).join('\n')
  await rows.fill(`${tracked}\nR-0000-0000\tTRACK9`)
  await expect(page.getByText('4 of 5 can be marked as fulfilled. 1 row has a problem')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark 4 fulfilled', exact: true })).toBeDisabled()
  await isFine(page, 'the preview')
  await rows.fill(tracked)
  await expect(page.getByText('4 of 4 can be marked as fulfilled.')).toBeVisible()
  await press(/^Mark 4 fulfilled$/)
  await expect(page.getByText('4 orders fulfilled. The customers will be emailed.')).toBeVisible()
  expect(presses).toBe(5)

  for (const number of [third, fourth]) await page.getByRole('checkbox', { name: number }).uncheck()
  await page.getByRole('button', { name: 'Mark 2 fulfilled without tracking' }).click()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Mark fulfilled', exact: true }).click()
  await expect(page.getByText('2 orders fulfilled. The customers will be emailed.')).toBeVisible()
  for (const number of [first, second]) {
    await expect(page.getByRole('checkbox', { name: number })).toBeDisabled()
  }

  await rows.fill(`${first}, ${UPS_LABEL}`)
  await expect(page.getByText('Sent already: the number is added and emailed')).toBeVisible()
  await page.getByRole('button', { name: 'Add 1 number' }).click()
  await expect(page.getByText('1 got its tracking number, by email too.')).toBeVisible()

  const other = await context.newPage()
  await other.addInitScript(seeThroughTheCamera, third)
  await other.goto('/admin/packing')
  await page.goto(`/admin/packing?batch=${batch.split('/').at(-1)}`)
  await expect(page.getByText('6 of 8 packed.')).toBeVisible()
  for (const bench of [page, other]) await untilHydrated(bench.getByLabel('Scan a packing slip'))
  const said = page.getByRole('alert')
  await scan(page, third)
  await expect(page.getByRole('heading', { name: third })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use the camera' })).toBeHidden()
  await other.getByRole('button', { name: 'Use the camera' }).click()
  await expect(other.getByText(`${third} is at another bench`)).toBeVisible()
  await isFine(other, 'an order at another bench')
  await other.close()
  await page.bringToFront()
  await scan(page, fourth)
  await expect(said).toContainText(`STOP Wrong slip: ${fourth}.`)
  await packAll(page)
  await scan(page, 'BENCH1')
  await expect(page.getByLabel('Tracking number')).toHaveValue('BENCH1')
  await isFine(page, 'a full parcel')
  await scan(page, fourth) // closes the parcel and opens the next
  await expect(page.getByRole('heading', { name: fourth })).toBeVisible()
  await packAll(page)
  await page.getByRole('button', { name: 'Packed, next' }).click()
  await expect(page.getByText('2 orders packed at this bench.')).toBeVisible()
  await expect(page.getByText('8 of 8 packed.')).toBeVisible()
  await isFine(page, 'the bench')
  await page.goto(batch)
  await expect(page.getByText('Closed: none of its orders is still to be sent')).toBeVisible()
  await expect(page.getByText('8 orders: 8 packed, 8 slips printed.')).toBeVisible()

  for (const number of numbers) {
    await expect.poll(async () => (await findMails(shop.dataDir, `${number} is on its way`)).length).toBe(1)
  }
  const link = `https://www.ups.com/track?tracknum=${UPS_LABEL}`
  for (const tracking of ['TRACK0', 'TRACK3', 'BENCH1', link]) {
    await expect.poll(async () => (await findMails(shop.dataDir, tracking)).length).toBe(1)
  }
})

test('no field of the bench ever holds a code that the shop knows as an order or an item', async ({
  page,
  shop,
}) => {
  const staff = new StaffMember(page, STAFF)
  await staff.hasSignedIn()
  await fillShop(shop)
  const headers = { 'sec-fetch-site': 'same-origin' }
  const other = { productId: 'wears-red-tee', size: 'M', bin: '', barcode: OTHER_BARCODE }
  const saved = await page.request.put('/api/staff/packing/item', { data: other, headers })
  expect(saved.status()).toBe(204)
  const list = await (await page.request.get('/admin/orders?state=to-fulfil')).text()
  const [first = '', second = '', third = '', fourth = ''] = new Set(list.match(/R-[0-9A-Z]{4}-[0-9A-Z]{4}/g))
  await page.goto('/admin/packing')
  await untilHydrated(page.getByLabel('Scan a packing slip'))
  const said = page.getByRole('alert')
  const boxes = page.getByRole('main').getByRole('textbox')
  async function holdNoCode(): Promise<void> {
    for (const box of await boxes.all()) {
      const value = await box.inputValue()
      for (const code of [first, second, third, fourth, OTHER_BARCODE]) expect(value).not.toContain(code)
    }
  }
  await scan(page, first)
  await expect(page.getByRole('heading', { name: first })).toBeVisible()
  await tapAll(page)
  for (const [name, before] of [
    ['Scan an item', ''],
    ['Tracking number', '70'],
    ['Carrier', 'Canada Post'],
  ] as const) {
    await page.getByLabel(name).fill(before)
    await scan(page, OTHER_BARCODE)
    await expect(said).toContainText('STOP Wrong item:')
    await holdNoCode()
    await expect(page.getByLabel(name)).toHaveValue(before)
  }
  await page.getByLabel('Carrier').focus()
  await scan(page, UPS_LABEL)
  await expect(page.getByLabel('Tracking number')).toHaveValue(UPS_LABEL)
  await expect(page.getByLabel('Carrier')).toHaveValue('UPS')
  for (const [name, next] of [
    ['Carrier', second],
    ['Tracking number', third],
  ] as const) {
    await page.getByLabel(name).focus()
    await scan(page, next) // packs the open parcel and opens this one
    await expect(page.getByRole('heading', { name: next })).toBeVisible()
    await holdNoCode()
    await tapAll(page)
    await expect(page.getByLabel('Carrier')).toHaveValue('UPS')
  }
  await page.getByLabel('Carrier').fill('Purolator')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Carrier')).toHaveValue('Purolator')
  await page.getByLabel('Tracking number').fill('')
  await scanAsOnGermanKeys(page, fourth)
  await expect(page.getByRole('heading', { name: fourth })).toBeVisible()
  await holdNoCode()
  await expect.poll(async () => (await findMails(shop.dataDir, UPS_LABEL)).length).toBe(1)
})

test('a reload keeps what was packed, a tap is taken back, and a parcel with a problem waits until it is released', async ({
  page,
  shop,
}) => {
  const staff = new StaffMember(page, STAFF)
  await staff.hasSignedIn()
  await fillShop(shop)
  await page.goto('/admin/orders?state=to-fulfil&q=prairie')
  const number = (await page.getByRole('link', { name: /^R-/ }).first().textContent()) ?? '' // two units, and a note
  await expect(page.getByText('Note: Please leave it at the side door.').first()).toBeVisible()
  await page.goto('/admin/packing')
  await untilHydrated(page.getByLabel('Scan a packing slip'))
  await scan(page, number)
  const item = page.getByRole('list', { name: 'Items' }).getByRole('button', { name: / of 2/ })
  await item.click()
  await expect(item).toContainText('1 of 2')
  await page.reload()
  await expect(item).toContainText('1 of 2')
  await page.getByRole('button', { name: /^Take one back/ }).click()
  await expect(item).toContainText('0 of 2')
  await item.click()
  await page.getByRole('button', { name: 'Ship what is here' }).click()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Keep packing' }).click()
  await page.getByRole('button', { name: 'Problem', exact: true }).click()
  await page.getByLabel('An item is damaged').check()
  await page.getByLabel('Note', { exact: true }).fill('A hole in the sleeve')
  await page.getByLabel('Photo (optional)').setInputFiles('docs/pictures/shop-phone.webp')
  await expect(page.getByAltText('What is wrong')).toBeVisible()
  await isFine(page, 'a problem at the bench')
  await page.getByRole('button', { name: 'Put on hold' }).click()
  await expect(page.getByRole('alert')).toContainText(`OK ${number} is on hold.`)
  await page.goto('/admin/orders?state=on-hold')
  await page.getByRole('link', { name: number }).click()
  await expect(page.getByText('On hold: An item is damaged', { exact: true })).toBeVisible()
  await expect(page.getByAltText('What is wrong, as the packer saw it')).toBeVisible()
  await isFine(page, 'an order on hold')
  await page.getByRole('button', { name: 'Release' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click()
  await expect(page.getByText('On hold: An item is damaged', { exact: true })).toBeHidden()
  await expect(
    page.getByRole('group', { name: 'Actions' }).getByRole('button', { name: 'Fulfil' }),
  ).toBeVisible()
})

/** A scanner that is set to the keyboard of the United States, at a computer with a German one. */
async function scanAsOnGermanKeys(page: Page, code: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const german: Record<string, string> = { '-': 'ß', Y: 'Z', Z: 'Y' }
  for (const sign of code) {
    const physical = sign === '-' ? 'Minus' : /\d/.test(sign) ? `Digit${sign}` : `Key${sign}`
    const key = german[sign] ?? sign
    const modifiers = /[A-Z]/.test(sign) ? 8 : 0
    await session.send('Input.dispatchKeyEvent', {
      type: 'keyDown',
      key,
      code: physical,
      text: key,
      modifiers,
    })
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code: physical, modifiers })
  }
  await page.keyboard.press('Enter')
}

/** A browser that reads barcodes, and a camera that sees this one. Headless Chromium has neither. */
function seeThroughTheCamera(code: string): void {
  class Detector {
    static async getSupportedFormats() {
      return ['code_128']
    }
    async detect() {
      return [{ rawValue: code }]
    }
  }
  Object.assign(globalThis, { BarcodeDetector: Detector })
  navigator.mediaDevices.getUserMedia = async () => {
    const canvas = document.createElement('canvas')
    canvas.getContext('2d')?.fillRect(0, 0, 9, 9)
    return canvas.captureStream(5)
  }
}

async function tapAll(page: Page): Promise<void> {
  for (const item of await page.getByRole('list', { name: 'Items' }).getByRole('button').all()) {
    const [, count = 0] = /of (\d+)/.exec(await item.innerText()) ?? []
    for (let unit = 1; unit <= Number(count); unit += 1) await item.click()
  }
}

/** Puts every item into the parcel: tees by their barcode, others by a tap, and one tee too many. */
async function packAll(page: Page): Promise<void> {
  const said = page.getByRole('alert')
  for (const item of await page.getByRole('list', { name: 'Items' }).getByRole('button').all()) {
    const [, count = 0] = /of (\d+)/.exec(await item.innerText()) ?? []
    for (let unit = 1; unit <= Number(count); unit += 1) {
      if ((await item.innerText()).includes('Emblem Tee')) await scan(page, TEE_BARCODE)
      else await item.click()
      await expect(item).toContainText(`${unit} of ${count}`)
    }
    await item.click()
    await expect(said).toContainText('STOP Too many:')
  }
}
