import { beforeEach, describe, expect, test } from 'vitest'
import { findHold } from '#db/orders/holds.ts'
import { findPayments } from '#db/checkout/payments.ts'
import { listOrders } from '#db/orders/order-list.ts'
import type { Product } from '#domain/catalog/product.ts'
import { NOWHERE } from '#domain/checkout/checkout-form.ts'
import { ORDER_REVIEW, type OrderReviewSetting } from '#domain/settings/order-review.ts'
import { ROLE_PERMISSIONS } from '#domain/staff/permissions.ts'
import { addBlock } from '#operations/blocks/block-list.ts'
import type { Recipient } from '#operations/orders/change-address.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { eraseCustomer } from '#operations/orders/erase-customer.ts'
import { findCustomerData } from '#operations/orders/find-customer-data.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { releaseOrder } from '#operations/orders/hold-order.ts'
import { makeOwnChange, priceOwnChange } from '#operations/orders/own-changes.ts'
import { savePreorder } from '#operations/stock/save-preorder.ts'
import { GatewayError } from '#providers/payments/payment-gateway.ts'
import { deliverWebhooks, gatewayTotals, one, orderFor, PAYS, place } from '#test/support/buyer.ts'
import { linkDesk } from '#test/operations/payment-links/link-desk.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { ADA_AS_OWNER, BY, ONE_HOODIE, orderDesk, TRACKING } from '#test/support/order-desk.ts'
import { saveAsStaff } from '#test/support/rounding-shop.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const DOUBTFUL = { ...PAYS, number: '4000000000009235' }
const DECLINED = { ...PAYS, number: '4000000000000002' }

describeOnEachDatabase('Orders that are looked at before they are packed', (open) => {
  let shop: TestShop
  let product: Product
  const desk = orderDesk(() => ({ shop, product }), 1)

  beforeEach(async () => {
    shop = await openTestShop(open())
    product = await shop.catalog.add(hoodie({ stock: 20 }))
    await shop.identity.addMember({ email: BY, password: 'wears red' })
  })

  const review = (rules: Partial<OrderReviewSetting>) =>
    saveAsStaff(shop, ORDER_REVIEW, { ...ORDER_REVIEW.fallback, isOn: true, ...rules })
  const holdOf = async (number: string) => findHold(shop.database.db, (await desk.found(number)).id)
  const seen = async (number: string) => ({ number, version: (await desk.found(number)).version })
  const toReview = async () => {
    const wanted = { filter: { state: 'to-review' as const }, timeZone: 'UTC' }
    const { orders } = await listOrders(shop.database, wanted, { limit: 50, offset: 0 })
    return orders.map(({ number }) => number)
  }

  test('a fresh shop holds none, and keeps what the gateway tells of the risk', async () => {
    const { number } = await desk.paid(DOUBTFUL)
    expect(await holdOf(number)).toBeNull()
    const { id } = await desk.found(number)
    const [payment] = await findPayments(shop.database.db, id)
    expect(payment?.risk).toMatchObject({ level: 'elevated', postal: 'failed', country: 'US' })
    const plain = await desk.paid()
    const [other] = await findPayments(shop.database.db, (await desk.found(plain.number)).id)
    expect(other?.risk).toBeNull()
  })

  test('what a rule matches is on hold with the reasons as it becomes paid, once, and only some may release it', async () => {
    await review({ over: '100', risk: 'elevated' })
    const { number } = await desk.paid(DOUBTFUL)
    const hold = await holdOf(number)
    expect(hold).toMatchObject({ reason: 'review', by: 'the shop' })
    expect(hold?.note).toBe('It costs more than C$100.00. The payment service finds the risk elevated.')
    await deliverWebhooks(shop)
    expect((await desk.historyOf(number)).filter((kind) => kind === 'held')).toHaveLength(1)
    expect(await toReview()).toEqual([number])

    const packer = { by: 'pat@redemption.example', permissions: ROLE_PERMISSIONS.packer }
    const parcel = { ...(await seen(number)), ...TRACKING, emailShopper: true }
    expect(await fulfilOrder(shop, { ...parcel, ...ADA_AS_OWNER })).toEqual({ kind: 'on-hold' })
    expect(await releaseOrder(shop, { number, ...packer })).toEqual({ kind: 'not-permitted' })
    expect(await releaseOrder(shop, { number, ...ADA_AS_OWNER })).toEqual({ kind: 'released' })
    expect(await toReview()).toEqual([])
    expect(await fulfilOrder(shop, { ...parcel, ...(await seen(number)), ...packer })).toMatchObject({
      kind: 'fulfilled',
    })
  })

  test('cancelling returns all of its money and takes it from the list', async () => {
    await review({ over: '100' })
    const { number } = await desk.paid()
    const cancelled = await cancelOrder(shop, {
      ...(await seen(number)),
      ...ADA_AS_OWNER,
      reason: '',
      restock: true,
    })
    expect(cancelled).toMatchObject({ kind: 'cancelled' })
    await desk.settled()
    expect((await gatewayTotals(shop)).returned).toBe(ONE_HOODIE)
    expect(await toReview()).toEqual([])
  })

  test('what is paid by link is looked at too', async () => {
    const links = linkDesk(() => ({ shop, product }))
    await review({ risk: 'elevated' })
    const { number, id, ...link } = await links.waiting()
    expect(await holdOf(number)).toBeNull()
    await links.pay(await links.secretOf(link), DOUBTFUL)
    expect(await holdOf(number)).toMatchObject({
      reason: 'review',
      note: 'The payment service finds the risk elevated.',
    })
    const payments = await findPayments(shop.database.db, id)
    expect(payments.find(({ kind }) => kind === 'link')?.risk).toMatchObject({ level: 'elevated' })
    await deliverWebhooks(shop)
    expect((await desk.historyOf(number)).filter((kind) => kind === 'held')).toHaveLength(1)
  })

  test('refused cards count, at the order and at others to the same address', async () => {
    await review({ refusedCards: '2' })
    const email = 'other@shopper.example'
    const first = await desk.placed({ customer: { ...CUSTOMER, email } })
    await shop.gateway.confirm(first.clientSecret, DECLINED)
    await deliverWebhooks(shop)
    const { number } = await desk.paid()
    expect(await holdOf(number)).toBeNull()
    const last = await desk.placed({ customer: { ...CUSTOMER, email: 'third@shopper.example' } })
    await shop.gateway.confirm(last.clientSecret, DECLINED)
    await deliverWebhooks(shop)
    const held = await desk.paid()
    expect((await holdOf(held.number))?.note).toBe('2 cards were refused within a day.')
    shop.pass(25 * 3_600_000)
    expect(await holdOf((await desk.paid()).number)).toBeNull()
  })

  test('the refused cards of a customer count on a day with many of others', async () => {
    await review({ refusedCards: '2' })
    const { id: other } = await desk.found((await desk.placed()).orderNumber)
    await shop.database.db
      .updateTable('orders')
      .set({ limit_email: 'x@x.example', postal: 'H0H 0H0' })
      .execute()
    await shop.database.db.updateTable('orders').set({ address_key: 'CA H0H0H0 1 elm' }).execute()
    const refused = Array.from({ length: 600 }, () => ({
      order_id: other,
      kind: 'declined' as const,
      actor: 'gateway',
      detail: '{}',
      at: shop.now(),
    }))
    await shop.database.db.insertInto('order_events').values(refused).execute()
    for (let card = 0; card < 2; card += 1) {
      const { clientSecret } = await desk.placed()
      await shop.gateway.confirm(clientSecret, DECLINED)
    }
    await deliverWebhooks(shop)
    expect((await holdOf((await desk.paid()).number))?.note).toBe('2 cards were refused within a day.')
    const customer = { ...CUSTOMER, email: 'third@shopper.example', postal: CUSTOMER.postal.toLowerCase() }
    const sameHouse = await desk.paid(PAYS, { customer })
    expect((await holdOf(sameHouse.number))?.note).toBe('2 cards were refused within a day.')
    const elsewhere = { ...customer, email: 'fourth@shopper.example', address: '77 Other Street' }
    expect(await holdOf((await desk.paid(PAYS, { customer: elsewhere })).number)).toBeNull()
  })

  describe('an address that its customer changes after paying', () => {
    const { email: _own, ...recipient } = CUSTOMER
    async function moved(number: string, changes: Partial<Recipient>) {
      const order = await desk.found(number)
      const change = { kind: 'address', recipient: { ...recipient, ...changes } } as const
      const priced = await priceOwnChange(shop, order, change)
      if (priced.kind !== 'priced') throw new Error(priced.kind)
      const { version } = await desk.seen(number)
      return (await makeOwnChange(shop, order, change, { version, ...priced })).kind
    }

    test('is looked at when it is on the list, or blocked', async () => {
      await review({ addresses: '9 New Street' })
      const { number } = await desk.paid()
      expect(await moved(number, { address: '8 New Street' })).toBe('address-changed')
      expect(await holdOf(number)).toBeNull()
      expect(await moved(number, { address: '9 new street' })).toBe('address-changed')
      expect(await holdOf(number)).toMatchObject({
        reason: 'review',
        note: 'The address is on your list: 9 New Street.',
      })
      await expect(moved(number, { address: '8 New Street' })).rejects.toThrow('too-late')

      await saveAsStaff(shop, ORDER_REVIEW, ORDER_REVIEW.fallback)
      const { postal, country } = CUSTOMER
      const block = {
        sign: 'address',
        address: '7 New St',
        postal,
        country,
        reason: 'Fraud',
        endsOn: '',
      } as const
      await addBlock(shop, block, BY)
      const other = await desk.paid()
      expect(await moved(other.number, { address: '7 New Street' })).toBe('address-changed')
      expect((await holdOf(other.number))?.note).toContain('Fraud')
    })

    test('is not looked at for what staff have looked at, or for what the gateway did not tell', async () => {
      await review({ over: '100', risk: 'elevated', isOtherCountry: true, addresses: 'Regina' })
      const { number } = await desk.paid()
      expect((await holdOf(number))?.note).toContain('It costs more than')
      await releaseOrder(shop, { number, ...ADA_AS_OWNER })
      expect(await moved(number, { address: '8 New Street' })).toBe('address-changed')
      expect(await holdOf(number)).toBeNull()
    })

    test('counts the cards that were refused there', async () => {
      await review({ refusedCards: '2' })
      const customer = { ...CUSTOMER, email: 'thief@shopper.example', address: '5 Far Road' }
      const { clientSecret } = await desk.placed({ customer })
      for (let card = 0; card < 2; card += 1) await shop.gateway.confirm(clientSecret, DECLINED)
      await deliverWebhooks(shop)
      const { number } = await desk.paid()
      expect(await moved(number, { address: '5 Far Rd' })).toBe('address-changed')
      expect((await holdOf(number))?.note).toBe('2 cards were refused within a day.')
    })

    test('keeps gift cards back only until both are looked at', async () => {
      await review({ over: '100', addresses: '9 New Street' })
      const card = { category: 'Accessories', giftAmounts: '25', stock: null, taxFree: true }
      const gift = await shop.catalog.add(hoodie({ ...card, sizes: [{ size: '25', stock: null }] }))
      const items = [
        one(product, 'M'),
        { ...one(gift, '25'), gift: { name: '', email: '', message: '', sendOn: '' } },
      ]
      const { orderNumber: number, clientSecret } = await place(
        shop,
        orderFor([product, gift], items, { amount: ONE_HOODIE + 25_00 }),
      )
      await shop.gateway.confirm(clientSecret, PAYS)
      await deliverWebhooks(shop)
      await releaseOrder(shop, { number, ...ADA_AS_OWNER })
      expect(await moved(number, { address: '9 New Street' })).toBe('address-changed')
      await desk.settled()
      const issued = () => shop.database.db.selectFrom('gift_cards').select('id').execute()
      expect(await issued()).toEqual([])
      shop.pass(1_000)
      await releaseOrder(shop, { number, ...ADA_AS_OWNER })
      await desk.settled()
      expect(await issued()).toHaveLength(1)
    })
  })

  test('the first order of a customer has an amount of its own', async () => {
    await review({ firstOver: '100' })
    const { number } = await desk.paid()
    expect((await holdOf(number))?.note).toContain('first order of this customer')
    expect(await holdOf((await desk.paid()).number)).toBeNull()
  })

  test('an order that waits for units too is looked at first, and waits for them after', async () => {
    await review({ over: '100' })
    const sizes = [{ size: 'M', stock: 0 }]
    product = await shop.catalog.add(hoodie({ stock: 0, sizes }))
    const units = [{ size: 'M', before: 0, units: 3 }]
    await savePreorder(shop, { id: product.id, shipsOn: '2099-02-01', sizes: units, by: BY })
    const { number } = await desk.paid()
    expect((await holdOf(number))?.reason).toBe('review')
    await releaseOrder(shop, { number, ...ADA_AS_OWNER })
    expect((await holdOf(number))?.reason).toBe('preorder')
  })

  test('its gift cards are issued when it is released', async () => {
    await review({ over: '20' })
    const sizes = [{ size: '25', stock: null }]
    const card = hoodie({ category: 'Accessories', giftAmounts: '25', stock: null, taxFree: true, sizes })
    product = await shop.catalog.add(card)
    const gift = { name: '', email: '', message: '', sendOn: '' }
    const items = [{ ...one(product, '25'), gift }]
    const customer = { ...CUSTOMER, ...NOWHERE }
    const { orderNumber: number, clientSecret } = await place(
      shop,
      orderFor([product], items, { amount: 25_00, customer }),
    )
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    await desk.settled()
    const issued = () => shop.database.db.selectFrom('gift_cards').select('id').execute()
    expect(await toReview()).toEqual([number])
    expect(await issued()).toEqual([])
    // Erasing the customer would take the hold, and nothing would issue the cards any more.
    const { orders } = await findCustomerData(shop.database.db, CUSTOMER.email)
    expect(orders[0]?.obstacle).toBe('its gift cards wait until it is looked at: release or cancel it first')
    await releaseOrder(shop, { number, ...ADA_AS_OWNER })
    await desk.settled()
    expect(await issued()).toHaveLength(1)
  })

  test('a gateway that cannot be asked keeps no order from being paid: it is held instead', async () => {
    await review({ risk: 'elevated' })
    const { clientSecret, orderNumber: number } = await desk.placed()
    await shop.gateway.confirm(clientSecret, PAYS)
    const repair = shop.gateway.transport.disturb('findIntent', async () => {
      throw new GatewayError('The gateway does not answer', true)
    })
    await deliverWebhooks(shop)
    repair()
    expect(await desk.stateOf(number)).toBe('paid')
    expect((await holdOf(number))?.note).toBe('The payment service could not be asked for the risk.')
    expect(shop.failures.splice(0)).toHaveLength(1)
  })

  test('erasing the customer takes the reasons and the risk', async () => {
    await review({ over: '100' })
    const { number } = await desk.paid(DOUBTFUL)
    await releaseOrder(shop, { number, ...ADA_AS_OWNER })
    const parcel = { ...(await seen(number)), ...TRACKING, emailShopper: false, ...ADA_AS_OWNER }
    await fulfilOrder(shop, parcel)
    await desk.settled()
    await eraseCustomer(shop, { email: CUSTOMER.email, by: BY })
    const { db } = shop.database
    const { risk } = await db.selectFrom('payments').select('risk').executeTakeFirstOrThrow()
    expect(risk).toBeNull()
    const events = await db.selectFrom('order_events').select('detail').where('kind', '=', 'held').execute()
    expect(events.map(({ detail }) => JSON.parse(detail) as object)).toEqual([{ why: 'review', note: '' }])
  })
})
