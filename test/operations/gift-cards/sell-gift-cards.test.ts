import { expect, test } from 'vitest'
import type { Product } from '#domain/catalog/product.ts'
import type { CartItem } from '#domain/checkout/cart.ts'
import { NOWHERE } from '#domain/checkout/checkout-form.ts'
import type { GiftDetails } from '#domain/checkout/gift-details.ts'
import { findOrder } from '#db/orders/orders.ts'
import { findPackingOrders } from '#db/packing/packing-orders.ts'
import { previewCart } from '#operations/checkout/preview-cart.ts'
import { placeOrder } from '#operations/checkout/place-order.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { deliverWebhooks, one, orderFor, PAYS, place, stockOf } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { CUSTOMER, hoodie, type TestShop } from '#test/support/test-shop.ts'

const TO_CUSTOMER: GiftDetails = { name: '', email: '', message: '', sendOn: '' }
const TO_ADA = { name: 'Ada', email: 'ada@friend.example', message: 'Enjoy.', sendOn: '' } as const
const GIFT_CARD = hoodie({
  name: 'Gift card',
  category: 'Accessories',
  giftAmounts: '25, 50, 10-500',
  stock: null,
  taxFree: true,
  sizes: [
    { size: '25', stock: null },
    { size: '50', stock: null },
  ],
})

describeOnEachDatabase('selling gift cards', (open) => {
  let shop: TestShop
  let card: Product
  let clothes: Product

  shopBeforeEach(open, (opened) => ({ shop, product: card } = opened), GIFT_CARD)

  const gift = (size: string, to: GiftDetails = TO_CUSTOMER, quantity = 1): CartItem => ({
    ...one(card, size, quantity),
    gift: to,
  })
  const alone = { customer: { ...CUSTOMER, ...NOWHERE } }
  const order = (items: CartItem[], amount: number, changes = {}) =>
    orderFor([card, ...(clothes ? [clothes] : [])], items, { amount, ...changes })
  const rowOf = (number: string) =>
    shop.database.db
      .selectFrom('orders')
      .select(['id', 'state', 'delivery', 'fulfilment', 'total_cents'])
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
  const pay = async (clientSecret: string) => {
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
  }

  test('an order of gift cards costs their amounts, keeps for whom each is, and has nothing to fulfil', async () => {
    const items = [gift('50', TO_ADA), gift('50'), gift('37.50', TO_ADA, 2)]
    const { orderNumber, clientSecret, totals } = await place(shop, order(items, 175_00, alone))
    expect(totals).toMatchObject({ subtotal: 175_00, total: 175_00 })
    await pay(clientSecret)
    const { id, ...row } = await rowOf(orderNumber)
    expect(row).toEqual({
      state: 'paid',
      delivery: 'none',
      fulfilment: 'nothing-to-fulfil',
      total_cents: 175_00,
    })
    const { lines } = (await findOrder(shop.database.db, id))!
    expect(
      lines.map(({ size, unitPrice, quantity, giftCard, taxFree }) => [
        size,
        unitPrice,
        quantity,
        giftCard,
        taxFree,
      ]),
    ).toEqual([
      ['50', 50_00, 1, true, true],
      ['50', 50_00, 1, true, true],
      ['37.50', 37_50, 2, true, true],
    ])
    const meant = await shop.database.db
      .selectFrom('order_gifts')
      .selectAll()
      .orderBy('line_position')
      .execute()
    const { sendOn: _today, ...ada } = TO_ADA
    expect(meant).toEqual(
      [0, 2].map((line_position) => ({ order_id: id, line_position, ...ada, send_on: null })),
    )
  })

  test('with goods in the order only those are shipped, held, taxed and packed', async () => {
    clothes = await shop.catalog.add(hoodie())
    const items = [gift('50', TO_ADA), one(clothes)]
    const { orderNumber, clientSecret } = await place(shop, order(items, 195_36))
    expect(await stockOf(shop, clothes)).toEqual({ stock: 9, held: 1 })
    await pay(clientSecret)
    expect(await rowOf(orderNumber)).toMatchObject({ delivery: 'ship', fulfilment: 'unfulfilled' })
    const [packed] = await findPackingOrders(shop.database.db, [orderNumber])
    expect(packed!.items.map(({ name, quantity }) => [name, quantity])).toEqual([['Emblem Hoodie', 1]])
  })

  test('placing the checkout again for somebody else rewrites for whom the cards are', async () => {
    const first = order([gift('50', TO_ADA)], 50_00, alone)
    await place(shop, first)
    await place(shop, { ...first, items: [gift('25')], amount: 25_00 })
    expect(await shop.database.db.selectFrom('order_gifts').selectAll().execute()).toEqual([])
  })

  test.each([
    ['an amount outside the range', (): CartItem => gift('9.99')],
    ['an amount in another form', (): CartItem => gift('037.50')],
    ['no gift', (): CartItem => one(card, '50')],
  ])('%s is refused before anything is written', async (_what, item) => {
    expect(await placeOrder(shop, order([item()], 50_00))).toMatchObject({
      kind: 'cart-changed',
      cart: { items: [{ status: 'size-unavailable' }] },
    })
  })

  test('a product that became clothes, or a gift card, is refused in carts from before', async () => {
    const request = order([gift('50')], 50_00, alone)
    await shop.catalog.update(card.id, card.version, hoodie())
    expect(await placeOrder(shop, request)).toMatchObject({ kind: 'cart-changed' })
    const preview = await previewCart(shop, { items: [gift('50')] })
    expect(preview.items).toMatchObject([{ status: 'size-unavailable' }])
  })
})
