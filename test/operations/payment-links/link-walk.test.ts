import { expect, test } from 'vitest'
import { findBookFaults } from '#db/backups/books.ts'
import { findDueLink } from '#db/payment-links/payment-links.ts'
import { findPayments } from '#db/checkout/payments.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import { PAYMENT_LINK_MS } from '#domain/checkout/payment-link.ts'
import type { Product } from '#domain/catalog/product.ts'
import { sumReceived } from '#domain/checkout/payment.ts'
import { leftToRefund } from '#domain/refunds/refund.ts'
import { reconcilePayments } from '#operations/checkout/payments/reconcile-payments.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { undoFulfilment } from '#operations/orders/undo-fulfilment.ts'
import { expirePaymentLinks } from '#operations/payment-links/expire-payment-links.ts'
import { payByLink } from '#operations/payment-links/pay-by-link.ts'
import { GatewayError } from '#providers/payments/payment-gateway.ts'
import { DECLINED, deliverWebhooks, gatewayTotals, PAYS } from '#test/support/buyer.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { TRACKING } from '#test/support/order-desk.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'
import { walkSeeds } from '#test/support/walk-seeds.ts'
import { linkDesk, INCREASE } from './link-desk.ts'

const STOCK = 400

describeOnEachDatabase('random changes, payment links and payments', (open) => {
  let shop: TestShop
  let product: Product
  const { paid, found, seen, settled, linkOf, balance, changed, orderRow } = linkDesk(() => ({
    shop,
    product,
  }))

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie({ stock: STOCK }))

  test.each(walkSeeds([21, 22, 23]))(
    'keep money and stock consistent: seed %i',
    { timeout: 120_000 },
    async (seed) => {
      const random = dice(seed)
      let isFlaky = false
      const flaky = async <Answer>(go: () => Promise<Answer>): Promise<Answer> => {
        if (isFlaky && random(6) === 0) throw new GatewayError('Not today.', true)
        return go()
      }
      const repairs = [
        shop.gateway.transport.disturb('cancelIntent', flaky),
        shop.gateway.transport.disturb('createIntent', flaky),
      ]
      const numbers: string[] = []
      const secrets: string[] = []
      const met = new Set<string>()
      const units = async (number: string) => (await found(number)).lines[0]?.quantity ?? 0
      const words = 'Agreed'
      const ask = async (number: string) => changed(number, (await units(number)) + 1, INCREASE)
      const openLink = async (number: string) => {
        const { due } = await orderRow(number)
        if (due === 0) return { kind: 'nothing-due' }
        const { link, key } = await linkOf(number)
        const outcome = await payByLink(shop, link, key)
        if (outcome.kind === 'requested') secrets.push(outcome.clientSecret)
        return outcome
      }
      const steps: ((number: string) => Promise<{ kind: string }>)[] = [
        ask,
        ask,
        ask,
        async (number) => changed(number, (await units(number)) + 1, INCREASE, { method: 'waive', words }),
        async (number) => changed(number, Math.max(1, (await units(number)) - 1), -INCREASE),
        openLink,
        openLink,
        openLink,
        async () => {
          const secret = secrets[random(Math.max(1, secrets.length))]
          if (secret === undefined) return { kind: 'no-secret' }
          const confirmation = await shop.gateway.confirm(secret, random(4) === 0 ? DECLINED : PAYS)
          return { kind: `confirmed-${confirmation.kind}` }
        },
        async (number) => balance(number, { step: 'send' }),
        async (number) => balance(number, { step: 'cancel' }),
        async (number) => balance(number, { step: 'undo' }),
        async (number) =>
          balance(number, {
            step: 'settle',
            increase: { method: random(2) === 0 ? 'cash' : 'waive', words },
          }),
        async (number) =>
          fulfilOrder(shop, { ...(await seen(number)), ...TRACKING, despiteBalance: random(2) === 0 }),
        async (number) => undoFulfilment(shop, { ...(await seen(number)), shipment: 1, reason: words }),
        async (number) =>
          random(6) === 0
            ? cancelOrder(shop, { ...(await seen(number)), restock: true, reason: '' })
            : { kind: 'kept' },
        async () => ({ kind: `webhooks ${Math.sign(await deliverWebhooks(shop))}` }),
        async () => {
          shop.pass(PAYMENT_LINK_MS / 3)
          return { kind: `expired ${Math.sign(await expirePaymentLinks(shop))}` }
        },
        async () => {
          await reconcilePayments(shop).catch(() => 0) // the gateway is down
          return { kind: 'reconciled' }
        },
      ]
      for (let step = 0; step < 200; step += 1) {
        shop.pass(1)
        isFlaky = false
        if (step % 20 === 0) numbers.push((await paid()).number)
        isFlaky = true
        const number = numbers.at(-1 - random(Math.min(2, numbers.length)))!
        const outcome = await steps[random(steps.length)]!(number)
        met.add(outcome.kind)
        await checkBalance(number)
      }
      for (const repair of repairs) repair()
      for (let round = 0; round < 4; round += 1) {
        shop.pass(60 * 60_000)
        await deliverWebhooks(shop)
        await expirePaymentLinks(shop)
        await reconcilePayments(shop)
        await settled()
      }
      shop.failures.length = 0
      for (const kind of ['items-changed', 'requested', 'change-undone', 'balance-settled', 'balance-due']) {
        expect([...met], kind).toContain(kind)
      }
      await checkSums(numbers)
      expect(await findBookFaults(shop.database.db)).toEqual([])
    },
  )

  /** An order waits for exactly what its link asks for. */
  async function checkBalance(number: string) {
    const { id } = await found(number)
    const { due, link } = await orderRow(number)
    const waiting = await findDueLink(shop.database.db, id)
    expect({ due, link }).toEqual({
      due: waiting?.amount ?? 0,
      link: waiting ? (waiting.state === 'open' ? 'open' : 'closed') : 'none',
    })
  }

  /** Orders, gateway and stock agree: what an order kept is its total without what is due. */
  async function checkSums(numbers: readonly string[]) {
    let [kept, external, units] = [0, 0, 0]
    for (const number of numbers) {
      const { id, state, total, lines } = await found(number)
      const { due } = await orderRow(number)
      const payments = await findPayments(shop.database.db, id)
      const left = leftToRefund(sumReceived(payments), await findRefunds(shop.database.db, id))
      expect(left, `${number} ${state}`).toBe(state === 'cancelled' ? 0 : total - due)
      kept += left
      const outside = new Set(payments.filter(({ kind }) => kind === 'external').map(({ id: paid }) => paid))
      const returned = (await findRefunds(shop.database.db, id)).filter(({ paymentId }) =>
        outside.has(paymentId),
      )
      external +=
        sumReceived(payments.filter(({ kind }) => kind === 'external')) -
        returned.reduce((sum, { amount }) => sum + amount, 0)
      if (state !== 'cancelled') units += lines.reduce((sum, { quantity }) => sum + quantity, 0)
    }
    const { taken, returned } = await gatewayTotals(shop)
    expect(taken - returned).toBe(kept - external)
    expect((await shop.catalog.find(product.id))?.stock).toBe(STOCK - units)
  }
})

/** A seeded generator: a failure can be reproduced. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}
