import { withEmptyFields } from '#domain/catalog/product-fields.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openShopDatabase } from '#bench/harness/stocked-database.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { cents } from '#domain/money.ts'
import type { Product } from '#domain/catalog/product.ts'
import { SIZES } from '#domain/catalog/size.ts'
import { SqlCatalog } from '#providers/catalog/sql-catalog.ts'
import { startPostgresProxy } from '#test/support/postgres/postgres-proxy.ts'
import type { PostgresServer } from '#test/support/postgres/postgres-server.ts'
import { makeDiskFillable } from './fill-postgres.ts'
import { ShopProcess } from './shop-process.ts'

/** A shop's data, a connection to its database, and its processes, not started yet. */
export interface Scene {
  database: ShopDatabase
  dataDir: string
  sentLog: string
  products: Product[]
  /** One of the hoarded products. */
  coveted: Product
  processes: ShopProcess[]
  /** Kills the processes and deletes everything. */
  close(): Promise<void>
}

/** The stock: plenty of most products, and a few that sell out during the run. */
const PLENTY = { products: 8, units: 1_000_000 }
const SCARCE = { products: 4, piecesForEach100: 4 }
/** The hoarded product: it does not sell out during the run. */
const COVETED = { products: 1, units: 100, piecesForEach100: 30 }
/** Fewer than a hoarder would take. */
export const MAX_PER_NETWORK = 10
/** One-way latency between the shop and PostgreSQL: 2 ms a round trip. */
export const PACKET_DELAY_MS = 1

/** An empty PostgreSQL database and its server. */
export interface PostgresDatabase extends Pick<PostgresServer, 'restart'> {
  url: string
}

/** Uses SQLite without `url` (an empty PostgreSQL database). `isFar`: adds a 2 ms round trip to PostgreSQL. */
export async function openScene(
  { processes, purchases, isFar = false }: { processes: number; purchases: number; isFar?: boolean },
  url?: string,
): Promise<Scene> {
  const dataDir = mkdtempSync(join(tmpdir(), 'redemption-chaos-'))
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  process.once('exit', remove)
  const database = await openShopDatabase(dataDir, url)
  if (url !== undefined) await makeDiskFillable(database)
  const scarce = Math.ceil((purchases * SCARCE.piecesForEach100) / 100)
  const [coveted] = await addProducts(
    database,
    'Coveted',
    COVETED.products,
    COVETED.units + Math.ceil((purchases * COVETED.piecesForEach100) / 100),
  )
  if (!coveted) throw new Error('Nothing is coveted')
  const products = [
    coveted,
    ...(await addProducts(database, 'Plenty', PLENTY.products, PLENTY.units)),
    ...(await addProducts(database, 'Scarce', SCARCE.products, scarce)),
  ]
  const proxy =
    isFar && url !== undefined ? await startPostgresProxy(url, { delayMs: PACKET_DELAY_MS }) : null
  const started = await Promise.all(
    Array.from({ length: processes }, () => shopProcess(dataDir, proxy?.url ?? url)),
  )
  return {
    database,
    dataDir,
    sentLog: join(dataDir, 'sent.log'),
    products,
    coveted,
    processes: started,
    async close() {
      for (const process of started) await process.kill()
      await proxy?.close()
      await database.close()
      process.off('exit', remove)
      remove()
    },
  }
}

function shopProcess(dataDir: string, url?: string): Promise<ShopProcess> {
  return ShopProcess.at({
    DATA_DIR: dataDir,
    DATABASE_URL: url ?? '',
    DEMO: 'off',
    HOLD_MINUTES: '1',
    HOLD_NETWORK_UNITS: String(MAX_PER_NETWORK),
    ADMIN_PASSWORD: 'chaos only password',
    STRIPE_SECRET_KEY: '',
  })
}

/** Every other product has size counts too; its product count is then their sum, as when staff save it. */
export async function addProducts(
  database: ShopDatabase,
  name: string,
  count: number,
  units: number,
): Promise<Product[]> {
  const catalog = new SqlCatalog(database)
  const added: Product[] = []
  for (let made = 0; made < count; made += 1) {
    const eachSize = made % 2 === 0 ? null : Math.ceil(units / SIZES.length)
    const product = await catalog.add(
      withEmptyFields({
        name: `${name} piece ${made + 1}`,
        price: cents(20_00 + made * 7_25),
        category: 'Hoodies',
        description: 'Sold in a storm.',
        stock: eachSize === null ? units : eachSize * SIZES.length,
        sizes: SIZES.map((size) => ({ size, stock: eachSize })),
      }),
    )
    added.push(product)
  }
  return added
}
