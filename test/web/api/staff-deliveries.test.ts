import { beforeEach, expect, test } from 'vitest'
import { findLedgerDifferences } from '#db/stock/stock-movements.ts'
import type { ProductId } from '#domain/ids.ts'
import { readMovements } from '#operations/stock/read-stock.ts'
import { signInBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import type { Ask } from '#test/support/staff-browser.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'

interface Line {
  productId: string
  size: string
  units: number
}
interface Delivery {
  id: string
  version: number
  lines: Line[]
}

describeOnEachDatabase('A delivery', (open, { startWith }) => {
  let shop: TestShop
  let ask: Ask
  let hoodieId: ProductId
  /** Each size has a count. */
  let teeId: ProductId

  signInBeforeEach({ open, startWith }, (opened) => ({ shop, ask } = opened), hoodie({ stock: 6 }))

  beforeEach(async () => {
    hoodieId = (await shop.catalog.listForStaff({ limit: 1, offset: 0 })).products[0]!.id
    const sizes = [
      { size: 'S', stock: 4 },
      { size: 'M', stock: 0 },
    ]
    teeId = (await shop.catalog.add({ ...hoodie(), name: 'Tee', stock: 4, sizes })).id
  })

  const save = (version: number, lines: Line[], said: object = {}, id = 'box-1') =>
    ask('PUT', `/api/staff/deliveries/${id}`, { version, name: 'Box 1', supplier: 'Mill', lines, ...said })
  const errorsOf = async (answer: Response) => {
    const { errors } = (await answer.json()) as { errors: { path: string; message: string }[] }
    return errors.map(({ path, message }) => `${path}: ${message}`)
  }
  const line = (productId: string, size: string, units: number): Line => ({ productId, size, units })
  const countsOf = async (id: ProductId) => {
    const { stock, sizes } = (await shop.catalog.find(id))!
    return [stock, ...sizes.map((one) => one.stock)]
  }
  const audited = async () => {
    const rows = await shop.database.db.selectFrom('audit_events').select('action').orderBy('id').execute()
    return rows.map(({ action }) => action).filter((action) => action.startsWith('delivery'))
  }

  test('has a row for each of its sizes in the file of all of them, the newest first', async () => {
    await save(0, [line(hoodieId, 'M', 5)])
    shop.pass(60_000)
    await save(0, [line(teeId, 'M', 3), line(teeId, 'S', 2)], { note: '=one torn', supplier: '' }, 'box-2')
    const answer = await ask('GET', '/api/staff/deliveries.csv')
    expect(answer.headers.get('content-disposition')).toMatch(/deliveries-\d{4}-\d\d-\d\d\.csv/)
    const [head, ...rows] = (await answer.text()).trim().split('\r\n')
    expect(head).toMatch(/Delivery,Supplier,Note,Received,By,Product ID,Product,Size,Units$/)
    expect(rows.map((row) => row.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z,[^,]+@[^,]+/, 'then'))).toEqual([
      `Box 1,,'=one torn,then,${teeId},Tee,M,3`,
      `Box 1,,'=one torn,then,${teeId},Tee,S,2`,
      `Box 1,Mill,,then,${hoodieId},Emblem Hoodie,M,5`,
    ])
  })

  test('is received into every count that it belongs to, once, and the history names it', async () => {
    const [before] = await countsOf(hoodieId)
    const lines = [line(teeId, 'M', 3), line(hoodieId, 'M', 5)]
    for (let times = 0; times < 2; times += 1) {
      const answer = await save(0, lines)
      expect(answer.status).toBe(200)
      expect(await answer.json()).toMatchObject({ id: 'box-1', version: 1, name: 'Box 1' })
    }
    expect(await countsOf(teeId)).toEqual([7, 4, 3])
    expect((await countsOf(hoodieId))[0]).toBe(before! + 5)
    const { movements } = await readMovements(shop, teeId, null)
    expect(movements.slice(0, 2)).toMatchObject(
      [
        { size: null, delta: 3, after: 7 },
        { size: 'M', delta: 3, after: 3 },
      ]
        .toReversed()
        .map((one) => ({ ...one, reason: 'received', delivery: { id: 'box-1', name: 'Box 1' } })),
    )
    expect(await findLedgerDifferences(shop.database.db)).toEqual([])
    expect(await audited()).toEqual(['delivery-received'])
    const list = (await (await ask('GET', '/api/staff/deliveries')).json()) as { deliveries: object[] }
    expect(list.deliveries).toMatchObject([{ id: 'box-1', supplier: 'Mill', units: 8 }])
  })

  test('is corrected by what differs, over the version that was seen, and sold units stay sold', async () => {
    await save(0, [line(teeId, 'S', 6), line(teeId, 'M', 3)])
    await shop.database.db
      .updateTable('product_sizes')
      .set({ stock: 2 })
      .where('product_id', '=', teeId)
      .where('size', '=', 'M')
      .execute()
    await shop.database.db.updateTable('products').set({ stock: 12 }).where('id', '=', teeId).execute()
    expect((await save(1, [line(teeId, 'S', 8)])).status).toBe(409) // one of the three M is sold
    expect(await countsOf(teeId)).toEqual([12, 10, 2])
    const corrected = await save(1, [line(teeId, 'S', 8), line(teeId, 'M', 1)], { note: 'Miscounted' })
    expect(await corrected.json()).toMatchObject({ version: 2, note: 'Miscounted' })
    expect(await countsOf(teeId)).toEqual([12, 12, 0])
    const late = await save(1, [line(teeId, 'S', 1)])
    expect(late.status).toBe(409)
    const { current } = (await late.json()) as { current: Delivery }
    expect(current.version).toBe(2)
    expect(await audited()).toEqual(['delivery-received', 'delivery-corrected'])
    expect((await save(2, [], {}, 'box-2')).status).toBe(404)
  })

  test('is received whole or not at all, and says which size is in the way', async () => {
    const untracked = (await shop.catalog.add({ ...hoodie(), name: 'Untracked', stock: null })).id
    const card = (await shop.catalog.add({ ...hoodie(), name: 'Card', stock: null, giftAmounts: '25' })).id
    const answer = await save(0, [
      line(teeId, 'M', 3),
      line(teeId, 'XXL', 1),
      line(untracked, 'M', 2),
      line('nothing', 'M', 1),
      line(card, 'M', 1),
    ])
    expect(answer.status).toBe(409)
    expect(await errorsOf(answer)).toEqual([
      `/lines/${teeId} XXL: The product is not offered in this size.`,
      `/lines/${untracked} M: The stock of this product is not tracked. Set a count first.`,
      '/lines/nothing M: The product is not offered in this size.',
      `/lines/${card} M: A gift card has no stock.`,
    ])
    expect(await countsOf(teeId)).toEqual([4, 4, 0])
    expect((await ask('GET', '/api/staff/deliveries/box-1')).status).toBe(404)
    expect((await save(0, [line(teeId, 'M', 1), line(teeId, 'M', 2)])).status).toBe(422)
    expect((await save(0, [line(teeId, 'M', 1)], { name: ' ' })).status).toBe(422)
    expect((await save(0, [line(teeId, 'M', -1)])).status).toBe(422)
  })
})
