import { expect, test } from 'vitest'
import { DROPS } from '#domain/settings/drops.ts'
import { readDropCourse } from '#operations/drops/read-drop-course.ts'
import { deliverWebhooks, one, orderFor, PAYS, place } from '#test/support/buyer.ts'
import { drop } from '#test/support/drop.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { saveAsStaff } from '#test/support/rounding-shop.ts'
import { CUSTOMER, hoodie, openTestShop } from '#test/support/test-shop.ts'

const SECOND = 1_000

describeOnEachDatabase('The course of a drop', (open) => {
  test('tells orders and what was left of each size step by step, and when the last piece was paid', async () => {
    const shop = await openTestShop(open())
    const sizes = [
      { size: 'M', stock: 1 },
      { size: 'L', stock: 2 },
    ]
    const product = await shop.catalog.add(hoodie({ stock: 3, sizes }))
    await shop.identity.addMember({ email: 'bo@redemption.example', password: 'wears red' })
    const winter = drop({ products: [product.id], soldFrom: shop.now() + 60 * SECOND })
    await saveAsStaff(shop, DROPS, { drops: [winter] })
    let people = 0
    async function order(size: string): Promise<string> {
      people += 1
      const customer = { ...CUSTOMER, email: `a${people}@shopper.example` }
      const item = { ...one(product), size }
      return (await place(shop, orderFor([product], [item], { customer }))).clientSecret
    }
    async function pay(clientSecret: string): Promise<void> {
      await shop.gateway.confirm(clientSecret, PAYS)
      await deliverWebhooks(shop)
    }
    expect(await readDropCourse(shop, winter)).toMatchObject({ steps: [], orders: 0, soldOutMs: null })
    shop.pass(63 * SECOND)
    await pay(await order('M'))
    shop.pass(10 * SECOND)
    await pay(await order('L'))
    shop.pass(5 * SECOND)
    const last = await order('L')
    shop.pass(SECOND)
    const held = await readDropCourse(shop, winter)
    expect(held).toMatchObject({ orders: 3, paid: 2, soldOutMs: null, stepMs: SECOND })
    expect(held.steps.map(({ left }) => left.join(' '))).toEqual([
      ...Array.from({ length: 3 }, () => '1 2'),
      ...Array.from({ length: 10 }, () => '0 2'),
      ...Array.from({ length: 5 }, () => '0 1'),
      '0 0',
    ])
    await pay(last)
    shop.pass(600 * SECOND)
    const over = await readDropCourse(shop, winter)
    expect(over).toMatchObject({ orders: 3, paid: 3, soldOutMs: 19 * SECOND, stepMs: SECOND })
    expect(over.steps).toHaveLength(24)
  })
})
