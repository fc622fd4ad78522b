import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#domain/catalog/product.ts'
import type { Drop } from '#domain/drops/drop.ts'
import type { ProductId } from '#domain/ids.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { expireOrders } from '#operations/checkout/payments/expire-orders.ts'
import { placeOrder } from '#operations/checkout/place-order.ts'
import { findLedgerDifferences } from '#db/stock/stock-movements.ts'
import { sendReminders } from '#operations/reminders/reminders.ts'
import { eraseCustomer } from '#operations/orders/erase-customer.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { applyRetention } from '#operations/upkeep/apply-retention.ts'
import { deliverWebhooks, orderFor, PAYS, stockOf } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { drop } from '#test/support/drop.ts'
import { saveAsStaff } from '#test/support/rounding-shop.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const MOVED = { size: 'S', reason: 'corrected', actor: 'bo@redemption.example' } as const
const ADA = 'ada@shopper.example'
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describeOnEachDatabase('Who asked to be told', (open) => {
  let shop: TestShop
  let served: ServedShop
  let winter: Drop

  beforeEach(async () => {
    shop = await openTestShop(open())
    served = await serveShop(shop)
    shop.settings.publicUrl = served.url
    await shop.identity.addMember({ email: 'bo@redemption.example', password: 'wears red' })
    const at = shop.now() + 2 * DAY
    winter = drop({ publicFrom: at, soldFrom: at })
    await saveAsStaff(shop, DROPS, { drops: [winter] })
  })
  afterEach(() => served.close())

  let network = 0
  const ask = (fields: Record<string, string> = {}) => askOf({ drop: 'winter', ...fields })
  async function askOf({ drop = '', ...fields }: Record<string, string>): Promise<string> {
    const body = new URLSearchParams({ email: ADA, ...(drop !== '' && { drop }), ...fields })
    const answer = await fetch(`${served.url}/api/reminders`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'x-forwarded-for': `203.0.${(network += 1)}.7` },
      body,
    })
    return `${answer.status} ${answer.headers.get('location')}`
  }
  async function setStock(id: ProductId, size: string, stock: number): Promise<void> {
    const sizes = shop.database.db.updateTable('product_sizes').set({ stock })
    await sizes.where('product_id', '=', id).where('size', '=', size).execute()
  }
  const mails = async () => {
    await deliverOutbox(shop)
    return shop.mails.map(({ subject }) => subject)
  }
  const link = () => /http\S+\/reminder\?token=\S+/.exec(shop.mails.at(-1)?.text ?? '')?.[0] ?? ''
  const press = (change: 'confirm' | 'leave', address = link()) =>
    fetch(address.replace('/reminder?', `/reminder/${change}?`), {
      method: 'POST',
      redirect: 'manual',
    })
  /** A size that is sold out, which so many wait for; `tell` brings units in and returns the links to hold one. */
  async function soldOut(waiting = 3) {
    const product = await shop.catalog.add(hoodie({ stock: null, sizes: [{ size: 'S', stock: 0 }] }))
    for (let at = 0; at < waiting; at += 1) {
      await askOf({ product: product.id, size: 'S', email: `a${at}@shopper.example` })
      await mails()
      await press('confirm')
      shop.pass(1_000)
    }
    const tell = async (units: number) => {
      await setStock(product.id, 'S', units)
      await shop.database.db
        .insertInto('stock_movements')
        .values({ ...MOVED, product_id: product.id, delta: units, count_after: units, at: shop.now() })
        .execute()
      await sendReminders(shop)
      await mails()
      const told = shop.mails.filter(({ subject }) => subject === BACK)
      const byAge = told.toSorted((one, other) =>
        one.to.address.localeCompare(other.to.address, 'en', { numeric: true }),
      )
      return byAge.map(({ text }) => /http\S+\/reminder\/hold\?token=\S+/.exec(text)?.[0] ?? '')
    }
    return { product, tell }
  }
  async function counts(product: Product) {
    const { held } = await stockOf(shop, product)
    const [size] = (await shop.catalog.find(product.id))?.sizes ?? []
    return { stock: size?.stock, held }
  }
  async function hold(address: string, checkoutId: string, headers: Record<string, string> = {}) {
    const body = JSON.stringify({ token: new URL(address).searchParams.get('token'), checkoutId })
    const answer = await fetch(`${served.url}/api/reminders/hold`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `203.1.${(network += 1)}.7`,
        ...headers,
      },
      body,
    })
    return { status: answer.status, body: (await answer.json()) as unknown }
  }
  const CONFIRM = 'Confirm that we may tell you about Winter drop'
  const BEGINS = 'Winter drop begins soon'
  const BACK = 'Emblem Hoodie is back in S'

  test('is told once, shortly before, and only after a confirmation, whoever of two processes looks first', async () => {
    expect(await ask({ email: ' Ada@Shopper.example' })).toBe('303 /drop/winter?asked=sent#tell-me')
    await ask({ email: 'never@shopper.example' })
    expect(await mails()).toEqual([CONFIRM, CONFIRM])
    const address = shop.mails.map(
      ({ text, to }) => [to.address, /http\S+\/reminder\S+/.exec(text)?.[0]] as const,
    )
    const own = new Map(address).get(ADA) ?? ''
    expect(await (await fetch(own)).text()).toContain('One last step')
    await press('confirm', own)
    await press('confirm', own)
    expect(await (await fetch(own)).text()).toContain('You&#x27;re in')
    shop.pass(2 * DAY - 15 * MINUTE - 1)
    expect(await sendReminders(shop)).toBe(0)
    shop.pass(1)
    const told = await Promise.all([sendReminders(shop), sendReminders(shop)])
    expect(told.reduce((sum, one) => sum + one)).toBe(1)
    await sendReminders(shop)
    expect(await mails()).toEqual([CONFIRM, CONFIRM, BEGINS])
    expect(shop.mails.at(-1)).toMatchObject({ to: { address: ADA } })
    expect(shop.mails.at(-1)?.unsubscribe).toContain('/reminder/leave?token=')
  })

  test('gets the same answer whether the address is known or a bot filled the form, and three links at most, an hour apart', async () => {
    const answers = new Set<string>()
    const again = async (after: number) => {
      shop.pass(after)
      answers.add(await ask())
      return (await mails()).length
    }
    expect(await again(0)).toBe(1)
    expect(await again(HOUR - 1)).toBe(1)
    expect(await again(1)).toBe(2)
    expect(await again(HOUR)).toBe(3)
    expect(await again(HOUR)).toBe(3)
    answers.add(await ask({ email: 'bot@shopper.example', leaveEmpty: 'x' }))
    expect(await mails()).toHaveLength(3)
    expect([...answers]).toEqual(['303 /drop/winter?asked=sent#tell-me'])
    expect(await ask({ email: 'ada' })).toBe('303 /drop/winter?asked=failed#tell-me')
  })

  test('who leaves is not told, nor is anyone of a drop that was taken back; a forged link does nothing', async () => {
    await ask()
    await mails()
    const forged = `${link().slice(0, -3)}xyz`
    await press('leave', forged)
    expect((await fetch(forged)).status).toBe(404)
    await press('confirm')
    await press('leave')
    expect((await fetch(link())).status).toBe(404)
    await ask({ email: 'cy@shopper.example' })
    await mails()
    await press('confirm')
    shop.pass(2 * DAY)
    await saveAsStaff(shop, DROPS, { drops: [{ ...winter, isDraft: true }] })
    expect(await sendReminders(shop)).toBe(0)
  })

  test('of a size is told when it is back, in waves of twice what came in, an hour apart, who asked first before others', async () => {
    const sizes = [
      { size: 'S', stock: 0 },
      { size: 'M', stock: 5 },
    ]
    const { id } = await shop.catalog.add(hoodie({ stock: null, sizes }))
    const about = { drop: '', product: id, size: 'S' }
    const page = await (await fetch(`${served.url}/product/${id}`)).text()
    expect(page).toContain('Tell me when it’s back')
    expect(page).not.toContain('<option value="M">')
    for (const [at, name] of ['a', 'b', 'c', 'd', 'e', 'f'].entries()) {
      const answer = await askOf({ ...about, email: `${name}@shopper.example` })
      expect(answer).toBe(`303 /product/${id}?asked=sent#tell-me`)
      await mails()
      if (at < 5) await press('confirm')
      shop.pass(1_000)
    }
    expect(await (await fetch(`${served.url}/product/${id}?asked=sent`)).text()).toContain('Check your email')
    const told = async () => {
      await Promise.all([sendReminders(shop), sendReminders(shop)])
      await mails()
      return shop.mails.filter(({ subject }) => subject === BACK).map(({ to }) => to.address[0])
    }
    expect(await told()).toEqual([])
    await setStock(id, 'S', 1)
    expect((await told()).toSorted()).toEqual(['a', 'b'])
    shop.pass(HOUR - 1)
    expect(await told()).toHaveLength(2)
    shop.pass(1)
    expect((await told()).toSorted()).toEqual(['a', 'b', 'c', 'd'])
    await setStock(id, 'S', 0)
    shop.pass(HOUR)
    expect(await told()).toHaveLength(4)
    // Who was told and asks again confirms again.
    await askOf({ ...about, email: 'a@shopper.example' })
    await mails()
    await setStock(id, 'S', 3)
    expect((await told()).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  test('of a size that is back has one piece held by the button behind its link, once, which their order takes over', async () => {
    const { product, tell } = await soldOut()
    const [ada = '', bo = '', cy = ''] = await tell(2)
    expect(await (await fetch(ada)).text()).toContain('Emblem Hoodie is back in S')
    expect(await counts(product)).toEqual({ stock: 2, held: 0 })
    const held = await hold(ada, 'checkout-of-ada')
    expect(held.body).toMatchObject({ endsAt: shop.now() + 15 * MINUTE })
    expect(await counts(product)).toEqual({ stock: 1, held: 1 })
    expect((await hold(ada, 'another-checkout')).body).toMatchObject({ type: '/problems/used' })
    expect(await (await fetch(ada)).text()).toContain('Held for you until')
    expect((await hold(bo, 'checkout-of-ada')).body).toMatchObject({ type: '/problems/checkout-open' })
    await hold(bo, 'checkout-of-bo')
    expect(await counts(product)).toEqual({ stock: 0, held: 2 })
    expect((await hold(cy, 'checkout-of-cy')).body).toMatchObject({ type: '/problems/gone' })
    // A third shopper finds it sold out, and Ada buys what is held for her.
    const item = { productId: product.id, size: 'S', quantity: 1 } as const
    const buy = (checkoutId: string) => placeOrder(shop, orderFor([product], [item], { checkoutId }))
    expect((await buy('checkout-of-dee')).kind).toBe('cart-changed')
    const bought = await buy('checkout-of-ada')
    if (bought.kind !== 'placed') throw new Error(bought.kind)
    await shop.gateway.confirm(bought.clientSecret, PAYS)
    await deliverWebhooks(shop)
    expect(await counts(product)).toEqual({ stock: 0, held: 1 })
    // Bo does not.
    shop.pass(15 * MINUTE)
    expect(await expireOrders(shop)).toBe(1)
    expect(await counts(product)).toEqual({ stock: 1, held: 0 })
    expect((await hold(bo, 'checkout-of-bo')).body).toMatchObject({ type: '/problems/used' })
    expect(await (await fetch(bo)).text()).toContain('has held its piece')
    expect(await findLedgerDifferences(shop.database.db)).toEqual([])
    expect((await hold(cy, 'checkout-of-cy')).status).toBe(200)
  })

  test('has one piece held at a time by a browser, few by a network, and none without a confirmation or by a forged link', async () => {
    const { product, tell } = await soldOut(12)
    const links = await tell(12)
    const network = { 'x-forwarded-for': '198.51.100.7' }
    const statuses: number[] = []
    for (const [at, one] of links.entries())
      statuses.push((await hold(one, `checkout-number-${at}`, network)).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(8)
    expect(statuses.filter((status) => status === 429)).toHaveLength(4)
    const [first = ''] = links
    expect((await hold(`${first.slice(0, -3)}xyz`, 'checkout-of-ada')).status).toBe(404)
    await askOf({ product: product.id, size: 'S', email: 'dee@shopper.example' })
    await mails()
    expect((await hold(link(), 'checkout-of-dee')).status).toBe(404)
    expect(await counts(product)).toEqual({ stock: 4, held: 8 })
  })

  test('gets six links to confirm at most, however the address is spelt and whatever the size', async () => {
    const { id } = await shop.catalog.add(hoodie({ stock: 0 }))
    for (const size of ['S', 'M']) {
      for (const tag of ['a', 'b', 'c', 'd']) {
        const answer = await askOf({ product: id, size, email: `ada+${tag}@shopper.example` })
        expect(answer).toBe(`303 /product/${id}?asked=sent#tell-me`)
      }
    }
    expect(await mails()).toHaveLength(6)
  })

  test('of a size that is not offered, or a product that nobody may see, learns nothing', async () => {
    const { id } = await shop.catalog.add(hoodie({ publishedFrom: shop.now() + DAY }))
    expect(await askOf({ product: id, size: 'M' })).toBe('303 /shop')
    expect(await askOf({ product: 'nothing', size: 'M' })).toBe('303 /shop')
    const { id: shown } = await shop.catalog.add(hoodie())
    expect(await askOf({ product: shown, size: 'XXL' })).toBe(`303 /product/${shown}?asked=failed#tell-me`)
    expect(await mails()).toEqual([])
  })

  test('is forgotten when a customer is erased, a month after, and when a size was not back for a year', async () => {
    const reminders = () => shop.database.db.selectFrom('reminders').select('email').execute()
    await ask()
    await ask({ email: 'cy@shopper.example' })
    expect(await eraseCustomer(shop, { email: ADA, by: 'bo@redemption.example' })).toMatchObject({
      kind: 'erased',
      subscriptions: 1,
    })
    expect(await reminders()).toEqual([{ email: 'cy@shopper.example' }])
    shop.pass(30 * DAY)
    await applyRetention(shop)
    expect(await reminders()).toHaveLength(1)
    shop.pass(1)
    await applyRetention(shop)
    expect(await reminders()).toEqual([])
    const { id } = await shop.catalog.add(hoodie({ stock: 0 }))
    await askOf({ product: id, size: 'M' })
    await mails()
    await press('confirm')
    shop.pass(365 * DAY)
    await applyRetention(shop)
    expect(await reminders()).toHaveLength(1)
    shop.pass(1)
    await applyRetention(shop)
    expect(await reminders()).toEqual([])
  })
})
