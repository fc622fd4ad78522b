import { expect, test } from 'vitest'
import type { Product } from '#domain/catalog/product.ts'
import { DEFAULT_SHIPPING, type ShippingTariff } from '#domain/checkout/shipping/shipping-tariff.ts'
import { cents } from '#domain/money.ts'
import { TAX } from '#domain/settings/tax.ts'
import { signInBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import type { ServedShop } from '#test/support/serve-shop.ts'
import { cookieOf, staffBrowser, type Ask } from '#test/support/staff-browser.ts'
import { CUSTOMER, hoodie, type TestShop } from '#test/support/test-shop.ts'

const method = (id: string, price: number, more = {}) => ({
  id,
  name: id,
  kind: 'delivery' as const,
  leastDays: 2,
  mostDays: 4,
  by: 'weight' as const,
  steps: [{ upTo: null as number | null, price: cents(price) }],
  freeFrom: null,
  ...more,
})
const place = (country: string, region = '', postal: string[] = []) => ({ country, region, postal })
const CANADA = { name: 'Canada', places: [place('CA')], methods: [method('post', 15_00)] }
const STATES = { name: 'States', places: [place('US')], methods: [method('air', 30_00)] }
const ZONES: ShippingTariff = { ...DEFAULT_SHIPPING, zones: [CANADA, STATES] }
const step = (upTo: number | null) => ({ upTo, price: cents(1) })

describeOnEachDatabase('the shipping setting over HTTP', (open, { startWith }) => {
  let shop: TestShop
  let product: Product
  let served: ServedShop
  let ask: Ask

  signInBeforeEach({ open, startWith }, (opened) => ({ shop, product, served, ask } = opened), hoodie())

  const save = async (value: object, version = 0) => {
    const answer = await ask('PUT', '/api/staff/shipping', { version, value })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  const saved = async (value: object, version = 0) => expect((await save(value, version)).status).toBe(200)
  const zones = (...all: object[]) => ({ ...ZONES, zones: all })
  const canada = (changes: object) => zones({ ...CANADA, ...changes })
  const withMethod = (more: object) => canada({ methods: [method('post', 15_00, more)] })

  test.each([
    ['no zones', zones(), '/value/zones', 'Add at least one zone.'],
    [
      'a zone without methods',
      canada({ methods: [] }),
      '/value/zones/0/methods',
      'nothing can be ordered to a zone without rates',
    ],
    ['a zone without places', canada({ places: [] }), '/value/zones/0/places', 'Add at least one country.'],
    [
      'a method without rates',
      withMethod({ steps: [] }),
      '/value/zones/0/methods/0/steps',
      'Add at least one rate.',
    ],
    [
      'a country in two zones',
      zones(CANADA, { ...STATES, places: [place('US'), place('CA')] }),
      '/value/zones/1/places/1/country',
      'Canada is already in the zone Canada.',
    ],
    [
      'a province in two zones',
      zones(
        { ...CANADA, places: [place('CA'), place('CA', 'Nunavut')] },
        { ...STATES, places: [place('CA', 'Nunavut')] },
      ),
      '/value/zones/1/places/0/region',
      'Nunavut, Canada is already in the zone Canada.',
    ],
    [
      'the same postal code twice',
      zones(
        { ...CANADA, places: [place('CA', '', ['S7K'])] },
        { ...STATES, places: [place('CA', '', ['s7k'])] },
      ),
      '/value/zones/1/places/0/postal',
      'Canada, S7K is already in the zone Canada.',
    ],
    [
      'overlapping weights',
      withMethod({ steps: [step(1_000), step(800), step(null)] }),
      '/value/zones/0/methods/0/steps/1/upTo',
      'Enter a higher limit than in the row before.',
    ],
    [
      'a rate after one without a limit',
      withMethod({ steps: [step(null), step(800)] }),
      '/value/zones/0/methods/0/steps/0/upTo',
      'Only the last rate can be without a limit.',
    ],
    [
      'fewer days at most than at least',
      withMethod({ leastDays: 9 }),
      '/value/zones/0/methods/0/mostDays',
      'Enter at least as many days',
    ],
    [
      'a duty above 100 %',
      {
        ...ZONES,
        duties: [{ country: 'US', terms: 'ddp', rates: [], otherMilliPercent: 100_001 }],
      },
      '/value/duties/0/otherMilliPercent',
      'Enter a percentage from 0 to 100',
    ],
    ['no name', withMethod({ name: ' \u200b ' }), '/value/zones/0/methods/0/name', 'Enter a name.'],
  ])('is refused with %s, at its field', async (_what, value, path, message) => {
    const { status, body } = await save(value)
    expect(status).toBe(422)
    expect(body['errors']).toContainEqual({ path, message: expect.stringContaining(message) as string })
    expect((await save(ZONES)).body).toMatchObject({ version: 1 })
  })

  test('keeps markup in names as plain text, on the page of the checkout too', async () => {
    const name = '<img src=x onerror=alert(1)> & "air"'
    const { status, body } = await save(zones({ ...CANADA, name, methods: [method('post', 1_00, { name })] }))
    expect(status).toBe(200)
    expect(body).toMatchObject({ value: { zones: [{ name, methods: [{ name }] }] } })
    expect(await (await ask('GET', '/admin/settings/shipping')).text()).not.toContain('<img src=x')
    const offered = (await (await price(CUSTOMER)).json()) as { shipping: { methods: object[] } }
    expect(JSON.stringify(offered)).toContain(JSON.stringify(name).slice(1, -1))
    expect(await (await fetch(`${served.url}/checkout`)).text()).not.toContain('<img src=x')
  })

  test('of two owners is not overwritten: the second gets what the first saved', async () => {
    await saved(ZONES)
    const second = await save(DEFAULT_SHIPPING)
    expect(second).toMatchObject({
      status: 409,
      body: {
        type: '/problems/changed-meanwhile',
        title: 'Another owner changed “Shipping” in the meantime.',
        current: { version: 1, value: ZONES },
      },
    })
    await saved(DEFAULT_SHIPPING, 1)
    const undone = await ask('POST', '/api/staff/shipping/undo', { version: 2, to: 1 })
    expect(await undone.json()).toMatchObject({ version: 3, value: ZONES })
    expect((await ask('POST', '/api/staff/shipping/undo', { version: 3, to: 9 })).status).toBe(404)
  })

  test('is only for owners', async () => {
    const pat = { email: 'pat@redemption.example', password: 'wears red too' }
    for (const role of ['packer', 'manager'] as const) {
      await shop.identity.addMember({ ...pat, email: `${role}@redemption.example`, role })
      const browser = staffBrowser(() => served.url)
      const cookie = cookieOf(await browser.signIn({ ...pat, email: `${role}@redemption.example` }))
      const headers = { ...browser.own(), cookie }
      const change = { version: 0, value: ZONES }
      expect((await browser.send('PUT', '/api/staff/shipping', change, headers)).status).toBe(403)
    }
    const stranger = staffBrowser(() => served.url)
    const unsigned = await stranger.send('PUT', '/api/staff/shipping', { version: 0, value: ZONES })
    expect(unsigned.status).toBe(401)
  })

  const price = (destination: object) =>
    ask('POST', '/api/cart/price', {
      items: [{ productId: product.id, size: 'M', quantity: 1 }],
      destination,
    })
  const order = async (amount: number, changes: object = {}) => {
    const answer = await ask('POST', '/create-payment-intent', {
      amount,
      currency: 'cad',
      items: [{ productId: product.id, size: 'M', quantity: 1 }],
      customer: CUSTOMER,
      ...changes,
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  const orders = async () => (await shop.database.db.selectFrom('orders').select('id').execute()).length

  test('that changes while a shopper pays answers with the new total before anything is charged', async () => {
    await saved(ZONES)
    const seen = 118_00 + 2_36 + 15_00
    await saved(canada({ methods: [method('post', 16_00)] }), 1)
    expect(await order(seen, { shippingMethod: 'post' })).toMatchObject({
      status: 409,
      body: { type: '/problems/amount-differs', totals: { total: seen + 1_00 } },
    })
    await saved(canada({ methods: [method('courier', 9_00)] }), 2)
    expect(await order(seen + 1_00, { shippingMethod: 'post' })).toMatchObject({
      status: 409,
      body: { type: '/problems/shipping-changed', totals: { total: seen - 6_00 } },
    })
    await saved(zones(STATES), 3)
    expect(await order(seen - 6_00, { shippingMethod: 'courier' })).toMatchObject({
      status: 422,
      body: { type: '/problems/not-served', errors: [{ path: '/customer/country' }] },
    })
    expect(await orders()).toBe(0)
    await saved(ZONES, 4)
    expect(await order(seen, { shippingMethod: 'post' })).toMatchObject({ status: 200 })
  })

  test('shows who pays the duty to the US, even when that changes while a shopper pays', async () => {
    const us = { ...CUSTOMER, address: '1 Rodeo Dr', city: 'Beverly Hills', country: 'US' }
    const customer = { ...us, region: 'California', postal: '90210' }
    const duties = (terms: 'ddp' | 'dap') => [{ country: 'US', terms, rates: [], otherMilliPercent: 10_000 }]
    await saved({ ...ZONES, duties: duties('ddp') })
    const { shipping, totals } = (await (await price(customer)).json()) as {
      shipping: { note: string }
      totals: { total: number }
    }
    expect(shipping.note).toContain('Import duty is included in the total')
    await saved({ ...ZONES, duties: duties('dap') }, 1)
    const refused = await order(totals.total, { customer, shippingMethod: 'air' })
    expect(refused).toMatchObject({
      status: 409,
      body: {
        totals: { total: totals.total - 11_80 },
        shipping: { note: expect.stringContaining('The carrier collects them on delivery.') as string },
      },
    })
    expect((await order(totals.total - 11_80, { customer, shippingMethod: 'air' })).status).toBe(200)
  })

  test('and taxes that change while a shopper pays answer with the new rates before anything is charged', async () => {
    const seen = 118_00 + 2_36 + 25_00
    const value = {
      ...TAX.fallback,
      mode: 'by-destination',
      registrations: ['gst-hst CA', 'pst CA Saskatchewan'],
    }
    expect((await ask('PUT', '/api/staff/settings/tax', { version: 0, value })).status).toBe(200)
    const refused = await order(seen)
    expect(refused).toMatchObject({
      status: 409,
      body: { type: '/problems/amount-differs', totals: { total: 118_00 + 7_15 + 8_58 + 25_00 } },
    })
    expect(JSON.stringify(refused.body)).toContain('GST (5%)')
    expect(await orders()).toBe(0)
    expect((await order(118_00 + 7_15 + 8_58 + 25_00)).status).toBe(200)
  })
})
