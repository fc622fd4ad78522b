import { sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import type { Engine } from '#db/engine/engine.ts'
import * as shop from './001-011/001-shop.ts'
import * as identity from './001-011/002-identity.ts'
import * as contact from './001-011/003-contact.ts'
import * as newsletter from './001-011/004-newsletter.ts'
import * as shopList from './001-011/005-shop-list.ts'
import * as orders from './001-011/006-orders.ts'
import * as checkoutLimits from './001-011/007-checkout-limits.ts'
import * as outboxWorkers from './001-011/008-outbox-workers.ts'
import * as retention from './001-011/009-retention.ts'
import * as setAside from './001-011/010-set-aside.ts'
import * as oneOrderState from './001-011/011-one-order-state.ts'
import * as holdTimes from './013-025/013-hold-times.ts'
import * as taskAttempts from './013-025/014-task-attempts.ts'
import * as staffDoors from './013-025/015-staff-doors.ts'
import * as erasure from './013-025/016-erasure.ts'
import * as heldUnits from './013-025/017-held-units.ts'
import * as orderAdjustments from './013-025/018-order-adjustments.ts'
import * as payments from './013-025/019-payments.ts'
import * as staffRoles from './013-025/020-staff-roles.ts'
import * as pictureMarks from './013-025/021-picture-marks.ts'
import * as connectionStates from './013-025/022-connection-states.ts'
import * as mailService from './013-025/023-mail-service.ts'
import * as mirroredRecords from './013-025/024-mirrored-records.ts'
import * as supplierTimes from './013-025/025-supplier-times.ts'
import * as lowSizes from './027-039/027-low-sizes.ts'
import * as ordersToFulfil from './027-039/028-orders-to-fulfil.ts'
import * as orderCorrections from './027-039/029-order-corrections.ts'
import * as packing from './027-039/031-packing.ts'
import * as shipments from './027-039/032-shipments.ts'
import * as manualOrders from './027-039/033-manual-orders.ts'
import * as people from './027-039/034-people.ts'
import * as searchWords from './027-039/035-search-words.ts'
import * as backups from './027-039/036-backups.ts'
import * as shopSettings from './027-039/037-shop-settings.ts'
import * as agreedPolicies from './027-039/038-agreed-policies.ts'
import * as taxes from './027-039/039-taxes.ts'
import * as orderShipping from './041-051/041-order-shipping.ts'
import * as customsOfLines from './041-051/042-customs-of-lines.ts'
import * as auditEvents from './041-051/043-audit-events.ts'
import * as twoStep from './041-051/044-two-step.ts'
import * as productColumns from './041-051/045-product-columns.ts'
import * as stockMovements from './041-051/046-stock-movements.ts'
import * as paymentLinks from './041-051/047-payment-links.ts'
import * as continuity from './041-051/048-continuity.ts'
import * as monitoring from './041-051/049-monitoring.ts'
import * as passkeys from './041-051/050-passkeys.ts'
import * as sizeOrder from './041-051/051-size-order.ts'
import * as backfills from './053-backfills.ts'
import * as settingPictures from './054-setting-pictures.ts'
import * as pickups from './055-pickups.ts'
import * as salesDays from './059-sales-days.ts'
import * as sizeChartVersions from './060-size-chart-versions.ts'
import * as pickupsInParts from './065-pickups-in-parts.ts'
import * as taxDays from './066-tax-days.ts'
import * as salesSoFar from './068-sales-so-far.ts'
import * as keptShares from './070-kept-shares.ts'
import * as tasksAndPickups from './071-tasks-and-pickups.ts'
import * as openOrders from './074-open-orders.ts'
import * as refundedUnits from './076-refunded-units.ts'
import * as erasedReasons from './079-erased-reasons.ts'
import * as balanceDays from './080-balance-days.ts'
import * as sessionEpochs from './081-session-epochs.ts'
import * as refundedPickups from './082-refunded-pickups.ts'
import * as foldedLetters from './083-folded-letters.ts'
import * as hashedSessionTokens from './084-hashed-session-tokens.ts'
import * as unitShares from './085-unit-shares.ts'
import * as staffKeys from './086-staff-keys.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'

interface ShopMigration {
  up(db: Parameters<Migration['up']>[0], engine: Engine): Promise<void>
}

/** Every migration ever released, in order. A released one is never edited. */
export const MIGRATIONS: Record<string, ShopMigration> = {
  '001-shop': shop,
  '002-identity': identity,
  '003-contact': contact,
  '004-newsletter': newsletter,
  '005-shop-list': shopList,
  '006-orders': orders,
  '007-checkout-limits': checkoutLimits,
  '008-outbox-workers': outboxWorkers,
  '009-retention': retention,
  '010-set-aside': setAside,
  '011-one-order-state': oneOrderState,
  '013-hold-times': holdTimes,
  '014-task-attempts': taskAttempts,
  '015-staff-doors': staffDoors,
  '016-erasure': erasure,
  '017-held-units': heldUnits,
  '018-order-adjustments': orderAdjustments,
  '019-payments': payments,
  '020-staff-roles': staffRoles,
  '021-picture-marks': pictureMarks,
  '022-connection-states': connectionStates,
  '023-mail-service': mailService,
  '024-mirrored-records': mirroredRecords,
  '025-supplier-times': supplierTimes,
  '027-low-sizes': lowSizes,
  '028-orders-to-fulfil': ordersToFulfil,
  '029-order-corrections': orderCorrections,
  '031-packing': packing,
  '032-shipments': shipments,
  '033-manual-orders': manualOrders,
  '034-people': people,
  '035-search-words': searchWords,
  '036-backups': backups,
  '037-shop-settings': shopSettings,
  '038-agreed-policies': agreedPolicies,
  '039-taxes': taxes,
  '041-order-shipping': orderShipping,
  '042-customs-of-lines': customsOfLines,
  '043-audit-events': auditEvents,
  '044-two-step': twoStep,
  '045-product-columns': productColumns,
  '046-stock-movements': stockMovements,
  '047-payment-links': paymentLinks,
  '048-continuity': continuity,
  '049-monitoring': monitoring,
  '050-passkeys': passkeys,
  '051-size-order': sizeOrder,
  '053-backfills': backfills,
  '054-setting-pictures': settingPictures,
  '055-pickups': pickups,
  '059-sales-days': salesDays,
  '060-size-chart-versions': sizeChartVersions,
  '065-pickups-in-parts': pickupsInParts,
  '066-tax-days': taxDays,
  '068-sales-so-far': salesSoFar,
  '070-kept-shares': keptShares,
  '071-tasks-and-pickups': tasksAndPickups,
  '074-open-orders': openOrders,
  '076-refunded-units': refundedUnits,
  '079-erased-reasons': erasedReasons,
  '080-balance-days': balanceDays,
  '081-session-epochs': sessionEpochs,
  '082-refunded-pickups': refundedPickups,
  '083-folded-letters': foldedLetters,
  '084-hashed-session-tokens': hashedSessionTokens,
  '085-unit-shares': unitShares,
  '086-staff-keys': staffKeys,
}

/** The migrations that a database lacks; none for a new one, also when its first start was killed. */
export async function pendingMigrations({ db }: Pick<ShopDatabase, 'db'>): Promise<string[]> {
  const done = await migrationsDone(db)
  return done.length === 0 ? [] : Object.keys(MIGRATIONS).filter((name) => !done.includes(name))
}

/**
 * Whether the version before this migration works with the tables after it. One that takes away what that version
 * reads or writes is called `NNN-...-contract`, and comes at least a version after the one that stopped using it.
 */
export function worksWithEarlierVersion(name: string): boolean {
  return !name.endsWith('-contract')
}

async function migrationsDone(db: ShopDatabase['db']): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(({ name }) => name)
}

/** What a later version did to the tables, when this version works with them. Throws, in words, when it does not. */
function laterMigrations(done: readonly string[]): string[] {
  const later = done.filter((name) => !(name in MIGRATIONS))
  const breaking = later.find((name) => !worksWithEarlierVersion(name))
  if (breaking === undefined) return later
  throw new Error(
    `a later version changed its tables (${breaking}). Install that version, or go back with npm run rollback.`,
  )
}

/**
 * Brings the tables up to date. Two processes may do so at once: one waits for the other (an advisory lock on
 * PostgreSQL, the write lock on SQLite). `onProgress` gets, before each migration, how many are made. Returns the names
 * of the migrations that ran; throws when one failed, with nothing of it left behind.
 */
export async function migrate(
  { db, engine }: ShopDatabase,
  onProgress: (done: number, all: number) => void = () => {},
): Promise<string[]> {
  const before = await migrationsDone(db)
  const all = Object.keys(MIGRATIONS).filter((name) => !before.includes(name)).length
  let done = 0
  const migrations: Record<string, Migration> = Object.fromEntries(
    Object.entries(MIGRATIONS).map(([name, { up }]) => [
      name,
      {
        up: (within) => {
          onProgress(done, all)
          done += 1
          return up(within, engine)
        },
      } satisfies Migration,
    ]),
  )
  for (const name of laterMigrations(before)) migrations[name] = { up: async () => {} }
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return results.map((result) => result.migrationName)
}
