import { beforeEach, expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import type { Product } from '#domain/catalogue/product.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { ONE_HOODIE, orderDesk } from '#test/support/order-desk.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

describeOnEachDatabase('the mail about a refund', (open) => {
  let shop: TestShop
  let product: Product
  const desk = orderDesk(() => ({ shop, product }), 1)

  beforeEach(async () => {
    shop = await openTestShop(open())
    product = await shop.catalog.add(hoodie())
  })

  async function mailAfter(amount: number) {
    const { number } = await desk.paid()
    await refundOrder(shop, await desk.refundOf(number, { amount: cents(amount) }))
    await desk.settled()
    return shop.mails.find(({ kind }) => kind === 'order-refunded') ?? expect.fail('No mail was sent')
  }

  test('names the part and the whole when a part is returned', async () => {
    const { subject, text } = await mailAfter(20_00)
    expect(subject).toContain('Your refund for Redemption order R-')
    expect(text).toContain("We've returned part of your payment")
    expect(text).toContain("We've returned C$20.00 CAD of the C$145.36 CAD that you paid for order R-")
    expect(text).toContain('Returned with this refund: C$20.00 CAD')
    expect(text).not.toContain('Total')
  })

  test('says that all of it is returned when it is', async () => {
    const { subject, text } = await mailAfter(ONE_HOODIE)
    expect(subject).toContain('Your refund for Redemption order R-')
    expect(text).toContain("We've returned the whole C$145.36 CAD that you paid")
  })
})
