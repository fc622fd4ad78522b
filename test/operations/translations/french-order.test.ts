import { beforeEach, expect, test } from 'vitest'
import { findOrderByNumber } from '#db/orders/orders.ts'
import type { Product } from '#domain/catalog/product.ts'
import { shownPrice } from '#domain/checkout/pricing.ts'
import { toStaffId } from '#domain/ids.ts'
import { SPOKEN_LANGUAGES } from '#domain/settings/languages.ts'
import { SHIPPING } from '#domain/settings/shipping.ts'
import { orderAsSaid } from '#domain/orders/order-as-said.ts'
import { checkoutNote } from '#operations/checkout/check-items.ts'
import { placeOrder } from '#operations/checkout/place-order.ts'
import { previewCart } from '#operations/checkout/preview-cart.ts'
import { sendOrderMail } from '#operations/mail/order-mails.ts'
import { saveSetting } from '#operations/settings/save-setting.ts'
import { saveTexts } from '#operations/translations/save-texts.ts'
import { orderFor, one } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'
import { french } from '#words/fr/french.ts'

const EDITOR = {
  memberId: toStaffId('ada'),
  permissions: ['settings.write', 'products.write'],
} as const

describeOnEachDatabase('An order in French', (open) => {
  let shop: TestShop
  let product: Product

  beforeEach(async () => {
    shop = await openTestShop(open())
    await saveSetting(shop, SPOKEN_LANGUAGES, { version: 0, value: { fr: true } }, EDITOR)
    await expect.poll(() => shop.languages.has('fr')).toBe(true)
    product = await shop.catalog.add(hoodie())
    const { zones, ...tariff } = SHIPPING.fallback
    const [zone] = zones
    const [method] = zone!.methods
    const express = { ...method!, id: 'express', name: 'Express post' }
    const value = { ...tariff, zones: [{ ...zone, methods: [express] }] }
    await saveSetting(shop, SHIPPING, { version: 0, value }, EDITOR)
    await translate(`product:${product.id}`, 'name', product.name, 'Chandail Emblème')
    await translate('shipping', 'method/express', 'Express post', 'Poste express')
  })

  async function translate(subject: string, field: string, source: string, text: string, version = 0) {
    const place = { language: 'fr', subject, version }
    expect((await saveTexts(shop, place, [{ field, text, source }], EDITOR)).kind).toBe('saved')
  }

  test('is for staff in English, and for its customer as it was sold', async () => {
    const request = orderFor([product], [one(product)], { language: 'fr' })
    const { items, choices } = request
    const priced = await previewCart(shop, { items, destination: CUSTOMER, choices, language: 'fr' })
    expect(priced.items[0]?.name).toBe('Chandail Emblème')
    expect(priced.shipping.offers.map(({ name }) => name)).toEqual(['Poste express'])
    const shown = shownPrice(priced.totals, checkoutNote(priced.items, priced.duty, french), french.totals)
    const outcome = await placeOrder(shop, { ...request, amount: priced.totals.total, shown })
    if (outcome.kind !== 'placed') throw new Error(outcome.kind)
    const order = (await findOrderByNumber(shop.database.db, outcome.orderNumber))!
    expect(order.lines[0]?.name).toBe(product.name)
    expect(order.shipping.name).toBe('Express post')
    await translate(`product:${product.id}`, 'name', product.name, 'Autre nom', 1)
    const said = orderAsSaid(order)
    expect(said.lines[0]?.name).toBe('Chandail Emblème')
    expect(said.shipping.name).toBe('Poste express')
    expect(said.adjustments.map(({ label }) => label.name)).toContain('Poste express')
    await sendOrderMail(shop, 'order-confirmation', { orderId: order.id })
    await sendOrderMail(shop, 'order-notification', { orderId: order.id })
    const [own, owner] = shop.mails
    expect(own?.text).toContain('Chandail Emblème')
    expect(own?.text).toContain('Poste express')
    expect(own?.text).not.toContain(product.name)
    expect(owner?.text).toContain(product.name)
    expect(owner?.text).not.toContain('Chandail')
  })

  test('in English is as before', async () => {
    const priced = await previewCart(shop, { items: [one(product)], destination: CUSTOMER })
    expect(priced.items[0]?.name).toBe(product.name)
    const outcome = await placeOrder(
      shop,
      orderFor([product], [one(product)], { amount: priced.totals.total }),
    )
    if (outcome.kind !== 'placed') throw new Error(outcome.kind)
    const order = (await findOrderByNumber(shop.database.db, outcome.orderNumber))!
    expect(order.said).toBeUndefined()
    expect(orderAsSaid(order)).toBe(order)
  })
})
