import { chromium } from '@playwright/test'
import { fillShop, type BusyOrder } from '#e2e/support/busy-shop.ts'
import { findOrInstallChromium } from '#scripts/support/find-chromium.ts'
import type { Answer, Figure } from '#bench/question.ts'
import { ask, Hand, type Effort } from '#bench/harness/hand.ts'
import { buildShop, startShop, temporaryFolder } from '#bench/harness/running-shop.ts'
import { openShopDatabase } from '#bench/harness/stocked-database.ts'
import { signIn, STAFF } from '#bench/harness/staff-sign-in.ts'

const ORDERS = 60
/** Of the orders: sent in part, with a wrong item scanned, and sent before their number is known. */
const [SHORT, WRONG, LATE] = [3, 2, 20]
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
const STEP_MS = 30_000
const PRODUCTS = ['blackletter', 'emblem', 'sweatpant', 'cap']

/**
 * A drop day of sixty orders, from paid to sent, worked off in Chromium at two sizes: what does each task take by
 * hand? On a desktop the list is worked by its keys, on a phone by taps.
 */
export async function measure(): Promise<Answer> {
  buildShop()
  const details: Record<string, Record<string, Effort>> = {}
  const figures: Figure[] = []
  for (const [size, viewport] of Object.entries(SIZES)) {
    const tasks = await workOff(size === 'phone', viewport)
    details[size] = tasks
    for (const [task, { clicks, keys, scans, seconds }] of Object.entries(tasks)) {
      figures.push({ what: `${size}, ${task}: clicks and keys`, value: clicks + keys, unit: '' })
      if (scans > 0) figures.push({ what: `${size}, ${task}: scans`, value: scans, unit: '' })
      figures.push({ what: `${size}, ${task}`, value: Math.round(seconds * 10) / 10, unit: 's' })
    }
  }
  return { figures, details: { orders: ORDERS, short: SHORT, wrong: WRONG, late: LATE, tasks: details } }
}

async function workOff(isPhone: boolean, viewport: { width: number; height: number }) {
  const dataDir = temporaryFolder()
  const shop = await startShop({ dataDir, environment: { ADMIN_EMAIL: STAFF.email } })
  const url = `http://127.0.0.1:${shop.port}`
  const database = await openShopDatabase(dataDir)
  await database.db.updateTable('products').set({ stock: ORDERS }).where('stock', 'is not', null).execute()
  await database.db
    .updateTable('product_sizes')
    .set({ stock: ORDERS })
    .where('stock', 'is not', null)
    .execute()
  await database.close()
  await fillShop({ url, dataDir, log: () => '', stop: async () => {} }, soldOrders())
  const cookie = await signIn(shop.port)
  await nameBarcodes(url, cookie)
  const browser = await chromium.launch({
    executablePath: await findOrInstallChromium(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  const context = await browser.newContext({ viewport, baseURL: url })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url }])
  const page = await context.newPage()
  page.setDefaultTimeout(STEP_MS)
  const hand = new Hand(page)
  const tasks: Record<string, Effort> = {}
  tasks['select 30, then all 60, and make a batch'] = await hand.measured(() => makeBatch(hand, isPhone))
  tasks['tick off the pick list'] = await hand.measured(() => tickOff(hand))
  tasks['print the slips'] = await hand.measured(() => printSlips(hand))
  tasks['pack 60 at the bench'] = await hand.measured(() => packAll(hand, url, cookie))
  tasks['add 20 late numbers'] = await hand.measured(() => addLateNumbers(hand, url, cookie))
  await browser.close()
  await shop.stop()
  return tasks
}

function soldOrders(): BusyOrder[] {
  return Array.from({ length: ORDERS }, (_, at) => ({
    name: `Buyer ${String(at).padStart(2, '0')}`,
    product: PRODUCTS[at % PRODUCTS.length] ?? '',
    // The orders that are sent in part have two units.
    units: at < SHORT ? 2 : 1,
    card: '4242 4242 4242 4242',
    note: '',
  }))
}

interface OpenOrder {
  number: string
  items: { position: number; productId: string; size: string; quantity: number; barcode: string }[]
}

/** A barcode for every size that was sold. */
async function nameBarcodes(url: string, cookie: string): Promise<void> {
  const named = new Set<string>()
  const numbers = await toPack(url, cookie)
  for (const number of numbers) {
    const { items } = await contentOf(url, cookie, number)
    for (const { productId, size } of items) {
      const key = `${productId} ${size}`
      if (named.has(key)) continue
      named.add(key)
      const body = {
        productId,
        size,
        bin: `A-${named.size}`,
        barcode: `2${String(named.size).padStart(11, '0')}`,
      }
      await ask(url, cookie, 'PUT', '/api/staff/packing/item', body)
    }
  }
}

/** The orders to pack, oldest first. */
async function toPack(url: string, cookie: string): Promise<string[]> {
  const path = '/api/staff/order-numbers?state=to-fulfil&sort=placed'
  return (await ask<{ numbers: string[] }>(url, cookie, 'GET', path)).numbers
}

async function contentOf(url: string, cookie: string, number: string): Promise<OpenOrder> {
  const claim = { number, bench: 'bench-of-the-bench' }
  const order = await ask<OpenOrder>(url, cookie, 'POST', '/api/staff/packing/claim', claim)
  await ask(url, cookie, 'POST', '/api/staff/packing/release', claim)
  return order
}

async function makeBatch(hand: Hand, isPhone: boolean): Promise<void> {
  const { page } = hand
  const selected = (count: number) =>
    page.getByRole('group', { name: 'Selected orders' }).getByText(`${count} selected`).waitFor()
  await page.goto('/admin/orders?state=to-fulfil&sort=placed')
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await hand.click(page.getByRole('textbox', { name: 'First' }))
  await hand.press('3', '0', 'Enter')
  await selected(30)
  if (isPhone) await hand.click(hand.button(/^Select all 60/))
  else await hand.press('Tab', 'a') // in the field it would be typed
  await selected(60)
  if (isPhone) await hand.click(hand.button('Make a batch'))
  else await hand.press('b')
  await page.getByRole('heading', { name: '1. Pick' }).waitFor()
}

async function tickOff(hand: Hand): Promise<void> {
  const items = await hand.page.getByRole('list', { name: 'Items to pick' }).getByRole('checkbox').all()
  for (const item of items) await hand.click(item)
  await hand.page.getByText(/^(\d+) of \1 items picked\./).waitFor()
}

async function printSlips(hand: Hand): Promise<void> {
  const opened = hand.page.context().waitForEvent('page')
  await hand.click(hand.page.getByRole('link', { name: 'Print slips' }))
  const print = await opened
  await print
    .getByRole('article')
    .nth(ORDERS - 1)
    .waitFor()
  await print.pdf()
  await print.close()
}

/** Slips and items are scanned; labels too, but for those whose number comes later. */
async function packAll(hand: Hand, url: string, cookie: string): Promise<void> {
  const { page } = hand
  const parcels: OpenOrder[] = []
  for (const number of await toPack(url, cookie)) parcels.push(await contentOf(url, cookie, number))
  await hand.click(page.getByRole('link', { name: 'Packing bench' }))
  await page.getByLabel('Scan a packing slip').waitFor()
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  const said = page.getByRole('alert')
  for (const [at, { number, items }] of parcels.entries()) {
    await hand.scan(number)
    await page.getByRole('heading', { name: number }).waitFor()
    const wrong = parcels
      .flatMap((parcel) => parcel.items)
      .find(({ barcode }) => barcode !== items[0]?.barcode)
    if (at >= SHORT && at < SHORT + WRONG) {
      await hand.scan(wrong?.barcode ?? '')
      await said.getByText(/Wrong item/).waitFor()
    }
    for (const { barcode, quantity } of items) {
      const present = at < SHORT ? 1 : quantity
      for (let unit = 0; unit < present; unit += 1) await hand.scan(barcode)
    }
    if (at < SHORT) {
      await hand.click(hand.button('Ship what is here'))
      await hand.click(page.getByRole('alertdialog').getByRole('button', { name: /Ship/ }))
    } else {
      if (at < ORDERS - LATE) await hand.scan(`70000000000${String(at).padStart(5, '0')}`)
      // The next slip closes the parcel; the last one is closed by its button.
      if (at === ORDERS - 1) await hand.click(hand.button('Packed, next'))
    }
  }
  await page.getByText(`${ORDERS} orders packed at this bench.`).waitFor()
}

async function addLateNumbers(hand: Hand, url: string, cookie: string): Promise<void> {
  const { page } = hand
  const path = '/api/staff/order-numbers?state=fulfilled&sort=placed'
  const { numbers } = await ask<{ numbers: string[] }>(url, cookie, 'GET', path)
  await hand.click(page.getByRole('link', { name: 'Batches and tracking numbers' }))
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  const rows = page.getByLabel('Order and tracking numbers')
  await hand.click(rows)
  await rows.fill(
    numbers
      .slice(-LATE)
      .map((number, at) => `${number}\t80000000000${String(at).padStart(5, '0')}`)
      .join('\n'),
  )

  await hand.click(hand.button(`Add ${LATE} numbers`))
  await page.getByText(`${LATE} got their tracking number`).waitFor()
}
