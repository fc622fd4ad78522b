import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { SHOPIFY_HEAD } from '#domain/import/shopify-rows.ts'
import type { Permission } from '#domain/staff/permissions.ts'
import { exportProducts, findPicturesOfProducts, readPicture } from '#operations/import/export-products.ts'
import { exportSettings, findPicturesOfSettings } from '#operations/settings/export-settings.ts'
import { exportMovements, MOVEMENT_COLUMNS } from '#operations/stock/read-stock.ts'
import { customerColumns, exportCustomers } from '#operations/orders/export-customers.ts'
import { exportOrders, orderColumns } from '#operations/orders/export-orders.ts'
import type { Shop } from '#operations/shop.ts'
import { DELIVERY_COLUMNS, exportDeliveries } from '#operations/stock/read-deliveries.ts'
import { giftCardsFile } from '#web/api/gift-cards/staff-gift-cards.ts'
import { messagesFile } from '#web/api/inbox/staff-messages.ts'
import { subscribersFile } from '#web/api/newsletter/staff-subscribers.ts'
import { translationsFile } from '#web/api/settings/staff-translations.ts'
import { LANGUAGES } from '#words/languages.ts'
import { redirectsFile } from '#web/api/redirects/staff-redirects.ts'
import { csvText, type CsvFile } from '#web/http/files/csv-answer.ts'

/** The tables of the shop, and who may read each. */
const TABLES: readonly (readonly [Permission, (shop: Shop) => CsvFile])[] = [
  ['products.write', (shop) => ({ name: 'products.csv', head: SHOPIFY_HEAD, batches: exportProducts(shop) })],
  ['products.write', redirectsFile],
  ...Array.from(LANGUAGES.keys())
    .slice(1)
    .map((language) => ['products.write', (shop: Shop) => translationsFile(shop, language)] as const),
  [
    'products.read',
    (shop) => ({ name: 'deliveries.csv', head: DELIVERY_COLUMNS, batches: exportDeliveries(shop) }),
  ],
  [
    'products.read',
    (shop) => ({ name: 'stock-ledger.csv', head: MOVEMENT_COLUMNS, batches: exportMovements(shop) }),
  ],
  [
    'customers.export',
    (shop) => ({
      name: 'orders.csv',
      head: orderColumns(),
      batches: exportOrders(shop, { q: '', state: '', from: '', to: '' }),
    }),
  ],
  [
    'customers.export',
    (shop) => ({ name: 'customers.csv', head: customerColumns(), batches: exportCustomers(shop) }),
  ],
  ['customers.export', subscribersFile],
  ['customers.export', messagesFile],
  ['gift-cards.write', giftCardsFile],
]

/** What the permissions allow of everything that the shop has, as a ZIP file that is read while it is made. */
export async function* exportEverything(
  shop: Shop,
  may: (permission: Permission) => boolean,
): AsyncGenerator<Uint8Array, undefined> {
  const pictures = may('settings.write') ? await findPicturesOfSettings(shop) : []
  pictures.push(...(await findPicturesOfProducts(shop)))
  // From here on without a pause until it is read: each part is read at once, and may fail.
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  const mtime = new Date(shop.now())
  const add = (name: string, read: () => AsyncIterable<string | Uint8Array>, compress = true) =>
    zip.addReadStreamLazy(name, { mtime, compress }, (answer) => {
      const stream = Readable.from(read())
      // The file that is read tells of it, not one of its parts.
      stream.on('error', (error) => zip.emit('error', error))
      answer(null, stream)
    })
  for (const [permission, table] of TABLES) {
    const { name, ...file } = table(shop)
    if (may(permission)) add(name, () => csvText(file))
  }
  if (may('settings.write')) add('settings.json', () => exportSettings(shop))
  for (const [key, width] of new Map(pictures.map((one) => [one.key, one.width])))
    add(`pictures/${key}.webp`, () => readPicture(shop, key, width), false)
  zip.end()
  yield* output as AsyncIterable<Uint8Array>
}
