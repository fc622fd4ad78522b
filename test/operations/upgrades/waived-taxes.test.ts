import { expect, test } from 'vitest'
import { wrongTotals } from '#chaos/audit/wrong-totals.ts'
import { fillNextBatch } from '#db/upgrades/backfills.ts'
import { waivedTaxes } from '#db/refunds/waived-taxes.ts'
import type { Product } from '#domain/catalog/product.ts'
import { cents, signedCents } from '#domain/money.ts'
import type { AdjustmentKind } from '#domain/orders/order-total.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { TWO_HOODIES } from '#test/support/order-desk.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'
import { linkDesk, INCREASE } from '#test/operations/payment-links/link-desk.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'

describeOnEachDatabase('orders of which an earlier version waived a part', (open) => {
  let shop: TestShop
  let product: Product
  const { paid, found, seen, settled, changed, waiting, refundOf } = linkDesk(() => ({ shop, product }))

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie({ stock: 50 }))

  const filled = async () => {
    const { database } = shop
    for (let batch = 0; batch < 9; batch += 1) {
      const step = await fillNextBatch(database, waivedTaxes, { limit: 1, now: shop.now() })
      if (step?.isDone) return
    }
    expect.fail('The orders are not all filled')
  }

  /** Writes the amounts as the version before 070 did: the tax in full, and nothing about units and waivers. */
  async function asBefore(number: string, waived: number | null) {
    const { db } = shop.database
    const { id, subtotal } = await found(number)
    await db.deleteFrom('order_adjustments').where('order_id', '=', id).execute()
    const row = (kind: AdjustmentKind, label: string, amount: number) => ({
      kind,
      label,
      amount_cents: signedCents(amount),
    })
    const rows = [
      row('tax', 'Tax', 7_08),
      row('shipping', 'Shipping', 25_00),
      ...(waived === null ? [] : [row('price-change', 'Our mistake', -waived)]),
    ]
    const none = { line_position: null, tax_kind: null, milli_percent: null, shares: null } as const
    await db
      .insertInto('order_adjustments')
      .values(
        rows.map((one, position) => ({
          ...one,
          ...none,
          order_id: id,
          position,
          of_shipping_cents: cents(0),
          contained_cents: cents(0),
        })),
      )
      .execute()
    const added = signedCents(7_08 + 25_00 - (waived ?? 0))
    await db
      .updateTable('orders')
      .set({ adjustments_cents: added, total_cents: cents(subtotal + added) })
      .where('id', '=', id)
      .execute()
  }

  test('get the tax on what was charged, as a change now does', async () => {
    const { number } = await paid()
    const waive = { method: 'waive', words: 'Our mistake' } as const
    expect(await changed(number, 3, INCREASE, waive)).toEqual({ kind: 'items-changed' })
    const { adjustments, total, version } = await found(number)
    await asBefore(number, INCREASE)
    expect((await found(number)).total).toBe(total)
    await filled()
    await filled()
    expect(await found(number)).toMatchObject({ adjustments, total, version })
    expect(await wrongTotals(shop.database.db)).toEqual([])
  })

  test('keep the price of refunded items, and offer the rest by item', async () => {
    const { number } = await paid()
    await changed(number, 3, INCREASE, { method: 'waive', words: 'Our mistake' })
    await asBefore(number, INCREASE)
    const amount = { items: [{ position: 0, quantity: 1 }], shipping: false }
    expect(await refundOrder(shop, await refundOf(number, { amount }))).toEqual({ kind: 'requested' })
    await settled()
    await filled()
    const { refundable } = (await findOrderView(shop, number, PERMISSIONS))!
    const { lines, shipping, left } = refundable!
    expect(lines[0]!.prices.at(-1)! + shipping).toBe(left)
    expect(await wrongTotals(shop.database.db)).toEqual([])
  })

  test('cost what was paid, if they were cancelled before the rest was paid', async () => {
    const { number } = await waiting()
    await cancelOrder(shop, { ...(await seen(number)), restock: true, reason: '' })
    await settled()
    const { adjustments, total } = await found(number)
    expect(total).toBe(TWO_HOODIES)
    await asBefore(number, null)
    expect((await found(number)).total).toBe(TWO_HOODIES + INCREASE)
    await filled()
    await filled()
    expect(await found(number)).toMatchObject({ adjustments, total: TWO_HOODIES })
    expect(await wrongTotals(shop.database.db)).toEqual([])
  })
})
