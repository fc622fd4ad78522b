import { beforeEach, expect, test } from 'vitest'
import type { Product } from '#domain/catalog/product.ts'
import { CLAIM_MS } from '#domain/packing/packing-bench.ts'
import { addOrderNote } from '#operations/orders/add-order-note.ts'
import { eraseOrder } from '#db/orders/erase-order.ts'
import { transact } from '#db/engine/transact.ts'
import { findHold } from '#db/orders/holds.ts'
import { readBatch } from '#operations/packing/read-batch.ts'
import { listOrders } from '#operations/orders/list-orders.ts'
import { holdOrder, releaseOrder } from '#operations/orders/hold-order.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { claimOrder, renewClaim, releaseClaim } from '#operations/packing/claim-order.ts'
import { packOrder } from '#operations/packing/pack-order.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { ADA_AS_OWNER, orderDesk } from '#test/support/order-desk.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const SENT = { carrier: 'Canada Post', trackingNumber: 'CP1' }

describeOnEachDatabase('two benches', (open, { connectAgain }) => {
  let shop: TestShop
  let product: Product
  let number: string
  let version: number
  const { placed, paid, found, settled, stateOf } = orderDesk(() => ({ shop, product }))

  beforeEach(async () => {
    shop = await openTestShop(open())
    product = await shop.catalog.add(hoodie({ stock: null }))
    ;({ number, version } = await paid())
  })

  const bench = (name: string, by = name) => ({
    ...ADA_AS_OWNER,
    by,
    number,
    version,
    bench: `bench-of-${name}`,
    takeOver: null as number | null,
  })
  const [ada, bo] = [bench('ada'), bench('bo')]
  const task = (who: typeof ada) => ({ ...who, number, version })

  test('cannot both claim an order: exactly one bench packs it, and the others see who does', async () => {
    const other = { ...shop, database: await connectAgain() }
    const outcomes = await Promise.all([
      claimOrder(shop, task(ada)),
      claimOrder(other, task(bo)),
      claimOrder(shop, task(bench('cy'))),
    ])
    const kinds = outcomes.map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual(['claimed', 'held', 'held'])
    const winner = ['ada', 'bo', 'cy'][kinds.indexOf('claimed')]
    for (const outcome of outcomes) {
      if (outcome.kind === 'held') expect(outcome).toMatchObject({ by: winner, since: shop.now() })
    }
  })

  test('pack what is still to be sent, and the rest of the order is fulfilled with it', async () => {
    const part = {
      number,
      version,
      ...ADA_AS_OWNER,
      ...SENT,
      trackingLink: '',
      items: [{ position: 0, quantity: 1 }],
    }
    expect(await fulfilOrder(shop, part)).toEqual({ kind: 'fulfilled' })
    const claimed = await claimOrder(shop, task(ada))
    expect(claimed.kind === 'claimed' && claimed.order.items).toMatchObject([{ quantity: 1, shipped: 1 }])
    expect(await packOrder(shop, { ...task(ada), ...SENT })).toEqual({ kind: 'changed-meanwhile' })
    const current = { ...task(ada), ...SENT, version: version + 1 }
    expect(await packOrder(shop, current)).toEqual({ kind: 'packed' })
    expect(await packOrder(shop, current)).toEqual({ kind: 'packed' })
    expect((await found(number)).shipments).toHaveLength(2)
  })

  test('ship what is here: the rest stays open, and is packed later', async () => {
    const first = { ...task(ada), ...SENT, items: [{ position: 0, quantity: 1 }] }
    await claimOrder(shop, task(ada))
    expect(await packOrder(shop, { ...first, items: [{ position: 0, quantity: 9 }] })).toEqual({
      kind: 'not-open',
    })
    expect(await packOrder(shop, first)).toEqual({ kind: 'packed' })
    expect(await packOrder(shop, first)).toEqual({ kind: 'packed' })
    expect(await found(number)).toMatchObject({
      fulfilment: 'partially-fulfilled',
      shipments: [{ units: [{ quantity: 1 }] }],
    })
    const claimed = await claimOrder(shop, task(ada))
    expect(claimed.kind === 'claimed' && claimed.order.items).toMatchObject([{ quantity: 1 }])
  })

  test('put an order on hold: no one packs it, lists and batches leave it out, until it is released', async () => {
    const problem = { reason: 'missing', note: 'No M left', photo: 'data:image/jpeg;base64,AA==' } as const
    await claimOrder(shop, task(ada))
    expect(await holdOrder(shop, { ...task(bo), ...problem, bench: 'bench-of-bo' })).toEqual({
      kind: 'being-packed',
    })
    expect(await holdOrder(shop, { ...task(ada), ...problem })).toEqual({ kind: 'put-on-hold' })
    const held = { ...task(ada), version: version + 1 }
    expect(await claimOrder(shop, held)).toEqual({ kind: 'on-hold' })
    const sent = { ...held, ...SENT, trackingLink: '' }
    expect(await fulfilOrder(shop, sent)).toEqual({ kind: 'on-hold' })
    expect(await holdOrder(shop, { ...held, ...problem })).toEqual({ kind: 'on-hold' })
    expect(await readBatch(shop, { numbers: [number] })).toMatchObject({
      orders: [],
      leftOut: [{ number, obstacle: 'on-hold' }],
    })
    const listed = async (state: 'to-fulfil' | 'on-hold') =>
      (await listOrders(shop, { q: '', from: '', to: '', state, page: 1 })).rows.map((row) => row.number)
    expect(await listed('to-fulfil')).toEqual([])
    expect(await listed('on-hold')).toEqual([number])
    expect(await releaseOrder(shop, held)).toEqual({ kind: 'released' })
    expect(await releaseOrder(shop, { ...held, version: version + 2 })).toMatchObject({
      kind: 'not-possible',
    })
    expect((await claimOrder(shop, held)).kind).toBe('claimed')
    expect(await listed('to-fulfil')).toEqual([number])
  })

  test('erasing the customer of an order erases its note and photo', async () => {
    const problem = { reason: 'other', note: 'Ada called', photo: 'data:image/jpeg;base64,AA==' } as const
    await holdOrder(shop, { ...task(ada), ...problem, bench: undefined })
    const { id } = await found(number)
    await transact(shop.database, (tx) =>
      eraseOrder(tx, { id, number, why: 'request', by: 'ada', now: shop.now() }),
    )
    expect(await findHold(shop.database.db, id)).toBeNull()
    const events = await shop.database.db.selectFrom('order_events').select('detail').execute()
    expect(events.filter(({ detail }) => detail.includes('Ada called'))).toEqual([])
  })

  test('keep the order page from fulfilling what they pack, until they leave it or fall silent', async () => {
    const sent = { number, version, ...ADA_AS_OWNER, ...SENT, trackingLink: '' }
    await claimOrder(shop, task(ada))
    expect(await fulfilOrder(shop, sent)).toEqual({ kind: 'being-packed' })
    await releaseClaim(shop, task(ada))
    const part = { ...sent, items: [{ position: 0, quantity: 1 }] }
    expect(await fulfilOrder(shop, part)).toEqual({ kind: 'fulfilled' })
    await claimOrder(shop, task(bo))
    shop.pass(CLAIM_MS)
    expect(await fulfilOrder(shop, { ...sent, version: version + 1 })).toEqual({ kind: 'fulfilled' })
    expect(await stateOf(number)).toBe('fulfilled')
  })

  test('of one member are separate benches', async () => {
    await claimOrder(shop, task(ada))
    expect(await claimOrder(shop, task(bench('second', 'ada')))).toMatchObject({ kind: 'held', by: 'ada' })
    expect(await claimOrder(shop, task(ada))).toMatchObject({ kind: 'claimed' })
  })

  test('lose a claim after some minutes without activity; every sign of activity extends it', async () => {
    await claimOrder(shop, task(ada))
    shop.pass(CLAIM_MS - 1)
    expect(await renewClaim(shop, task(ada))).toEqual({ kind: 'kept' })
    shop.pass(CLAIM_MS - 1)
    expect(await claimOrder(shop, task(bo))).toMatchObject({
      kind: 'held',
      since: shop.now() - 2 * (CLAIM_MS - 1),
    })
    shop.pass(1)
    expect(await claimOrder(shop, task(bo))).toMatchObject({ kind: 'claimed' })
    expect(await renewClaim(shop, task(ada))).toMatchObject({ kind: 'held', by: 'bo' })
  })

  test('can take over a claim only from the bench that was shown to them', async () => {
    await claimOrder(shop, task(ada))
    const since = shop.now()
    shop.pass(1_000)
    expect(await claimOrder(shop, { ...task(bo), takeOver: since })).toMatchObject({ kind: 'claimed' })
    expect(await claimOrder(shop, { ...task(bench('cy')), takeOver: since })).toMatchObject({
      kind: 'held',
      by: 'bo',
    })
    expect(await packOrder(shop, { ...task(ada), ...SENT })).toMatchObject({ kind: 'held', by: 'bo' })
    expect(await stateOf(number)).toBe('paid')
  })

  test('cannot both fulfil an order: only the one with the claim does, once, even when pressed twice', async () => {
    expect(await packOrder(shop, { ...task(ada), ...SENT })).toEqual({ kind: 'lost' })
    await claimOrder(shop, task(ada))
    expect(await packOrder(shop, { ...task(bo), ...SENT })).toMatchObject({ kind: 'held', by: 'ada' })
    const packed = await Promise.all([1, 2].map(() => packOrder(shop, { ...task(ada), ...SENT })))
    expect(packed).toEqual([{ kind: 'packed' }, { kind: 'packed' }])
    await settled()
    expect(shop.mails.map(({ text }) => text.includes('CP1'))).toEqual([true])
    expect(await renewClaim(shop, task(ada))).toEqual({ kind: 'lost' })
    expect(await claimOrder(shop, task(bo))).toEqual({ kind: 'not-possible', state: 'fulfilled' })
  })

  test('do not fulfil an order as it was before it changed', async () => {
    await claimOrder(shop, task(ada))
    await cancelOrder(shop, { ...ADA_AS_OWNER, number, version, restock: false, reason: '' })
    expect(await packOrder(shop, { ...task(ada), ...SENT })).toEqual({ kind: 'changed-meanwhile' })
    expect(await claimOrder(shop, task(ada))).toEqual({ kind: 'not-possible', state: 'cancelled' })
  })

  test('can pack an order to which a note was added, because the parcel is the same', async () => {
    await claimOrder(shop, task(ada))
    await addOrderNote(shop, { ...ADA_AS_OWNER, number, noteId: 'a-note-1', text: 'Gift' })
    expect(await packOrder(shop, { ...task(ada), ...SENT })).toEqual({ kind: 'packed' })
  })

  test('can claim an order as soon as the other gives it back', async () => {
    await claimOrder(shop, task(ada))
    await releaseClaim(shop, task(bo))
    expect(await claimOrder(shop, task(bo))).toMatchObject({ kind: 'held' })
    await releaseClaim(shop, task(ada))
    expect(await claimOrder(shop, task(bo))).toMatchObject({ kind: 'claimed' })
  })

  test('can claim only a paid and unsent order, and only with the permission', async () => {
    const { orderNumber } = await placed()
    expect(await claimOrder(shop, { ...task(ada), number: orderNumber })).toEqual({
      kind: 'not-possible',
      state: 'pending',
    })
    expect(await claimOrder(shop, { ...task(ada), number: 'R-0000-0000' })).toEqual({ kind: 'unknown-order' })
    expect(await claimOrder(shop, { ...task(ada), permissions: [] })).toEqual({ kind: 'not-permitted' })
    expect(await renewClaim(shop, { ...task(ada), number: 'R-0000-0000' })).toEqual({ kind: 'lost' })
  })
})
