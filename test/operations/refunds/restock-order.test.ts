import { beforeEach, expect, test } from 'vitest'
import type { Product } from '#domain/catalog/product.ts'
import type { ChosenUnits } from '#domain/orders/fulfilment.ts'
import { ROLE_PERMISSIONS } from '#domain/staff/permissions.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { restockOrder } from '#operations/refunds/restock-order.ts'
import { ADA_AS_OWNER, BY, orderDesk, TRACKING, TWO_HOODIES } from '#test/support/order-desk.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'

const UNSENT = { position: 0, quantity: 1, sent: 0 }
const CAME_BACK = { position: 0, quantity: 1, sent: 1 }

describeOnEachDatabase('Returning items to stock', (open) => {
  let shop: TestShop
  let product: Product
  const { paid, found, seen, settled, refundOf, historyOf, stateOf } = orderDesk(() => ({ shop, product }))

  beforeEach(async () => {
    shop = await openTestShop(open())
    product = await shop.catalog.add(hoodie({ stock: 10, sizes: [{ size: 'M', stock: 10 }] }))
  })

  const view = async (number: string) => (await findOrderView(shop, number, ADA_AS_OWNER.permissions))!
  const returnable = async (number: string) => (await view(number)).lines.map((line) => line.returnable)
  const counts = async () => {
    const now = (await shop.catalog.find(product.id))!
    return [now.stock, ...now.sizes.map(({ stock }) => stock)]
  }
  const restock = async (number: string, units: ChosenUnits[]) =>
    restockOrder(shop, { ...(await seen(number)), units, reason: 'Came back' })
  const refund = async (number: string, changes: Parameters<typeof refundOf>[1]) => {
    expect((await refundOrder(shop, await refundOf(number, changes))).kind).toBe('requested')
    await settled()
  }
  async function send(number: string, quantity: number) {
    const items = [{ position: 0, quantity }]
    expect((await fulfilOrder(shop, { ...(await seen(number)), ...TRACKING, items })).kind).toBe('fulfilled')
    await settled()
  }

  test('is possible for an order that was refunded in full when a part was sent: the rest and what was sent back', async () => {
    const { number } = await paid()
    await send(number, 1)
    await refund(number, { amount: TWO_HOODIES })
    expect(await stateOf(number)).toBe('refunded')
    expect((await view(number)).may).toMatchObject({ refund: false, cancel: false, restock: true })
    expect(await returnable(number)).toEqual([{ left: 2, leftSent: 1 }])
    expect(await counts()).toEqual([8, 8])

    expect(await restock(number, [UNSENT])).toEqual({ kind: 'restocked' })
    expect(await counts()).toEqual([9, 9])
    expect((await found(number)).fulfilment).toBe('fulfilled')
    expect(await returnable(number)).toEqual([{ left: 1, leftSent: 1 }])
    expect(await restock(number, [CAME_BACK])).toEqual({ kind: 'restocked' })
    expect(await counts()).toEqual([10, 10])
    expect((await view(number)).may.restock).toBe(false)
    expect(await restock(number, [UNSENT])).toEqual({ kind: 'too-many-to-restock' })
    expect(await counts()).toEqual([10, 10])

    expect(await historyOf(number)).toEqual(expect.arrayContaining(['restocked', 'restocked']))
    expect((await view(number)).history[0]).toMatchObject({
      words: `Returned 1 x ${product.name}, M to stock (Came back)`,
      by: BY,
    })
    const ledger = await shop.database.db
      .selectFrom('stock_movements')
      .select('delta')
      .where('reason', '=', 'restocked')
      .execute()
    expect(ledger.map(({ delta }) => delta)).toEqual([1, 1, 1, 1])
  })

  test('is possible for an order that was refunded in full before anything was sent', async () => {
    const { number } = await paid()
    await refund(number, { amount: TWO_HOODIES })
    expect(await returnable(number)).toEqual([{ left: 2, leftSent: 0 }])
    expect(await restock(number, [{ position: 0, quantity: 2 }])).toEqual({ kind: 'restocked' })
    expect(await counts()).toEqual([10, 10])
    expect((await found(number)).fulfilment).toBe('nothing-to-fulfil')
  })

  test('is possible for a cancelled order whose items were not returned then', async () => {
    const { number } = await paid()
    await cancelOrder(shop, { ...(await seen(number)), restock: false, reason: '' })
    await settled()
    expect(await restock(number, [{ position: 0, quantity: 2 }])).toEqual({ kind: 'restocked' })
    expect(await counts()).toEqual([10, 10])
    expect(await stateOf(number)).toBe('cancelled')
  })

  test('of an order that continues is limited to what was refunded or sent back', async () => {
    const { number } = await paid()
    expect((await view(number)).may.restock).toBe(false)
    expect(await restock(number, [UNSENT])).toEqual({ kind: 'too-many-to-restock' })
    await refund(number, { amount: { items: [UNSENT], shipping: false } })
    expect(await returnable(number)).toEqual([{ left: 1, leftSent: 0 }])
    expect(await restock(number, [{ position: 0, quantity: 2 }])).toEqual({ kind: 'too-many-to-restock' })
    expect(await restock(number, [UNSENT])).toEqual({ kind: 'restocked' })
    expect((await found(number)).fulfilment).toBe('unfulfilled')
    await send(number, 1)
    expect(await returnable(number)).toEqual([{ left: 1, leftSent: 1 }])
    expect(await restock(number, [CAME_BACK])).toEqual({ kind: 'restocked' })
    expect(await counts()).toEqual([10, 10])
    expect(await stateOf(number)).toBe('refunded-in-part')
  })

  test('is refused on an order that another member has just changed, to packers, and with nothing chosen', async () => {
    const { number, version } = await paid()
    await refund(number, { amount: TWO_HOODIES })
    const asked = { ...(await seen(number)), units: [UNSENT], reason: '' }
    expect(await restockOrder(shop, { ...asked, version })).toEqual({ kind: 'changed-meanwhile' })
    expect(await restockOrder(shop, { ...asked, units: [] })).toEqual({ kind: 'too-many-to-restock' })
    const permissions = ROLE_PERMISSIONS.packer
    expect(await restockOrder(shop, { ...asked, permissions })).toEqual({ kind: 'not-permitted' })
    expect(await counts()).toEqual([8, 8])
  })
})
