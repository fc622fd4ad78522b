import { expect, test } from 'vitest'
import type { Database } from '#db/schema.ts'
import type { Product } from '#domain/catalog/product.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { TARIFF } from '#domain/checkout/tariff.ts'
import { orderPath } from '#operations/order-link.ts'
import { changeAddress } from '#operations/orders/change-address.ts'
import { correctEmail } from '#operations/orders/correct-email.ts'
import { eraseCustomer } from '#operations/orders/erase-customer.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { listOrders } from '#operations/orders/list-orders.ts'
import { readOrderWithKey } from '#operations/orders/read-order.ts'
import { openPaymentLink } from '#operations/payment-links/pay-by-link.ts'
import { settleBalance } from '#operations/payment-links/settle-balance.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'
import { BY_LINK, linkDesk } from '#test/operations/payment-links/link-desk.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { BY, TRACKING } from '#test/support/order-desk.ts'
import { CUSTOMER, hoodie, type TestShop } from '#test/support/test-shop.ts'

const OLD: string = CUSTOMER.email
const NEW = 'ada.okafor@shopper.example'

describeOnEachDatabase('correcting the email of an order', (open) => {
  let shop: TestShop
  let product: Product
  const desk = linkDesk(() => ({ shop, product }))
  const { paid, found, seen, settled } = desk

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie({ stock: 10 }))

  const correct = async (number: string, email = NEW, resend = false) =>
    correctEmail(shop, { ...(await seen(number)), email, resend })
  const viewed = async (number: string) => (await findOrderView(shop, number, PERMISSIONS))!
  const mailed = () => shop.mails.map(({ to, subject }) => `${to.address}: ${subject}`)
  const pathOf = async (number: string) => orderPath(shop, await found(number))
  const opens = async (path: string) => {
    const { pathname, searchParams } = new URL(path, 'http://shop.example')
    return readOrderWithKey(shop, pathname.split('/')[2] ?? '', searchParams.get('key') ?? '')
  }

  test('ends the link that was mailed to the old address, and later mails have another one', async () => {
    const { number } = await paid()
    const old = await pathOf(number)
    expect(await opens(old)).not.toBeNull()
    expect(await correct(number)).toEqual({ kind: 'email-corrected' })
    expect(await opens(old)).toBeNull()
    await fulfilOrder(shop, { ...(await seen(number)), ...TRACKING })
    await settled()
    expect(mailed()).toEqual([`${NEW}: [TEST] Your Redemption order ${number} is on its way`])
    expect(await opens(await pathOf(number))).not.toBeNull()
    expect(shop.mails[0]?.text).toContain(`http://shop.example${await pathOf(number)}`)
    await correct(number, OLD)
    expect(await opens(old)).toBeNull()
  })

  test('sends what was mailed about the order again, and the list says which mail went where', async () => {
    const { number } = await paid()
    await fulfilOrder(shop, { ...(await seen(number)), ...TRACKING })
    await settled()
    shop.mails.length = 0
    shop.pass(1_000)
    expect(await correct(number, NEW, true)).toEqual({ kind: 'email-corrected' })
    await settled()
    expect(mailed()).toEqual([
      `${NEW}: [TEST] Your Redemption order ${number}`,
      `${NEW}: [TEST] Your Redemption order ${number} is on its way`,
    ])
    const sentTo = (await viewed(number)).mails.map(({ name, to }) => `${name}: ${to}`)
    expect(sentTo.filter((words) => words.endsWith(NEW))).toHaveLength(2)
    expect(sentTo.filter((words) => words.endsWith(OLD))).toHaveLength(2)
  })

  test('ends a payment link that was mailed to the old address, and mails another', async () => {
    const { number, link, key } = await desk.waiting()
    await settled()
    shop.mails.length = 0
    expect(await openPaymentLink(shop, link, key)).toMatchObject({ state: 'payable' })
    await correct(number, NEW, true)
    expect(await openPaymentLink(shop, link, key)).toBeNull()
    const { key: next } = await desk.linkOf(number)
    expect(await openPaymentLink(shop, link, next)).toMatchObject({ state: 'payable' })
    await settled()
    expect(shop.mails.map(({ to }) => to.address)).toEqual([NEW, NEW])
    expect(JSON.stringify(shop.mails)).toContain(`http://shop.example/pay/${link}?key=${next}`)
  })

  test('stays when a change of the address is undone later', async () => {
    const { number } = await paid()
    const tariff = {
      ...TARIFF,
      taxes: [
        ...TARIFF.taxes,
        { label: 'QST', milliPercent: 20_000, within: { country: 'CA', region: 'Quebec' } },
      ],
    }
    const recipient = { ...CUSTOMER, city: 'Québec', region: 'Quebec', postal: 'G1R 4S9' }
    const moved = { ...(await seen(number)), recipient, difference: 47_20, increase: BY_LINK }
    expect(await changeAddress(shop, moved, tariff)).toEqual({ kind: 'address-changed' })
    await correct(number)
    await settleBalance(shop, { ...(await seen(number)), step: 'undo' })
    expect((await found(number)).customer).toEqual({ ...CUSTOMER, email: NEW })
  })

  test('is in the history, found by the search, and counted in promotions as when it was placed', async () => {
    const { number } = await paid()
    const counted = shop.database.db.selectFrom('orders').select('limit_email').where('number', '=', number)
    const before = await counted.executeTakeFirstOrThrow()
    await correct(number)
    expect((await viewed(number)).history[0]).toMatchObject({
      words: `Corrected the email: ${NEW}, instead of ${OLD}`,
      by: BY,
    })
    const query = { state: '', from: '', to: '', page: 1 } as const
    expect((await listOrders(shop, { ...query, q: NEW })).total).toBe(1)
    expect((await listOrders(shop, { ...query, q: OLD })).total).toBe(0)
    expect(await counted.executeTakeFirstOrThrow()).toEqual(before)
  })

  test('is refused when it is the same address, was erased, or the shopper has not paid', async () => {
    const { number, version } = await paid()
    for (const same of [OLD, OLD.toUpperCase()]) {
      expect(await correct(number, same)).toEqual({ kind: 'same-email' })
    }
    expect((await found(number)).version).toBe(version)
    await fulfilOrder(shop, { ...(await seen(number)), ...TRACKING })
    await settled()
    const { orderNumber } = await desk.placed()
    expect(await correct(orderNumber)).toEqual({ kind: 'not-possible', state: 'pending' })
    await shop.database.db.deleteFrom('holds').execute()
    await shop.database.db.updateTable('orders').set({ erased_at: 1 }).where('number', '=', number).execute()
    expect(await correct(number)).toEqual({ kind: 'erased' })
  })

  test.each([
    ['old', OLD.toUpperCase()],
    ['new', NEW],
  ])('leaves nothing of either address once the %s one is erased', async (_which, email) => {
    const { number } = await paid()
    await correct(number, NEW, true)
    await fulfilOrder(shop, { ...(await seen(number)), ...TRACKING })
    await settled()
    expect(await eraseCustomer(shop, { email, by: BY })).toMatchObject({ kind: 'erased', orders: 1 })
    await settled()
    const { db } = shop.database
    const tables = (await db.introspection.getTables()).map(({ name }) => name as keyof Database)
    const shops = tables.filter((name) => !name.startsWith('test_gateway_'))
    const rows = await Promise.all(shops.map((table) => db.selectFrom(table).selectAll().execute()))
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${OLD}|${NEW}`, 'i'))
    expect(await eraseCustomer(shop, { email, by: BY })).toEqual({ kind: 'nothing-stored' })
  })
})
