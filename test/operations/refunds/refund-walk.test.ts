import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { beforeEach, expect, test } from 'vitest'
import { movementsOutOfStep } from '#chaos/audit/movements-out-of-step.ts'
import { ordersBesideLedger } from '#chaos/audit/orders-beside-ledger.ts'
import { wrongTotals } from '#chaos/audit/wrong-totals.ts'
import { findBookFaults } from '#db/backups/books.ts'
import { findReceived } from '#db/checkout/payments.ts'
import { readRefundLedger } from '#db/refunds/refund-ledger.ts'
import { findLedgerDifferences } from '#db/stock/stock-movements.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import type { Product } from '#domain/catalog/product.ts'
import { toDeliveryId, toRefundId, toReturnId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { chooseAll, priceChoice } from '#domain/refunds/refund-price.ts'
import { groupShares } from '#domain/refunds/refund-shares.ts'
import { isDerivedState, leftToRefund } from '#domain/refunds/refund.ts'
import { CONDITIONS, returnedUnits } from '#domain/returns/return.ts'
import { PROMOTIONS } from '#domain/settings/promotions.ts'
import { RETURNS } from '#domain/settings/returns.ts'
import { SHIPPING } from '#domain/settings/shipping.ts'
import { TAX, type TaxSetting } from '#domain/settings/tax.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { manualOrderSchema } from '#domain/checkout/manual-order.ts'
import { createManualOrder } from '#operations/orders/create-manual-order.ts'
import { priceManualOrder } from '#operations/orders/price-manual-order.ts'
import { previewCart } from '#operations/checkout/preview-cart.ts'
import { changeAddress, priceAddress } from '#operations/orders/change-address.ts'
import { changeItems, priceItemChange } from '#operations/orders/change-items.ts'
import { pickUpOrder } from '#operations/orders/pickup/pick-up-order.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { readOwnPreorder, refundOwnPreorder } from '#operations/orders/own-preorder.ts'
import { saveDelivery } from '#operations/stock/save-delivery.ts'
import { releasePreorders, savePreorder } from '#operations/stock/save-preorder.ts'
import { resolveAttention } from '#operations/orders/resolve-attention.ts'
import { handleRefundEvent } from '#operations/refunds/handle-refund-event.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { settleBalance } from '#operations/payment-links/settle-balance.ts'
import { askForReturn, cancelOwnReturn, readOwnReturns } from '#operations/returns/ask-for-return.ts'
import { receiveReturn } from '#operations/returns/receive-return.ts'
import { choosing, deliverWebhooks, gatewayTotals, one, orderFor, PAYS, place } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import {
  ROUNDING_PLACES,
  ROUNDING_PRODUCTS,
  ROUNDING_ZONES,
  roundingPromotions,
  saveAsStaff,
} from '#test/support/rounding-shop.ts'
import { ADA_AS_OWNER, orderDesk, TRACKING } from '#test/support/order-desk.ts'
import { ADA } from '#test/support/staff-browser.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'
import { expectConsistentOrder, expectReportsAgree } from '#test/support/order-consistency.ts'
import { expectStoredShares } from '#test/support/stored-shares.ts'
import { STEPS_BETWEEN_PAGES, walkSeeds } from '#test/support/walk-seeds.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'

const NO_ITEMS = { items: [], shipping: false }
const METHODS = [null, 'post', 'express', 'pickup']

describeOnEachDatabase('random orders, changes, parcels and refunds with random tariffs', (open) => {
  let shop: TestShop
  let products: Product[]
  const { found, seen, settled } = orderDesk(() => ({ shop, product: products[0]! }))

  beforeEach(async () => {
    shop = await openTestShop(open())
    await shop.identity.addMember(ADA)
    await saveAsStaff(shop, RETURNS, {
      ...RETURNS.fallback,
      isOn: true,
      exchanges: true,
      methods: 'Post: 3.33',
      creditBonus: '7',
    })
    products = []
    for (const draft of ROUNDING_PRODUCTS)
      products.push(await shop.catalog.add(hoodie({ stock: 5_000, ...draft })))
    // The last one is sold before it is made, and comes in while the orders change.
    const sizes = [{ size: 'M', stock: 0 }]
    const toCome = await shop.catalog.add(hoodie({ stock: 0, sizes, ...ROUNDING_PRODUCTS[2]! }))
    products.splice(2, 1, toCome)
    const plan = { shipsOn: '2099-02-01', sizes: [{ size: 'M', before: 0, units: 5_000 }] }
    await savePreorder(shop, { id: toCome.id, ...plan, by: ADA_AS_OWNER.by })
  })

  /** Another unit. */
  async function comeIn(): Promise<void> {
    const of = { id: toDeliveryId(randomUUID()), version: 0, name: 'Run', supplier: '', note: '' }
    const lines = [{ productId: products[2]!.id, size: 'M', units: 1 }]
    await saveDelivery(shop, { ...of, lines, by: ADA_AS_OWNER.by })
    await releasePreorders(shop)
  }

  /** Pays an order at the preview's total; the gateway is asked for exactly that. */
  async function paid(random: (below: number) => number): Promise<string> {
    const items = products
      .map((product) => one(product, 'M', random(4)))
      .filter(({ quantity }) => quantity > 0)
    if (items.length === 0) items.push(one(products[0]!))
    const [customer, shippingMethod] = [ROUNDING_PLACES[random(5)]!, METHODS[random(4)]!]
    if (random(5) === 0) return made(random, items, customer)
    const asked = orderFor(products, items, { customer, ...choosing({ shippingMethod }) })
    const preview = { items, destination: customer, choices: asked.choices }
    const { totals, shipping } = await previewCart(shop, preview)
    const chosen = shipping.method?.id ?? null
    const request = { ...asked, amount: totals.total, ...choosing({ shippingMethod: chosen }) }
    const { clientSecret, orderNumber } = await place(shop, request)
    const before = (await gatewayTotals(shop)).taken
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    await settled()
    const { subtotal, adjustments, total } = await found(orderNumber)
    expect(adjustments.reduce((sum, { amount }) => sum + amount, Number(subtotal))).toBe(total)
    expect((await gatewayTotals(shop)).taken - before).toBe(total)
    return orderNumber
  }

  /** An order that staff make, at changed prices: paid in cash, or a gift when the prices are zero. */
  async function made(random: (below: number) => number, items: ReturnType<typeof one>[], customer: object) {
    const isGift = random(4) === 0
    const priced = items.map((item) => {
      const unitPrice = isGift ? '0' : random(2) === 0 ? (random(200_00) / 100).toFixed(2) : ''
      return { ...item, ...(unitPrice !== '' && { unitPrice, reason: 'Stall price' }) }
    })
    const order = v.parse(manualOrderSchema, {
      orderKey: randomUUID(),
      lines: priced,
      delivery: 'ship',
      shipping: !isGift && random(3) > 0,
      customer,
      method: 'cash',
      reference: '',
      total: 0,
    })
    const { total } = (await priceManualOrder(shop, order)).totals
    const method = total === 0 ? 'gift' : 'cash'
    const outcome = await createManualOrder(shop, { ...order, total, method, ...ADA_AS_OWNER })
    if (outcome.kind !== 'created') throw new Error(`It was not made: ${JSON.stringify(outcome)}`)
    return outcome.number
  }

  /** What is left of the order by its refund ledger, and of the money. */
  async function checkBooks(number: string): Promise<number> {
    const order = await found(number)
    const { db } = shop.database
    await expectStoredShares(db, order.id, `order ${number}`)
    const { splits, remaining } = await readRefundLedger(db, order)
    const refunds = await findRefunds(db, order.id)
    const left = leftToRefund(await findReceived(db, order.id), refunds)
    for (const { id, amount, state } of refunds) {
      if (state !== 'asked' && state !== 'done') continue
      const charged = splits.get(id)!.filter(({ contained }) => !contained)
      expect(charged.reduce((sum, part) => sum + part.amount, 0)).toBe(amount)
    }
    const charged = remaining.parts.filter(({ contained }) => !contained)
    expect(charged.reduce((sum, part) => sum + part.left, remaining.beyond)).toBe(left)
    expect(remaining.parts.filter((part) => part.left < 0)).toEqual([])
    await checkOffer(number)
    return left
  }

  /** What was refunded of each order by its items and shipping; null once it was less than they cost. */
  const byItem = new Map<string, number | null>()

  /** What each refund by item returned. */
  const refundedByItem = new Map<string, number>()

  /** What is offered by item is all that the order costs and that was not refunded by item. */
  async function checkOffer(number: string) {
    const { refundable } = (await findOrderView(shop, number, PERMISSIONS))!
    const before = byItem.get(number) ?? 0
    if (refundable === null || byItem.get(number) === null) return
    const all = priceChoice(refundable, chooseAll(refundable))
    const { total } = await found(number)
    expect(before + (all.kind === 'priced' ? all.whole : 0)).toBe(total)
  }

  test.each(walkSeeds([100, 107, 115]))(
    'end at zero for every part, each tax and the duty too: seed %i',
    { timeout: 240_000 },
    async (seed) => {
      const random = dice(seed)
      const met = new Set<string>()
      const numbers: string[] = []
      for (let at = 0; at < 12; at += 1) {
        if (at % 4 === 0) await saveAsStaff(shop, SHIPPING, at === 8 ? SHIPPING.fallback : ROUNDING_ZONES)
        if (at % 3 === 0) await saveAsStaff(shop, TAX, taxes(random))
        if (at % 2 === 0) {
          const promotions = roundingPromotions(random, products[0]!.id)
          await saveAsStaff(shop, PROMOTIONS, { promotions })
        }
        const number = await paid(random)
        numbers.push(number)
        await changeSome(number)
        for (let step = 0; step < 8; step += 1) {
          shop.pass(1)
          met.add(await stepOn(number))
          await settled()
          await checkBooks(number)
          if (step % STEPS_BETWEEN_PAGES === STEPS_BETWEEN_PAGES - 1)
            await expectConsistentOrder(shop, number, `seed ${seed} order ${at} step ${step}`)
        }
        if (at % 4 === 3) await expectReportsAgree(shop, `seed ${seed} order ${at}`)
        await refundRest(number)
      }
      await expectReportsAgree(shop, `seed ${seed}`)
      const { taken, returned } = await gatewayTotals(shop)
      expect(returned + (await creditedFromCards())).toBe(taken)
      const kinds = await shop.database.db.selectFrom('order_adjustments').select('kind').distinct().execute()
      expect(kinds.map(({ kind }) => kind)).toEqual(
        expect.arrayContaining(['discount', 'shipping-discount', 'tax', 'shipping']),
      )
      expect(await wrongTotals(shop.database.db)).toEqual([])
      expect(await findBookFaults(shop.database.db)).toEqual([])
      expect(await findLedgerDifferences(shop.database.db)).toEqual([])
      expect(await movementsOutOfStep(shop.database.db)).toEqual([])
      expect(await ordersBesideLedger(shop.database.db)).toEqual([])
      expect([...met]).toEqual(
        expect.arrayContaining([
          'requested',
          'items-changed',
          'address-changed',
          'sent-back',
          'preorder-cancelled',
        ]),
      )
      for (const kind of ['returned-for-', 'exchanged'])
        expect([...met].some((one) => one.startsWith(kind))).toBe(true)

      /** What was paid at the gateway, and went back as store credit. */
      async function creditedFromCards(): Promise<number> {
        const rows = await shop.database.db
          .selectFrom('refunds')
          .innerJoin('payments', 'payments.id', 'refunds.payment_id')
          .select('refunds.amount_cents')
          .where('source', '=', 'store-credit')
          .where('payments.kind', '=', 'card')
          .execute()
        return rows.reduce((sum, row) => sum + row.amount_cents, 0)
      }

      function taxes(below: (limit: number) => number): TaxSetting {
        return {
          ...TAX.fallback,
          mode: below(4) === 0 ? 'flat' : 'by-destination',
          registrations: ['gst-hst CA', 'pst CA Saskatchewan', 'qst CA Quebec'],
          pricesIncludeTax: below(2) === 0,
        }
      }

      async function changeSome(number: string) {
        if (random(2) === 0) met.add(await changeOne(number))
        await settled()
        await checkBooks(number)
      }

      async function changeOne(number: string): Promise<string> {
        const { lines } = await found(number)
        const position = random(lines.length)
        const { quantity } = lines[position]!
        const to = { productId: products[random(3)]!.id, size: 'M' as const, quantity: 1 + random(3) }
        const change = { position, quantity: 1 + random(quantity), to }
        const task = { ...(await seen(number)), change }
        const priced = await priceItemChange(shop, task)
        if (priced.kind !== 'items-priced') return priced.kind
        const { difference } = priced
        const increase = { method: (['waive', 'cash'] as const)[random(2)]!, words: 'Agreed' }
        return (await changeItems(shop, { ...task, difference, increase })).kind
      }

      async function moveOne(number: string): Promise<string> {
        const { email: _email, ...recipient } = ROUNDING_PLACES[random(ROUNDING_PLACES.length)]!
        const task = { ...(await seen(number)), recipient }
        const priced = await priceAddress(shop, task)
        if (priced.kind !== 'address-priced') return priced.kind
        const { difference } = priced
        const increase = { method: (['waive', 'cash'] as const)[random(2)]!, words: 'Moved' }
        return (await changeAddress(shop, { ...task, difference, increase })).kind
      }

      /** The bank sends an earlier refund back, and staff accept the order. */
      async function sendBack(number: string): Promise<string> {
        const { db } = shop.database
        const { id: orderId } = await found(number)
        const refunds = await db.selectFrom('refunds').selectAll().where('order_id', '=', orderId).execute()
        const returned = refunds.filter(
          ({ state, corrects, gateway_refund_id }) =>
            state === 'done' && corrects === null && gateway_refund_id !== null,
        )
        const refund = returned[random(Math.max(1, returned.length))]
        if (refund === undefined) return 'none-made'
        const { intent_id: intentId } = await db
          .selectFrom('payments')
          .select('intent_id')
          .where('id', '=', refund.payment_id)
          .executeTakeFirstOrThrow()
        // What the bank sends back is with the gateway again.
        await db
          .deleteFrom('test_gateway_refunds')
          .where('idempotency_key', '=', refund.idempotency_key)
          .execute()
        const { gateway_refund_id, idempotency_key: key, amount_cents } = refund
        const event = { id: gateway_refund_id!, key, intentId: intentId!, amount: cents(amount_cents) }
        await handleRefundEvent(shop, { ...event, state: 'failed', failure: 'account_closed' })
        await settled()
        await resolveAttention(shop, { ...(await seen(number)), outcome: 'stands', note: '' })
        const before = byItem.get(number) ?? null
        const group = [...groupShares(await findRefunds(db, orderId))].find(([, rows]) =>
          rows.some(({ id }) => id === refund.id),
        )
        // Its items count as refunded as long as another share of it counts.
        if (group?.[1].some((row) => row.state === 'done')) return 'share-sent-back'
        const own = refundedByItem.get(group?.[0] ?? refund.id) ?? 0
        byItem.set(number, before === null && byItem.has(number) ? null : (before ?? 0) - own)
        return 'sent-back'
      }

      /** The order, with whatever is open sent or picked up, where that is possible. */
      async function sentWhole(number: string) {
        const { delivery } = await found(number)
        const isPickup = delivery === 'pickup'
        const none = { carrier: '', trackingNumber: '', trackingLink: '' }
        await fulfilOrder(shop, { ...(await seen(number)), ...(isPickup ? none : TRACKING) })
        if (isPickup) await pickUpOrder(shop, { ...(await seen(number)), tellCustomer: false })
        await settled()
        return found(number)
      }

      /** The customer sends some of it back, for money, store credit or another piece, and staff receive it. */
      async function returnSome(number: string): Promise<string> {
        const order = await sentWhole(number)
        const { returnable } = await readOwnReturns(shop, order)
        const lines = [...returnable].filter(([, left]) => left > 0)
        const [position, most] = lines[random(Math.max(1, lines.length))] ?? []
        if (position === undefined || most === undefined) return 'nothing-sent'
        const wish = (['money', 'credit', 'exchange', 'exchange'] as const)[random(4)]!
        const { id: productId, name, price } = products[random(2)]!
        const isSame = productId === order.lines[position]!.productId
        const exchange = { productId, name, size: 'M' as const, price }
        const asked = await askForReturn(shop, order, {
          id: toReturnId(randomUUID()),
          units: [
            {
              position,
              quantity: 1 + random(most),
              reason: 'too-small',
              ...(wish === 'exchange' && { exchange }),
            },
          ],
          wish,
          method: 'Post',
          note: '',
        })
        if (asked.kind !== 'asked') return asked.kind
        const { id, version, units } = asked.found
        if (random(6) === 0) return String(await cancelOwnReturn(shop, order, id)).replace('true', 'kept')
        const looked = units.map((unit) => ({ ...unit, condition: CONDITIONS[random(CONDITIONS.length)]! }))
        const items = returnedUnits(looked).map((one) => ({ ...one, sent: one.quantity }))
        const { refundable } = (await findOrderView(shop, number, PERMISSIONS))!
        const outcome = await receiveReturn(shop, {
          id,
          version,
          ...ADA_AS_OWNER,
          units: looked,
          refund: wish === 'exchange' ? null : { shipping: false, keepFee: true },
          exchange: wish === 'exchange',
        })
        if (outcome.kind !== 'changed') {
          await cancelOwnReturn(shop, order, id)
          return outcome.kind
        }
        await settled()
        if (wish !== 'exchange') {
          const worth = priceChoice(refundable!, { items, shipping: false })
          if (worth.kind !== 'priced') throw new Error(`It was refunded, and is ${worth.kind}`)
          keepCount(number, id, worth)
          return `returned-for-${wish}`
        }
        const after = await found(number)
        if (isSame) expect(after.total).toBe(order.total)
        else if (after.total > order.total) {
          const increase = { method: 'cash' as const, words: 'At the till' }
          const outcomes = await settleBalance(shop, {
            ...(await seen(number)),
            step: 'settle',
            increase,
          })
          expect(['balance-settled', 'not-possible']).toContain(outcomes.kind)
        }
        return isSame ? 'exchanged-for-the-same' : 'exchanged'
      }

      async function stepOn(number: string): Promise<string> {
        if (random(7) === 0) return sendBack(number)
        if (random(3) === 0) return returnSome(number)
        const isCancelled = random(2) === 0 && (await cancelPreorder(number)) === 'preorder-cancelled'
        if (isCancelled) return 'preorder-cancelled'
        if (random(8) === 0) await comeIn()
        const [rest] = (await findOrderView(shop, number, PERMISSIONS))!.refundRests
        if (rest && random(2) === 0) {
          const outcome = await refund(number, { ...NO_ITEMS, rests: [toRefundId(rest.id)] })
          return outcome.kind === 'requested' ? 'rest-asked' : outcome.kind
        }
        const { lines } = await found(number)
        const items = lines
          .map((_line, position) => ({ position, quantity: random(2) }))
          .filter(({ quantity }) => quantity > 0)
        // More changes than anything else: a change after a refund is where cents were lost.
        const which = random(3) === 0 ? 0 : random(5)
        if (which === 0) return random(2) === 0 ? changeOne(number) : moveOne(number)
        if (which === 1)
          return (await fulfilOrder(shop, { ...(await seen(number)), ...TRACKING, items })).kind
        const isSum = which === 2 && random(2) === 0
        const amount = isSum ? cents(1 + random(30_00)) : { items, shipping: random(4) === 0 }
        return (await refund(number, amount)).kind
      }

      /** The shopper cancels what was sold before it was made. */
      async function cancelPreorder(number: string): Promise<string> {
        const order = await found(number)
        const { refund: offered } = await readOwnPreorder(shop, order)
        const { refundable } = (await findOrderView(shop, number, PERMISSIONS))!
        const isDone = await refundOwnPreorder(shop, order)
        if (!isDone || offered === null) return 'no-preorder'
        const price = priceChoice(refundable!, { items: offered.units, shipping: offered.shipping })
        if (price.kind !== 'priced') throw new Error(`It was refunded, and is ${price.kind}`)
        expect(offered.amount).toBe(price.amount)
        const rows = await findRefunds(shop.database.db, order.id)
        const { id } = rows.findLast(({ reason }) => reason.startsWith('Pre-order'))!
        keepCount(number, id, price)
        await releasePreorders(shop)
        return 'preorder-cancelled'
      }

      function keepCount(number: string, refundId: string, price: { amount: number; whole: number }) {
        const before = byItem.get(number) ?? 0
        refundedByItem.set(refundId, price.amount)
        const isExact = price.amount === price.whole && byItem.get(number) !== null
        byItem.set(number, isExact ? before + price.amount : null)
      }

      /** Refunds all items and the shipping, then what other sums and changes left over. */
      async function refundRest(number: string) {
        const { refundRests } = (await findOrderView(shop, number, PERMISSIONS))!
        const isInOne = random(2) === 0
        for (const { id } of isInOne ? [] : refundRests) {
          await refund(number, { ...NO_ITEMS, rests: [toRefundId(id)] })
          await settled()
          await checkBooks(number)
        }
        for (const kind of ['items', 'sum'] as const) {
          const { refundable } = (await findOrderView(shop, number, PERMISSIONS))!
          if (refundable === null || refundable.left === 0) continue
          const items = refundable.lines.map(({ position, prices }) => ({
            position,
            quantity: prices.length - 1,
          }))
          const all = {
            items: items.filter(({ quantity }) => quantity > 0),
            shipping: refundable.shipping > 0,
            rests: isInOne ? refundRests.map(({ id }) => toRefundId(id)) : [],
          }
          const outcome = await refund(number, kind === 'items' ? all : cents(refundable.left))
          expect(['requested', ...(kind === 'items' ? ['nothing-chosen'] : [])]).toContain(outcome.kind)
          await settled()
          await checkOffer(number)
        }
        expect(await checkBooks(number)).toBe(0)
        const order = await found(number)
        const { remaining } = await readRefundLedger(shop.database.db, order)
        expect(remaining.parts.map(({ label, left }) => `${JSON.stringify(label)} ${left}`)).toEqual(
          remaining.parts.map(({ label }) => `${JSON.stringify(label)} 0`),
        )
        const isPaid = (await findReceived(shop.database.db, order.id)) > 0
        if (isPaid) expect(isDerivedState(order.state) ? order.state : 'refunded').toBe('refunded')
      }

      async function refund(number: string, amount: Parameters<typeof refundOrder>[1]['amount']) {
        const refundId = toRefundId(randomUUID())
        const { refundable, refundRests } = (await findOrderView(shop, number, PERMISSIONS))!
        const task = { ...(await seen(number)), refundId, reason: '', restock: [] }
        const outcome = await refundOrder(shop, { ...task, amount })
        if (outcome.kind !== 'requested' || typeof amount === 'number') return outcome
        const ofRests = refundRests
          .filter(({ id }) => (amount.rests ?? []).includes(toRefundId(id)))
          .reduce((sum, rest) => sum + rest.amount, 0)
        const price = priceChoice({ ...refundable!, left: refundable!.left - ofRests }, amount)
        if (price.kind === 'nothing-chosen' && ofRests > 0) return outcome
        if (price.kind !== 'priced') throw new Error(`It was refunded, and is ${price.kind}`)
        keepCount(number, refundId, price)
        return outcome
      }
    },
  )
})

/** A seeded generator: a failure can be reproduced. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}
