import { expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import type { Product } from '#domain/catalog/product.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { TAX } from '#domain/settings/tax.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { saveSetting } from '#operations/settings/save-setting.ts'
import { deliverWebhooks, one, orderFor, PAYS, place } from '#test/support/buyer.ts'
import { ADA } from '#test/support/staff-browser.ts'
import { ONE_HOODIE, orderDesk } from '#test/support/order-desk.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'

describeOnEachDatabase('the mail about a refund', (open) => {
  let shop: TestShop
  let product: Product
  const desk = orderDesk(() => ({ shop, product }), 1)

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie())

  async function mailAfter(amount: number) {
    const { number } = await desk.paid()
    await refundOrder(shop, await desk.refundOf(number, { amount: cents(amount) }))
    await desk.settled()
    return shop.mails.find(({ kind }) => kind === 'order-refunded') ?? expect.fail('No mail was sent')
  }

  test('names the returned part and the whole when a part is returned', async () => {
    const { subject, text } = await mailAfter(20_00)
    expect(subject).toContain('Your refund for Redemption order R-')
    expect(text).toContain("We've refunded part of your payment")
    expect(text).toContain("We've refunded C$20.00 of the C$145.36 that you paid for order R-")
    expect(text).toContain('Refunded now: C$20.00')
    expect(text).not.toContain('Total')
  })

  test('splits the refund into items, shipping and each tax by name', async () => {
    await shop.identity.addMember(ADA)
    const [member] = await shop.identity.people.list()
    const value = {
      ...TAX.fallback,
      mode: 'by-destination' as const,
      registrations: ['gst-hst CA', 'pst CA Saskatchewan'],
    }
    const editor = { memberId: member!.id, permissions: PERMISSIONS, address: '', userAgent: '' }
    await saveSetting(shop, TAX, { version: 0, value }, editor)
    const request = { ...orderFor([product], [one(product)]), amount: cents(158_73) }
    const { clientSecret, orderNumber } = await place(shop, request)
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    const all = { items: [{ position: 0, quantity: 1 }], shipping: true }
    await desk.settled()
    await refundOrder(shop, await desk.refundOf(orderNumber, { amount: cents(10_00) }))
    await desk.settled()
    await refundOrder(shop, await desk.refundOf(orderNumber, { amount: all }))
    await desk.settled()
    const [part, rest] = shop.mails.filter(({ kind }) => kind === 'order-refunded')
    const rows = (text: string) =>
      text.split('\n').filter((line) => / C\$/.test(line) && !line.includes('We'))
    expect(rows(part!.text)).toEqual([
      'You paid: C$158.73',
      'Items: C$7.43',
      'Shipping: C$1.58',
      'GST (5%): C$0.45',
      'PST (6%): C$0.54',
      'Refunded now: C$10.00',
    ])
    expect(rows(rest!.text)).toEqual([
      'You paid: C$158.73',
      'Items: C$110.57',
      'Shipping: C$23.42',
      'GST (5%): C$6.70',
      'PST (6%): C$8.04',
      'Refunded now: C$148.73',
    ])
  })

  test('says so when all of it is returned', async () => {
    const { subject, text } = await mailAfter(ONE_HOODIE)
    expect(subject).toContain('Your refund for Redemption order R-')
    expect(text).toContain("We've refunded the full C$145.36 that you paid")
  })
})
