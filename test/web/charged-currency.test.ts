import { afterEach, expect, test } from 'vitest'
import type { Product } from '#domain/catalog/product.ts'
import { chargeIn } from '#domain/currency.ts'
import { CHARGED_CURRENCY } from '#domain/settings/currency.ts'
import { ROLE_PERMISSIONS } from '#domain/staff/permissions.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { saveSetting } from '#operations/settings/save-setting.ts'
import { serveBeforeEach } from '#test/support/before-each.ts'
import { deliverWebhooks, one, orderFor, PAYS, place } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { readablePage } from '#test/support/readable-page.ts'
import type { ServedShop } from '#test/support/serve-shop.ts'
import { ADA } from '#test/support/staff-browser.ts'
import { CUSTOMER, hoodie, type TestShop } from '#test/support/test-shop.ts'

afterEach(() => chargeIn('CAD'))

describeOnEachDatabase('A shop that charges in euros', (open) => {
  let shop: TestShop
  let served: ServedShop
  let product: Product

  serveBeforeEach(open, (opened) => ({ shop, served, product } = opened), hoodie())

  const chooseEuros = async () => {
    await shop.identity.addMember(ADA)
    const [member] = await shop.identity.people.list()
    const value = { charged: 'EUR' }
    await saveSetting(
      shop,
      CHARGED_CURRENCY,
      { version: 0, value },
      {
        memberId: member!.id,
        permissions: ROLE_PERMISSIONS.owner,
      },
    )
  }
  const pay = (currency: string, amount: number) =>
    fetch(`${served.url}/create-payment-intent`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: served.url },
      body: JSON.stringify({ amount, currency, items: [one(product)], customer: CUSTOMER }),
    })

  test('names no Canadian money anywhere, though its pages were kept with it before', async () => {
    const addresses = ['/', '/shop', `/product/${product.id}`, '/cart', '/checkout', '/feed.xml', '/llms.txt']
    // The selector offers Canadian dollars in any shop.
    const money = (text: string) =>
      text.replace('<option value="CAD">CAD</option>', '').replace('"CAD","USD","GBP"', '')
    const read = async (path: string) => {
      const headers = { cookie: 'currency=EUR; currencyCode=EUR' }
      return money(await (await fetch(served.url + path, { headers })).text())
    }
    for (const path of addresses) await read(path)
    await chooseEuros()
    for (const path of addresses) {
      const text = await read(path)
      expect(text, path).not.toMatch(/C\$|\bCAD\b.{0,3}\d|\d.{0,3}\bCAD\b|"CAD"|Canadian dollars/)
    }
    expect(await read(`/product/${product.id}`)).toContain('"priceCurrency":"EUR"')
    expect(await read('/feed.xml')).toContain('<g:price>118.00 EUR</g:price>')
    expect(await read('/llms.txt')).toContain('Prices are set and charged in euros (EUR).')
    expect(await read('/cart')).toContain(
      'data-charged="{&quot;currency&quot;:&quot;EUR&quot;,&quot;sign&quot;:&quot;€&quot;}"',
    )
    const converted = await readablePage(`${served.url}/product/${product.id}`, { cookie: 'currency=CAD' })
    expect(converted.text).toContain('Charged in euros: €118.00.')
  })

  test('shows visitors what is charged where their own currency is not known', async () => {
    const currencyOf = async () =>
      ((await (await fetch(`${served.url}/api/location`)).json()) as { currency: string }).currency
    expect(await currencyOf()).toBe('CAD')
    await chooseEuros()
    expect(await currencyOf()).toBe('EUR')
    expect((await readablePage(`${served.url}/shop`)).text).toContain('118,00\u00a0€')
  })

  test('refuses the payment of a page from before, whose amounts were in Canadian dollars', async () => {
    await chooseEuros()
    const refused = await pay('cad', 145_36)
    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({ type: '/problems/other-currency' })
    expect((await pay('jpy', 145_36)).status).toBe(422)
    expect((await pay('eur', 145_36)).status).toBe(200)
  })

  test('writes euros in the emails about an order', async () => {
    await chooseEuros()
    const { clientSecret } = await place(shop, orderFor([product], [one(product)]))
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    await deliverOutbox(shop)
    expect(shop.mails).toHaveLength(2)
    for (const { text, html } of shop.mails) {
      expect(text).toContain('Subtotal: €118.00\nTax: €2.36\nShipping: €25.00\nTotal: €145.36')
      expect(html + text).not.toMatch(/C\$|CAD/)
    }
  })
})
