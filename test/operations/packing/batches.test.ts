import { beforeEach, expect, test } from 'vitest'
import { findBatchesOf } from '#db/packing/batches.ts'
import { toBatchId } from '#domain/ids.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { holdOrder, releaseOrder } from '#operations/orders/hold-order.ts'
import { listOrders } from '#operations/orders/list-orders.ts'
import { undoFulfilment } from '#operations/orders/undo-fulfilment.ts'
import { fulfilParcels } from '#operations/packing/fulfil-parcels.ts'
import { closeBatch, makeBatch, pickItem, readBatches, readProgress } from '#operations/packing/keep-batch.ts'
import { applyRetention } from '#operations/upkeep/apply-retention.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { ADA_AS_OWNER, BY, orderDesk, TRACKING } from '#test/support/order-desk.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'
import type { Product } from '#domain/catalog/product.ts'

const DROP = toBatchId('batch-0001')
const OTHER = toBatchId('batch-0002')
const DAY_MS = 86_400_000

describeOnEachDatabase('A batch', (open) => {
  let shop: TestShop
  let product: Product
  const { placed, paid, found, seen, settled } = orderDesk(() => ({ shop, product }))

  beforeEach(async () => {
    shop = await openTestShop(open())
    product = await shop.catalog.add(hoodie({ stock: 60 }))
  })

  const make = (id: typeof DROP, ...numbers: string[]) =>
    makeBatch(shop, { id, name: 'Drop 12', numbers, by: BY })
  const send = async (number: string) => fulfilOrder(shop, { ...(await seen(number)), ...TRACKING })
  const isClosed = async (id: typeof DROP) => (await readProgress(shop, id))?.closedAt !== null

  test('has the orders that can be packed, each in one open batch only, and names the others', async () => {
    const [first, second] = [await paid(), await paid()]
    const { orderNumber: unpaid } = await placed()
    expect(await make(DROP, first.number, unpaid, 'R-0000-0000')).toEqual({
      kind: 'made',
      orders: 1,
      leftOut: [
        { number: 'R-0000-0000', obstacle: 'unknown' },
        { number: unpaid, obstacle: 'pending' },
      ],
    })
    expect(await make(OTHER, first.number)).toEqual({
      kind: 'nothing-to-pack',
      leftOut: [{ number: first.number, obstacle: 'in-batch' }],
    })
    expect(await make(OTHER, first.number, second.number)).toMatchObject({ kind: 'made', orders: 1 })
    const numbers = async (batch: 'none' | 'open') =>
      (await listOrders(shop, { batch, page: 1 })).rows.map(({ number }) => number).toSorted()
    expect(await numbers('open')).toEqual([first.number, second.number].toSorted())
    expect(await numbers('none')).toEqual([unpaid])
    expect((await readBatches(shop, 1)).rows).toMatchObject([
      { id: OTHER, orders: 1, open: 1, printed: 0 },
      { id: DROP, orders: 1, open: 1, printed: 0 },
    ])
  })

  test('is made once, however often it is asked for, also of the same orders by two at once', async () => {
    const orders = [await paid(), await paid(), await paid()].map(({ number }) => number)
    await make(DROP, ...orders)
    expect(await make(DROP, ...orders)).toEqual({ kind: 'made', orders: 3, leftOut: [] })
    const more = [await paid(), await paid()].map(({ number }) => number)
    const ids = ['batch-a001', 'batch-a002', 'batch-a003'].map(toBatchId)
    const made = await Promise.all(ids.map((id) => make(id, ...more)))
    expect(made.filter(({ kind }) => kind === 'made')).toHaveLength(1)
  })

  test('closes when the last of its orders is sent or cancelled, and opens when that is undone', async () => {
    const [first, second, third] = [await paid(), await paid(), await paid()]
    await make(DROP, first.number, second.number, third.number)
    await send(first.number)
    await fulfilParcels(shop, {
      parcels: [{ number: second.number, carrier: '', trackingNumber: 'CP 2' }],
      ...ADA_AS_OWNER,
    })
    expect(await isClosed(DROP)).toBe(false)
    await holdOrder(shop, { ...(await seen(third.number)), reason: 'customer', note: '', photo: '' })
    expect(await readProgress(shop, DROP)).toMatchObject({ orders: 3, open: 1, waiting: [], closedAt: null })
    await releaseOrder(shop, await seen(third.number))
    expect((await readProgress(shop, DROP))?.waiting).toMatchObject([{ number: third.number }])
    await cancelOrder(shop, { ...(await seen(third.number)), restock: true, reason: '' })
    expect(await isClosed(DROP)).toBe(true)
    await undoFulfilment(shop, { ...(await seen(first.number)), shipment: 1, reason: 'Wrong order' })
    expect(await isClosed(DROP)).toBe(false)
    await settled()
  })

  test('that staff close lets its open orders go into another, and is forgotten after ninety days', async () => {
    const [first, second] = [await paid(), await paid()]
    await make(DROP, first.number, second.number)
    await send(first.number)
    expect(await closeBatch(shop, DROP)).toBe(true)
    expect(await closeBatch(shop, toBatchId('none'))).toBe(false)
    expect(await readProgress(shop, DROP)).toMatchObject({ orders: 1, open: 0 })
    expect(await make(OTHER, second.number)).toMatchObject({ kind: 'made', orders: 1, leftOut: [] })
    await pickItem(shop, DROP, { productId: product.id, name: product.name, size: 'M', picked: 1, by: BY })
    shop.pass(91 * DAY_MS)
    await applyRetention(shop)
    expect(await readProgress(shop, DROP)).toBeNull()
    expect(await readProgress(shop, OTHER)).toMatchObject({ orders: 1 })
    const { id } = await found(first.number)
    expect((await findBatchesOf(shop.database.db, [id])).size).toBe(0)
  })

  test('keeps what was fetched, also when two members tick at once, and a tick that is taken back', async () => {
    const { number } = await paid()
    await make(DROP, number)
    const pick = (size: 'S' | 'M' | 'L', picked: number, by = BY) =>
      pickItem(shop, DROP, { productId: product.id, name: product.name, size, picked, by })
    await Promise.all([pick('S', 2), pick('M', 3, 'bo@x.example'), pick('L', 1)])
    await pick('L', 0)
    await pick('S', 2)
    const picks = (await readProgress(shop, DROP))?.picks ?? []
    expect(Object.fromEntries(picks.map(({ size, picked, by }) => [size, `${picked} ${by}`]))).toEqual({
      S: `2 ${BY}`,
      M: '3 bo@x.example',
    })
    expect(await pickItem(shop, OTHER, { ...picks[0]!, picked: 1 })).toBe(false)
  })
})
