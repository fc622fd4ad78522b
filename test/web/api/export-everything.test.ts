import { afterEach, beforeEach, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import type { Product } from '#domain/catalog/product.ts'
import { exportEverything } from '#web/api/import/export-everything.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { orderDesk } from '#test/support/order-desk.ts'
import { memoryImages } from '#test/support/pictures/memory-images.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { addKey, signInAda } from '#test/support/staff-browser.ts'

const PICTURE = { key: 'a1b2c3d4e5f60718', width: 800, height: 1_000, placeholder: '', alt: 'Front' }

async function unpack(archive: ArrayBuffer): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(Buffer.from(archive))
  const files = new Map<string, string>()
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    files.set(entry.fileName, Buffer.concat(chunks).toString())
  }
  return files
}

describeOnEachDatabase('The export of everything', (open) => {
  let shop: TestShop
  let product: Product
  let served: ServedShop
  const desk = orderDesk(() => ({ shop, product }))
  beforeEach(async () => {
    shop = await openTestShop(open())
    shop.images = memoryImages()
    shop.images.find = async (key, width) => {
      const bytes = Buffer.from(`${key} at ${width}`)
      return { bytes: bytes.length, etag: '', stream: () => new Blob([bytes]).stream() }
    }
    product = await shop.catalog.add(hoodie({ pictures: [PICTURE] }))
    served = await serveShop(shop)
  })
  afterEach(() => served.close())

  test('has every table, the settings and the pictures, and is recorded', async () => {
    const { number } = await desk.paid()
    await desk.paid(undefined, { customer: { ...CUSTOMER, email: 'bo@shopper.example', name: '=Bo' } })
    await desk.paid(undefined, { customer: { ...CUSTOMER, email: 'bo@shopper.example', city: 'Regina' } })
    await desk.placed({ customer: { ...CUSTOMER, email: 'never@paid.example' } })
    const ask = await signInAda(shop, served)
    const answer = await ask('GET', '/api/staff/export.zip')
    expect(answer.headers.get('content-type')).toBe('application/zip')
    const files = await unpack(await answer.arrayBuffer())
    expect([...files.keys()].toSorted()).toEqual([
      'customers.csv',
      'deliveries.csv',
      'gift-cards.csv',
      'messages.csv',
      'orders.csv',
      `pictures/${PICTURE.key}.webp`,
      'products.csv',
      'redirects.csv',
      'settings.json',
      'stock-ledger.csv',
      'subscribers.csv',
      'translations-fr.csv',
    ])
    expect(files.get(`pictures/${PICTURE.key}.webp`)).toBe(`${PICTURE.key} at 640`)
    expect(files.get('orders.csv')).toContain(number)
    expect(files.get('products.csv')).toContain(product.id)
    const customers = files.get('customers.csv')!.trim().split('\r\n')
    expect(customers.map((line) => line.split(',')).map((cells) => [cells[0], cells[4], cells[8]])).toEqual([
      ['Email', 'City', 'Orders'],
      [CUSTOMER.email, CUSTOMER.city, '1'],
      ['bo@shopper.example', 'Regina', '2'],
    ])
    const sold = files.get('stock-ledger.csv')!.match(/,held,/g)
    expect(sold?.length).toBeGreaterThanOrEqual(4)
    const { settings } = JSON.parse(files.get('settings.json')!) as { settings: Record<string, object> }
    expect(Object.keys(settings)).toEqual(expect.arrayContaining(['tax', 'shipping', 'promotions', 'pages']))
    const events = await shop.database.db.selectFrom('audit_events').select('action').execute()
    expect(events.filter(({ action }) => action === 'exported-everything')).toHaveLength(1)
  })

  test('leaves out what a key may not read', async () => {
    const secret = await addKey(shop, served, ['products.read', 'products.write'])
    const answer = await fetch(`${served.url}/api/staff/export.zip`, {
      headers: { authorization: `Bearer ${secret}` },
    })
    const files = await unpack(await answer.arrayBuffer())
    expect([...files.keys()].toSorted()).toEqual([
      'deliveries.csv',
      `pictures/${PICTURE.key}.webp`,
      'products.csv',
      'redirects.csv',
      'stock-ledger.csv',
      'translations-fr.csv',
    ])
  })

  test('breaks off when a part of it cannot be read', async () => {
    shop.images.find = async () => {
      throw new Error('The disk is gone')
    }
    const read = async () => {
      for await (const chunk of exportEverything(shop, () => true)) expect(chunk.length).toBeGreaterThan(0)
    }
    await expect(read()).rejects.toThrow('The disk is gone')
  })

  test('breaks off by itself when the database fails while it begins', async () => {
    const { database } = shop
    const failing = new Proxy(database.db, {
      get(db, name) {
        const own: unknown = Reflect.get(db, name)
        if (typeof own !== 'function') return own
        return (...asked: unknown[]) => {
          if (name === 'selectFrom' && asked[0] === 'deliveries') throw new Error('The connection is gone')
          return own.apply(db, asked) as unknown
        }
      },
    })
    const read = async () => {
      const broken = { ...shop, database: { ...database, db: failing } }
      const may = (permission: string) => permission !== 'products.write'
      for await (const chunk of exportEverything(broken, may)) expect(chunk.length).toBeGreaterThan(0)
    }
    await expect(read()).rejects.toThrow('The connection is gone')
  })
})
