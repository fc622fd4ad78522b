import { SOLD } from '#test/support/test-shop.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findByRecords, type MirroredRecord } from '#db/catalog/mirrored-records.ts'
import { takeStock } from '#db/catalog/stock.ts'
import { transact } from '#db/engine/transact.ts'
import { mirrorContent } from '#operations/catalog/mirror/mirror-content.ts'
import { saveProduct } from '#operations/catalog/save-product.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import type { FaultAnswer, WireFault } from '#test/fakes/supplier-server.ts'
import { EVERY_MS, openMirroredShop, type MirroredShop } from '#test/support/mirrored-shop.ts'
import { toProductId } from '#domain/ids.ts'

const FAULTS: (WireFault | FaultAnswer)[] = [
  'refused',
  'half-an-answer',
  'not-json',
  'not-http',
  { status: 401, body: { error: { type: 'AUTHENTICATION_REQUIRED', message: 'Authentication required' } } },
  { status: 403, body: { error: { type: 'NOT_AUTHORIZED' } } },
  { status: 404, body: { error: 'NOT_FOUND' } },
  { status: 404, body: { error: { type: 'TABLE_NOT_FOUND', message: 'Could not find table' } } },
  { status: 413, body: '' },
  { status: 422, body: { error: { type: 'INVALID_REQUEST' } } },
  { status: 429, body: { errors: [{ error: 'RATE_LIMIT_REACHED', message: 'Rate limit exceeded' }] } },
  { status: 500, body: {} },
  { status: 200, body: { records: [] } },
]

describeOnEachDatabase('mirroring a table store', (open) => {
  let mirrored: MirroredShop

  beforeEach(async () => {
    mirrored = await openMirroredShop(open())
  })
  afterEach(() => mirrored.close())

  const onSale = async () =>
    (await mirrored.shop.catalog.list({ limit: 500, offset: 0 })).products.map(({ name }) => name).sort()
  const row = async (recordId: string): Promise<MirroredRecord | undefined> => {
    const { source, database } = mirrored.shop
    return (await findByRecords(database.db, source?.content.place ?? '', [recordId]))[0]
  }
  const sell = (productId: string, quantity: number) =>
    transact(mirrored.shop.database, (tx) =>
      takeStock(tx, [{ productId: toProductId(productId), size: 'S', quantity }], SOLD),
    )

  describe('into the shop', () => {
    test('every record becomes a product with the id of the record, beyond the first page too', async () => {
      const { type, round, product, server } = mirrored
      const first = type({
        Description: 'Heavy cotton.\nBoxy.',
        Image: [server.table.attach('a.png', Buffer.from('a'))],
      })
      for (let number = 2; number <= 103; number += 1) type({ Name: `Tee ${number}` })
      await round()
      expect(await onSale()).toHaveLength(103)
      expect(await product(first)).toMatchObject({
        id: first,
        name: 'Tee',
        price: 25_00,
        category: 'T-Shirts',
        description: 'Heavy cotton.\nBoxy.',
        stock: 10,
        sizes: [
          { size: 'S', stock: null },
          { size: 'M', stock: null },
        ],
        pictures: [{ width: 800, height: 1_000, alt: '' }],
      })
      expect(mirrored.shop.announced).toContain('catalogue')
    })

    test('a changed record updates its product in the next round, and without changes nothing is written', async () => {
      const { type, round, product, server, shop } = mirrored
      const id = type()
      await round()
      const { version } = await product(id)
      shop.announced.length = 0
      await round()
      expect(await product(id)).toMatchObject({ version })
      expect(shop.announced).toEqual([])
      server.table.change(id, { Price: 31.5, Size: ['M', 'XL'] })
      await round()
      expect(await product(id)).toMatchObject({
        version: version + 1,
        price: 31_50,
        sizes: [
          { size: 'M', stock: null },
          { size: 'XL', stock: null },
        ],
      })
    })

    test('units sold since the stock was read stay sold', async () => {
      const { type, round, product, server } = mirrored
      const id = type({ Stock: 10 })
      await round()
      await sell(id, 3)
      server.table.change(id, { Stock: 20 })
      await round()
      expect(await product(id)).toMatchObject({ stock: 17 })
      await round()
      expect(await product(id)).toMatchObject({ stock: 17 })
    })

    test('a product that was edited and sold in the shop keeps the fields that did not change in the table', async () => {
      const { type, round, product, server, shop } = mirrored
      const id = type({ Stock: 10 })
      await round()
      const before = await product(id)
      await saveProduct(shop, {
        id: toProductId(id),
        version: before.version,
        seen: before,
        draft: { ...before, name: 'Ours' },
      })
      await sell(id, 1)
      server.table.change(id, { Price: 40 })
      await round()
      expect(await product(id)).toMatchObject({ name: 'Ours', price: 40_00, stock: 9 })
    })

    test('a field that changed on both sides stays different on both, and is a conflict', async () => {
      const { type, round, product, server, shop } = mirrored
      const id = type()
      await round()
      const before = await product(id)
      await saveProduct(shop, {
        id: toProductId(id),
        version: before.version,
        seen: before,
        draft: { ...before, name: 'Ours' },
      })
      server.table.change(id, { Name: 'Theirs', Price: 40 })
      await round()
      expect(await product(id)).toMatchObject({ name: 'Ours', price: 40_00 })
      expect(await row(id)).toMatchObject({ conflicts: ['name'], theirs: { fields: { name: 'Theirs' } } })
      server.table.change(id, { Name: 'Ours' })
      await round()
      expect(await row(id)).toMatchObject({ conflicts: [], theirs: null })
    })

    test('a record that the product form would refuse has a reason, and leaves the product as it was', async () => {
      const { type, round, product, server } = mirrored
      const id = type()
      const wrong = type({ Name: 'Hat', Category: 'Hats', Price: 1.005 })
      await round()
      server.table.change(id, { Price: -1, Description: 'New' })
      await round()
      expect(await onSale()).toEqual(['Tee'])
      expect(await product(id)).toMatchObject({ price: 25_00, description: '' })
      expect((await row(id))?.problem).toEqual({
        price: 'Enter a price in dollars: 0 or more, in steps of 0.01.',
      })
      expect((await row(wrong))?.problem).toEqual({
        price: 'Enter a price in dollars: 0 or more, in steps of 0.01.',
        category: 'Choose a category.',
      })
      server.table.change(id, { Price: 26 })
      server.table.change(wrong, { Price: 10, Category: 'Accessories' })
      await round()
      expect(await product(id)).toMatchObject({ price: 26_00, description: 'New' })
      expect(await onSale()).toEqual(['Hat', 'Tee'])
      expect((await row(id))?.problem).toEqual({})
      expect((await row(wrong))?.problem).toEqual({})
    })

    test('the stock of a product whose sizes are counted in the shop is not overwritten', async () => {
      const { type, round, product, server, shop } = mirrored
      const id = type()
      await round()
      const before = await product(id)
      const sizes = [{ size: 'S' as const, stock: 4 }]
      await saveProduct(shop, {
        id: toProductId(id),
        version: before.version,
        draft: { ...before, stock: 4, sizes },
      })
      server.table.change(id, { Stock: 50 })
      await round()
      expect(await product(id)).toMatchObject({ stock: 4, sizes })
      expect(Object.keys((await row(id))?.problem ?? {})).toEqual(['stock'])
    })

    test('a round that is killed half-way changes nothing, and later rounds add a raised stock once', async () => {
      const { type, round, product, server, shop } = mirrored
      const id = type()
      const other = type({ Name: 'Cap' })
      await round()
      await sell(id, 3)
      server.table.change(id, { Stock: 20 })
      const update = shop.catalog.update.bind(shop.catalog)
      shop.catalog.update = async (...args) => {
        const [, , , , alongside] = args
        args[4] = async (...saved) => {
          await alongside?.(...saved)
          throw new Error('The process is killed')
        }
        return update(...args)
      }
      await round()
      expect(shop.failures.splice(0)).toHaveLength(1)
      expect(await product(id)).toMatchObject({ stock: 7 })
      shop.catalog.update = update
      await round()
      await round()
      expect(await product(id)).toMatchObject({ stock: 17 })
      expect(await product(other)).toMatchObject({ version: 1 })
    })
  })

  describe('pictures', () => {
    const keysOf = async (id: string) =>
      (await mirrored.product(id)).pictures.map(({ key }) => mirrored.images.stored.get(key))

    test('are fetched once, in their order, and keep the descriptions that staff wrote', async () => {
      const { type, round, product, server, shop } = mirrored
      const [a, b] = [
        server.table.attach('a.png', Buffer.from('a')),
        server.table.attach('b.png', Buffer.from('b')),
      ]
      const id = type({ Image: [a, b] })
      await round()
      expect(await keysOf(id)).toEqual(['a', 'b'])
      const before = await product(id)
      const pictures = before.pictures.map((picture) => ({ ...picture, alt: 'Front' }))
      await saveProduct(shop, {
        id: toProductId(id),
        version: before.version,
        draft: { ...before, pictures },
      })
      const files = () => server.requests.filter(({ url }) => url.startsWith('/files/')).length
      const fetched = files()
      server.table.change(id, { Image: [b, a] })
      await round()
      expect(await keysOf(id)).toEqual(['b', 'a'])
      expect((await product(id)).pictures.map(({ alt }) => alt)).toEqual(['Front', 'Front'])
      expect(files()).toBe(fetched)
    })

    test('that are equal are shown once, in every round', async () => {
      const { type, round, product, server } = mirrored
      const twins = [
        server.table.attach('a.png', Buffer.from('a')),
        server.table.attach('b.png', Buffer.from('a')),
      ]
      const id = type({ Image: twins })
      await round()
      await round()
      expect(await keysOf(id)).toEqual(['a'])
      expect(await product(id)).toMatchObject({ version: 1 })
    })

    test('are limited as in the product form; more are a problem with a message, and none is fetched', async () => {
      const { type, round, server, product } = mirrored
      const attach = (count: number) =>
        Array.from({ length: count }, (_, index) =>
          server.table.attach(`${index}.png`, Buffer.from(String(index))),
        )
      const known = type({ Name: 'Known' })
      await round()
      server.table.change(known, { Image: attach(31), Price: 40 })
      const added = type({ Name: 'Added', Image: attach(31), Category: 'Hats' })
      await round()
      const words = 'Use up to 30 different images, with up to 300 characters about each.'
      expect((await row(known))?.problem).toEqual({ pictures: words })
      expect((await row(added))?.problem).toEqual({ category: 'Choose a category.', pictures: words })
      expect(await product(known)).toMatchObject({ price: 25_00, pictures: [] })
      expect(server.requests.filter(({ url }) => url.startsWith('/files/'))).toEqual([])
      server.table.change(added, { Image: attach(30), Category: 'T-Shirts' })
      await round()
      expect((await product(added)).pictures).toHaveLength(30)
    })

    test('that cannot be read or fetched are listed; only the latter are tried again', async () => {
      const { type, round, server } = mirrored
      const broken = server.table.attach('notes.png', Buffer.from('not a picture'))
      const gone = server.table.attach('gone.png', Buffer.from('gone'))
      const file = server.table.files.get(gone.id)
      server.table.files.delete(gone.id)
      const [one, two] = [type({ Name: 'One', Image: [broken] }), type({ Name: 'Two' })]
      if (file) server.table.files.set(gone.id, file)
      server.table.change(two, { Image: [gone] })
      server.table.files.delete(gone.id)
      await round()
      expect(await onSale()).toEqual([])
      expect((await row(one))?.problem.pictures).toBe(
        'The image notes.png is not an image the shop can read. Use JPEG, PNG, WebP or AVIF.',
      )
      expect((await row(two))?.problem.pictures).toContain('cannot be fetched')
      if (file) server.table.files.set(gone.id, file)
      const fetched = () => server.requests.filter(({ url }) => url.endsWith(broken.id)).length
      await round()
      expect(await onSale()).toEqual(['Two'])
      expect(fetched()).toBe(1)
      server.table.change(one, { Image: [] })
      await round()
      expect(await onSale()).toEqual(['One', 'Two'])
    })
  })

  describe('a store that fails', () => {
    test('changes nothing in the shop, in whatever way and however long it fails', async () => {
      const { type, round, server } = mirrored
      type()
      await round()
      for (const fault of FAULTS) {
        await server.disturb(fault)
        for (let times = 0; times < 3; times += 1) await round().catch(() => {})
        expect(await onSale(), JSON.stringify(fault)).toEqual(['Tee'])
      }
      await server.disturb(null)
      type({ Name: 'Cap' })
      await round()
      expect(await onSale()).toEqual(['Cap', 'Tee'])
    })

    test('deletes a product only in the second round without its record, and restores it with the record', async () => {
      const { type, round, product, server } = mirrored
      const id = type()
      type({ Name: 'Cap' })
      await round()
      const record = server.table.records.get(id)
      server.table.records.delete(id)
      await round()
      expect(await onSale()).toEqual(['Cap', 'Tee'])
      await round()
      expect(await onSale()).toEqual(['Cap'])
      if (record) server.table.records.set(id, record)
      server.table.change(id, { Price: 12 })
      await round()
      expect(await onSale()).toEqual(['Cap', 'Tee'])
      expect(await product(id)).toMatchObject({ price: 12_00, archivedAt: null })
    })

    test('deletes no product when an answer is cut off', async () => {
      const { type, round, server } = mirrored
      for (let number = 1; number <= 102; number += 1) type({ Name: `Tee ${number}` })
      await round()
      server.table.records.clear()
      type({ Name: 'Only' })
      await server.disturb('half-an-answer')
      for (let times = 0; times < 3; times += 1) await round().catch(() => {})
      expect(await onSale()).toHaveLength(102)
    })
  })

  describe('requests', () => {
    test('read a large table in full every ten minutes, and only changed records in between', async () => {
      const { type, round, product, server } = mirrored
      const ids = Array.from({ length: 102 }, (_, index) => type({ Name: `Tee ${index}` }))
      for (let times = 0; times < 3; times += 1) await round()
      const after = (calls: string[]) => server.calls().slice(calls.length)
      let before = server.calls()
      await round()
      expect(after(before)).toHaveLength(1)
      const [id = ''] = ids
      server.table.change(id, { Price: 9 })
      before = server.calls()
      await round()
      expect(after(before)).toHaveLength(1)
      expect(await product(id)).toMatchObject({ price: 9_00 })
      server.table.records.delete(ids[1] ?? '')
      for (let times = 0; times < 9; times += 1) await round()
      expect(await onSale()).toHaveLength(101)
    })

    test('read a record again that could not be processed, although it has not changed since', async () => {
      const { type, round, product, server, shop } = mirrored
      const ids = Array.from({ length: 101 }, (_, index) => type({ Name: `Tee ${index}` }))
      for (let times = 0; times < 4; times += 1) await round()
      const [id = ''] = ids
      server.table.change(id, { Price: 9 })
      const update = shop.catalog.update.bind(shop.catalog)
      shop.catalog.update = () => Promise.reject(new Error('The disk is full'))
      await round()
      expect(shop.failures.splice(0)).toHaveLength(1)
      shop.catalog.update = update
      shop.pass(5 * 60_000)
      await round()
      expect(await product(id)).toMatchObject({ price: 9_00 })
    })

    test('stop when the shop stops, and the next round then begins without a pause', async () => {
      const { type, shop, server } = mirrored
      type()
      const { source } = shop
      if (source === null) throw new Error('No source')
      const stopping = new AbortController()
      const answered = mirrorContent(shop, source, stopping.signal)
      stopping.abort()
      await answered
      expect(await onSale()).toEqual([])
      expect(await mirrorContent(shop, source)).toBe(true)
      expect(await onSale()).toEqual(['Tee'])
      expect(server.calls().length).toBeLessThanOrEqual(2)
    })

    test('come from one process at a time, and not before the interval is over', async () => {
      const { round, type, shop, server } = mirrored
      type()
      await round()
      const calls = server.calls().length
      const { source } = shop
      if (source === null) throw new Error('No source')
      expect(await mirrorContent(shop, source)).toBe(false)
      shop.pass(EVERY_MS)
      const both = await Promise.all([mirrorContent(shop, source), mirrorContent(shop, source)])
      expect(both.toSorted()).toEqual([false, true])
      expect(server.calls()).toHaveLength(calls + 1)
    })
  })
})
