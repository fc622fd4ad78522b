import { beforeEach, expect, test } from 'vitest'
import { findHold } from '#db/orders/holds.ts'
import type { Product } from '#domain/catalog/product.ts'
import { toDisputeId } from '#domain/ids.ts'
import type { Block } from '#domain/orders/block.ts'
import { BLOCK_LIST, type BlockListSetting } from '#domain/settings/block-list.ts'
import { placeOrder } from '#operations/checkout/place-order.ts'
import {
  addBlock,
  blockCustomer,
  editBlock,
  endBlock,
  findBlocksOf,
  isEmailBlocked,
  readBlocks,
} from '#operations/blocks/block-list.ts'
import { eraseCustomer } from '#operations/orders/erase-customer.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { releaseOrder } from '#operations/orders/hold-order.ts'
import { handleDisputeEvent } from '#operations/refunds/handle-dispute-event.ts'
import { applyRetention } from '#operations/upkeep/apply-retention.ts'
import { GatewayError, type GatewayDispute } from '#providers/payments/payment-gateway.ts'
import { one, orderFor, PAYS } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { ADA_AS_OWNER, BY, ONE_HOODIE, orderDesk, TRACKING } from '#test/support/order-desk.ts'
import { saveAsStaff } from '#test/support/rounding-shop.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const DAY = 24 * 3_600_000
const ELSEWHERE = { ...CUSTOMER, email: 'other@shopper.example', address: '99 Other Rd' }

describeOnEachDatabase('The block list', (open) => {
  let shop: TestShop
  let product: Product
  const desk = orderDesk(() => ({ shop, product }), 1)

  beforeEach(async () => {
    shop = await openTestShop(open())
    product = await shop.catalog.add(hoodie({ stock: 20 }))
    await shop.identity.addMember({ email: BY, password: 'wears red' })
  })

  const set = (changes: Partial<BlockListSetting>) =>
    saveAsStaff(shop, BLOCK_LIST, { ...BLOCK_LIST.fallback, ...changes })
  const noteOf = async (number: string) =>
    (await findHold(shop.database.db, (await desk.found(number)).id))?.note ?? null
  const listed = async (q = '', state: 'current' | 'ended' | '' = 'current'): Promise<Block[]> =>
    (await readBlocks(shop, { q, state, page: 1 })).rows
  const blockEmail = (email: string, endsOn = '') =>
    addBlock(shop, { sign: 'email', email, reason: 'Sells on', endsOn }, BY)
  const disputeOver = (intentId: string, state: GatewayDispute['state']): GatewayDispute => ({
    id: toDisputeId('dp_1'),
    intentId,
    amount: ONE_HOODIE,
    currency: 'cad',
    reason: 'fraudulent',
    state,
  })

  test('an order of a blocked email, however it is spelt, is held with the reason, until the block ends', async () => {
    const [name = '', domain = ''] = CUSTOMER.email.split('@')
    expect(await blockEmail(`${name.toUpperCase()}+shop@${domain}`, '2999-01-01')).toMatchObject({
      kind: 'blocked',
    })
    const { number } = await desk.paid()
    expect(await desk.stateOf(number)).toBe('paid')
    expect(await noteOf(number)).toBe('The email address is on the block list: Sells on.')
    expect(await noteOf((await desk.paid(PAYS, { customer: ELSEWHERE })).number)).toBeNull()
    const [block] = await listed()
    expect(await endBlock(shop, block!.id)).toBe(true)
    expect(await noteOf((await desk.paid()).number)).toBeNull()
    expect(await editBlock(shop, block!.id, { reason: 'Again', endsOn: '' })).toMatchObject({
      kind: 'changed',
    })
    expect(await noteOf((await desk.paid()).number)).toBe('The email address is on the block list: Again.')
  })

  test('an address is known by its street, and a card by what the gateway tells of it', async () => {
    const first = await desk.paid()
    const { number } = first
    expect(
      await blockCustomer(shop, { number, signs: ['address', 'card'], reason: 'Fraud.', endsOn: '', by: BY }),
    ).toMatchObject({ kind: 'blocked', blocks: [{ sign: 'address' }, { sign: 'card' }] })
    const atAddress = await desk.paid(
      { ...PAYS, number: '4000000000009235' },
      { customer: { ...CUSTOMER, email: 'other@shopper.example', address: `${CUSTOMER.address}, Apt` } },
    )
    expect(await noteOf(atAddress.number)).toBe('The address is on the block list: Fraud.')
    const withCard = await desk.paid(PAYS, { customer: ELSEWHERE })
    expect(await noteOf(withCard.number)).toBe('The card is on the block list: Fraud.')
    const rows = await shop.database.db.selectFrom('blocks').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(PAYS.number)
    const intent = await shop.gateway.findIntent(first.intentId)
    expect(JSON.stringify(rows)).not.toContain(intent?.card ?? 'none')
  })

  test('the checkout refuses them where the owner chose so, and writes nothing', async () => {
    await blockEmail(CUSTOMER.email)
    await set({ orders: 'refuse' })
    const request = orderFor([product], [one(product, 'M')])
    expect(await placeOrder(shop, request)).toEqual({ kind: 'not-accepted' })
    expect(await shop.database.db.selectFrom('orders').select('id').execute()).toEqual([])
    const other = orderFor([product], [one(product, 'M')], { customer: ELSEWHERE })
    expect((await placeOrder(shop, other)).kind).toBe('placed')
  })

  test('an end that is over is refused, one that passes ends the block, and it is deleted 30 days later', async () => {
    expect(await blockEmail(CUSTOMER.email, '2001-01-01')).toEqual({ kind: 'over' })
    const day = new Date(shop.now() + DAY).toISOString().slice(0, 10)
    await blockEmail(CUSTOMER.email, day)
    expect(await isEmailBlocked(shop, CUSTOMER.email)).toBe(true)
    shop.pass(3 * DAY)
    expect(await isEmailBlocked(shop, CUSTOMER.email)).toBe(false)
    expect(await listed('', 'ended')).toHaveLength(1)
    await applyRetention(shop)
    expect(await listed('', 'ended')).toHaveLength(1)
    shop.pass(31 * DAY)
    await applyRetention(shop)
    expect(await listed('', '')).toEqual([])
  })

  test('adding somebody again changes the entry; the list is searched by email, reason and order', async () => {
    await blockEmail(CUSTOMER.email)
    await addBlock(shop, { sign: 'email', email: CUSTOMER.email, reason: 'Rude', endsOn: '' }, BY)
    await blockEmail('mallory@shopper.example')
    expect((await listed()).map(({ reason }) => reason).toSorted()).toEqual(['Rude', 'Sells on'])
    expect((await listed('rude')).map(({ shown }) => shown)).toEqual([CUSTOMER.email])
    expect(await listed('MALLORY@')).toHaveLength(1)
    expect(await listed('nobody')).toEqual([])
  })

  test('a dispute blocks nobody until an owner says so', async () => {
    const { intentId } = await desk.paid()
    await handleDisputeEvent(shop, disputeOver(intentId, 'open'))
    await desk.settled()
    expect(await listed()).toEqual([])
  })

  test('a dispute blocks email, address and card, once, and a dispute that is won ends that', async () => {
    await set({ disputes: 'opened', days: '90' })
    const { number, intentId } = await desk.paid()
    await handleDisputeEvent(shop, disputeOver(intentId, 'open'))
    await handleDisputeEvent(shop, disputeOver(intentId, 'open'))
    await desk.settled()
    const blocks = await listed()
    expect(blocks.map(({ sign }) => sign).toSorted()).toEqual(['address', 'card', 'email'])
    expect(blocks[0]).toMatchObject({
      orderNumber: number,
      reason: 'Dispute dp_1: fraudulent',
      endsAt: blocks[0]!.addedAt + 90 * DAY,
    })
    await handleDisputeEvent(shop, disputeOver(intentId, 'won'))
    await desk.settled()
    expect(await listed()).toEqual([])
  })

  test('with the choice of lost disputes, an open one blocks nobody; what staff blocked stays as it is', async () => {
    await set({ disputes: 'lost', days: 'never' })
    await blockEmail(CUSTOMER.email)
    const { intentId } = await desk.paid()
    await handleDisputeEvent(shop, disputeOver(intentId, 'open'))
    await desk.settled()
    expect(await listed()).toHaveLength(1)
    await handleDisputeEvent(shop, disputeOver(intentId, 'lost'))
    await desk.settled()
    const blocks = await listed()
    expect(blocks).toHaveLength(3)
    expect(blocks.find(({ sign }) => sign === 'email')).toMatchObject({ reason: 'Sells on', disputeId: null })
    expect(blocks.find(({ sign }) => sign === 'card')?.endsAt).toBeNull()
  })

  test('a card that the gateway cannot tell now blocks nothing by halves', async () => {
    const { number } = await desk.paid()
    const repair = shop.gateway.transport.disturb('findIntent', async () => {
      throw new GatewayError('The gateway does not answer', true)
    })
    const asked = { number, signs: ['email' as const, 'card' as const], reason: 'Fraud', endsOn: '', by: BY }
    expect(await blockCustomer(shop, asked)).toEqual({ kind: 'gateway-unavailable' })
    expect(await listed()).toEqual([])
    repair()
    expect(await blockCustomer(shop, { ...asked, number: 'R-0000-0000' })).toEqual({ kind: 'unknown' })
  })

  test('erasing the customer takes what staff read, and the block goes on to count', async () => {
    const { number } = await desk.paid()
    await blockCustomer(shop, { number, signs: ['email', 'address'], reason: 'Fraud', endsOn: '', by: BY })
    const version = async () => ({ number, version: (await desk.found(number)).version, ...ADA_AS_OWNER })
    await fulfilOrder(shop, { ...(await version()), ...TRACKING })
    await desk.settled()
    expect(await eraseCustomer(shop, { email: CUSTOMER.email, by: BY })).toMatchObject({ kind: 'erased' })
    const rows = await shop.database.db.selectFrom('blocks').selectAll().execute()
    expect(rows.map(({ shown, reason, search_text }) => shown + reason + search_text)).toEqual(['', ''])
    expect(await isEmailBlocked(shop, CUSTOMER.email)).toBe(true)
    const buyer = { customer: CUSTOMER, delivery: 'ship' as const }
    expect(await findBlocksOf(shop, shop.database.db, buyer)).toHaveLength(2)
    const next = await desk.paid()
    expect(await noteOf(next.number)).toBe(
      'The email address is on the block list. The address is on the block list.',
    )
    expect(await releaseOrder(shop, { number: next.number, ...ADA_AS_OWNER })).toEqual({ kind: 'released' })
  })
})
