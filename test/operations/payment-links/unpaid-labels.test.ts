import { expect, test } from 'vitest'
import type { Product } from '#domain/catalog/product.ts'
import { exportOrders, orderColumns } from '#operations/orders/export-orders.ts'
import { listOrders } from '#operations/orders/list-orders.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'
import { findErasurePreview } from '#web/views/orders/erasure-view.server.ts'
import { linkDesk } from './link-desk.ts'

const ALL = { q: '', from: '', to: '', page: 1 } as const

describeOnEachDatabase('an order that waits for a payment by link', (open) => {
  let shop: TestShop
  let product: Product
  const { waiting, found, balance, secretOf, pay } = linkDesk(() => ({ shop, product }))

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie({ stock: 10 }))

  const isListed = async (state: 'paid' | 'pending' | 'needs-attention') =>
    (await listOrders(shop, { ...ALL, state })).total === 1
  async function exportedAs(): Promise<unknown> {
    for await (const [row] of exportOrders(shop, { ...ALL, state: '' })) {
      return row?.[orderColumns().indexOf('State')]
    }
  }

  test('is listed and exported as not fully paid until it is paid', async () => {
    const { number, ...link } = await waiting()
    expect([await isListed('paid'), await isListed('pending')]).toEqual([false, true])
    expect(await exportedAs()).toBe('Not fully paid')
    await balance(number, { step: 'cancel' })
    expect([await isListed('paid'), await isListed('needs-attention')]).toEqual([false, true])
    expect(await exportedAs()).toBe('Not fully paid')
    await balance(number, { step: 'send' })
    await pay(await secretOf(link))
    expect([await isListed('paid'), await isListed('pending')]).toEqual([true, false])
    expect(await exportedAs()).toBe('Paid')
  })

  test('is shown as not fully paid among the data of its customer, until staff settle it', async () => {
    const { number } = await waiting()
    const { email } = (await found(number)).customer
    const dueIn = async () =>
      (await findErasurePreview(shop, email)).orders.map(({ isBalanceDue }) => isBalanceDue)
    expect(await dueIn()).toEqual([true])
    await balance(number, { step: 'settle', increase: { method: 'waive', words: 'Agreed' } })
    expect(await dueIn()).toEqual([false])
  })
})
