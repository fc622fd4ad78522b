import { afterEach, beforeEach, expect, test } from 'vitest'
import { transact } from '#db/engine/transact.ts'
import { confirmSubscriber, recordSubscription } from '#db/newsletter/newsletter-subscribers.ts'
import type { Product } from '#domain/catalog/product.ts'
import { toSubscriberId } from '#domain/ids.ts'
import { SPOKEN_LANGUAGES } from '#domain/settings/languages.ts'
import { unsubscribeAddress } from '#operations/newsletter/newsletter-links.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { crawler } from '#test/support/crawler.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { readableAnswer, readablePage, type ReadablePage } from '#test/support/readable-page.ts'
import { orderDesk, TRACKING } from '#test/support/order-desk.ts'
import { PAYS } from '#test/support/buyer.ts'
import { saveAsStaff } from '#test/support/rounding-shop.ts'
import { RETURNS } from '#domain/settings/returns.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { orderPath } from '#operations/order-link.ts'
import { readOwnDocument } from '#operations/orders/documents/own-documents.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { signInAda, type Ask } from '#test/support/staff-browser.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'
import { leftInEnglish, saidByPage } from '#test/words/left-in-english.ts'
import { english } from '#words/en/english.ts'
import { french } from '#words/fr/french.ts'
import { LANGUAGES } from '#words/languages.ts'

const PAGES = [
  '/',
  '/shop',
  '/shop?q=rien',
  '/shop?size=M&sort=price-asc',
  '/product/emblem-hoodie',
  '/product/nowhere',
  '/cart',
  '/checkout',
  '/thank-you',
  '/saved',
  '/account',
  '/about',
  '/contact',
  '/privacy-policy',
  '/delivery-returns',
  '/gift-card',
  '/newsletter/subscribed',
  '/newsletter/not-subscribed',
  '/withdraw',
  '/nowhere',
]

describeOnEachDatabase('A shop in French', (open) => {
  let shop: TestShop
  let served: ServedShop
  let product: Product
  let ask: Ask
  let version: number
  const desk = orderDesk(() => ({ shop, product }))

  beforeEach(async () => {
    shop = await openTestShop(open())
    product = await shop.catalog.add(hoodie())
    served = await serveShop(shop)
    ask = await signInAda(shop, served)
    version = 0
  })
  afterEach(() => served.close())

  async function speakFrench(fr = true): Promise<void> {
    const answer = await ask('PUT', '/api/staff/settings/languages', { version, value: { fr } })
    expect(answer.status).toBe(200)
    version += 1
    await expect.poll(() => shop.languages.has('fr')).toBe(fr)
  }

  async function recordConfirmed(name: string): Promise<void> {
    const id = toSubscriberId(name)
    const { database } = shop
    await transact(database, (tx) =>
      recordSubscription(tx, { email: `${name}@reader.example`, newId: id, now: shop.now() }),
    )
    await confirmSubscriber(database.db, { id, mailedAt: shop.now() + 1, now: shop.now() })
  }

  const read = (path: string) => readablePage(served.url + path)
  const sent = async (path: string, typed: Record<string, string>) => {
    const headers = { 'sec-fetch-site': 'same-origin' }
    const body = new URLSearchParams(typed)
    return readableAnswer(
      await fetch(served.url + path, { method: 'POST', headers, body, redirect: 'manual' }),
    )
  }

  test('is English only until an owner offers French, and again afterwards', async () => {
    const before = await read('/product/emblem-hoodie')
    expect((await read('/fr/shop')).html).toBe((await read('/nowhere')).html)
    expect((await fetch(`${served.url}/fr/account/ask`, { method: 'POST' })).status).toBe(404)
    await speakFrench()
    for (const path of ['/create-payment-intent', '/webhooks/payments'])
      expect((await fetch(`${served.url}/fr${path}`, { method: 'POST' })).status).toBe(404)
    expect((await read('/fr/shop')).status).toBe(200)
    expect((await read('/product/emblem-hoodie')).html).toContain('hreflang="fr"')
    await speakFrench(false)
    expect((await read('/fr/shop')).status).toBe(404)
    expect((await read('/product/emblem-hoodie')).html).toBe(before.html)
  })

  test('has each page at an address of its own, known to search engines', async () => {
    await speakFrench()
    const { html } = await read('/fr/product/emblem-hoodie')
    expect(html).toContain('<html lang="fr-CA">')
    const page = `http://shop.example/fr/product/${product.id}`
    expect(html).toContain(`<link rel="canonical" href="${page}">`)
    for (const { html: own } of [await read('/product/emblem-hoodie'), { html }]) {
      expect(own).toContain(`<link rel="alternate" hreflang="fr" href="${page}">`)
      for (const name of ['en', 'x-default'])
        expect(own).toContain(
          `<link rel="alternate" hreflang="${name}" href="http://shop.example/product/${product.id}">`,
        )
    }
    const { sitemap, structured } = crawler(() => served.url)
    const listed = (await sitemap()).map(({ loc }) => loc)
    expect(listed).toContain(page)
    expect(listed).toContain('http://shop.example/fr')
    expect(listed.length % 2).toBe(0)
    expect(JSON.stringify(await structured('/fr/product/emblem-hoodie'))).toContain(page)
  })

  test.each(PAGES)('%s has no English word, and no link that leaves French', async (path) => {
    await speakFrench()
    const { html, text } = await read(path === '/' ? '/fr' : `/fr${path}`)
    expect(html).toContain('<html lang="fr-CA">')
    expect(leftInEnglish(saidByPage({ html, text }))).toEqual([])
    const links = Array.from(html.matchAll(/<a [^>]*?href="(\/[^"]*)"[^>]*>/g), ([tag, href = '']) =>
      /hreflang="en"/i.test(tag) ? '/fr' : href,
    )
    expect(links.filter((href) => !/^\/fr(?:[/?#]|$)/.test(href) && !href.includes('.'))).toEqual([])
    expect(links.length).toBeGreaterThan(5)
  })

  test('leads a form back to a page in its language', async () => {
    await speakFrench()
    const post = (path: string, form: Record<string, string>, from: string) =>
      fetch(served.url + path, {
        method: 'POST',
        redirect: 'manual',
        headers: { referer: served.url + from, 'sec-fetch-site': 'same-origin' },
        body: new URLSearchParams(form),
      })
    const led = async (...asked: Parameters<typeof post>) => (await post(...asked)).headers.get('location')
    expect(await led('/fr/account/ask', { email: 'none' }, '/fr/account')).toBe(
      '/fr/account?asked=wrong-email',
    )
    expect(await led('/account/ask', { email: 'none' }, '/fr/account')).toBe('/fr/account?asked=wrong-email')
    expect(await led('/account/ask', { email: 'none' }, '/account')).toBe('/account?asked=wrong-email')
    expect(await led('/fr/currency', { currency: 'USD', return: '/shop' }, '/fr/shop')).toBe('/fr/shop')
    const home = await read('/fr/account')
    expect(home.html).toContain('action="/fr/account/ask"')
  })

  test('answers requests of a page in its language', async () => {
    await speakFrench()
    const refusal = async (headers: Record<string, string>) => {
      const answer = await fetch(`${served.url}/api/payment-links/pay`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ link: 'none', key: 'none' }),
      })
      return ((await answer.json()) as { title: string }).title
    }
    const inFrench = french['payment-link'].noSuchLink
    expect(await refusal({ referer: `${served.url}/fr/checkout` })).toBe(inFrench)
    expect(await refusal({ 'accept-language': 'fr-CA,fr;q=0.9' })).toBe(inFrench)
    const browser = { 'accept-language': 'fr-CA,fr;q=0.9', referer: `${served.url}/checkout` }
    expect(await refusal(browser)).toBe(english['payment-link'].noSuchLink)
  })

  test('mails what was asked for on a page in French, in French', async () => {
    await speakFrench()
    const ask = (path: string, form: Record<string, string>, from: string) =>
      fetch(served.url + path, {
        method: 'POST',
        redirect: 'manual',
        headers: { referer: served.url + from, 'sec-fetch-site': 'same-origin' },
        body: new URLSearchParams(form),
      })
    await ask('/api/newsletter/subscribe', { email: 'ada@shopper.example' }, '/fr')
    await ask('/fr/account/ask', { email: 'bo@shopper.example' }, '/fr/account')
    await ask('/api/newsletter/subscribe', { email: 'cy@shopper.example' }, '/')
    await deliverOutbox(shop)
    const to = (address: string) => shop.mails.find((mail) => mail.to.address === address)
    const [newsletter, signIn, own] = ['ada', 'bo', 'cy'].map((name) => to(`${name}@shopper.example`))
    expect(newsletter?.subject).toBe(french['mails/newsletter'].subject)
    expect(newsletter?.text).toContain('http://shop.example/fr/newsletter/confirm?token=')
    expect(signIn?.html).toContain('<html lang="fr-CA">')
    expect(signIn?.text).toContain('http://shop.example/fr/account/link?token=')
    expect(own?.subject).toBe(english['mails/newsletter'].subject)
    expect(own?.text).toContain('http://shop.example/newsletter/confirm?token=')
  })

  test('keeps the promise of every mailed link once French is not offered any more', async () => {
    await speakFrench()
    await recordConfirmed('ada')
    const { pathname, search } = new URL(unsubscribeAddress(shop, toSubscriberId('ada'), 'fr'))
    expect(pathname).toBe('/fr/newsletter/unsubscribe')
    await speakFrench(false)
    const led = await fetch(served.url + pathname + search, { redirect: 'manual' })
    expect([led.status, led.headers.get('location')]).toEqual([302, `/newsletter/unsubscribe${search}`])
    expect((await fetch(served.url + pathname + search)).status).toBe(200)
    const order = await fetch(`${served.url}/fr/order/R-7K3M-9QX2?key=x`, { redirect: 'manual' })
    expect(order.headers.get('location')).toBe('/order/R-7K3M-9QX2?key=x')
    const answer = await fetch(served.url + pathname + search, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
    expect(answer.status).toBeLessThan(400)
    const { state } = await shop.database.db
      .selectFrom('newsletter_subscribers')
      .select('state')
      .executeTakeFirstOrThrow()
    expect(state).toBe('unsubscribed')
    expect((await fetch(`${served.url}/fr/account/ask`, { method: 'POST' })).status).toBe(404)
    expect((await fetch(`${served.url}/fr/api/search?q=hoodie`)).status).toBe(404)
  })

  test('says nothing in English of an order, from its page to its return, its withdrawal and its documents', async () => {
    await speakFrench()
    await saveAsStaff(shop, RETURNS, { ...RETURNS.fallback, isOn: true, methods: 'Poste: 6.95' })
    const { number } = await desk.paid(PAYS, { language: 'fr' })
    const names = Object.values({ ...CUSTOMER, ...TRACKING }).join(' ')
    const seen = async (page: ReadablePage, what: string, status = 200) => {
      expect(page.status, what).toBe(status)
      expect(leftInEnglish(saidByPage(page), names), what).toEqual([])
    }
    const order = async () => `/fr${orderPath(shop, await desk.found(number))}`
    const returns = async () => (await order()).replace('?', '/return?')
    await seen(await read(await order()), 'a paid order')
    await fulfilOrder(shop, { ...(await desk.seen(number)), ...TRACKING })
    await seen(await read(await order()), 'a sent order')
    await seen(await read(await returns()), 'the form of a return')
    await seen(await sent(await returns(), { step: 'check' }), 'no piece')
    const picked = {
      'quantity-0': '1',
      'reason-0': 'too-small',
      wish: 'money',
      method: 'Poste',
      step: 'check',
    }
    await seen(await sent(await returns(), picked), 'a return to confirm')
    const { language, paper, ...invoice } = (await readOwnDocument(
      shop,
      await desk.found(number),
      'invoice.pdf',
    ))!
    expect(language).toBe('fr-CA')
    expect(
      leftInEnglish(JSON.stringify(Object.values(invoice)).replaceAll(/"\w+":/g, ''), names),
      paper,
    ).toEqual([])
    const stated = { name: 'Ada', contract: number, email: CUSTOMER.email, part: '' }
    await seen(await sent('/fr/withdraw', { ...stated, email: 'ada' }), 'no email')
    await seen(await sent('/fr/withdraw', stated), 'a withdrawal to confirm')
    await seen(await sent('/fr/gift-card', { code: 'none' }), 'no such gift card')
  })

  test('offers every language that it has words for', () => {
    expect(['en', ...Object.keys(SPOKEN_LANGUAGES.fields)]).toEqual([...LANGUAGES.keys()])
  })
})
