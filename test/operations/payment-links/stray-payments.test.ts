import { expect, test } from 'vitest'
import { findBookFaults } from '#db/backups/books.ts'
import { findPayments } from '#db/checkout/payments.ts'
import type { Product } from '#domain/catalog/product.ts'
import { cents, type Cents } from '#domain/money.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { resolveAttention } from '#operations/orders/resolve-attention.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { GatewayError } from '#providers/payments/payment-gateway.ts'
import { gatewayTotals } from '#test/support/buyer.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { expectConsistentOrder } from '#test/support/order-consistency.ts'
import { ONE_HOODIE, TWO_HOODIES } from '#test/support/order-desk.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'
import { linkDesk, INCREASE } from './link-desk.ts'

const STRAY = cents(100_00)
const UNIT = TWO_HOODIES - ONE_HOODIE

describeOnEachDatabase('a payment by link that covers nothing of its order', (open) => {
  let shop: TestShop
  let product: Product
  const desk = linkDesk(() => ({ shop, product }))
  const { waiting, found, seen, settled, secretOf, balance, orderRow, paymentsOf, refundOf } = desk

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie({ stock: 10 }))

  const stands = async (number: string) =>
    resolveAttention(shop, { ...(await seen(number)), outcome: 'stands', note: 'Agreed' })

  /** Set aside for its amount. */
  async function setAside() {
    const number = await desk.payWrongAmount(STRAY)
    await settled()
    return number
  }

  /** Paid after its balance was waived; the gateway refuses to return it. */
  async function paidInVain() {
    const { number, ...link } = await waiting()
    const secret = await secretOf(link)
    const down = shop.gateway.transport.disturb('cancelIntent', async () => {
      throw new GatewayError('Not today.', true)
    })
    await balance(number, { step: 'settle', increase: { method: 'waive', words: 'Agreed' } })
    down()
    const closed = shop.gateway.transport.disturb('refund', async () => {
      throw new GatewayError('The card is closed.', false)
    })
    await desk.pay(secret)
    await settled()
    closed()
    shop.failures.length = 0
    expect(await orderRow(number)).toMatchObject({ state: 'needs-attention' })
    return number
  }

  async function refund(number: string, amount: Cents | { items: { position: number; quantity: number }[] }) {
    const wanted = typeof amount === 'number' ? amount : { ...amount, shipping: false }
    expect(await refundOrder(shop, await refundOf(number, { amount: wanted }))).toEqual({ kind: 'requested' })
    await settled()
    await expectConsistentOrder(shop, number, 'refunded')
    expect(await findBookFaults(shop.database.db)).toEqual([])
  }
  /** What was returned of each payment: `card 0`. */
  async function returnedOf(number: string): Promise<string[]> {
    const { db } = shop.database
    const payments = await findPayments(db, (await found(number)).id)
    const returned = await db
      .selectFrom('refunds')
      .select(['payment_id as id', 'amount_cents as amount'])
      .where('state', '=', 'done')
      .execute()
    return payments.map(({ id, kind }) => {
      const own = returned.filter((one) => one.id === id)
      return `${kind} ${own.reduce((sum, { amount }) => sum + amount, 0)}`
    })
  }

  test('is returned first when staff refund a sum, and the order stays paid', async () => {
    const number = await setAside()
    await refund(number, STRAY)
    expect(await returnedOf(number)).toEqual(['card 0', `link ${STRAY}`])
    expect(await stands(number)).toEqual({ kind: 'resolved' })
    expect(await orderRow(number)).toMatchObject({ state: 'paid', total: TWO_HOODIES })
    expect(await paymentsOf(number)).toEqual([`card succeeded ${TWO_HOODIES}`, `link refunded ${STRAY}`])
  })

  test('is returned first even after staff accepted the order, and in parts', async () => {
    const number = await setAside()
    expect(await stands(number)).toEqual({ kind: 'resolved' })
    await refund(number, cents(30_00))
    expect(await returnedOf(number)).toEqual(['card 0', 'link 3000'])
    expect(await orderRow(number)).toMatchObject({ state: 'paid' })
    await refund(number, cents(STRAY - 30_00 + 5_00))
    expect(await returnedOf(number)).toEqual(['card 500', `link ${STRAY}`])
    expect(await orderRow(number)).toMatchObject({ state: 'refunded-in-part' })
    await refund(number, cents(TWO_HOODIES - 5_00))
    expect(await orderRow(number)).toMatchObject({ state: 'refunded' })
    expect(await gatewayTotals(shop)).toMatchObject({ returned: STRAY + TWO_HOODIES })
  })

  test('is returned first when its own refund was refused', async () => {
    const number = await paidInVain()
    expect(await stands(number)).toEqual({ kind: 'resolved' })
    expect(await orderRow(number)).toMatchObject({ state: 'paid' })
    await refund(number, cents(INCREASE))
    expect(await returnedOf(number)).toEqual(['card 0', `link ${INCREASE}`])
    expect(await orderRow(number)).toMatchObject({ state: 'paid' })
  })

  test('is left alone by a refund of items while there is money for them', async () => {
    const number = await setAside()
    expect(await stands(number)).toEqual({ kind: 'resolved' })
    const { refundable } = (await findOrderView(shop, number, PERMISSIONS))!
    await refund(number, { items: [{ position: 0, quantity: 1 }] })
    const price = refundable!.lines[0]!.prices[1]!
    expect(price).toBeLessThan(UNIT + 1)
    expect(await returnedOf(number)).toEqual([`card ${price}`, 'link 0'])
    expect(await orderRow(number)).toMatchObject({ state: 'refunded-in-part' })
    await refund(number, STRAY)
    expect(await returnedOf(number)).toEqual([`card ${price}`, `link ${STRAY}`])
  })
})
