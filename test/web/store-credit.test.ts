import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { giveStoreCredit } from '#operations/gift-cards/change-gift-card.ts'
import { LINK_MS } from '#operations/gift-cards/use-store-credit.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { applyRetention } from '#operations/upkeep/apply-retention.ts'
import { one } from '#test/support/buyer.ts'
import { serveBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import type { ServedShop } from '#test/support/serve-shop.ts'
import { CUSTOMER, hoodie, type TestShop } from '#test/support/test-shop.ts'
import type { Product } from '#domain/catalog/product.ts'

const ADA: string = CUSTOMER.email
const GIVEN = { name: 'Ada Prairie', amount: cents(30_00), reason: 'Late', by: 'owner@shop.example' }

describeOnEachDatabase('the link for store credit', (open) => {
  let shop: TestShop
  let served: ServedShop
  let product: Product
  let checkoutId: string

  serveBeforeEach(open, (opened) => ({ shop, served, product } = opened), hoodie())
  beforeEach(async () => {
    checkoutId = randomUUID()
    await giveStoreCredit(shop, { ...GIVEN, email: ADA })
  })

  const ask = (email: string, headers: Record<string, string> = {}) =>
    fetch(`${served.url}/api/store-credit/link`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ email, checkoutId }),
    })
  const cookieOf = (answer: Response) => answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  const links = async () => {
    while ((await deliverOutbox(shop)) > 0);
    return shop.mails.flatMap(({ kind, to, text }) =>
      kind === 'store-credit-link'
        ? [{ to: to.address, path: /\/store-credit\?token=\S+/.exec(text)?.[0] ?? '' }]
        : [],
    )
  }
  const press = (path: string, cookie: string) =>
    fetch(served.url + path.replace('?', '/use?'), {
      method: 'POST',
      headers: { cookie },
      redirect: 'manual',
    })
  const read = async (path: string) => (await fetch(served.url + path)).text()
  async function price(cookie: string, of = checkoutId) {
    const codes = decodeURIComponent(/codes=([^;]*)/.exec(cookie)?.[1] ?? '').split(' ')
    const answer = await fetch(`${served.url}/api/cart/price`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ items: [one(product)], checkoutId: of, codes }),
    })
    return (await answer.json()) as { totals: { giftCards?: unknown }; codes: { name: string | null }[] }
  }

  test('works once, in the browser that asked, for its checkout; reading it changes nothing', async () => {
    const asked = await ask(` ${ADA.toUpperCase()} `)
    expect(await asked.json()).toEqual({ received: true })
    const [link, ...more] = await links()
    expect([link?.to, more]).toEqual([ADA, []])
    const { path } = link!
    for (let scans = 0; scans < 2; scans += 1) expect(await read(path)).toContain('You have C$30.00.')
    const elsewhere = await press(path, '')
    expect(elsewhere.headers.get('set-cookie')).toBeNull()
    expect(await read(elsewhere.headers.get('location')!)).toContain('browser with your order')
    const used = await press(path, cookieOf(asked))
    expect([used.status, used.headers.get('location')]).toEqual([303, '/checkout'])
    const codes = cookieOf(used)
    expect(await price(codes)).toMatchObject({
      totals: { giftCards: [{ lastFour: '', amount: 30_00 }] },
      codes: [{ name: 'Store credit' }],
    })
    expect((await price(codes, randomUUID())).totals.giftCards).toBeUndefined()
    const again = await press(path, cookieOf(asked))
    expect(again.headers.get('set-cookie')).toBeNull()
    expect(await read(again.headers.get('location')!)).toContain('This link has been used')
  })

  test('is asked for with the same answer for every address, and only one with store credit gets a mail', async () => {
    const answers = await Promise.all([ask(ADA), ask('nobody@shopper.example')])
    const [known, unknown] = await Promise.all(
      answers.map(async (answer) => ({
        status: answer.status,
        body: await answer.text(),
        headers: [...answer.headers.keys()].toSorted(),
      })),
    )
    expect(known).toEqual(unknown)
    expect((await links()).map(({ to }) => to)).toEqual([ADA])
    const rows = await open().db.selectFrom('credit_links').select(['gift_card_id']).execute()
    expect(rows).toHaveLength(2)
  })

  test('is mailed to one address three times for one visitor, twenty times in all, and a network is refused after five', async () => {
    const from = (network: string) => ({ 'x-forwarded-for': `203.0.${network}.7` })
    const cookie = cookieOf(await ask(ADA, from('113')))
    for (let asked = 1; asked < 5; asked += 1) {
      expect((await ask(ADA, { ...from('113'), cookie })).status).toBe(200)
    }
    expect((await ask(ADA, { ...from('113'), cookie })).status).toBe(429)
    expect(await links()).toHaveLength(3)
    shop.pass(10 * 60_000)
    await ask(ADA, { ...from('114'), cookie })
    expect(await links()).toHaveLength(4)
    // A stranger does not use up what the holder may ask for, and cannot fill the mailbox either.
    for (let asked = 0; asked < 20; asked += 1) await ask(ADA, from(`${115 + asked}`))
    expect(await links()).toHaveLength(20)
  })

  test('ends after half an hour, is never guessed, and is not kept', async () => {
    const asked = await ask(ADA)
    const [link] = await links()
    const { path } = link!
    const forged = `${path.slice(0, -3)}AAA`
    expect((await fetch(served.url + forged)).status).toBe(404)
    expect((await press(forged, cookieOf(asked))).headers.get('set-cookie')).toBeNull()
    shop.pass(LINK_MS + 1)
    expect((await fetch(served.url + path)).status).toBe(410)
    expect((await press(path, cookieOf(asked))).headers.get('set-cookie')).toBeNull()
    shop.pass(24 * 60 * 60_000)
    await applyRetention(shop)
    expect(await open().db.selectFrom('credit_links').selectAll().execute()).toEqual([])
  })

  test('refuses what is no address, and a form of another site', async () => {
    const wrong = await ask('ada@')
    expect(wrong.status).toBe(422)
    expect(await wrong.text()).toContain('Enter a valid email address.')
    expect((await ask(ADA, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  })

  test('is offered at the checkout once somebody has store credit', async () => {
    expect(await read('/checkout')).toContain('"takesStoreCredit":true')
  })
})
