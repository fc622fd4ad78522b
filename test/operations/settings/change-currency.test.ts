import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { transact } from '#db/engine/transact.ts'
import { appendSetting } from '#db/settings/settings.ts'
import type { Product } from '#domain/catalog/product.ts'
import { charging } from '#domain/charged-currency.ts'
import { chargeIn } from '#domain/currency.ts'
import { leastCharge } from '#domain/checkout/least-charge.ts'
import { cents, formatCents } from '#domain/money.ts'
import { CHARGED_CURRENCY } from '#domain/settings/currency.ts'
import { ROLE_PERMISSIONS } from '#domain/staff/permissions.ts'
import { findExchangeRate } from '#operations/catalog/find-exchange-rate.ts'
import { issueAsStaff } from '#operations/gift-cards/change-gift-card.ts'
import { exportOrders, orderColumns } from '#operations/orders/export-orders.ts'
import { expireOrders } from '#operations/checkout/payments/expire-orders.ts'
import { saveSetting } from '#operations/settings/save-setting.ts'
import { deliverWebhooks, one, orderFor, PAYS, place } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { orderDesk } from '#test/support/order-desk.ts'
import { ADA } from '#test/support/staff-browser.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

afterEach(() => chargeIn('CAD'))

describeOnEachDatabase('The currency that a shop charges in', (open) => {
  let shop: TestShop
  let product: Product
  const { paid, placed, found } = orderDesk(() => ({ shop, product }), 1)

  beforeEach(async () => {
    shop = await openTestShop(open())
    await shop.identity.addMember(ADA)
    product = (await shop.catalog.add(hoodie()))!
  })

  const choose = async (charged: string, version = 0) =>
    saveSetting(
      shop,
      CHARGED_CURRENCY,
      { version, value: { charged } },
      {
        memberId: (await shop.identity.people.list())[0]!.id,
        permissions: ROLE_PERMISSIONS.owner,
      },
    )
  /** By an owner in another process, which has not announced it. */
  const chosenElsewhere = () =>
    transact(shop.database, (tx) =>
      appendSetting(tx, CHARGED_CURRENCY.name, 0, {
        value: { charged: 'EUR' },
        changedAt: shop.now(),
        changedBy: null,
        summary: 'Currency',
      }),
    )
  const saved = (version: number) => ({ kind: 'saved', version })
  const refused = (words: RegExp) => ({
    kind: 'not-possible',
    field: 'charged',
    message: expect.stringMatching(words),
  })
  const currencies = async (table: 'payments' | 'test_gateway_intents') =>
    (await shop.database.db.selectFrom(table).select('currency').execute()).map(({ currency }) => currency)

  test('is Canadian dollars until an owner chooses another, in which everything is then charged', async () => {
    expect(charging.currency).toBe('CAD')
    expect(await choose('EUR')).toMatchObject(saved(1))
    expect(charging.currency).toBe('EUR')
    const { number } = await paid()
    expect(await currencies('payments')).toEqual(['eur'])
    expect(await currencies('test_gateway_intents')).toEqual(['eur'])
    expect((await found(number)).state).toBe('paid')
    expect(formatCents((await found(number)).total)).toBe('€145.36')
  })

  test('stays once an order is paid', async () => {
    await paid()
    expect(await choose('EUR')).toMatchObject(refused(/An order has been paid in Canadian dollars \(CAD\)/))
    expect(charging.currency).toBe('CAD')
  })

  test('stays once a gift card is given out, which is money owed', async () => {
    await issueAsStaff(shop, { amount: cents(25_00), reason: 'A raffle', by: ADA.email })
    expect(await choose('EUR')).toMatchObject(refused(/gift card or store credit was given out/))
  })

  test('waits while an order can be paid, and changes once its time has run out', async () => {
    await placed()
    expect(await choose('EUR')).toMatchObject(refused(/An order is waiting for its payment/))
    shop.pass(60 * 60_000)
    await expireOrders(shop)
    expect(await choose('EUR')).toMatchObject(saved(1))
  })

  test.for([
    { of: 'cancelled', deadline: undefined },
    { of: 'still open, because it could not be cancelled', deadline: AbortSignal.abort() },
  ])('is that of a checkout that goes on, whose first payment is $of', async ({ deadline }) => {
    const { request, orderNumber } = await placed()
    shop.pass(60 * 60_000)
    await expireOrders(shop, deadline)
    await choose('EUR')
    const again = await place(shop, request)
    expect(again.orderNumber).toBe(orderNumber)
    expect(await currencies('payments')).toEqual(['eur'])
    await shop.gateway.confirm(again.clientSecret, PAYS)
    await deliverWebhooks(shop)
    expect((await found(orderNumber)).state).toBe('paid')
  })

  test('can be taken back like any setting while nobody has paid', async () => {
    await choose('EUR')
    expect(await choose('SEK', 1)).toMatchObject(saved(2))
    expect(formatCents(1_234_50)).toBe('SEK\u00A01,234.50')
    expect(leastCharge()).toBe(3_00)
    await paid()
    expect(await choose('CAD', 2)).toMatchObject(refused(/has been paid in Swedish kronor \(SEK\)/))
  })

  test('of a late payment decides: one in the old currency is set aside for staff, never counted as sold', async () => {
    const { clientSecret, orderNumber } = await placed()
    // Another process was about to place the order while the owner saved.
    await chosenElsewhere()
    await shop.changes.publish('settings')
    await shop.savedSettings.latest(CHARGED_CURRENCY)
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    expect(await found(orderNumber)).toMatchObject({ state: 'needs-attention', paidAt: null })
  })

  test('is followed by a process that could not read it when it was announced', async () => {
    await chosenElsewhere()
    const read = vi.spyOn(shop.savedSettings, 'latest').mockRejectedValue(new Error('No answer'))
    await shop.changes.publish('settings')
    expect(charging.currency).toBe('CAD')
    read.mockRestore()
    await vi.waitFor(() => expect(charging.currency).toBe('EUR'), { timeout: 5_000 })
  })

  test('heads the columns of an export and is where the rates of other currencies begin', async () => {
    const perCad = (await findExchangeRate(shop, 'EUR'))!.rate
    await choose('EUR')
    expect((await findExchangeRate(shop, 'EUR'))!.rate).toBe(1)
    expect((await findExchangeRate(shop, 'CAD'))!.rate).toBeCloseTo(1 / perCad, 9)
    await place(shop, orderFor([product], [one(product)]))
    expect(orderColumns()).toContain('Order total (EUR)')
    expect(orderColumns().join()).not.toContain('CAD')
    for await (const rows of exportOrders(shop, { q: '', state: '', from: '', to: '' }))
      expect(rows[0]).toHaveLength(orderColumns().length)
  })
})
