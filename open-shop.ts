import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, type Config } from '#config'
import { databaseLocation, openDataFolder } from '#data-folder'
import { storedChoices, supplierSetUp } from './stored-suppliers.ts'
import { shopSecret } from './db/engine/shop-secret.ts'
import { recordTakesMoney } from './db/engine/test-orders.ts'
import { openSignedLinks } from './db/engine/signed-links.ts'
import { migrate } from './db/migrations/migrate.ts'
import { openDatabase, type DatabaseLocation, type ShopDatabase } from './db/engine/open-database.ts'
import { CATEGORIES_SETTING } from '#domain/settings/categories.ts'
import { refuseUnfinishedMove } from './db/move/unfinished-move.ts'
import { TIME_ZONE } from '#domain/settings/time-zone.ts'
import { PlacementQueue, PLACEMENTS } from './operations/placement-queue.ts'
import { SavedSettings } from './operations/saved-settings.ts'
import { ConnectionReports } from './operations/connections/connection-reports.ts'
import { paceOfRequests } from './operations/connections/pace-of-requests.ts'
import { hasContinuousCopy } from './operations/backups/continuous/choose-restorable.ts'
import { copiedPictureFiles } from './operations/backups/continuous/copied-picture-files.ts'
import { readBackup } from './operations/backups/list-backups.ts'
import { pictureRestoration } from './operations/backups/picture-restoration.ts'
import { followCurrency, followSettings } from './operations/settings/charge-currency.ts'
import { cachedSetting } from './operations/settings/current-setting.ts'
import { followLanguages } from './operations/settings/follow-languages.ts'
import { readRestoreMark } from './operations/backups/restore-mark.ts'
import { migrationSteps } from './operations/backups/backup-progress.ts'
import { backUpBeforeUpgrade } from './operations/upgrades/back-up-before-upgrade.ts'
import { progressInLog } from './operations/upgrades/progress-in-log.ts'
import { shopVersion } from './scripts/support/shop-version.ts'
import {
  SET_UP_NEEDS,
  type ChangeTopic,
  type Changes,
  type ContinuousBackup,
  type Log,
  type MirroredSource,
  type Restoration,
  type SetUpNeed,
  type Shop,
} from '#operations/shop.ts'
import { chooseSeal } from '#providers/backups/choose-seal.ts'
import { openBackupStore } from '#providers/backups/open-backup-store.ts'
import type { BackupRunner } from '#providers/backups/backup-runner.ts'
import { openUpgradeStore } from '#providers/backups/upgrade-store.ts'
import { ProcessBackups } from '#providers/backups/process-backups.ts'
import { RestoringImages } from '#providers/backups/restoring-images.ts'
import { SqlCatalog } from '#providers/catalog/sql-catalog.ts'
import { certificateOf } from '#providers/certificate/tls-certificate.ts'
import type { Connected, Connection, ConnectionNeed, ConnectionReport } from '#providers/connection.ts'
import { bundledGeolocation } from '#providers/geolocation/bundled-geolocation.ts'
import type { Geolocation } from '#providers/geolocation/geolocation.ts'
import { BuiltInIdentity } from '#providers/identity/built-in-identity.ts'
import { SqlStaffIdentity } from '#providers/identity/sql-staff-identity.ts'
import { KeptDrawings } from '#providers/images/kept-drawings.ts'
import type { ImageStore } from '#providers/images/image-store.ts'
import type { MovableStore } from '#providers/images/movable-store.ts'
import { DiskImages } from '#providers/images/disk-images.ts'
import type { Mailer } from '#providers/mail/mailer.ts'
import { OutboxMailer } from '#providers/mail/outbox-mailer.ts'
import { withFiles } from '#providers/mail/with-files.ts'
import { GATEWAY_LABELS } from '#providers/payments/payment-gateways.ts'
import type { PaymentGateway } from '#providers/payments/payment-gateway.ts'
import { TestGateway } from '#providers/payments/test-gateway/test-gateway.ts'
import type { PaceOf } from '#providers/request-pace.ts'
import { bundledRates } from '#providers/rates/bundled-rates.ts'
import { ProcessRehearsals } from './providers/rehearsals/process-rehearsals.ts'
import { SignedVersions } from './providers/updates/signed-versions.ts'
import { english } from '#words/en/english.ts'
import type { Words } from '#words/languages.ts'

/** An open shop, with its suppliers chosen and its tables migrated. */
export interface OpenShop {
  shop: Shop
  close(): Promise<void>
}

/** The only place that picks suppliers. `sourceRoot`: the folder of package.json. */
export async function openShop(config: Config, sourceRoot: string, log: Log): Promise<OpenShop> {
  openDataFolder(config.dataDir, log)
  const location = databaseLocation(config)
  await refuseEmptyBesideCopy(config, location)
  const database = await openDatabase(location)
  try {
    await bringUpToDate(config, sourceRoot, { database, location, log })
    const reports = new ConnectionReports({ database, log, now: Date.now })
    const foundation = { database, reports, log }
    const setUp = supplierSetUp(config, {
      payments: (chosen) => chosen.open(UNREPORTED),
      mail: (chosen) =>
        chosen.open({ ...senderOf(config), report: UNREPORTED, paceOf: paceOf(database, chosen.label) }),
      rates: (chosen) => chosen.open(UNREPORTED),
    })
    const { choices, ...firstStored } = await storedChoices(config, { setUp, database, log })
    let { known } = firstStored
    const { accounts, pictures, opened, ...suppliers } = await openSuppliers(
      { ...config, ...choices },
      sourceRoot,
      foundation,
    )
    await recordTakesMoney(database, suppliers.gateway.name !== 'test')
    const changes = announcedChanges(database)
    // The first listener, so that the next ones read the changed settings.
    const savedSettings = new SavedSettings(database, changes)
    // They decide what an address of the shop page means, without waiting for the database.
    await savedSettings.latest(CATEGORIES_SETTING).catch(() => {})
    const placements = new PlacementQueue(PLACEMENTS[database.engine])
    changes.listen((topic) => topic !== 'rates' && placements.recheck())
    const languages = new Map<string, Words>([['en', english]])
    const shop: Shop = {
      languages,
      settings: {
        publicUrl: config.publicUrl,
        dataDir: config.dataDir,
        holdMinutes: config.holdMinutes,
        reminderHoldMinutes: config.reminderHoldMinutes,
        orderLimit: { units: config.holdUnits, percent: config.holdPercent },
        networkUnits: config.holdNetworkUnits,
        webhooksToInner: config.webhooksToInner,
        ownerEmail: config.ownerEmail,
        mailFrom: config.mailFrom,
        get timeZone() {
          return cachedSetting(shop, TIME_ZONE).timeZone
        },
        carrierColumns: config.carrierColumns,
        variables: config.variables,
      },
      savedSettings,
      id: await shopSecret(database, 'shop-id', 'shop_'),
      database,
      catalog: new SqlCatalog(database),
      ...suppliers,
      drawings: new KeptDrawings({ workerFile: pictureWorker(sourceRoot) }),
      gatewayLabels: GATEWAY_LABELS,
      rates: bundledRates(),
      backups: backupsOf(config, sourceRoot),
      certificate: certificateOf(config.publicUrl),
      rehearsals: new ProcessRehearsals(join(sourceRoot, 'scripts/rehearse-drop.ts')),
      updates: config.updates && new SignedVersions(config.updates, shopVersion(sourceRoot)),
      continuous: await continuousOf(config, { database, location, pictures, log }),
      identity: accounts
        ? SqlStaffIdentity.over(database, accounts.passwords)
        : new BuiltInIdentity(database, { publicUrl: config.publicUrl }),
      connections: connectionsOf(opened),
      setUp: { ...setUp, takeUp: async () => {} },
      changes,
      placements,
      signedLinks: await openSignedLinks(database),
      log,
      now: Date.now,
    }
    await savedSettings.latest(TIME_ZONE)
    await followCurrency(shop)
    await followLanguages(shop, languages)
    const follow = async () => {
      const stored = await storedChoices(config, { database, setUp, log })
      const isChanged = (need: SetUpNeed) => stored.known.get(need) !== known.get(need)
      const changed = SET_UP_NEEDS.filter(isChanged)
      if (changed.length === 0) return
      await takeUp(shop, { ...config, ...stored.choices }, { changed, opened, foundation })
      known = stored.known
      // Pages that were made with the supplier before are dropped.
      await changes.publish('settings')
    }
    let following = Promise.resolve()
    shop.setUp.takeUp = () => (following = following.catch(() => {}).then(follow))
    await followSettings(changes, shop.setUp.takeUp)
    return {
      shop,
      async close() {
        await suppliers.images.close()
        await shop.drawings.close()
        await shop.mailer.close()
        await reports.settled()
        await database.close()
        await shop.continuous?.copy.stop()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** What the shop opens with. */
interface Foundation {
  database: ShopDatabase
  log: Log
}

/** Copies the database before an update, as settings say, and migrates its tables. */
async function bringUpToDate(
  { backups, dataDir }: Config,
  sourceRoot: string,
  { database, location, log }: Foundation & { location: DatabaseLocation },
): Promise<void> {
  await refuseUnfinishedMove(database)
  if (backups.beforeUpgrade) {
    const version = shopVersion(sourceRoot)
    await backUpBeforeUpgrade({
      database,
      location,
      dataDir,
      version,
      log,
      store: openUpgradeStore(dataDir),
      now: Date.now,
    })
  }
  const migrated = await migrate(database, migrationSteps(progressInLog(log)))
  if (migrated.length > 0) log.info('The tables are up to date', { migrated })
}

/** The file of the separate process for pictures. */
function pictureWorker(sourceRoot: string): string {
  return join(sourceRoot, 'providers/images/making/picture-worker.ts')
}

const UNREPORTED: ConnectionReport = { worked() {}, failed() {} }

/** What may be tested, by need. */
type Opened = Partial<Record<ConnectionNeed, Connected | null | undefined>>

/** Opens anew what an owner has set up or removed, for all that begins from now on. */
async function takeUp(
  shop: Shop,
  config: Config,
  { changed, opened, foundation }: { changed: readonly SetUpNeed[]; opened: Opened; foundation: Suppliers },
): Promise<void> {
  const former = shop.mailer
  for (const need of changed) {
    if (need === 'payments') {
      const gateway = await openGateway(config, foundation)
      await recordTakesMoney(shop.database, gateway.name !== 'test')
      shop.gateway = opened.payments = gateway
    } else if (need === 'mail') shop.mailer = opened.mail = openMailer(config, foundation)
    else shop.rateService = opened.rates = openRates(config, foundation)
  }
  shop.connections = connectionsOf(opened)
  // What is being sent is sent.
  if (shop.mailer !== former) setTimeout(() => void former.close(), CLOSING_MS).unref()
}

const CLOSING_MS = 60_000

type Suppliers = Foundation & { reports: ConnectionReports }

async function openGateway(
  { gateway }: Config,
  { database, reports }: Suppliers,
): Promise<PaymentGateway & Connected> {
  if (gateway === null) return TestGateway.open(database)
  return gateway.open(reports.reportFor('payments', gateway.label))
}

function openRates({ rates }: Config, { reports }: Suppliers) {
  return rates?.open(reports.reportFor('rates', rates.label)) ?? null
}

/** The suppliers that settings choose, and built-in ones in place of the others. `opened`: those that may be tested. */
async function openSuppliers(config: Config, sourceRoot: string, foundation: Suppliers) {
  const { database, reports, log } = foundation
  const workerFile = pictureWorker(sourceRoot)
  const outsideImages = config.pictures?.open({
    folder: join(config.dataDir, 'picture-copies'),
    workerFile,
    report: reports.reportFor('pictures', config.pictures.label),
  })
  const gateway = await openGateway(config, foundation)
  const rateService = openRates(config, foundation)
  const mailer = openMailer(config, foundation)
  const pictures = outsideImages ?? new DiskImages({ folder: join(config.dataDir, 'pictures'), workerFile })
  const restoration = await openRestoration(config, { database, pictures, log })
  const images = restoration === null ? pictures : new RestoringImages(pictures, restoration.pictures)
  const source = openSource(config, database, reports)
  const geolocation: Geolocation & Connected =
    config.location?.open(reports.reportFor('location', config.location.label), bundledGeolocation()) ??
    bundledGeolocation()
  const accounts = config.identity?.open(reports.reportFor('identity', config.identity.label)) ?? null
  const opened: Opened = {
    payments: gateway,
    mail: mailer,
    rates: rateService,
    location: geolocation,
    pictures: outsideImages,
    catalogue: source?.content,
    identity: accounts,
  }
  return {
    gateway,
    mailer,
    rateService,
    geolocation,
    source,
    accounts,
    pictures,
    images,
    restoration,
    opened,
  }
}

/** The chosen mail service, or files. The files that were written before a service was chosen are forgotten too. */
function openMailer(config: Config, { database, reports }: Suppliers): Mailer & Connected {
  const { mail, dataDir } = config
  const sender = senderOf(config)
  const files = new OutboxMailer({ folder: join(dataDir, 'outbox'), ...sender })
  if (mail === null) return files
  return withFiles(
    mail.open({
      ...sender,
      report: reports.reportFor('mail', mail.label),
      paceOf: paceOf(database, mail.label),
    }),
    files,
  )
}

function senderOf({ mailFrom: from, publicUrl }: Config) {
  return { from, publicUrl, now: Date.now }
}

function backupsOf({ backups }: Config, sourceRoot: string): BackupRunner | null {
  const { place, hour } = backups
  if (place === null) return null
  return new ProcessBackups({ place, hour, script: join(sourceRoot, 'scripts/backup.ts') })
}

/** The continuous copy, when the settings name a place for it. */
async function continuousOf(
  { backups, dataDir }: Config,
  {
    database,
    location,
    pictures,
    log,
  }: { database: ShopDatabase; location: DatabaseLocation; pictures: MovableStore; log: Log },
): Promise<ContinuousBackup | null> {
  const { place, s3, recipient, keyFile } = backups
  if (place === null || !backups.continuous || location.engine !== 'sqlite') return null
  const { LitestreamCopy } = await import('#providers/backups/litestream/litestream-copy.ts')
  const copy = new LitestreamCopy({
    file: location.file,
    folder: join(dataDir, 'continuous'),
    settings: { place, s3, recipient },
    now: Date.now,
    nudge: () => database.announce('rates'),
    onFault: (words) => log.error('The continuous copy was interrupted', new Error(words)),
  })
  const seal = await chooseSeal(recipient, keyFile)
  return { copy, store: openBackupStore(place, s3), seal, pictures }
}

/**
 * A shop that lost its disk must not start empty beside the copy of what it lost: within seconds the empty shop would
 * be the newest copy. Throws ConfigError.
 */
async function refuseEmptyBesideCopy(
  { backups, dataDir }: Config,
  location: DatabaseLocation,
): Promise<void> {
  const { place, s3 } = backups
  if (place === null || !backups.continuous || location.engine !== 'sqlite') return
  if (existsSync(location.file) || !(await hasContinuousCopy(openBackupStore(place, s3)))) return
  throw new ConfigError(
    `There is no database in ${dataDir}, but ${place} has the copy of a shop. Restore it with npm run restore -- --from ${place}, or set another BACKUP_TO for a new shop.`,
  )
}

/** What the command restore has left to do: the pictures. */
async function openRestoration(
  { dataDir, backups }: Config,
  { database, pictures, log }: { database: ShopDatabase; pictures: ImageStore & MovableStore; log: Log },
): Promise<Restoration | null> {
  const mark = await readRestoreMark(dataDir)
  if (mark === null) return null
  try {
    const store = openBackupStore(mark.from, backups.s3)
    const backup = mark.backup === null ? null : await readBackup(store, mark.backup)
    const sealedFor = backup === null ? await recipientFor(mark.keyFile) : backup.sealedFor
    const seal = await chooseSeal(sealedFor, mark.keyFile)
    const manifest = backup ?? { pictures: await copiedPictureFiles(database, store, seal) }
    return {
      pictures: await pictureRestoration({ manifest, store, seal, pictures }),
      isDone: false,
    }
  } catch (error) {
    log.error('Pictures of the restored backup cannot be copied; the next start tries again', error)
    return null
  }
}

/** A continuous copy does not say for whom it is encrypted: its key does. */
async function recipientFor(keyFile: string | null): Promise<string | null> {
  if (keyFile === null) return null
  const { recipientOf } = await import('#providers/backups/age-seal.ts')
  return recipientOf(keyFile)
}

function openSource(
  { source, syncSeconds }: Config,
  database: ShopDatabase,
  reports: ConnectionReports,
): MirroredSource | null {
  if (source === null) return null
  const content = source.open({
    report: reports.reportFor('catalogue', source.label),
    paceOf: paceOf(database, source.label),
  })
  return { content, everyMs: syncSeconds * 1_000 }
}

function paceOf(database: ShopDatabase, supplier: string): PaceOf {
  return (account, perSecond) =>
    paceOfRequests({ database, supplier, key: account, perSecond, now: Date.now })
}

function connectionsOf(opened: Opened): Connection[] {
  return Object.values(opened).flatMap((supplier) => supplier?.connection ?? [])
}

/** Announces changes: to this process at once, to the others through the database. */
function announcedChanges(database: ShopDatabase): Changes {
  const listeners: ((topic: ChangeTopic) => void)[] = []
  const notify = (topic: ChangeTopic) => {
    for (const listener of listeners) listener(topic)
  }
  database.onForeignChange((topic) => notify(topic as ChangeTopic))
  return {
    listen: (listener) => void listeners.push(listener),
    async publish(topic) {
      notify(topic)
      await database.announce(topic)
    },
  }
}
