import '#scripts/private-files.js'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { openDatabase } from '#db/engine/open-database.ts'
import { migrate } from '#db/migrations/migrate.ts'
import { TestGateway } from '#providers/payments/test-gateway/test-gateway.ts'
import { injectFaults } from './inject-faults.ts'
import type { Orders } from './shop-process.ts'

/** The built shop with faulty suppliers, controlled by shop-process.ts. Never part of a build. */
process.env['NODE_ENV'] = 'production'
enableCompileCache(join(import.meta.dirname, '../build/compiled'))
const orders = JSON.parse(process.argv[2] ?? '') as Orders
// The clock of the whole process: the test gateway's disputes and refunds are decided on time too.
const machineNow = Date.now
Date.now = () => machineNow() + orders.laterMs
const built = join(import.meta.dirname, '../build/server/server.js')
const { main, openShop } = (await import(built)) as typeof import('../server.ts')

process.once('disconnect', () => process.exit())
await main(async (...settings) => {
  const opened = await openShop(...settings)
  if (orders.gatewayBooks !== undefined) opened.shop.gateway = await gatewayApart(orders.gatewayBooks)
  else await injectFaults(opened.shop, orders)
  return opened
})
flushCompileCache()

async function gatewayApart(file: string): Promise<TestGateway> {
  const books = await openDatabase({ engine: 'sqlite', file, synchronous: 'full' })
  await migrate(books)
  return TestGateway.open(books)
}
