import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findByProducts, type MirroredRecord } from '#db/catalog/mirrored-records.ts'
import { takeStock } from '#db/catalog/stock.ts'
import { transact } from '#db/engine/transact.ts'
import { toProductId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { Picture, Product, ProductDraft } from '#domain/catalog/product.ts'
import type { ContentSource } from '#providers/content/content-source.ts'
import { writeContent } from '#operations/catalog/mirror/write-content.ts'
import { archiveProduct } from '#operations/catalog/archive-product.ts'
import { restoreProduct } from '#operations/catalog/restore-product.ts'
import { saveProduct } from '#operations/catalog/save-product.ts'
import { storePicture } from '#operations/catalog/store-picture.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { SupplierError } from '#providers/supplier-error.ts'
import type { FaultAnswer, WireFault } from '#test/fakes/supplier-server.ts'
import { openMirroredShop, type MirroredShop } from '#test/support/mirrored-shop.ts'
import { SOLD, hoodie } from '#test/support/test-shop.ts'

const FAULTS: (WireFault | FaultAnswer)[] = [
  'refused',
  'half-an-answer',
  'not-json',
  { status: 401, body: { error: { type: 'AUTHENTICATION_REQUIRED' } } },
  { status: 403, body: { error: { type: 'NOT_AUTHORIZED' } } },
  { status: 404, body: { error: 'NOT_FOUND' } },
  { status: 429, body: {} },
  { status: 500, body: {} },
]

describeOnEachDatabase('writing back to a table store', (open) => {
  let mirrored: MirroredShop

  beforeEach(async () => {
    mirrored = await openMirroredShop(open())
  })
  afterEach(() => mirrored.close())

  const row = async (productId: string): Promise<MirroredRecord> => {
    const { source, database } = mirrored.shop
    const [found] = await findByProducts(database.db, source?.content.place ?? '', [toProductId(productId)])
    if (!found) throw new Error('Not mirrored')
    return found
  }
  const sell = (productId: string, quantity: number) =>
    transact(mirrored.shop.database, (tx) =>
      takeStock(tx, [{ productId: toProductId(productId), size: 'S', quantity }], SOLD),
    )
  const save = async (id: string, changes: Partial<ProductDraft>) => {
    const before = await mirrored.product(id)
    const draft = { ...before, ...changes }
    return saveProduct(mirrored.shop, { id: toProductId(id), version: before.version, seen: before, draft })
  }
  const writes = () => mirrored.server.calls().filter((call) => !call.startsWith('GET'))
  const openTasks = async () => {
    const open = mirrored.shop.database.db.selectFrom('outbox').select('id').where('done_at', 'is', null)
    return (await open.execute()).length
  }
  const logged = () => mirrored.shop.failures.splice(0).length

  test('what staff change is written to the record, and its other fields stay as they are', async () => {
    const { type, round, give, cells } = mirrored
    const id = type({ Supplier: 'The owner’s own note', Description: 'Old' })
    await round()
    expect(await give()).toBe(0)
    await save(id, {
      name: 'Crimson Tee',
      price: cents(31_50),
      description: '',
      sizes: [{ size: 'XL', stock: null }],
    })
    expect(await give()).toBe(1)
    expect(cells(id)).toEqual({
      Name: 'Crimson Tee',
      Price: 31.5,
      Category: 'T-Shirts',
      Description: null,
      Size: ['XL'],
      Stock: 10,
      Supplier: 'The owner’s own note',
    })
    expect(writes()).toHaveLength(1)
    expect(await give()).toBe(0)
    await round()
    expect(await give()).toBe(0)
    expect(await openTasks()).toBe(0)
  })

  test('sold units are written once, as a number', async () => {
    const { type, round, give, cells, server } = mirrored
    const id = type({ Stock: 10 })
    await round()
    await sell(id, 2)
    await sell(id, 1)
    await give()
    expect(cells(id)?.['Stock']).toBe(7)
    await round()
    await give()
    expect(writes()).toHaveLength(1)
    expect(server.requests.at(-2)?.body.toString()).not.toContain('Price')
  })

  test('ten products are written in one request', async () => {
    const { type, round, give } = mirrored
    const ids = Array.from({ length: 23 }, (_, index) => type({ Name: `Tee ${index}` }))
    await round()
    for (const id of ids) await sell(id, 1)
    expect(await give()).toBe(23)
    expect(writes()).toHaveLength(3)
  })

  test('what changed in the table in the meantime is not overwritten', async () => {
    const { type, round, give, cells, server, product } = mirrored
    const id = type({ Stock: 10 })
    await round()
    await sell(id, 2)
    await save(id, { description: 'Ours' })
    server.table.change(id, { Stock: 30, Name: 'Theirs' })
    await give()
    expect(cells(id)).toMatchObject({ Stock: 30, Name: 'Theirs', Description: 'Ours' })
    await round()
    await give()
    expect(await product(id)).toMatchObject({ stock: 28, name: 'Theirs', description: 'Ours' })
    expect(cells(id)).toMatchObject({ Stock: 28, Name: 'Theirs', Description: 'Ours' })
  })

  test('a stock whose write got no answer is not mistaken for a change by the owner', async () => {
    const { type, round, give, cells, server, product } = mirrored
    const id = type({ Stock: 10 })
    await round()
    await sell(id, 2)
    server.loseAnswers(1)
    await give()
    expect(logged()).toBe(1)
    await sell(id, 1)
    await round()
    expect(await product(id)).toMatchObject({ stock: 7 })
    await give()
    await round()
    await give()
    expect({ theirs: cells(id)?.['Stock'], ours: (await product(id)).stock }).toEqual({
      theirs: 7,
      ours: 7,
    })
    expect((await row(id)).sent).toEqual({})
  })

  test.each([[[7, 5]], [[7, 7]]])(
    'a stock that is written late, after a newer one, is not mistaken for a change by the owner: %j',
    async (counts) => {
      const { type, round, give, cells, server, product, shop } = mirrored
      const id = type({ Stock: 10 })
      await round()
      const source = shop.source?.content
      if (!source) throw new Error('No source')
      const update = source.update.bind(source)
      let late = async () => {}
      source.update = (changes) => {
        late = async () => void (await update(changes))
        source.update = update
        throw new SupplierError('Airtable did not answer', { supplier: 'Airtable', kind: 'timeout' })
      }
      let stock = 10
      for (const count of counts) {
        if (stock > count) await sell(id, stock - count)
        stock = count
        shop.pass(10_000)
        await give()
      }
      expect(logged()).toBe(1)
      expect(cells(id)?.['Stock']).toBe(stock)
      await round()
      await sell(id, 1)
      await give()
      await late()
      expect(cells(id)?.['Stock']).toBe(7)
      await round()
      await give()
      expect({ theirs: cells(id)?.['Stock'], ours: (await product(id)).stock }).toEqual({
        theirs: stock - 1,
        ours: stock - 1,
      })
      shop.pass(60 * 60_000)
      await round()
      expect((await row(id)).sent).toEqual({})
      server.table.change(id, { Stock: 30 })
      await round()
      expect(await product(id)).toMatchObject({ stock: 30 })
    },
  )

  test('a person chooses when it is not known which stock the owner has seen', async () => {
    const { type, round, give, server, product } = mirrored
    const id = type({ Stock: 10 })
    await round()
    await sell(id, 2)
    server.loseAnswers(1)
    await give()
    logged()
    server.table.change(id, { Stock: 25 })
    await round()
    expect((await row(id)).conflicts).toEqual(['stock'])
    expect(await product(id)).toMatchObject({ stock: 8 })
  })

  describe('a new product', () => {
    /** Adds a product here, once the shop has seen the only record there. */
    async function added(): Promise<Product> {
      mirrored.type()
      await mirrored.round()
      const product = await saveProduct(mirrored.shop, { draft: hoodie() })
      if ('kind' in product) throw new Error(product.kind)
      return product
    }

    function source(): ContentSource {
      const content = mirrored.shop.source?.content
      if (!content) throw new Error('No source')
      return content
    }

    test('gets a record, and keeps the id that it has in the shop', async () => {
      const { round, give, server, shop } = mirrored
      const { id } = await added()
      expect(await give()).toBe(1)
      const { recordId } = await row(id)
      expect(mirrored.cells(recordId ?? '')).toMatchObject({
        Name: 'Emblem Hoodie',
        Price: 118,
        Category: 'Hoodies',
        Size: ['S', 'M'],
        Stock: 10,
      })
      await round()
      await give()
      expect(server.table.records.size).toBe(2)
      expect(await shop.catalog.count()).toBe(2)
      expect(writes()).toHaveLength(1)
    })

    test.each(['the next try', 'a round'])(
      'gets only one record when the answer is lost: found by %s',
      async (finder) => {
        const { round, give, server, shop } = mirrored
        await added()
        server.loseAnswers(1)
        await give()
        expect(logged()).toBe(1)
        if (finder === 'a round') await round()
        shop.pass(5_000)
        await give()
        await round()
        await give()
        expect(server.table.records.size).toBe(2)
        expect(await shop.catalog.count()).toBe(2)
        expect(writes()).toHaveLength(1)
      },
    )

    test('gets only one record when two processes run its task', async () => {
      const { round, give, server, shop } = mirrored
      const { id } = await added()
      const content = source()
      const add = content.add.bind(content)
      content.add = async (fields) => {
        content.add = add
        await writeContent(shop, { payload: { key: 'again', products: [id] }, attempts: 2 })
        return add(fields)
      }
      await give()
      await round()
      expect(server.table.records.size).toBe(2)
      expect(await shop.catalog.count()).toBe(2)
    })

    test.each([
      ['late', 2],
      ['never', 2],
      ['late, and the product is deleted', 1],
    ])('gets only one record when the request is carried out %s', async (when, products) => {
      const { round, give, server, shop } = mirrored
      const { id } = await added()
      const content = source()
      const add = content.add.bind(content)
      let late = async () => {}
      content.add = (fields) => {
        late = async () => void (await add(fields))
        content.add = add
        throw new SupplierError('Airtable did not answer', { supplier: 'Airtable', kind: 'timeout' })
      }
      await give()
      expect(logged()).toBe(1)
      if (products === 1) await archiveProduct(shop, id)
      shop.pass(10_000)
      await give()
      expect(await openTasks()).toBe(0)
      expect(await give()).toBe(0)
      expect(server.table.records.size).toBe(1)
      if (when !== 'never') await late()
      for (let times = 0; times < 3; times += 1) {
        await round()
        await give()
      }
      expect(server.table.records.size).toBe(products)
      const { products: onSale } = await shop.catalog.list({ limit: 9, offset: 0 })
      expect(onSale).toHaveLength(products)
    })

    test('waits for the next task when the table store is slow, so that other tasks need not wait', async () => {
      const { round, give, server, shop, type } = mirrored
      type()
      await round()
      for (let number = 1; number <= 5; number += 1) {
        await saveProduct(shop, { draft: { ...hoodie(), name: `Hoodie ${number}` } })
      }
      const content = source()
      const add = content.add.bind(content)
      content.add = (fields) => {
        shop.pass(10_000)
        return add(fields)
      }
      expect(await give()).toBe(5)
      expect(server.table.records.size).toBe(4)
      expect(await give()).toBe(2)
      expect(server.table.records.size).toBe(6)
    })

    test('from before the table was configured stays in the shop only', async () => {
      const { round, give, server, shop, type } = mirrored
      await saveProduct(shop, { draft: hoodie() })
      type()
      await round()
      expect(await give()).toBe(0)
      expect(server.table.records.size).toBe(1)
    })

    test('that is refused has a reason, and is not sent again until it changes', async () => {
      const { give, server } = mirrored
      const { id } = await added()
      server.table.columns.delete('Category')
      await give()
      expect((await row(id)).refused?.words).toBe('Airtable error: Unknown field name: "Category"')
      expect(await give()).toBe(0)
      server.table.columns.set('Category', 'choice')
      await save(id, { name: 'Other' })
      await give()
      expect(server.table.records.size).toBe(2)
      expect((await row(id)).refused).toBeNull()
    })
  })

  describe('a deleted product', () => {
    test('is deleted in the table, and gets a new record when it is restored', async () => {
      const { round, give, server, shop, type, product } = mirrored
      const id = type()
      type({ Name: 'Cap' })
      await round()
      await archiveProduct(shop, toProductId(id))
      await give()
      expect(server.table.records.size).toBe(1)
      await round()
      expect(await give()).toBe(0)
      expect((await product(id)).archivedAt).not.toBeNull()
      await restoreProduct(shop, toProductId(id))
      await give()
      expect(server.table.records.size).toBe(2)
      const { recordId } = await row(id)
      expect(recordId).not.toBe(id)
      server.table.change(recordId ?? '', { Price: 9 })
      await round()
      expect(await product(id)).toMatchObject({ price: 9_00, archivedAt: null })
      expect(await shop.catalog.count()).toBe(2)
    })

    test('that is restored before its deletion was written keeps its record', async () => {
      const { round, give, server, shop, type } = mirrored
      const id = type()
      await round()
      await archiveProduct(shop, toProductId(id))
      await restoreProduct(shop, toProductId(id))
      await give()
      expect(server.table.records.size).toBe(1)
      expect(writes()).toEqual([])
    })
  })

  describe('pictures', () => {
    const addPicture = async (content: string): Promise<Picture> => {
      const stored = await storePicture(mirrored.shop, new Blob([content]).stream())
      if ('kind' in stored) throw new Error(stored.kind)
      return { ...stored, alt: content }
    }
    const images = (id: string) => {
      const cell = mirrored.server.table.records.get(id)?.fields['Image'] ?? []
      return (cell as { id: string }[]).map((file) => mirrored.server.table.files.get(file.id))
    }

    test('are given by their address, and those that the table already has by their id', async () => {
      const { round, give, server, type, product } = mirrored
      const id = type({ Image: [server.table.attach('old.png', Buffer.from('old'))] })
      await round()
      const [old] = (await product(id)).pictures
      const added = await addPicture('new')
      await save(id, { pictures: [added, ...(old ? [old] : [])] })
      await give()
      expect(images(id)).toEqual([
        { filename: `${added.key}.webp`, bytes: `http://shop.example/pictures/${added.key}-640.webp` },
        { filename: 'old.png', bytes: Buffer.from('old') },
      ])
      const before = server.requests.length
      await round()
      expect(await give()).toBe(0)
      expect(server.requests).toHaveLength(before + 1)
      expect((await product(id)).pictures.map(({ alt }) => alt)).toEqual(['new', ''])
    })

    test('of a shop that is not on the internet stay in the shop, and the other fields are written', async () => {
      const { round, give, type, shop, cells } = mirrored
      const id = type()
      await round()
      if (shop.source) shop.source.content.canFetch = () => false
      await save(id, { name: 'Ours', pictures: [await addPicture('new')] })
      await give()
      expect(cells(id)).toMatchObject({ Name: 'Ours' })
      expect(await give()).toBe(0)
    })
  })

  describe('a store that fails', () => {
    test('delays what is written, without losing or repeating anything', async () => {
      const { type, round, give, cells, server, shop, product } = mirrored
      const id = type({ Stock: 100 })
      await round()
      let pieces = 100
      for (const fault of FAULTS) {
        await sell(id, 3)
        pieces -= 3
        await server.disturb(fault)
        for (let times = 0; times < 9; times += 1) {
          shop.pass(10 * 60_000)
          await give()
        }
        logged()
        expect(await openTasks(), JSON.stringify(fault)).toBeLessThanOrEqual(1)
        await server.disturb(null)
        for (let times = 0; times < 2; times += 1) {
          shop.pass(10 * 60_000)
          await give()
          await round()
        }
        const both = [cells(id)?.['Stock'], (await product(id)).stock]
        expect(both, JSON.stringify(fault)).toEqual([pieces, pieces])
      }
      expect(shop.mails).toEqual([])
    })

    test('does not hold up others because of one refused record, which is not sent again unchanged', async () => {
      const { type, round, give, cells, server } = mirrored
      const [bad, good] = [type({ Name: 'Bad' }), type({ Name: 'Good' })]
      await round()
      server.table.columns.delete('Description')
      await save(bad, { description: 'Words' })
      await sell(good, 1)
      await give()
      expect(cells(good)?.['Stock']).toBe(9)
      expect((await row(bad)).refused?.words).toBe('Airtable error: Unknown field name: "Description"')
      expect(await give()).toBe(0)
      expect(await openTasks()).toBe(0)
      await sell(bad, 1)
      server.table.columns.set('Description', 'text')
      await give()
      expect(cells(bad)).toMatchObject({ Stock: 9, Description: 'Words' })
    })

    test('ends its tasks once the shop no longer uses the table', async () => {
      const { type, round, give, shop } = mirrored
      const id = type()
      await round()
      await sell(id, 1)
      const { source } = shop
      await mirrored.server.disturb('refused')
      await give()
      logged()
      shop.source = null
      shop.pass(60_000)
      await give()
      expect(await openTasks()).toBe(0)
      shop.source = source
    })
  })
})
