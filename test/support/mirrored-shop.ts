import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { Product } from '#domain/catalog/product.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { enqueueChanges } from '#operations/catalog/mirror/enqueue-changes.ts'
import { mirrorContent } from '#operations/catalog/mirror/mirror-content.ts'
import { startAirtableServer, type AirtableServer } from '#test/fakes/airtable-server.ts'
import type { Fields } from '#test/fakes/airtable-table.ts'
import { toProductId } from '#domain/ids.ts'
import { airtableSource, type SourceReport } from './airtable-source.ts'
import { memoryImages } from './pictures/memory-images.ts'
import { openTestShop, type TestShop } from './test-shop.ts'

export const EVERY_MS = 60_000

/** A test shop that mirrors a fake of Airtable. */
export interface MirroredShop {
  shop: TestShop
  images: ReturnType<typeof memoryImages>
  server: AirtableServer
  news: SourceReport
  /** Adds a record to the base; fields that are not given have made-up values. */
  type(fields?: Fields): string
  /** Runs the next round. */
  round(): Promise<boolean>
  /** Writes the pending changes to the base. Returns how many products were due. */
  give(): Promise<number>
  /** What the base has of a record, without its pictures. */
  cells(id: string): Fields | undefined
  /** The product of a record, deleted or not. */
  product(id: string): Promise<Product>
  close(): Promise<void>
}

export async function openMirroredShop(database: ShopDatabase): Promise<MirroredShop> {
  const shop = await openTestShop(database)
  const images = memoryImages()
  const server = await startAirtableServer()
  server.table.now = shop.now
  const { source, news } = airtableSource(server.url)
  shop.images = images
  shop.source = { content: source, everyMs: EVERY_MS }
  return {
    shop,
    images,
    server,
    news,
    type: (fields = {}) =>
      server.table.type({
        Name: 'Tee',
        Price: 25,
        Category: 'T-Shirts',
        Size: ['S', 'M'],
        Stock: 10,
        ...fields,
      }),
    async round() {
      shop.pass(EVERY_MS)
      return mirrorContent(shop, { content: source, everyMs: EVERY_MS })
    },
    async give() {
      const due = shop.source ? await enqueueChanges(shop, shop.source.content) : 0
      await deliverOutbox(shop)
      return due
    },
    cells(id) {
      const { Image: _image, ...cells } = server.table.records.get(id)?.fields ?? {}
      return server.table.records.has(id) ? cells : undefined
    },
    async product(id) {
      const product = await shop.catalog.find(toProductId(id), { archivedToo: true })
      if (product === null) throw new Error(`There is no product ${id}`)
      return product
    },
    close: () => server.close(),
  }
}
