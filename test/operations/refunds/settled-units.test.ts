import { expect, test } from 'vitest'
import { findBookFaults } from '#db/backups/books.ts'
import { findRefundParts } from '#db/orders/refunded-units.ts'
import { findUnitShares } from '#db/orders/unit-shares.ts'
import { readRefundLedger } from '#db/refunds/refund-ledger.ts'
import { cents } from '#domain/money.ts'
import type { Product } from '#domain/catalog/product.ts'
import { chooseAll } from '#domain/refunds/refund-price.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { changeItems, priceItemChange } from '#operations/orders/change-items.ts'
import { resolveAttention } from '#operations/orders/resolve-attention.ts'
import { recordRefund } from '#operations/refunds/record-refund.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import type { RefundRequest } from '#operations/refunds/refund-request.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { orderDesk } from '#test/support/order-desk.ts'
import { expectStoredShares } from '#test/support/stored-shares.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'

const UNITS = 200

describeOnEachDatabase('the units that refunds returned', (open) => {
  let shop: TestShop
  let product: Product
  const { paid, found, seen, settled, refundOf, stateOf } = orderDesk(() => ({ shop, product }), UNITS)

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie({ stock: 999, price: cents(19_99) }))

  async function refund(number: string, amount: RefundRequest['amount']) {
    shop.pass(1)
    const request = await refundOf(number, { amount })
    expect(await refundOrder(shop, request)).toEqual({ kind: 'requested' })
    return request.refundId
  }
  const items = (quantity: number) => ({ items: [{ position: 0, quantity }], shipping: false })
  const partsOf = async (number: string) => findRefundParts(shop.database.db, (await found(number)).id)

  test('of an order of 200 units are one row for each refund, before and after a change, and leave no cent', async () => {
    const { number } = await paid()
    const { db } = shop.database
    const { id } = await found(number)
    await refund(number, items(37))
    await settled()
    const to = { productId: product.id, size: 'S', quantity: 20 } as const
    const request = { ...(await seen(number)), change: { position: 0, quantity: 50, to } }
    const priced = await priceItemChange(shop, request)
    if (priced.kind !== 'items-priced') expect.fail(priced.kind)
    expect(await changeItems(shop, { ...request, difference: priced.difference })).toEqual({
      kind: 'items-changed',
    })
    await refund(number, items(3))
    await settled()
    expect((await partsOf(number)).map(({ which }) => which)).toEqual([
      Array.from({ length: 37 }, (_, unit) => unit),
      [37, 38, 39],
    ])
    expect(await db.selectFrom('refund_parts').select(['unit', 'quantity', 'units']).execute()).toEqual([
      { unit: 0, quantity: 37, units: null },
      { unit: 37, quantity: 3, units: null },
    ])
    const { refundable } = (await findOrderView(shop, number, PERMISSIONS))!
    await refund(number, chooseAll(refundable!))
    await settled()
    const { remaining } = await readRefundLedger(db, await found(number))
    expect(remaining.parts.map(({ left }) => left)).toEqual(remaining.parts.map(() => 0))
    expect(remaining.beyond).toBe(0)
    expect(await stateOf(number)).toBe('refunded')
    await expectStoredShares(db, id, 'refunded')
    expect((await findUnitShares(db, [id])).get(id)!.length).toBeLessThan(2 * 40 + 9)
    expect(await findBookFaults(db)).toEqual([])
  })

  test('are others where a refund that had failed is made after all, and not more than the line has', async () => {
    const { number } = await paid()
    const { id: orderId } = await found(number)
    const first = await refund(number, items(2))
    await recordRefund(
      shop,
      { orderId, refundId: first },
      { state: 'failed', id: null, failure: 'No answer' },
    )
    const stands = { ...(await seen(number)), outcome: 'stands', note: '' } as const
    expect(await resolveAttention(shop, stands)).toEqual({ kind: 'resolved' })
    const second = await refund(number, items(3))
    expect((await partsOf(number)).find(({ refundId }) => refundId === second)?.which).toEqual([0, 1, 2])
    await recordRefund(shop, { orderId, refundId: first }, { state: 'succeeded', id: 're_1', failure: '' })
    expect((await partsOf(number)).map(({ refundId, which }) => [refundId, which])).toEqual([
      [first, [0, 1]],
      [second, [2, 3, 4]],
    ])
    const { refundable } = (await findOrderView(shop, number, PERMISSIONS))!
    expect(refundable?.lines[0]?.prices).toHaveLength(UNITS - 5 + 1)
    shop.failures.length = 0
  })

  test('stay theirs when an earlier version wrote none and one of the refunds fails', async () => {
    const { number } = await paid()
    const { id: orderId } = await found(number)
    const first = await refund(number, items(2))
    const second = await refund(number, items(3))
    await shop.database.db.updateTable('refund_parts').set({ unit: null }).execute()
    await recordRefund(
      shop,
      { orderId, refundId: first },
      { state: 'failed', id: null, failure: 'No answer' },
    )
    const parts = await partsOf(number)
    expect(parts.map(({ refundId, which, isCounted }) => [refundId, which, isCounted])).toEqual([
      [first, [0, 1], false],
      [second, [2, 3, 4], true],
    ])
    shop.failures.length = 0
  })
})
