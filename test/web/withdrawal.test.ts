import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { transact } from '#db/engine/transact.ts'
import { findHold } from '#db/orders/holds.ts'
import { findReturns } from '#db/returns/returns.ts'
import { WITHDRAWAL } from '#domain/settings/withdrawal.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import type { Product } from '#domain/catalog/product.ts'
import { findOrderPath } from '#operations/order-link.ts'
import { keepForReview } from '#operations/checkout/review-order.ts'
import { holdOrder, releaseOrder } from '#operations/orders/hold-order.ts'
import { eraseCustomer } from '#operations/orders/erase-customer.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { applyWithdrawal } from '#operations/orders/withdraw-from-contract.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'
import { signInBeforeEach } from '#test/support/before-each.ts'
import { deliverWebhooks, PAYS } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { orderDesk, TRACKING } from '#test/support/order-desk.ts'
import { saveAsStaff } from '#test/support/rounding-shop.ts'
import type { ServedShop } from '#test/support/serve-shop.ts'
import type { Ask } from '#test/support/staff-browser.ts'
import { CUSTOMER, hoodie, type TestShop } from '#test/support/test-shop.ts'

const BERLINER = { ...CUSTOMER, city: 'Berlin', country: 'DE', region: '', postal: '10115' }

describeOnEachDatabase('Withdrawing from a contract', (open, { startWith }) => {
  let shop: TestShop
  let product: Product
  let served: ServedShop
  let ask: Ask
  const desk = orderDesk(() => ({ shop, product }))

  signInBeforeEach(
    { open, startWith },
    (opened) => {
      shop = opened.shop
      product = opened.product
      served = opened.served
      ask = opened.ask
    },
    hoodie({ stock: 10 }),
  )

  const post = (path: string, form: Record<string, string>, from = '203.0.113.7') =>
    fetch(`${served.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': from },
      body: new URLSearchParams(form),
      redirect: 'manual',
    })
  const text = async (path: string) => (await fetch(`${served.url}${path}`)).text()
  const stated = (contract: string, changes: Record<string, string> = {}) => ({
    name: 'Ada Prairie',
    email: CUSTOMER.email,
    contract,
    part: '',
    ...changes,
  })
  async function withdraw(contract: string, changes: Record<string, string> = {}, id: string = randomUUID()) {
    const answer = await post('/withdraw/confirm', { ...stated(contract, changes), id })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/withdraw?received=${id}`])
    await desk.settled()
    return id
  }
  const bought = async () => (await desk.paid(PAYS, { customer: BERLINER })).number
  const messages = () => shop.database.db.selectFrom('contact_messages').selectAll().execute()
  const viewed = async (number: string) => (await findOrderView(shop, number, PERMISSIONS))!
  const messagePage = async (id: string) => (await ask('GET', `/admin/messages/${id}`)).text()

  test('is stated, shown to be confirmed, and nothing is kept before that', async () => {
    const wrong = await (await post('/withdraw', stated('', { email: 'ada' }))).text()
    expect(wrong).toContain('Say which order this is about.')
    expect(wrong).toContain('Enter an email address, such as you@example.com.')
    const asked = await (await post('/withdraw', stated('R-7K3M-9QX2', { part: 'The <b>hoodie</b>' }))).text()
    expect(asked).toContain('Confirm withdrawal')
    expect(asked).toContain('The &lt;b&gt;hoodie&lt;/b&gt;')
    const again = await (await post('/withdraw', { ...stated('R-7K3M-9QX2'), change: 'yes' })).text()
    expect(again).toContain('value="R-7K3M-9QX2"')
    expect(again).not.toContain('Confirm withdrawal')
    expect(await messages()).toEqual([])
  })

  test('is kept once, mailed to the owner, and answered at once by a receipt with what was stated, day and time', async () => {
    const id = await withdraw('my order of Monday', { part: 'the hoodie' })
    await withdraw('my order of Monday', { part: 'the hoodie' }, id)
    expect(await messages()).toMatchObject([
      { id, subject: 'withdrawal', contract: 'my order of Monday', message: 'the hoodie' },
    ])
    expect(shop.mails.map(({ to, subject }) => `${to.address}: ${subject}`).toSorted()).toEqual([
      `${CUSTOMER.email}: We received your withdrawal from the contract`,
      'owner@shop.example: Withdrawal from a contract from Ada Prairie',
    ])
    const receipt = shop.mails.find(({ to }) => to.address === CUSTOMER.email)?.text
    const time = new Intl.DateTimeFormat('en-CA', {
      dateStyle: 'long',
      timeStyle: 'long',
      timeZone: 'America/Regina',
    }).format(shop.now())
    for (const line of ['Ada Prairie', 'my order of Monday', 'the hoodie', CUSTOMER.email, time]) {
      expect(receipt).toContain(line)
    }
    expect(await text(`/withdraw?received=${id}`)).toContain(`Received on ${time}.`)
    expect(await text(`/withdraw?received=${randomUUID()}`)).toContain('Your name')
  })

  test('of an order that is not sent yet says so there and holds it, once its number and address fit', async () => {
    const number = await bought()
    await withdraw(number, { email: 'mallory@elsewhere.example' })
    expect(await desk.historyOf(number)).not.toContain('withdrawn')
    expect((await viewed(number)).hold).toBeNull()
    await withdraw(`order ${number.toLowerCase()}, please`, { email: 'ADA@shopper.example' })
    expect((await desk.historyOf(number)).slice(-2)).toEqual(['withdrawn', 'held'])
    expect((await viewed(number)).hold).toMatchObject({ reason: 'The customer withdrew from the contract' })
    await withdraw(number)
    expect((await desk.historyOf(number)).filter((kind) => kind === 'held')).toHaveLength(1)
    const cancelled = await cancelOrder(shop, { ...(await desk.seen(number)), restock: true, reason: '' })
    expect(cancelled).toEqual({ kind: 'cancelled' })
  })

  test('stops an order that waits for another reason, and one to be looked at once that is done', async () => {
    const [held, reviewed] = [await bought(), await bought()]
    const hold = { reason: 'address' as const, note: 'No house number', photo: '' }
    await holdOrder(shop, { ...(await desk.seen(held)), ...hold })
    await withdraw(held)
    expect(await findHold(shop.database.db, (await desk.found(held)).id)).toMatchObject({
      reason: 'withdrawn',
      note: 'The address is doubtful: No house number',
    })
    const { id } = await desk.found(reviewed)
    await transact(shop.database, (tx) => keepForReview(tx, id, ['Over $250.00.'], shop.now()))
    await withdraw(reviewed)
    expect(await findHold(shop.database.db, id)).toMatchObject({ reason: 'review' })
    await releaseOrder(shop, await desk.seen(reviewed))
    expect(await findHold(shop.database.db, id)).toMatchObject({ reason: 'withdrawn' })
    await releaseOrder(shop, await desk.seen(reviewed))
    expect(await findHold(shop.database.db, id)).toBeNull()
  })

  test('of one that was sent is for staff to judge: which order, in time until when, and when to refund', async () => {
    const number = await bought()
    await fulfilOrder(shop, { ...(await desk.seen(number)), ...TRACKING })
    const own = await messagePage(await withdraw(number))
    expect(own).toContain(', with the same email address.')
    expect(own).toContain('If the last parcel, which was sent on')
    expect(own).toContain('Refund by')
    expect((await viewed(number)).hold).toBeNull()
    const other = await messagePage(await withdraw(number, { email: 'mallory@elsewhere.example' }))
    expect(other).toContain(', with another email address: ask the customer before you act.')
    const none = await messagePage(await withdraw('the red one'))
    expect(none).toContain('No order has this number. Look among the orders of this customer.')
  })

  test('of one that was sent ends in a return for nothing, in time at once, late or of a part for staff to judge', async () => {
    const returned = async (number: string) => findReturns(shop.database.db, (await desk.found(number)).id)
    const sent = async () => {
      const number = await bought()
      await fulfilOrder(shop, { ...(await desk.seen(number)), ...TRACKING })
      return number
    }
    const [whole, part, late] = [await sent(), await sent(), await sent()]
    await withdraw(whole, { email: 'mallory@elsewhere.example' })
    expect(await returned(whole)).toEqual([])
    await withdraw(whole)
    await withdraw(whole)
    const dueAt = shop.now() + 14 * 86_400_000
    expect(await returned(whole)).toMatchObject([
      { state: 'accepted', fee: 0, isWithdrawal: true, dueAt, units: [{ number: 1 }, { number: 2 }] },
    ])
    await withdraw(part, { part: 'one hoodie' })
    shop.pass(22 * 86_400_000)
    await withdraw(late)
    for (const number of [part, late])
      expect(await returned(number)).toMatchObject([{ state: 'asked', review: ['withdrawn'] }])
  })

  test('is answered before its order is looked for, so that the time tells nothing, and reaches it once', async () => {
    const number = await bought()
    const id = randomUUID()
    await post('/withdraw/confirm', { ...stated(number), id })
    expect(await desk.historyOf(number)).not.toContain('withdrawn')
    await desk.settled()
    await applyWithdrawal(shop, { messageId: id, language: 'en' })
    expect((await desk.historyOf(number)).filter((kind) => kind === 'withdrawn')).toHaveLength(1)
  })

  test('of a payment that is before the bank is for staff to judge', async () => {
    const number = await bought()
    await fulfilOrder(shop, { ...(await desk.seen(number)), ...TRACKING })
    const { id, total } = await desk.found(number)
    const dispute = {
      order_id: id,
      intent_id: null,
      amount_cents: total,
      currency: 'CAD',
      reason: 'fraudulent',
    }
    const open = { id: 'dp_1' as never, ...dispute, state: 'open' as const, opened_at: shop.now() }
    await shop.database.db
      .insertInto('disputes')
      .values({ ...open, decided_at: null })
      .execute()
    await withdraw(number)
    expect(await findReturns(shop.database.db, id)).toMatchObject([{ state: 'asked', review: ['withdrawn'] }])
  })

  test('proves itself: staff cannot delete it, and it goes with the data of the customer, mails and their errors too', async () => {
    const id = await withdraw('R-7K3M-9QX2')
    const refused = await ask('DELETE', `/api/staff/messages/${id}`)
    expect([refused.status, ((await refused.json()) as { type: string }).type]).toEqual([
      409,
      '/problems/not-possible',
    ])
    expect(await (await ask('GET', '/api/staff/messages.csv')).text()).toContain('R-7K3M-9QX2')
    await shop.database.db
      .updateTable('outbox')
      .set({ last_error: `550 ${CUSTOMER.email} unknown` })
      .where('kind', '=', 'withdrawal-receipt')
      .execute()
    await eraseCustomer(shop, { email: CUSTOMER.email, by: 'ada@redemption.example' })
    expect(await messages()).toEqual([])
    const errors = await shop.database.db.selectFrom('outbox').select('last_error').execute()
    expect(JSON.stringify(errors)).not.toContain(CUSTOMER.email)
  })

  test('is linked where the shop sends to a country of the list, and told to the customers of its countries', async () => {
    expect(await text('/shop')).toContain('Withdraw from contract')
    const { clientSecret, orderNumber } = await desk.placed({ customer: BERLINER })
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    await desk.settled()
    const told = /You may withdraw from this contract .*http:\/\/shop\.example\/withdraw/
    expect(shop.mails.find(({ to }) => to.address === CUSTOMER.email)?.text).toMatch(told)
    const path = await findOrderPath(shop, await desk.found(orderNumber))
    expect((await text(path)).includes('action="/withdraw"')).toBe(true)
    const abroad = await desk.paid()
    const notThere = await text(await findOrderPath(shop, await desk.found(abroad.number)))
    expect(notThere.includes('action="/withdraw"')).toBe(false)
    await saveAsStaff(shop, WITHDRAWAL, { countries: '' })
    expect(await text('/about')).not.toContain('Withdraw from contract')
    expect((await text(path)).includes('action="/withdraw"')).toBe(false)
  })

  test('sends one mailbox five receipts, however it is spelt, and keeps what is stated all the same', async () => {
    for (let count = 0; count < 8; count += 1) {
      const form = {
        ...stated(`number ${count}`, { email: `ada+${count}@shopper.example` }),
        id: randomUUID(),
      }
      expect((await post('/withdraw/confirm', form, `203.0.${count}.7`)).status).toBe(303)
    }
    await desk.settled()
    expect(await messages()).toHaveLength(8)
    expect(shop.mails.filter(({ to }) => to.address.startsWith('ada'))).toHaveLength(5)
  })

  test('does not touch an order that has no address, whose number a stranger knows', async () => {
    const { number } = await desk.paid()
    await shop.database.db.updateTable('orders').set({ email: '' }).where('number', '=', number).execute()
    await withdraw(number, { email: '+x@elsewhere.example' })
    expect(await desk.historyOf(number)).not.toContain('withdrawn')
  })

  test('takes no form of another site, and no more than a few from one network', async () => {
    const form = { ...stated('R-7K3M-9QX2'), id: randomUUID() }
    const foreign = await fetch(`${served.url}/withdraw/confirm`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
      body: new URLSearchParams(form),
    })
    expect(foreign.status).toBe(403)
    const statuses: number[] = []
    for (let count = 0; count < 6; count += 1) statuses.push((await post('/withdraw/confirm', form)).status)
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429])
  })
})
