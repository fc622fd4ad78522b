import { afterEach, expect, test } from 'vitest'
import { ordersBesideLedger } from '#chaos/audit/orders-beside-ledger.ts'
import { findBookFaults } from '#db/backups/books.ts'
import type { Product } from '#domain/catalog/product.ts'
import { DEFAULT_SHIPPING } from '#domain/checkout/shipping/shipping-tariff.ts'
import { cents } from '#domain/money.ts'
import { SHIPPING } from '#domain/settings/shipping.ts'
import { previewCart } from '#operations/checkout/preview-cart.ts'
import { changeItems, priceItemChange } from '#operations/orders/change-items.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { undoFulfilment } from '#operations/orders/undo-fulfilment.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { deliverWebhooks, one, orderFor, PAYS, place, stockOf } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { TRACKING } from '#test/support/order-desk.ts'
import { saveAsStaff } from '#test/support/rounding-shop.ts'
import { ADA } from '#test/support/staff-browser.ts'
import { CUSTOMER, hoodie, type TestShop } from '#test/support/test-shop.ts'
import { BY_LINK, linkDesk } from './link-desk.ts'

describeOnEachDatabase('a change that added a line and is charged by link', (open) => {
  let shop: TestShop
  let product: Product
  const { paid, found, seen, balance } = linkDesk(() => ({ shop, product }))

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie({ stock: 10 }))

  afterEach(async () => {
    const { db } = shop.database
    expect(await findBookFaults(db)).toEqual([])
    expect(await ordersBesideLedger(db)).toEqual([])
  })

  /** One of two hoodies becomes a jacket, which costs more. */
  async function withJacket(number: string): Promise<Product> {
    const jacket = await shop.catalog.add(hoodie({ name: 'Jacket', price: cents(200_00), stock: 3 }))
    const change = { position: 0, quantity: 1, to: one(jacket) }
    const task = { ...(await seen(number)), change }
    const priced = await priceItemChange(shop, task)
    if (priced.kind !== 'items-priced') throw new Error(`The change has no price: ${priced.kind}`)
    const { difference } = priced
    expect(await changeItems(shop, { ...task, difference, increase: BY_LINK })).toEqual({
      kind: 'items-changed',
    })
    return jacket
  }

  test('can be undone when duty is charged on that line', async () => {
    await shop.identity.addMember(ADA)
    await saveAsStaff(shop, SHIPPING, {
      ...DEFAULT_SHIPPING,
      duties: [{ country: 'US', terms: 'ddp', rates: [], otherMilliPercent: 10_000 }],
    })
    const customer = { ...CUSTOMER, country: 'US', region: 'California', postal: '90210' }
    const items = [one(product, 'M', 2)]
    const asked = orderFor([product], items, { customer })
    const { totals } = await previewCart(shop, { items, destination: customer, choices: asked.choices })
    const { clientSecret, orderNumber } = await place(shop, { ...asked, amount: totals.total })
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    const before = await found(orderNumber)
    const jacket = await withJacket(orderNumber)
    expect(await balance(orderNumber, { step: 'undo' })).toEqual({ kind: 'change-undone' })
    const { lines, adjustments, total } = await found(orderNumber)
    expect({ lines, adjustments, total }).toEqual({
      lines: before.lines,
      adjustments: before.adjustments,
      total: before.total,
    })
    expect((await stockOf(shop, jacket)).stock).toBe(3)
  })

  test('cannot be undone once that line was in a parcel, and then no stock moves', async () => {
    const { number } = await paid()
    const jacket = await withJacket(number)
    expect(
      await fulfilOrder(shop, { ...(await seen(number)), ...TRACKING, despiteBalance: true }),
    ).toMatchObject({ kind: 'fulfilled' })
    expect(await undoFulfilment(shop, { ...(await seen(number)), shipment: 1, reason: 'Lost' })).toEqual({
      kind: 'fulfilment-undone',
    })
    const before = await found(number)
    expect(await balance(number, { step: 'undo' })).toMatchObject({ kind: 'not-possible' })
    expect(await found(number)).toEqual(before)
    expect((await stockOf(shop, jacket)).stock).toBe(2)
    expect((await stockOf(shop, product)).stock).toBe(9)
  })
})
