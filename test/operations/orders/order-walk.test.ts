import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { movementsOutOfStep } from '#chaos/audit/movements-out-of-step.ts'
import { ordersBesideLedger } from '#chaos/audit/orders-beside-ledger.ts'
import { wrongTotals } from '#chaos/audit/wrong-totals.ts'
import { findBookFaults } from '#db/backups/books.ts'
import { findPayments } from '#db/checkout/payments.ts'
import { findDueLink } from '#db/payment-links/payment-links.ts'
import { findLineFacts } from '#db/refunds/fulfilment-status.ts'
import { readRefundLedger } from '#db/refunds/refund-ledger.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import { findLedgerDifferences } from '#db/stock/stock-movements.ts'
import type { Product } from '#domain/catalog/product.ts'
import { leftToPay } from '#domain/checkout/pricing.ts'
import { sumReceived } from '#domain/checkout/payment.ts'
import { toDisputeId, toRefundId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { lineProgress } from '#domain/orders/fulfilment.ts'
import { mayBecome, type OrderState } from '#domain/orders/order.ts'
import {
  DEFAULT_SHIPPING,
  EVERYWHERE,
  type ShippingTariff,
} from '#domain/checkout/shipping/shipping-tariff.ts'
import { leftToRefund, overRefund, returnedSoFar } from '#domain/refunds/refund.ts'
import { PROMOTIONS } from '#domain/settings/promotions.ts'
import { SHIPPING } from '#domain/settings/shipping.ts'
import { TAX } from '#domain/settings/tax.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { previewCart } from '#operations/checkout/preview-cart.ts'
import { giveStoreCredit } from '#operations/gift-cards/change-gift-card.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { changeAddress, priceAddress } from '#operations/orders/change-address.ts'
import { changeItems, priceItemChange } from '#operations/orders/change-items.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { pickUpOrder, undoPickup } from '#operations/orders/pickup/pick-up-order.ts'
import { resolveAttention } from '#operations/orders/resolve-attention.ts'
import { undoFulfilment } from '#operations/orders/undo-fulfilment.ts'
import { payByLink } from '#operations/payment-links/pay-by-link.ts'
import { settleBalance } from '#operations/payment-links/settle-balance.ts'
import { paymentLinkPath } from '#operations/payment-link-path.ts'
import { storeSalesDays } from '#operations/upkeep/store-sales-days.ts'
import { handleDisputeEvent } from '#operations/refunds/handle-dispute-event.ts'
import { handleRefundEvent } from '#operations/refunds/handle-refund-event.ts'
import { reconcileRefunds } from '#operations/refunds/reconcile-refunds.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { restockOrder } from '#operations/refunds/restock-order.ts'
import { currentVersion } from '#operations/settings/current-setting.ts'
import { saveSetting } from '#operations/settings/save-setting.ts'
import { GatewayError } from '#providers/payments/payment-gateway.ts'
import { choosing, deliverWebhooks, one, orderFor, PAYS, place } from '#test/support/buyer.ts'
import {
  expectGatewayAgrees,
  expectOverviewAddsUp,
  expectConsistentOrder,
} from '#test/support/order-consistency.ts'
import { saveAsStaff } from '#test/support/rounding-shop.ts'
import { issueGiftCard, openStoreCredit } from '#test/support/gift-card.ts'
import { eraseCustomer } from '#operations/orders/erase-customer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { orderDesk } from '#test/support/order-desk.ts'
import { ALL, promotion } from '#test/support/promotion.ts'
import { ADA } from '#test/support/staff-browser.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'
import { expectStoredShares } from '#test/support/stored-shares.ts'
import { STEPS_BETWEEN_PAGES, walkSeeds } from '#test/support/walk-seeds.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'

const method = (id: string, price: number, more = {}) => ({
  id,
  name: id,
  kind: 'delivery' as const,
  leastDays: 1,
  mostDays: 3,
  by: 'subtotal' as const,
  steps: [{ upTo: null, price: cents(price) }],
  freeFrom: null,
  ...more,
})
/** Of every second order, on top of what applies by itself. */
const SALES = [
  promotion('tenth', { kind: 'percent', milliPercent: 10_000, items: ALL }, { combinesWith: ['shipping'] }),
  promotion(
    'walk',
    { kind: 'shipping', off: cents(3_33), methods: [] },
    { codes: ['WALK'], combinesWith: ['order'] },
  ),
]
const placeIn = (country: string) => ({ country, region: '', postal: [] })
const ZONES: ShippingTariff = {
  ...DEFAULT_SHIPPING,
  pickupPlace: '12 Broadway Ave',
  zones: [
    {
      name: 'Canada',
      places: [placeIn('CA')],
      methods: [method('post', 11_37), method('pickup', 0, { kind: 'pickup', steps: [] })],
    },
    { name: 'Rest', places: [placeIn(EVERYWHERE)], methods: [method('sea', 60_11)] },
  ],
  duties: [{ country: 'US', terms: 'ddp', rates: [], otherMilliPercent: 33_333 }],
}
const PLACES = [
  CUSTOMER,
  { ...CUSTOMER, city: 'Halifax', region: 'Nova Scotia', postal: 'B3H 1Y4' },
  { ...CUSTOMER, city: 'Beverly Hills', country: 'US', region: 'California', postal: '90210' },
]

describeOnEachDatabase('random lives of orders', (open) => {
  let shop: TestShop
  let products: Product[]
  const { found, seen, settled } = orderDesk(() => ({ shop, product: products[0]! }))

  beforeEach(async () => {
    shop = await openTestShop(open(), { arrange: (due) => [...due.toReversed(), ...due] })
    await shop.identity.addMember(ADA)
    products = []
    for (const price of [33_33, 149_95])
      products.push(await shop.catalog.add(hoodie({ stock: 5_000, price: cents(price) })))
    const [member] = await shop.identity.people.list()
    const editor = { memberId: member!.id, permissions: PERMISSIONS, address: '', userAgent: '' }
    for (const save of [
      saveSetting(
        shop,
        SHIPPING,
        { version: (await currentVersion(shop, SHIPPING)).version, value: ZONES },
        editor,
      ),
      saveSetting(
        shop,
        TAX,
        {
          version: (await currentVersion(shop, TAX)).version,
          value: {
            ...TAX.fallback,
            mode: 'by-destination',
            registrations: ['gst-hst CA', 'pst CA Saskatchewan'],
          },
        },
        editor,
      ),
      saveSetting(
        shop,
        PROMOTIONS,
        { version: (await currentVersion(shop, PROMOTIONS)).version, value: { promotions: SALES } },
        editor,
      ),
    ])
      expect((await save).kind).toBe('saved')
  })

  test.each(walkSeeds([300, 302]))(
    'keep all books consistent, whatever arrives twice, late or simultaneously: seed %i',
    { timeout: 240_000 },
    async (seed) => {
      const random = dice(seed)
      const met = new Set<string>()
      const numbers: string[] = []
      const states = new Map<string, OrderState>()
      const words = 'Agreed'
      const repair = shop.gateway.transport.disturb('refund', async (send) => {
        if (random(8) === 0) throw new GatewayError('Not today.', random(2) === 0)
        return send()
      })

      async function placed() {
        const items = products.map((product) => one(product, 'M', 1 + random(3)))
        const isPickup = random(3) > 0
        const checkoutId = randomUUID()
        const email = `ada.${numbers.length}@shopper.example`
        const credit = { email, name: 'Ada', amount: cents(25_00), reason: words, by: ADA.email }
        if (numbers.length % 4 === 1) await giveStoreCredit(shop, credit)
        const codes = [
          ...(numbers.length % 2 === 0 ? ['WALK'] : []),
          ...(numbers.length % 3 === 0 ? [await issueGiftCard(shop, 40_00)] : []),
          ...(numbers.length % 4 === 1 ? [await openStoreCredit(shop, email, checkoutId)] : []),
        ]
        const asked = orderFor(products, items, {
          checkoutId,
          customer: { ...PLACES[isPickup ? 0 : random(3)]!, email },
          ...choosing({ shippingMethod: isPickup ? 'pickup' : null, codes }),
        })
        const { customer: destination, choices } = asked
        const { totals, shipping } = await previewCart(shop, { items, checkoutId, destination, choices })
        const { clientSecret, orderNumber } = await place(shop, {
          ...asked,
          amount: leftToPay(totals),
          ...choosing({ shippingMethod: shipping.method?.id ?? null, codes }),
        })
        await shop.gateway.confirm(clientSecret, PAYS)
        await deliverWebhooks(shop)
        numbers.push(orderNumber)
      }
      const linesOf = async (number: string) => (await found(number)).lines
      type ViewLine = NonNullable<Awaited<ReturnType<typeof findOrderView>>>['lines'][number]
      /** Some of the units that an action is for, and now and then one too many. */
      const some = async (number: string, most: (line: ViewLine) => number) => {
        const { lines } = (await findOrderView(shop, number, PERMISSIONS))!
        return lines
          .map((line) => {
            const all = most(line) + (random(12) === 0 ? 1 : 0)
            return { position: line.position, quantity: random(all + 1) }
          })
          .filter(({ quantity }) => quantity > 0)
      }
      const increase = () => ({ method: (['waive', 'cash', 'link'] as const)[random(3)]!, words })
      const intentOf = async (number: string) => {
        const paid = (await findPayments(shop.database.db, (await found(number)).id)).filter(
          (p) => p.intentId,
        )
        return paid[random(Math.max(1, paid.length))]?.intentId ?? 'pi_none'
      }
      /** The bank sends a refund back that was made. */
      async function sendBack(number: string) {
        const { db } = shop.database
        const made = await db
          .selectFrom('refunds')
          .innerJoin('test_gateway_refunds as made', 'made.idempotency_key', 'refunds.idempotency_key')
          .select(['made.id', 'refunds.idempotency_key as key', 'made.amount_cents as amount'])
          .select('made.intent_id as intentId')
          .where('order_id', '=', (await found(number)).id)
          .where('refunds.state', '=', 'done')
          .execute()
        const refund = made[random(Math.max(1, made.length))]
        if (refund === undefined || random(3) > 0) return null
        await db.deleteFrom('test_gateway_refunds').where('id', '=', refund.id).execute()
        await handleRefundEvent(shop, { ...refund, state: 'failed', failure: 'account_closed' })
        if (random(2) === 0) await handleRefundEvent(shop, { ...refund, state: 'succeeded', failure: '' })
        return { kind: 'sent back' }
      }
      /** Two members press the same button at the same time: one of them does it. */
      async function twice<T extends { kind: string }>(done: string, act: () => Promise<T>): Promise<T> {
        if (random(3) > 0) return act()
        const [first, second] = await Promise.all([act(), act()])
        const both = [first.kind, second.kind]
        expect(both.filter((kind) => kind === done).length, both.join()).toBeLessThan(2)
        return first.kind === done ? first : second
      }
      const once: ((number: string) => Promise<{ kind: string } | null>)[] = [
        async (number) => {
          const position = random((await linesOf(number)).length)
          const quantity = 1 + random((await linesOf(number))[position]!.quantity)
          const to = { productId: products[random(2)]!.id, size: 'M' as const, quantity: 1 + random(3) }
          const task = { ...(await seen(number)), change: { position, quantity, to } }
          const priced = await priceItemChange(shop, task)
          if (priced.kind !== 'items-priced') return priced
          const change = { ...task, difference: priced.difference, increase: increase() }
          return twice('items-changed', () => changeItems(shop, change))
        },
        async (number) => {
          const { email: _email, ...recipient } = PLACES[random(3)]!
          const task = { ...(await seen(number)), recipient }
          const priced = await priceAddress(shop, task)
          if (priced.kind !== 'address-priced') return priced
          const change = { ...task, difference: priced.difference, increase: increase() }
          return twice('address-changed', () => changeAddress(shop, change))
        },
        ...Array.from({ length: 3 }, () => async (number: string) => {
          const { refundable } = (await findOrderView(shop, number, PERMISSIONS))!
          const prices = new Map(refundable?.lines.map((line) => [line.position, line.prices.length - 1]))
          const items = await some(number, ({ position }) => prices.get(position) ?? 0)
          const amount = random(5) === 0 ? cents(1 + random(90_00)) : { items, shipping: random(5) === 0 }
          const restock = random(3) === 0 ? items : []
          const as = random(4) === 0 ? ('store-credit' as const) : undefined
          const task = { ...(await seen(number)), amount, as, restock, reason: '', checkedGateway: true }
          return twice('requested', () => refundOrder(shop, { ...task, refundId: toRefundId(randomUUID()) }))
        }),
        async (number) => {
          const task = { ...(await seen(number)), carrier: '', trackingNumber: '', trackingLink: '' }
          const items = await some(number, (line) => line.open)
          return twice('fulfilled', () => fulfilOrder(shop, { ...task, items }))
        },
        async (number) =>
          undoFulfilment(shop, { ...(await seen(number)), shipment: 1 + random(3), reason: words }),
        async (number) => {
          const task = {
            ...(await seen(number)),
            items: await some(number, (line) => line.waiting),
            tellCustomer: random(2) === 0,
          }
          return twice('picked-up-now', () => pickUpOrder(shop, task))
        },
        async (number) => undoPickup(shop, { ...(await seen(number)), pickup: 1 + random(3), reason: words }),
        async (number) => {
          const task = {
            ...(await seen(number)),
            units: await some(number, (line) => line.returnable.left),
            reason: '',
          }
          return twice('restocked', () => restockOrder(shop, task))
        },
        async (number) =>
          random(10) === 0
            ? cancelOrder(shop, {
                ...(await seen(number)),
                restock: random(2) === 0,
                reason: '',
                checkedGateway: true,
              })
            : null,
        async (number) => {
          const step = (['send', 'cancel', 'undo', 'settle'] as const)[random(4)]!
          const settling = {
            step: 'settle',
            increase: { method: random(2) === 0 ? 'cash' : 'waive', words },
          } as const
          const task = await seen(number)
          const asked = step === 'settle' ? { ...task, ...settling } : { ...task, step }
          return settleBalance(shop, asked)
        },
        async (number) => {
          const order = await found(number)
          const link = await findDueLink(shop.database.db, order.id)
          if (link === null) return null
          const path = new URL(paymentLinkPath(shop, link.id, order), 'http://shop.example')
          const asked = await payByLink(shop, link.id, path.searchParams.get('key') ?? '')
          if (asked.kind === 'requested' && random(3) > 0)
            await shop.gateway.confirm(asked.clientSecret, PAYS)
          return asked
        },
        async (number) => {
          if (random(8) > 0) return null
          const { total } = await found(number)
          const dispute = {
            intentId: await intentOf(number),
            currency: 'cad',
            reason: 'fraudulent',
            state: (['open', 'won', 'lost'] as const)[random(3)]!,
            id: toDisputeId(`dp-${random(2)}-${number}`),
            amount: random(2) === 0 ? total : cents(20_00),
          }
          await handleDisputeEvent(shop, dispute)
          if (random(2) === 0) await handleDisputeEvent(shop, dispute)
          return { kind: `dispute ${dispute.state}` }
        },
        async (number) => {
          if (random(8) > 0) return null
          const refund = {
            id: `re-${number}-${random(2)}`,
            intentId: await intentOf(number),
            key: '',
            amount: cents(15_00),
            state: random(4) === 0 ? ('failed' as const) : ('succeeded' as const),
            failure: '',
          }
          await handleRefundEvent(shop, refund)
          await handleRefundEvent(shop, refund)
          return { kind: 'refunded outside' }
        },
        async (number) => {
          const outcome = (['stands', 'returned', 'written-off'] as const)[random(3)]!
          return resolveAttention(shop, { ...(await seen(number)), outcome, note: '' })
        },
        async () => {
          if (random(6) > 0) return null
          const registrations = random(3) === 0 ? [] : ['gst-hst CA' as const, 'pst CA Saskatchewan' as const]
          await saveAsStaff(shop, TAX, {
            ...TAX.fallback,
            mode: random(3) === 0 ? 'flat' : 'by-destination',
            flatMilliPercent: random(2) * 2_000,
            pricesIncludeTax: random(2) === 0,
            registrations,
          })
          return { kind: 'taxes changed' }
        },
        async (number) => sendBack(number),
        async () => {
          if (random(3) > 0) return null
          shop.pass(26 * 60 * 60_000)
          while ((await storeSalesDays(shop)) > 0);
          return { kind: 'a day later' }
        },
        async (number) => {
          if (random(12) > 0) return null
          const { email } = (await found(number)).customer
          return email === '' ? null : eraseCustomer(shop, { email, by: ADA.email })
        },
        async () => {
          await deliverWebhooks(shop)
          return { kind: 'webhooks' }
        },
        async () => {
          shop.pass(random(4) === 0 ? 60 * 60_000 : 10_000)
          await settled()
          return { kind: 'settled' }
        },
        async () => {
          await reconcileRefunds(shop).catch(() => 0)
          return { kind: 'reconciled' }
        },
      ]
      // Changes, parcels and pickups more often than the rest.
      const steps = [...once, ...once.slice(0, 2), ...once.slice(5, 8), ...once.slice(7, 10)]
      for (let step = 0; step < 200; step += 1) {
        shop.pass(1)
        if (step % 20 === 0) await placed()
        const number = numbers.at(-1 - random(Math.min(2, numbers.length)))!
        const at = random(steps.length)
        const outcome = await steps[at]!(number)
        const kind = outcome?.kind ?? 'nothing'
        met.add(kind)
        if (step % STEPS_BETWEEN_PAGES === 0)
          await expectConsistentOrder(shop, number, `seed ${seed} step ${step} (${at}: ${kind})`)
        await checkOrder(number, `seed ${seed} step ${step} (${at}: ${kind})`)
        const before = states.get(number)
        const { state } = await found(number)
        if (before !== undefined && before !== state) {
          expect(mayBecome(before, state) || isTwoSteps(before, state), `${before} -> ${state}`).toBe(true)
        }
        states.set(number, state)
        if (step % 10 === 9) {
          await checkBooks(`seed ${seed} step ${step}`)
          await expectOverviewAddsUp(shop, numbers, `seed ${seed} step ${step}`)
        }
      }
      repair()
      for (let round = 0; round < 6; round += 1) {
        shop.pass(60 * 60_000)
        await deliverWebhooks(shop)
        await reconcileRefunds(shop)
        await settled()
      }
      const failures = shop.failures.splice(0).map(({ error }) => error)
      expect(failures.filter((error) => !(error instanceof GatewayError))).toEqual([])
      await checkBooks('at the end')
      await expectGatewayAgrees(shop, numbers, 'at the end')
      for (const number of numbers) await checkOrder(number, 'at the end')
      expect([...met]).toEqual(
        expect.arrayContaining(['requested', 'items-changed', 'address-changed', 'fulfilled', 'settled']),
      )
    },
  )

  async function checkBooks(when: string) {
    const { db } = shop.database
    expect(await wrongTotals(db), when).toEqual([])
    expect(await findBookFaults(db), when).toEqual([])
    expect(await findLedgerDifferences(db), when).toEqual([])
    expect(await movementsOutOfStep(db), when).toEqual([])
    expect(await ordersBesideLedger(db), when).toEqual([])
  }

  /** Expects everything that an order says about its units and its money to agree. */
  async function checkOrder(number: string, when: string) {
    const { db } = shop.database
    const order = await found(number)
    const payments = await findPayments(db, order.id)
    const refunds = await findRefunds(db, order.id)
    for (const facts of await findLineFacts(db, order.id)) {
      const { shipped, removed, open: openUnits } = lineProgress(facts)
      expect(shipped + removed + openUnits, when).toBe(facts.quantity)
      expect(Math.min(shipped, removed, openUnits), when).toBeGreaterThanOrEqual(0)
      expect(facts.restocked.all, when).toBeLessThanOrEqual(facts.quantity)
      expect(facts.restocked.sent, when).toBeLessThanOrEqual(facts.restocked.all)
    }
    await expectStoredShares(db, order.id, when)
    const { remaining, splits } = await readRefundLedger(db, order)
    for (const { id, amount, state } of refunds) {
      if (state !== 'asked' && state !== 'done') continue
      const charged = splits.get(id)!.filter(({ contained }) => !contained)
      expect(
        charged.reduce((sum, part) => sum + part.amount, 0),
        when,
      ).toBe(amount)
    }
    const received = sumReceived(payments)
    const left = leftToRefund(received, refunds)
    const over = overRefund(received, refunds)
    const due = (await findDueLink(db, order.id))?.amount ?? 0
    const asked = refunds.filter(({ state }) => state === 'asked').reduce((sum, one) => sum + one.amount, 0)
    expect(received + over - returnedSoFar(refunds), when).toBeGreaterThanOrEqual(0)
    const charged = remaining.parts.filter(({ contained }) => !contained)
    const sum = charged.reduce((so, part) => so + part.left, remaining.beyond)
    if (over === 0 && asked === 0) expect(sum, when).toBe(left + due)
    for (const payment of payments) {
      const own = refunds.filter(({ paymentId, source }) => paymentId === payment.id && source !== 'dispute')
      const byShop = own.filter(({ state, source }) => source !== 'gateway' && state !== 'failed')
      const back = byShop.reduce((so, { amount }) => so + amount, 0)
      if (!byShop.some(({ state }) => state === 'unconfirmed')) {
        expect(back, when).toBeLessThanOrEqual(payment.received)
      }
    }
    expect(await findOrderView(shop, number, PERMISSIONS), when).not.toBeNull()
  }
})

/** A step of staff may be two changes of state, such as a refund of cash that ends an order that needed attention. */
function isTwoSteps(from: OrderState, to: OrderState): boolean {
  return (['needs-attention', 'paid', 'refunded-in-part'] as const).some(
    (between) => mayBecome(from, between) && mayBecome(between, to),
  )
}

/** A seeded generator: a failure can be reproduced. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}
