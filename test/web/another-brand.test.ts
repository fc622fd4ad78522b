import { afterEach, beforeEach, expect, test } from 'vitest'
import { toProductId } from '#domain/ids.ts'
import { CONTACT_DETAILS } from '#domain/settings/contact-details.ts'
import { SHOP_IDENTITY } from '#domain/settings/shop-identity.ts'
import { settlePayment } from '#operations/checkout/payments/settle-payment.ts'
import { subscribeToNewsletter } from '#operations/newsletter/subscribe-to-newsletter.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { one, orderFor, place } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { saveAsStaff } from '#test/support/rounding-shop.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { signInAda, type Ask } from '#test/support/staff-browser.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'
import { pages } from '#web/routes.ts'

const FIRST = /redemption|saskatoon|saskatchewan|2023/i
const DOCUMENTS = ['/feed.xml', '/llms.txt', '/sitemap.xml', '/robots.txt', '/site.webmanifest']
/** Their forms list every country, province and address of a test. */
const WITH_PLACES = new Set(['/cart', '/checkout', '/product/:id'])

describeOnEachDatabase('A shop with another name', (open) => {
  let shop: TestShop
  let served: ServedShop
  let ask: Ask

  beforeEach(async () => {
    shop = await openTestShop(open())
    await shop.catalog.add(hoodie({ description: '' }), toProductId('emblem-hoodie'))
    served = await serveShop(shop)
    ask = await signInAda(shop, served)
    await saveAsStaff(shop, SHOP_IDENTITY, { ...SHOP_IDENTITY.fallback, name: 'Nordic Row' })
    await saveAsStaff(shop, CONTACT_DETAILS, { ...CONTACT_DETAILS.fallback, email: 'hello@row.example' })
  })
  afterEach(() => served.close())

  test('says nowhere on its pages and in its documents what the first one was', async () => {
    const paths = pages.map(({ path }) =>
      path.replace('/product/:id', '/product/emblem-hoodie').replace('/pages/:name', '/pages/about'),
    )
    for (const path of [...paths, ...DOCUMENTS, '/nowhere']) {
      const text = await (await fetch(served.url + path.replaceAll(/:\w+/g, 'none'))).text()
      expect(text, path).not.toMatch(FIRST)
      if (!WITH_PLACES.has(path)) expect(text, path).not.toMatch(/\bCanada\b/)
    }
  })

  test('says so neither in its emails nor to authenticator apps and passkeys', async () => {
    const product = await shop.catalog.find(toProductId('emblem-hoodie'))
    if (!product) throw new Error('There is no hoodie')
    const customer = { ...CUSTOMER, city: 'Calgary', region: 'Alberta', postal: 'T2P 1J9' }
    const placed = await place(shop, orderFor([product], [one(product)], { customer }))
    const intent = (await shop.gateway.findIntentBySecret(placed.clientSecret))!
    await settlePayment(shop, { ...intent, state: 'succeeded' })
    await subscribeToNewsletter(shop, 'ada@shopper.example')
    await deliverOutbox(shop)
    expect(shop.mails.length).toBeGreaterThan(2)
    for (const { subject, text, html, kind } of shop.mails)
      expect([subject, text, html].join('\n').replaceAll(/\S*@\S*/g, ''), kind).not.toMatch(FIRST)
    const begun = await ask('POST', '/api/staff/two-step/begin', { password: 'wears red' })
    expect(await begun.text()).toContain('Nordic%20Row%20staff')
  })
})
