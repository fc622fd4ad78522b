import { expect, test } from 'vitest'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { CURRENCIES } from '#domain/currency.ts'
import type { Product } from '#domain/catalog/product.ts'
import { deliverWebhooks, one, orderFor, PAYS, place } from '#test/support/buyer.ts'
import { serveBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { readablePage } from '#test/support/readable-page.ts'
import type { ServedShop } from '#test/support/serve-shop.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'

/** In CAD dollars, as hoodie() has it. */
const PRICE = 118

describeOnEachDatabase('Prices', (open) => {
  let shop: TestShop
  let served: ServedShop
  let product: Product

  serveBeforeEach(open, (opened) => ({ shop, served, product } = opened), hoodie())

  test('are formatted by Intl at the current rate on the pages, in all 33 currencies', async () => {
    for (const { code, locale, symbol } of CURRENCIES) {
      const rate = await shop.rates.rate('CAD', code)
      const formatted = new Intl.NumberFormat(locale, { style: 'currency', currency: code }).format(
        PRICE * (rate?.rate ?? Number.NaN),
      )
      // Only the shop's own dollars are a bare `$`.
      const price = code === 'CAD' ? formatted : formatted.replace(/^\$/, () => symbol)
      const cookie = `currency=${code}; currencyCode=${code}`
      for (const path of ['/shop', `/product/${product.id}`]) {
        const page = await readablePage(served.url + path, { cookie })
        expect(page.text).toContain(price)
        // A product also says what is charged.
        expect(page.text.replace('Charged in Canadian dollars: C$118.00', '')).not.toContain('C$')
      }
      const suggested = await fetch(`${served.url}/api/search?q=emblem`, { headers: { cookie } })
      expect(await suggested.json()).toMatchObject({ suggestions: [{ price }] })
    }
  })

  test('without any rate are C$ and the CAD amount, and the failure is logged', async () => {
    shop.rates.rate = () => Promise.reject(new Error('No rates today'))
    const { status, text } = await readablePage(`${served.url}/shop`, { cookie: 'currency=EUR' })
    expect(status).toBe(200)
    expect(text).toContain('C$118.00')
    expect(shop.failures.splice(0)).toEqual([
      { message: 'The source of exchange rates failed', error: new Error('No rates today') },
    ])
  })

  test('are the charged Canadian dollars in mails, whatever the display currency', async () => {
    const { clientSecret } = await place(shop, orderFor([product], [one(product)]))
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    await deliverOutbox(shop)
    expect(shop.mails).toHaveLength(2)
    for (const { text, html } of shop.mails) {
      expect(text).toContain('Subtotal: C$118.00\nTax: C$2.36\nShipping: C$25.00\nTotal: C$145.36')
      expect(html).toContain('C$145.36')
    }
  })
})
