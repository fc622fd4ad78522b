import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { wrongTotals } from '#chaos/audit/wrong-totals.ts'
import { toProductId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { Product } from '#domain/catalog/product.ts'
import { placeOrder } from '#operations/checkout/place-order.ts'
import { readOrder } from '#operations/orders/read-order.ts'
import { historyWords } from '#web/views/orders/history-words.ts'
import { findOrder } from '#db/orders/orders.ts'
import { gatewayTotals, one, orderFor, ordersByState, PAYS, place, stockOf } from '#test/support/buyer.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

describeOnEachDatabase('placing an order', (open, { connectAgain }) => {
  let shop: TestShop
  let product: Product

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie())

  const savedOrders = () => shop.database.db.selectFrom('orders').selectAll().execute()

  test('writes the order and holds its stock before the client secret is returned', async () => {
    const { orderNumber, clientSecret, totals } = await place(
      shop,
      orderFor([product], [one(product, 'M', 2)]),
    )
    expect(orderNumber).toMatch(/^R-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    expect(clientSecret).toMatch(/^pi_test_/)
    expect(totals).toEqual({
      subtotal: 236_00,
      adjustments: [
        { kind: 'tax', label: { kind: 'tax' }, amount: 4_72, milliPercent: 2_000 },
        { kind: 'shipping', label: { kind: 'shipping' }, amount: 25_00, milliPercent: null },
      ],
      total: 265_72,
      itemCount: 2,
    })
    expect(await stockOf(shop, product)).toEqual({ stock: 8, held: 2 })
    const [saved] = await savedOrders()
    const order = await findOrder(shop.database.db, saved!.id)
    expect(order).toMatchObject({
      state: 'pending',
      number: orderNumber,
      subtotal: 236_00,
      adjustments: [
        { kind: 'tax', label: { kind: 'tax' }, amount: 4_72 },
        { kind: 'shipping', label: { kind: 'shipping' }, amount: 25_00 },
      ],
      total: 265_72,
      customer: { city: 'Saskatoon' },
      lines: [{ name: 'Emblem Hoodie', size: 'M', unitPrice: 118_00, quantity: 2 }],
    })
  })

  test('rewrites subtotal and adjustments when the cart has changed, and they add up to the total', async () => {
    const request = orderFor([product], [one(product, 'M', 2)])
    await place(shop, request)
    await place(shop, { ...orderFor([product], [one(product)]), checkoutId: request.checkoutId })
    const rows = shop.database.db.selectFrom('order_adjustments').select(['kind', 'position', 'amount_cents'])
    expect(await rows.orderBy('position').execute()).toEqual([
      { kind: 'tax', position: 0, amount_cents: 2_36 },
      { kind: 'shipping', position: 1, amount_cents: 25_00 },
    ])
    expect(await savedOrders()).toMatchObject([
      { subtotal_cents: 118_00, adjustments_cents: 27_36, total_cents: 145_36 },
    ])
    expect(await wrongTotals(shop.database.db)).toEqual([])
  })

  test('is refused by the table when the total is not subtotal plus adjustments', async () => {
    await place(shop, orderFor([product], [one(product)]))
    const { db } = shop.database
    const raise = (column: 'subtotal_cents' | 'adjustments_cents' | 'total_cents') =>
      db
        .updateTable('orders')
        .set((e) => ({ [column]: e(column, '+', cents(1)) }))
        .execute()
    await expect(raise('adjustments_cents')).rejects.toThrow(/orders_total/)
    await expect(raise('total_cents')).rejects.toThrow(/orders_total/)
    await db
      .updateTable('order_adjustments')
      .set({ amount_cents: cents(1) })
      .execute()
    const { number } = await db.selectFrom('orders').select('number').executeTakeFirstOrThrow()
    expect(await wrongTotals(db)).toEqual([number])
  })

  test('charges the catalogue price, whatever the browser says', async () => {
    const cheap = orderFor([product], [one(product)], { amount: 1 })
    const outcome = await placeOrder(shop, cheap)
    expect(outcome).toMatchObject({ kind: 'amount-differs', cart: { totals: { total: 145_36 } } })
    expect(await savedOrders()).toEqual([])
    expect(await stockOf(shop, product)).toEqual({ stock: 10, held: 0 })
  })

  test('returns the new total when the price changed in the database between cart and payment', async () => {
    const seen = orderFor([product], [one(product)])
    await shop.database.db
      .updateTable('products')
      .set({ price_cents: cents(130_00) })
      .execute()
    expect(await placeOrder(shop, seen)).toMatchObject({
      kind: 'amount-differs',
      cart: { totals: { total: 157_60 }, items: [{ price: 130, status: 'ok' }] },
    })
    expect((await place(shop, { ...seen, amount: 157_60 })).totals.total).toBe(157_60)
  })

  test('reports archived products, unavailable sizes and how many units are left', async () => {
    const tee = await shop.catalog.add(hoodie({ name: 'Tee', stock: 2 }))
    const gone = await shop.catalog.add(hoodie({ name: 'Gone' }))
    await shop.catalog.archive(gone.id)
    const items = [
      one(gone),
      one(product, 'XL'),
      one(tee, 'M', 3),
      one({ id: toProductId('never-was') }),
      one(tee, 'S'),
    ]
    const outcome = await placeOrder(
      shop,
      orderFor([product, tee, gone, { ...tee, id: toProductId('never-was') }], items),
    )
    expect(
      outcome.kind === 'cart-changed' && outcome.cart.items.map(({ status, left }) => [status, left]),
    ).toEqual([
      ['gone', 0],
      ['size-unavailable', 0],
      ['not-enough', 2],
      ['gone', 0],
      ['not-enough', 0],
    ])
    expect(await savedOrders()).toEqual([])
  })

  test('two lines of one product share its stock', async () => {
    const few = await shop.catalog.add(hoodie({ stock: 3 }))
    const items = [one(few, 'S', 2), one(few, 'M', 2)]
    expect(await placeOrder(shop, orderFor([few], items))).toMatchObject({
      kind: 'cart-changed',
      cart: { items: [{ status: 'ok' }, { status: 'not-enough', left: 1 }] },
    })
    await place(shop, orderFor([few], [one(few, 'S'), one(few, 'M'), one(few, 'S')]))
    expect(await stockOf(shop, few)).toEqual({ stock: 0, held: 3 })
  })

  test('a size with its own count sells out separately', async () => {
    const sized = await shop.catalog.add(
      hoodie({
        stock: null,
        sizes: [
          { size: 'S', stock: 1 },
          { size: 'M', stock: null },
        ],
      }),
    )
    await place(shop, orderFor([sized], [one(sized, 'S')]))
    expect(await placeOrder(shop, orderFor([sized], [one(sized, 'S')]))).toMatchObject({
      kind: 'cart-changed',
    })
    await place(shop, orderFor([sized], [one(sized, 'M', 500)]))
  })

  test('announces a catalogue change when something sells out, and only then', async () => {
    await place(shop, orderFor([product], [one(product, 'M', 9)]))
    expect(shop.announced).toEqual([])
    await place(shop, orderFor([product], [one(product)]))
    expect(shop.announced).toEqual(['catalogue'])
  })

  test('requests one payment however often the cart changes, with the last total', async () => {
    const request = orderFor([product], [one(product)])
    const first = await place(shop, request)
    for (let quantity = 2; quantity <= 9; quantity += 1) {
      const again = await place(shop, {
        ...orderFor([product], [one(product, 'S', quantity)]),
        checkoutId: request.checkoutId,
      })
      expect(again.clientSecret).toBe(first.clientSecret)
      expect(again.orderNumber).toBe(first.orderNumber)
      expect(await stockOf(shop, product)).toEqual({ stock: 10 - quantity, held: quantity })
    }
    expect(await savedOrders()).toHaveLength(1)
    const intents = await shop.database.db.selectFrom('test_gateway_intents').select('amount_cents').execute()
    expect(intents).toEqual([{ amount_cents: (await savedOrders())[0]!.total_cents }])
  })

  test('keeps its hold when a change of the cart is refused', async () => {
    const request = orderFor([product], [one(product, 'M', 4)])
    await place(shop, request)
    const refused = { ...orderFor([product], [one(product, 'M', 11)]), checkoutId: request.checkoutId }
    expect(await placeOrder(shop, refused)).toMatchObject({ kind: 'cart-changed' })
    expect(await stockOf(shop, product)).toEqual({ stock: 6, held: 4 })
  })

  test('makes one order and one payment when Pay Now is pressed twice quickly', async () => {
    const request = orderFor([product], [one(product)])
    const [first, second] = await Promise.all([place(shop, request), place(shop, request)])
    expect(first.orderNumber).toBe(second.orderNumber)
    expect(first.clientSecret).toBe(second.clientSecret)
    expect(await stockOf(shop, product)).toEqual({ stock: 9, held: 1 })
  })

  test('distinguishes another attempt from a change in the history', async () => {
    const request = orderFor([product], [one(product)])
    const { orderNumber } = await place(shop, request)
    await place(shop, request)
    await place(shop, { ...request, note: 'Ring twice' })
    await place(shop, { ...request, note: 'Ring twice', items: [one(product, 'S')] })
    const last = { ...request, note: 'Ring twice', items: [one(product, 'S')] }
    await place(shop, { ...last, customer: { ...CUSTOMER, phone: '306 555 0124' } })
    await shop.database.db.updateTable('orders').set({ state: 'expired' }).execute()
    await place(shop, { ...last, customer: { ...CUSTOMER, phone: '306 555 0124' } })
    const { events = [] } = (await readOrder(shop, orderNumber)) ?? {}
    expect(events.map(({ kind }) => kind)).toEqual([
      'placed',
      'tried-again',
      'changed',
      'changed',
      'changed',
      'tried-again',
    ])
    expect(historyWords('tried-again', events[1]?.detail)).toBe('Tried to pay again: C$145.36')
  })

  test('refuses to charge a paid order again', async () => {
    const request = orderFor([product], [one(product)])
    const { clientSecret, orderNumber } = await place(shop, request)
    await shop.gateway.confirm(clientSecret, PAYS)
    const more = { ...orderFor([product], [one(product, 'S', 2)]), checkoutId: request.checkoutId }
    expect(await placeOrder(shop, more)).toEqual({ kind: 'already-paid', orderNumber })
    expect((await gatewayTotals(shop)).payments).toBe(1)
    const [order] = await savedOrders()
    expect(order).toMatchObject({ state: 'paid', total_cents: request.amount })
    expect(await stockOf(shop, product)).toEqual({ stock: 9, held: 0 })
  })

  test('releases the stock immediately when the gateway cannot be reached', async () => {
    shop.gateway.transport.failNext(1)
    const request = orderFor([product], [one(product)])
    expect(await placeOrder(shop, request)).toEqual({ kind: 'payment-unavailable' })
    expect(await stockOf(shop, product)).toEqual({ stock: 10, held: 0 })
    expect(shop.failures.splice(0)).toHaveLength(1)
    await place(shop, request)
    expect(await ordersByState(shop)).toEqual({ pending: 1 })
  })

  test('an order above the largest card charge is refused, not split', async () => {
    const dear = await shop.catalog.add(hoodie({ price: cents(999_999_00), stock: null }))
    expect(await placeOrder(shop, orderFor([dear], [one(dear, 'M', 2)]))).toMatchObject({
      kind: 'too-expensive',
    })
  })

  test('with 200 simultaneous buyers of 10 units: 10 orders, 190 clear refusals, stock 0', async () => {
    const second = await openTestShop(await connectAgain())
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        placeOrder(
          i % 2 && shop.database.engine === 'postgres' ? second : shop,
          orderFor([product], [one(product, i % 3 ? 'M' : 'S')]),
        ),
      ),
    )
    const placed = outcomes.flatMap((outcome) => (outcome.kind === 'placed' ? [outcome] : []))
    expect(placed).toHaveLength(10)
    expect(outcomes.filter(({ kind }) => kind === 'cart-changed')).toHaveLength(190)
    expect(await stockOf(shop, product)).toEqual({ stock: 0, held: 10 })
    expect(await ordersByState(shop)).toEqual({ pending: 10 })
    for (const { clientSecret } of placed) await shop.gateway.confirm(clientSecret, PAYS)
    expect((await gatewayTotals(shop)).payments).toBe(10)
  })

  test('carts with the same two products in opposite order do not deadlock', async () => {
    const other = await shop.catalog.add(hoodie({ name: 'Cap', stock: 500 }))
    await sql`update products set stock = 500`.execute(shop.database.db)
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, i) => {
        const items = [one(product), one(other)]
        return placeOrder(shop, orderFor([product, other], i % 2 ? items : items.toReversed()))
      }),
    )
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['placed']))
    expect((await stockOf(shop, product)).stock).toBe(440)
  })
})
