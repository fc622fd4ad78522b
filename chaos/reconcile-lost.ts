import '#scripts/private-files.js'
import { join } from 'node:path'
import { readConfig } from '#config'
import { openDatabase } from '#db/engine/open-database.ts'
import { openShop } from '#open-shop'
import { findLostPayments, refundLostPayments } from '#operations/checkout/payments/refund-lost-payments.ts'
import { TestGateway } from '#providers/payments/test-gateway/test-gateway.ts'
import { consoleLog } from '#web/http/console-log.ts'

/** `npm run lost-orders -- --refund`, with the books of the gateway outside the data folder. */
const books = await openDatabase({ engine: 'sqlite', file: process.argv[2] ?? '', synchronous: 'full' })
const { shop, close } = await openShop(
  readConfig(process.env),
  join(import.meta.dirname, '..'),
  consoleLog([]),
)
shop.gateway = await TestGateway.open(books)
await refundLostPayments(shop, await findLostPayments(shop, { from: 0, to: Date.now() }))
await close()
await books.close()
