import { join } from 'node:path'
import type { Config } from '#config'
import { databaseLocation, openDataFolder } from '#data-folder'
import { openSignedLinks } from './db/engine/signed-links.ts'
import { migrate } from './db/migrations/migrate.ts'
import { openDatabase, type ShopDatabase } from './db/engine/open-database.ts'
import { PlacementQueue, PLACEMENTS } from './operations/placement-queue.ts'
import { ConnectionReports } from './operations/connections/connection-reports.ts'
import type { ChangeTopic, Changes, Log, Shop } from '#operations/shop.ts'
import { SqlCatalog } from '#providers/catalog/sql-catalog.ts'
import type { Connected, Connection } from '#providers/connection.ts'
import { bundledGeolocation } from '#providers/geolocation/bundled-geolocation.ts'
import type { Geolocation } from '#providers/geolocation/geolocation.ts'
import { BuiltInIdentity } from '#providers/identity/built-in-identity.ts'
import { DiskImages } from '#providers/images/disk-images.ts'
import { OutboxMailer } from '#providers/mail/outbox-mailer.ts'
import { GATEWAY_LABELS } from '#providers/payments/payment-gateways.ts'
import type { PaymentGateway } from '#providers/payments/payment-gateway.ts'
import { TestGateway } from '#providers/payments/test-gateway/test-gateway.ts'
import { bundledRates } from '#providers/rates/bundled-rates.ts'

/** An open shop, with its suppliers chosen and its tables migrated. */
export interface OpenShop {
  shop: Shop
  close(): Promise<void>
}

/** The only place that picks suppliers. `sourceRoot`: the folder of package.json. */
export async function openShop(config: Config, sourceRoot: string, log: Log): Promise<OpenShop> {
  openDataFolder(config.dataDir, log)
  const database = await openDatabase(databaseLocation(config))
  try {
    const migrated = await migrate(database)
    if (migrated.length > 0) log.info('The tables are up to date', { migrated })

    const reports = new ConnectionReports({ database, log, now: Date.now })
    const images = new DiskImages({
      folder: join(config.dataDir, 'pictures'),
      workerFile: join(sourceRoot, 'providers/images/picture-worker.ts'),
    })
    const mailer = new OutboxMailer({ folder: join(config.dataDir, 'outbox'), from: config.mailFrom })
    const gateway: PaymentGateway & Connected = await (config.gateway?.open(
      reports.reportFor('payments', GATEWAY_LABELS[config.gateway.name] ?? config.gateway.name),
    ) ?? TestGateway.open(database))
    const rateService = config.rates?.open(reports.reportFor('rates', config.rates.label)) ?? null
    const geolocation: Geolocation & Connected =
      config.location?.open(reports.reportFor('location', config.location.label), bundledGeolocation()) ??
      bundledGeolocation()
    const changes = announcedChanges(database)
    const placements = new PlacementQueue(PLACEMENTS[database.engine])
    changes.listen((topic) => topic !== 'rates' && placements.recheck())
    const shop: Shop = {
      settings: {
        publicUrl: config.publicUrl,
        holdMinutes: config.holdMinutes,
        orderLimit: { units: config.holdUnits, percent: config.holdPercent },
        networkUnits: config.holdNetworkUnits,
        ownerEmail: config.ownerEmail,
        mailFrom: config.mailFrom,
        timeZone: config.timeZone,
        contact: config.contact,
      },
      database,
      catalog: new SqlCatalog(database),
      gateway,
      gatewayLabels: GATEWAY_LABELS,
      mailer,
      rates: bundledRates(),
      rateService,
      geolocation,
      images,
      identity: new BuiltInIdentity(database),
      connections: connectionsOf([gateway, rateService, geolocation]),
      changes,
      placements,
      signedLinks: await openSignedLinks(database),
      log,
      now: Date.now,
    }
    return {
      shop,
      async close() {
        await images.close()
        await mailer.close()
        await reports.settled()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

function connectionsOf(suppliers: readonly (Connected | null)[]): Connection[] {
  return suppliers.flatMap((supplier) => supplier?.connection ?? [])
}

/** News of changes: to this process at once, to the others through the database. */
function announcedChanges(database: ShopDatabase): Changes {
  const hearers: ((topic: ChangeTopic) => void)[] = []
  const hear = (topic: ChangeTopic) => {
    for (const hearer of hearers) hearer(topic)
  }
  database.onForeignChange((topic) => hear(topic as ChangeTopic))
  return {
    listen: (hearer) => void hearers.push(hearer),
    async tell(topic) {
      hear(topic)
      await database.announce(topic)
    },
  }
}
