import { beforeEach, expect, test } from 'vitest'
import { findDueLink } from '#db/payment-links/payment-links.ts'
import type { Product } from '#domain/catalog/product.ts'
import { findLostPayments, refundLostPayments } from '#operations/checkout/payments/refund-lost-payments.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { linkDesk } from '#test/operations/payment-links/link-desk.ts'
import { deliverWebhooks, one, orderFor, PAYS, place } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const EVER = { from: 0, to: Date.parse('2100-01-01') }

describeOnEachDatabase('a payment whose order was lost with the disk', (open) => {
  let shop: TestShop
  let product: Product

  beforeEach(async () => {
    shop = await openTestShop(open())
    product = await shop.catalog.add(hoodie({ stock: 9 }))
  })

  const desk = linkDesk(() => ({ shop, product }))
  const buy = () => place(shop, orderFor([product], [one(product)]))

  /** The shop after a restore from a copy that is older than its orders; the gateway keeps its own books. */
  async function loseOrders(): Promise<void> {
    const { db } = shop.database
    for (const table of [
      'holds',
      'unit_shares',
      'payment_links',
      'payments',
      'order_lines',
      'order_adjustments',
      'order_events',
    ] as const) {
      await db.deleteFrom(table).execute()
    }
    await db.deleteFrom('outbox').execute()
    await db.deleteFrom('hold_times').execute()
    await db.deleteFrom('orders').execute()
  }
  /** Staff add an item to a paid order, and the customer pays the difference by link. */
  async function payByOwnLink(): Promise<number> {
    const { id, number } = await desk.waiting()
    const due = (await findDueLink(shop.database.db, id))!
    const { link, key } = await desk.linkOf(number)
    await desk.pay(await desk.secretOf({ link, key }))
    return due.amount
  }
  async function settle(): Promise<void> {
    for (let round = 0; round < 3; round += 1) await deliverOutbox(shop)
  }
  const refunds = () => shop.database.db.selectFrom('test_gateway_refunds').select('amount_cents').execute()
  const told = () => shop.mails.map(({ to, subject }) => `${to.address}: ${subject}`).toSorted()

  test('is refunded once, and its shopper and the owner get one mail each, however often it is looked for', async () => {
    const { clientSecret } = await buy()
    const { number, email, total_cents } = await shop.database.db
      .selectFrom('orders')
      .select(['number', 'email', 'total_cents'])
      .executeTakeFirstOrThrow()
    await shop.gateway.confirm(clientSecret, PAYS)
    await loseOrders()
    for (let time = 0; time < 2; time += 1) {
      const lost = await findLostPayments(shop, EVER)
      expect(lost).toMatchObject({ total: total_cents, unpaid: [] })
      await refundLostPayments(shop, lost)
      await settle()
    }
    expect(await refunds()).toEqual([{ amount_cents: total_cents }])
    expect(told()).toEqual(
      [
        `${email}: We lost order ${number} and refunded you`,
        `${shop.settings.ownerEmail}: Order ${number} was lost and refunded`,
      ].toSorted(),
    )
  })

  test('is found once wherever in the period it was made, and the command prints its progress', async () => {
    const madeAt = shop.now()
    await buy()
    await loseOrders()
    const parts: number[] = []
    for (const time of [
      { from: madeAt, to: madeAt + 1 },
      { from: madeAt - 1, to: madeAt + 1 },
      { from: madeAt - 7_001, to: madeAt + 86_400_000 },
      EVER,
    ]) {
      const { unpaid } = await findLostPayments(shop, time, (done, all) => parts.push(done / all))
      expect(unpaid).toHaveLength(1)
    }
    expect(parts.slice(0, 24)).toEqual(parts.slice(0, 24).toSorted((one, other) => one - other))
    expect(parts).toHaveLength(4 * 24)
  })

  test('is refunded without the command when its shopper or the gateway reports it after the restore', async () => {
    const { clientSecret } = await buy()
    await loseOrders()
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    await settle()
    expect(await refunds()).toHaveLength(1)
    expect(told()).toHaveLength(2)
  })

  test('is refunded with what was paid by link for a change of the order', async () => {
    const amount = await payByOwnLink()
    const card = await shop.database.db
      .selectFrom('payments')
      .select('received_cents')
      .where('kind', '=', 'card')
      .executeTakeFirstOrThrow()
    await settle()
    shop.mails.length = 0
    await loseOrders()
    const lost = await findLostPayments(shop, EVER)
    expect(lost.total).toBe(card.received_cents + amount)
    await refundLostPayments(shop, lost)
    await settle()
    const returned = (await refunds()).map(({ amount_cents }) => amount_cents)
    expect(returned.toSorted((one, other) => one - other)).toEqual(
      [amount, card.received_cents].toSorted((one, other) => one - other),
    )
    expect(told()).toHaveLength(4)
  })

  test('for a lost change of an order that was not lost is shown to the owner once', async () => {
    await payByOwnLink()
    await settle()
    shop.mails.length = 0
    const { db } = shop.database
    await db.deleteFrom('payment_links').execute()
    await db.deleteFrom('payments').where('kind', '=', 'link').execute()
    for (const unknown of [1, 0]) {
      const lost = await findLostPayments(shop, EVER)
      expect(lost).toMatchObject({ paid: [], unpaid: [], total: 0 })
      expect(lost.unknown).toHaveLength(unknown)
      await refundLostPayments(shop, lost)
      await settle()
    }
    expect(await refunds()).toEqual([])
    expect(told()).toEqual([expect.stringContaining(shop.settings.ownerEmail)])
    const strays = db.selectFrom('order_events').select('kind').where('kind', '=', 'stray-payment')
    expect(await strays.execute()).toHaveLength(1)
  })

  test('is cancelled while nobody has paid it', async () => {
    const { clientSecret } = await buy()
    await loseOrders()
    const lost = await findLostPayments(shop, EVER)
    expect(lost).toMatchObject({ paid: [], total: 0 })
    await refundLostPayments(shop, lost)
    const paid = await shop.gateway.confirm(clientSecret, PAYS)
    expect(paid).not.toMatchObject({ intent: { state: 'succeeded' } })
    await settle()
    expect(await refunds()).toEqual([])
  })

  test('is left alone when it belongs to another shop on the same account, or has its order', async () => {
    const { clientSecret } = await buy()
    await shop.gateway.confirm(clientSecret, PAYS)
    expect(await findLostPayments(shop, EVER)).toMatchObject({ paid: [], unpaid: [], unknown: [] })
    await loseOrders()
    shop.id = 'shop_other'
    expect(await findLostPayments(shop, EVER)).toMatchObject({ paid: [], unpaid: [] })
    await deliverWebhooks(shop)
    await settle()
    expect(await refunds()).toEqual([])
    expect(shop.mails).toEqual([])
  })
})
