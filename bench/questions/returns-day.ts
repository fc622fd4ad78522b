import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium, type Browser } from '@playwright/test'
import { fillShop } from '#e2e/support/busy-shop.ts'
import { findOrInstallChromium } from '#scripts/support/find-chromium.ts'
import { transact } from '#db/engine/transact.ts'
import { findOrderByNumber } from '#db/orders/orders.ts'
import { insertReturn } from '#db/returns/returns.ts'
import { toReturnId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { Answer, Figure } from '#bench/question.ts'
import { ask, Hand, type Effort } from '#bench/harness/hand.ts'
import { buildShop, startShop, temporaryFolder } from '#bench/harness/running-shop.ts'
import { openShopDatabase } from '#bench/harness/stocked-database.ts'
import { signIn, STAFF } from '#bench/harness/staff-sign-in.ts'

const RETURNS = 50
/** The same by the dialog that refunds any order. */
const BY_DIALOG = 10
const STEP_MS = 60_000
/** Tabs from the top of the home page to a link of its footer, at most. */
const MAX_TABS = 200

/**
 * Fifty parcels that customers sent back, received and refunded with a scanner, beside the dialog that refunds an order
 * and returns it to stock; and a withdrawal from the home page to its receipt, by keyboard and without a script. What
 * does each take by hand?
 */
export async function measure(): Promise<Answer> {
  buildShop()
  const dataDir = temporaryFolder()
  const shop = await startShop({ dataDir, environment: { ADMIN_EMAIL: STAFF.email } })
  const url = `http://127.0.0.1:${shop.port}`
  const numbers = await sentOrders(url, dataDir, shop.port)
  const browser = await chromium.launch({
    executablePath: await findOrInstallChromium(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  const desk = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: url })
  const [name = '', value = ''] = (await signIn(shop.port)).split('=')
  await desk.addCookies([{ name, value, url }])
  const page = await desk.newPage()
  page.setDefaultTimeout(STEP_MS)
  const hand = new Hand(page)
  const received = await hand.measured(() => receiveAll(hand, numbers.slice(0, RETURNS)))
  const refunded = await hand.measured(() => refundAll(hand, numbers.slice(RETURNS)))
  const withdrawn = await withdraw(browser, url, dataDir, numbers.at(-1)!)
  await browser.close()
  await shop.stop()
  return {
    figures: [
      ...figuresOf('received with a scanner', received, RETURNS),
      ...figuresOf('by the refund dialog', refunded, BY_DIALOG),
      { what: 'a withdrawal by keyboard, without a script: keys', value: withdrawn.keys, unit: '' },
      {
        what: 'a withdrawal by keyboard, without a script, until its receipt is mailed',
        value: Math.round(withdrawn.seconds * 10) / 10,
        unit: 's',
        most: 60,
      },
    ],
    details: { returns: RETURNS, byDialog: BY_DIALOG, received, refunded, withdrawn },
  }
}

function figuresOf(what: string, { clicks, keys, scans, seconds }: Effort, parcels: number): Figure[] {
  const each = (count: number) => Math.round((count / parcels) * 100) / 100
  return [
    { what: `${what}: clicks and keys per parcel`, value: each(clicks + keys), unit: '' },
    { what: `${what}: scans per parcel`, value: each(scans), unit: '' },
    { what: `${what}: per parcel`, value: each(seconds), unit: 's' },
  ]
}

/** Orders that were sent; of the first ones a return is on its way. */
async function sentOrders(url: string, dataDir: string, port: number): Promise<string[]> {
  const database = await openShopDatabase(dataDir)
  const stock = 2 * (RETURNS + BY_DIALOG)
  for (const table of ['products', 'product_sizes'] as const)
    await database.db.updateTable(table).set({ stock }).where('stock', 'is not', null).execute()
  const orders = Array.from({ length: RETURNS + BY_DIALOG }, (_, at) => ({
    name: `Buyer ${String.fromCodePoint(97 + Math.trunc(at / 26), 97 + (at % 26))}`,
    product: 'emblem',
    units: 1,
    card: '4242 4242 4242 4242',
    note: '',
  }))
  await fillShop({ url, dataDir, log: () => '', stop: async () => {} }, orders)
  const cookie = await signIn(port)
  const toPack = '/api/staff/order-numbers?state=to-fulfil&sort=placed'
  const { numbers } = await ask<{ numbers: string[] }>(url, cookie, 'GET', toPack)
  for (const [at, number] of numbers.entries()) {
    const { version } = await ask<{ version: number }>(url, cookie, 'GET', `/api/staff/orders/${number}`)
    const sent = { version, carrier: 'Canada Post', trackingNumber: `CP ${at}` }
    await ask(url, cookie, 'POST', `/api/staff/orders/${number}/fulfil`, sent)
    if (at >= RETURNS) continue
    const order = (await findOrderByNumber(database.db, number))!
    const { productId, name, size } = order.lines[0]!
    const id = toReturnId(randomUUID())
    const row = { id, order_id: order.id, number: 1, state: 'accepted', wish: 'money' } as const
    const asked = { review: '[]', method: '', fee_cents: cents(0), note: '', created_at: Date.now() }
    const unit = {
      position: 0,
      item: { productId, name, size },
      reason: 'too-small',
      exchange: null,
    } as const
    await transact(database, (tx) => insertReturn(tx, { ...row, ...asked }, [unit]))
  }
  await database.close()
  return numbers
}

/** Each slip is scanned on the screen of the parcel before. */
async function receiveAll(hand: Hand, numbers: readonly string[]): Promise<void> {
  const { page } = hand
  await page.goto('/admin/returns')
  for (const number of numbers) {
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
    await hand.scan(`${number}-1`)
    await page.getByRole('heading', { name: `${number}-1` }).waitFor()
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
    await hand.click(hand.button(/^Receive and refund/))
    await page.getByRole('status').filter({ hasText: 'Refunded' }).first().waitFor()
  }
}

/** The number of each order is scanned into the search. */
async function refundAll(hand: Hand, numbers: readonly string[]): Promise<void> {
  const { page } = hand
  await page.goto('/admin/orders')
  for (const number of numbers) {
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
    await hand.click(page.getByRole('searchbox', { name: 'Search' }).first())
    await hand.scan(number)
    await hand.click(page.getByRole('link', { name: number }).first())
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
    await hand.click(hand.button('Refund').first())
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox').first().selectOption('1')
    hand.choose(2)
    await hand.click(dialog.getByRole('checkbox', { name: 'Return these items to stock' }))
    await hand.click(dialog.getByRole('button', { name: /^Refund C\$/ }))
    await dialog.waitFor({ state: 'hidden' })
    await page.goto('/admin/orders')
    hand.choose(1)
  }
}

/** By Tab, letters and Enter alone. */
async function withdraw(browser: Browser, url: string, dataDir: string, number: string): Promise<Effort> {
  const context = await browser.newContext({ baseURL: url, javaScriptEnabled: false })
  const page = await context.newPage()
  page.setDefaultTimeout(STEP_MS)
  const hand = new Hand(page)
  const outbox = join(dataDir, 'outbox')
  const mails = async () => (await readdir(outbox).catch(() => [])).filter((file) => /withdraw/.test(file))
  const effort = await hand.measured(async () => {
    await page.goto('/')
    await tabTo('link', 'Withdraw from contract')
    await hand.press('Enter')
    await page.getByRole('heading', { name: 'Withdraw from contract' }).waitFor()
    await tabTo('textbox', 'Your name')
    for (const text of ['Noor Haddad', number, '', 'noor@shopper.example']) {
      await hand.press(...text, 'Tab')
    }
    await hand.press('Enter')
    await page.getByRole('heading', { name: 'Check what you’re telling us' }).waitFor()
    await tabTo('button', 'Confirm withdrawal')
    await hand.press('Enter')
    await page.getByRole('heading', { name: 'We received your withdrawal' }).waitFor()
    while ((await mails()).length === 0) await wait(100)
  })
  await context.close()
  return effort

  async function tabTo(role: 'link' | 'textbox' | 'button', name: string): Promise<void> {
    const target = page.getByRole(role, { name }).last()
    for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
      await hand.press('Tab')
      if (await target.and(page.locator(':focus')).count()) return
    }
    throw new Error(`${name} cannot be reached by Tab`)
  }
}
