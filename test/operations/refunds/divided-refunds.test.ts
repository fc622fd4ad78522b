import { expect, test } from 'vitest'
import { findBookFaults } from '#db/backups/books.ts'
import { findPayments } from '#db/checkout/payments.ts'
import { readRefundLedger } from '#db/refunds/refund-ledger.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import type { Product } from '#domain/catalog/product.ts'
import { toRefundId } from '#domain/ids.ts'
import { chooseAll } from '#domain/refunds/refund-price.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { resolveAttention } from '#operations/orders/resolve-attention.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { GatewayError } from '#providers/payments/payment-gateway.ts'
import { gatewayTotals } from '#test/support/buyer.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { TWO_HOODIES } from '#test/support/order-desk.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'
import { linkDesk, INCREASE } from '#test/operations/payment-links/link-desk.ts'

const ITEMS = 3 * (118_00 + 2_36)
const SHIPPING = 25_00

describeOnEachDatabase('a refund by item that is divided between two payments', (open) => {
  let shop: TestShop
  let product: Product
  const desk = linkDesk(() => ({ shop, product }))
  const { found, seen, settled, refundOf, stateOf } = desk

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie({ stock: 10 }))

  const view = async (number: string) => (await findOrderView(shop, number, PERMISSIONS))!

  /** All items of an order that was paid by card and by link are refunded, and the gateway refuses one of the two. */
  async function refused(kind: 'card' | 'link') {
    const { number } = await desk.paid()
    shop.pass(1_000)
    await desk.changed(number, 3, INCREASE)
    await desk.pay(await desk.secretOf(await desk.linkOf(number)))
    await settled()
    const { id } = await found(number)
    const { intentId } = (await findPayments(shop.database.db, id)).find((payment) => payment.kind === kind)!
    const repair = shop.gateway.transport.disturb('refund', async (go, asked) => {
      if (asked.intentId === intentId) throw new GatewayError('The card is closed.', false)
      return go()
    })
    const choice = { items: [{ position: 0, quantity: 3 }], shipping: false }
    const request = await refundOf(number, { amount: choice })
    expect(await refundOrder(shop, request)).toEqual({ kind: 'requested' })
    await settled()
    shop.failures.length = 0
    repair()
    expect(await stateOf(number)).toBe('needs-attention')
    const resolution = { ...(await seen(number)), outcome: 'stands', note: '' } as const
    expect(await resolveAttention(shop, resolution)).toEqual({ kind: 'resolved' })
    return { number, id, refundId: request.refundId }
  }

  test.each([
    ['second', 'link', ITEMS - TWO_HOODIES],
    ['first', 'card', TWO_HOODIES],
  ] as const)(
    'offers exactly the missing sum when the %s share fails, and not its items again',
    async (_which, kind, missing) => {
      const { number, id, refundId } = await refused(kind)
      const { refundable, refundRests, history, fulfilment } = await view(number)
      expect(refundable).toEqual({
        lines: [{ position: 0, prices: [0], sent: 0 }],
        shipping: SHIPPING,
        left: missing + SHIPPING,
      })
      expect(refundRests).toEqual([{ id: refundId, amount: missing, what: '3 x Emblem Hoodie, M' }])
      expect(fulfilment).toBe('nothing-to-fulfil')
      const amount = { items: [], shipping: false, rests: [refundId] }
      const request = await refundOf(number, { amount })
      expect(await refundOrder(shop, request)).toEqual({ kind: 'requested' })
      expect(await refundOrder(shop, request)).toEqual({ kind: 'requested' })
      expect(await refundOrder(shop, { ...request, version: request.version + 1 })).toEqual({
        kind: 'requested',
      })
      const other = { ...request, amount: { ...amount, shipping: true } }
      expect(await refundOrder(shop, other)).toEqual({ kind: 'changed-meanwhile' })
      await settled()
      expect((await gatewayTotals(shop)).returned).toBe(ITEMS)
      const after = await view(number)
      expect(after.refundRests).toEqual([])
      expect(after.history.map(({ words }) => words).join()).toContain('for the rest of 3 x Emblem Hoodie, M')
      expect(history.length).toBeLessThan(after.history.length)
      const { splits, remaining } = await readRefundLedger(shop.database.db, await found(number))
      const rows = await findRefunds(shop.database.db, id)
      for (const { id: row, amount: returned, state } of rows.filter((one) => one.state === 'done')) {
        expect(
          splits.get(row)!.reduce((sum, part) => sum + part.amount, 0),
          state,
        ).toBe(returned)
      }
      expect(remaining.parts.map(({ left }) => left).reduce((sum, one) => sum + one, remaining.beyond)).toBe(
        SHIPPING,
      )
      const rest = await refundOf(number, { amount: chooseAll(after.refundable!) })
      expect(await refundOrder(shop, rest)).toEqual({ kind: 'requested' })
      await settled()
      expect(await stateOf(number)).toBe('refunded')
      expect(await findBookFaults(shop.database.db)).toEqual([])
    },
  )

  test('returns a missing sum once when it is requested twice at the same time', async () => {
    const { number, refundId } = await refused('link')
    const request = await refundOf(number, { amount: { items: [], shipping: false, rests: [refundId] } })
    const both = await Promise.all([refundOrder(shop, request), refundOrder(shop, request)])
    expect(both).toEqual([{ kind: 'requested' }, { kind: 'requested' }])
    await settled()
    expect((await gatewayTotals(shop)).returned).toBe(ITEMS)
    expect((await view(number)).history.filter(({ words }) => words.includes('the rest of'))).toHaveLength(1)
  })

  test('offers the missing sum again when its own refund fails, and none of it for another refund', async () => {
    const { number, refundId } = await refused('link')
    const repair = shop.gateway.transport.disturb('refund', async () => {
      throw new GatewayError('The card is closed.', false)
    })
    expect(
      await refundOrder(
        shop,
        await refundOf(number, { amount: { items: [], shipping: false, rests: [refundId] } }),
      ),
    ).toEqual({
      kind: 'requested',
    })
    await settled()
    shop.failures.length = 0
    repair()
    await resolveAttention(shop, { ...(await seen(number)), outcome: 'stands', note: '' })
    expect((await view(number)).refundRests).toMatchObject([{ amount: ITEMS - TWO_HOODIES }])
    const other = await refundOf(number, {
      amount: { items: [], shipping: false, rests: [toRefundId('another')] },
    })
    expect(await refundOrder(shop, other)).toEqual({ kind: 'nothing-chosen' })
    await refundOrder(
      shop,
      await refundOf(number, { amount: { items: [], shipping: false, rests: [refundId] } }),
    )
    await settled()
    expect((await gatewayTotals(shop)).returned).toBe(ITEMS)
    expect((await view(number)).refundRests).toEqual([])
  })

  test.each(['link', 'card'] as const)(
    'returns the missing sum and the other parts in one refund: the %s payment was refused',
    async (kind) => {
      const { number, id, refundId } = await refused(kind)
      const { refundable } = await view(number)
      const everything = { ...chooseAll(refundable!), rests: [refundId] }
      const request = await refundOf(number, { amount: everything })
      expect(await refundOrder(shop, request)).toEqual({ kind: 'requested' })
      expect(await refundOrder(shop, request)).toEqual({ kind: 'requested' })
      const withoutRest = { ...request, amount: chooseAll(refundable!) }
      expect(await refundOrder(shop, withoutRest)).toEqual({ kind: 'changed-meanwhile' })
      await settled()
      const after = await view(number)
      expect(after.history.map(({ words }) => words).join()).toContain(
        'for shipping and the rest of 3 x Emblem Hoodie, M',
      )
      expect(after.refundRests).toEqual([])
      expect(await stateOf(number)).toBe('refunded')
      expect((await gatewayTotals(shop)).returned).toBe(ITEMS + SHIPPING)
      const { splits, remaining } = await readRefundLedger(shop.database.db, await found(number))
      expect(remaining.parts.map(({ left }) => left).filter((left) => left !== 0)).toEqual([])
      const shipped = [...splits].flatMap(([row, parts]) =>
        parts.some((part) => part.kind === 'shipping' && part.amount > 0) ? [row] : [],
      )
      expect(shipped.every((row) => row.startsWith(request.refundId))).toBe(true)
      const rows = await findRefunds(shop.database.db, id)
      expect(rows.filter((row) => row.id.startsWith(`${refundId}-again-1`)).length).toBeGreaterThan(0)
      expect(await findBookFaults(shop.database.db)).toEqual([])
    },
  )
})
