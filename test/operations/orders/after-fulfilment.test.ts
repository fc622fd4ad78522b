import { afterEach, expect, test } from 'vitest'
import { findLedgerDifferences } from '#db/stock/stock-movements.ts'
import type { Product } from '#domain/catalog/product.ts'
import { cents } from '#domain/money.ts'
import { UNDO_FULFILMENT_MS } from '#domain/orders/fulfilment.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { changeTracking } from '#operations/orders/change-tracking.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { resendMail } from '#operations/orders/resend-mail.ts'
import { undoFulfilment } from '#operations/orders/undo-fulfilment.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { ADA_AS_OWNER, orderDesk, TRACKING } from '#test/support/order-desk.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'

const CORRECTED = { ...TRACKING, trackingNumber: 'CP 2' }

describeOnEachDatabase('a fulfilled order', (open) => {
  afterEach(async () => expect(await findLedgerDifferences(open().db)).toEqual([]))

  let shop: TestShop
  let product: Product
  const { paid, found, seen, settled, refundOf, stateOf, historyOf, subjects } = orderDesk(() => ({
    shop,
    product,
  }))

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie())

  async function fulfilled() {
    const order = await paid()
    await fulfilOrder(shop, { ...order, ...TRACKING })
    return order.number
  }
  const lastShipment = async (number: string) => (await found(number)).shipments.at(-1)?.number ?? 1
  const change = async (number: string, tellCustomer: boolean, tracking = CORRECTED) =>
    changeTracking(shop, {
      ...(await seen(number)),
      shipment: await lastShipment(number),
      ...tracking,
      tellCustomer,
    })
  const undo = async (number: string) =>
    undoFulfilment(shop, {
      ...(await seen(number)),
      shipment: await lastShipment(number),
      reason: 'Wrong order',
    })
  const newestWords = async (number: string) =>
    (await findOrderView(shop, number, PERMISSIONS))?.history[0]?.words

  test('can have its tracking corrected, and the customer is emailed about it on request', async () => {
    const number = await fulfilled()
    await settled()
    expect(await change(number, false)).toEqual({ kind: 'tracking-changed' })
    expect((await found(number)).shipments).toMatchObject([CORRECTED])
    expect(await newestWords(number)).toBe('Changed the tracking: Canada Post, CP 2')
    await settled()
    expect(shop.mails).toHaveLength(1)
    expect(await change(number, true)).toEqual({ kind: 'nothing-changed' })
    const third = { ...TRACKING, trackingNumber: 'CP 3' }
    expect(await change(number, true, third)).toEqual({ kind: 'tracking-changed' })
    await settled()
    expect(subjects()[1]).toBe(`ada: New tracking for your Redemption order ${number}`)
    expect(shop.mails[1]?.text).toContain('has changed')
    expect(shop.mails[1]?.text).toContain('CP 3')
    const none = { carrier: '', trackingNumber: '', trackingLink: '' }
    expect(await change(number, true, none)).toEqual({ kind: 'no-tracking' })
    expect(await stateOf(number)).toBe('fulfilled')
  })

  test('whose mail has not been sent yet names the corrected tracking in that one mail', async () => {
    const number = await fulfilled()
    await change(number, true)
    await settled()
    expect(subjects()).toEqual([`ada: Your Redemption order ${number} is on its way`])
    expect(shop.mails[0]?.text).toContain('CP 2')
  })

  test('can be marked as not sent, and a mail that has not been sent is withdrawn', async () => {
    const number = await fulfilled()
    expect(await undo(number)).toEqual({ kind: 'fulfilment-undone' })
    await settled()
    expect(shop.mails).toEqual([])
    expect(await found(number)).toMatchObject({ state: 'paid', fulfilment: 'unfulfilled', shipments: [] })
    expect(await newestWords(number)).toBe(
      'Marked the order as not sent (Wrong order); its email was withdrawn',
    )
    expect(await undo(number)).toEqual({ kind: 'not-possible', state: 'paid' })
    expect(await change(number, false)).toEqual({ kind: 'not-possible', state: 'paid' })
    await fulfilOrder(shop, { ...(await seen(number)), ...CORRECTED })
    await settled()
    expect(shop.mails[0]?.text).toContain('CP 2')
    expect((await historyOf(number)).slice(-3)).toEqual(['fulfilled', 'fulfilment-undone', 'fulfilled'])
  })

  test('that was undone after its mail was sent gets another mail when it is sent, and not before', async () => {
    const number = await fulfilled()
    await settled()
    await undo(number)
    expect(await newestWords(number)).toBe('Marked the order as not sent (Wrong order)')
    const view = await findOrderView(shop, number, PERMISSIONS)
    const mail = view?.mails.find(({ name }) => name === 'Order on its way')
    expect(mail).toMatchObject({ state: 'sent', mayResend: false })
    expect(await resendMail(shop, { number, mailId: mail?.id ?? 0, ...ADA_AS_OWNER })).toEqual({
      kind: 'not-possible',
      state: 'paid',
    })
    await fulfilOrder(shop, { ...(await seen(number)), ...CORRECTED })
    await settled()
    expect(subjects()).toHaveLength(2)
    expect(new Set(shop.mails.map(({ id }) => id)).size).toBe(2)
  })

  test('that was partly refunded stays partly refunded when it is marked as not sent', async () => {
    const number = await fulfilled()
    await refundOrder(shop, await refundOf(number, { amount: cents(10_00) }))
    await settled()
    expect(await undo(number)).toEqual({ kind: 'fulfilment-undone' })
    expect(await found(number)).toMatchObject({ state: 'refunded-in-part', shipments: [] })
  })

  test('can no longer be marked as not sent after seven days', async () => {
    const number = await fulfilled()
    shop.pass(UNDO_FULFILMENT_MS)
    expect(await undo(number)).toEqual({ kind: 'too-late' })
    expect((await findOrderView(shop, number, PERMISSIONS))?.may).toMatchObject({
      'undo-fulfilment': false,
      tracking: true,
    })
  })
})
