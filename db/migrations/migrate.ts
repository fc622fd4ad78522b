import { sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import type { Engine } from '#db/engine/engine.ts'
import * as baseline from './baseline/baseline.ts'
import * as foldedLetters from './083-folded-letters.ts'
import * as hashedSessionTokens from './084-hashed-session-tokens.ts'
import * as unitShares from './085-unit-shares.ts'
import * as staffKeys from './086-staff-keys.ts'
import * as labelKinds from './087-label-kinds.ts'
import * as listsAndAnswers from './088-lists-and-answers.ts'
import * as promotions from './089-promotions.ts'
import * as settledUnits from './090-settled-units.ts'
import * as orderHolds from './091-order-holds.ts'
import * as orderLanguage from './092-order-language.ts'
import * as orderWorklists from './093-order-worklists.ts'
import * as batches from './094-batches.ts'
import * as priceHistory from './095-price-history.ts'
import * as salesDaysInPieces from './096-sales-days-in-pieces.ts'
import * as giftCards from './097-gift-cards.ts'
import * as soldFrom from './098-sold-from.ts'
import * as giftCardProducts from './099-gift-card-products.ts'
import * as deliveries from './100-deliveries.ts'
import * as reminders from './101-reminders.ts'
import * as messageAnswers from './102-message-answers.ts'
import * as orderEmail from './104-order-email.ts'
import * as dropBuyers from './105-drop-buyers.ts'
import * as withdrawals from './106-withdrawals.ts'
import * as gatewayCards from './107-gateway-cards.ts'
import * as dropRooms from './108-drop-rooms.ts'
import * as salesWithoutGiftCards from './109-sales-without-gift-cards.ts'
import * as refundCauses from './110-refund-causes.ts'
import * as creditLinks from './111-credit-links.ts'
import * as payBy from './112-pay-by.ts'
import * as reminderHolds from './113-reminder-holds.ts'
import * as draws from './114-draws.ts'
import * as redirects from './115-redirects.ts'
import * as dropGuests from './116-drop-guests.ts'
import * as preorders from './117-preorders.ts'
import * as accounts from './118-accounts.ts'
import * as dropWork from './119-drop-work.ts'
import * as imports from './120-imports.ts'
import * as webhooks from './121-webhooks.ts'
import * as returns from './122-returns.ts'
import * as collections from './123-collections.ts'
import * as dropRehearsals from './124-drop-rehearsals.ts'
import * as books from './125-books.ts'
import * as exchanges from './126-exchanges.ts'
import * as paymentRisk from './127-payment-risk.ts'
import * as cardChecks from './128-card-checks.ts'
import * as newsletterIssues from './129-newsletter-issues.ts'
import * as settlements from './130-settlements.ts'
import * as fit from './131-fit.ts'
import * as backInStock from './132-back-in-stock.ts'
import * as fitWords from './133-fit-words.ts'
import * as blocks from './134-blocks.ts'
import * as translations from './135-translations.ts'
import * as saidInOrders from './136-said-in-orders.ts'
import * as returnFiles from './137-return-files.ts'
import * as erasedAddresses from './138-erased-addresses.ts'
import * as ownSizeCharts from './139-own-size-charts.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'

interface ShopMigration {
  up(db: Parameters<Migration['up']>[0], engine: Engine): Promise<void>
}

/** The last migration of 0.2.0: here it makes the tables of 0.2.0, which a shop of 0.2.0 has already. */
const BASELINE = '082-refunded-pickups'

/** The tables of 0.2.0 and every migration since, in order. A released one is never edited. */
export const MIGRATIONS: Record<string, ShopMigration> = {
  [BASELINE]: baseline,
  '083-folded-letters': foldedLetters,
  '084-hashed-session-tokens': hashedSessionTokens,
  '085-unit-shares': unitShares,
  '086-staff-keys': staffKeys,
  '087-label-kinds': labelKinds,
  '088-lists-and-answers': listsAndAnswers,
  '089-promotions': promotions,
  '090-settled-units': settledUnits,
  '091-order-holds': orderHolds,
  '092-order-language': orderLanguage,
  '093-order-worklists': orderWorklists,
  '094-batches': batches,
  '095-price-history': priceHistory,
  '096-sales-days-in-pieces': salesDaysInPieces,
  '097-gift-cards': giftCards,
  '098-sold-from': soldFrom,
  '099-gift-card-products': giftCardProducts,
  '100-deliveries': deliveries,
  '101-reminders': reminders,
  '102-message-answers': messageAnswers,
  '104-order-email': orderEmail,
  '105-drop-buyers': dropBuyers,
  '106-withdrawals': withdrawals,
  '107-gateway-cards': gatewayCards,
  '108-drop-rooms': dropRooms,
  '109-sales-without-gift-cards': salesWithoutGiftCards,
  '110-refund-causes': refundCauses,
  '111-credit-links': creditLinks,
  '112-pay-by': payBy,
  '113-reminder-holds': reminderHolds,
  '114-draws': draws,
  '115-redirects': redirects,
  '116-drop-guests': dropGuests,
  '117-preorders': preorders,
  '118-accounts': accounts,
  '119-drop-work': dropWork,
  '120-imports': imports,
  '121-webhooks': webhooks,
  '122-returns': returns,
  '123-collections': collections,
  '124-drop-rehearsals': dropRehearsals,
  '125-books': books,
  '126-exchanges': exchanges,
  '127-payment-risk': paymentRisk,
  '128-card-checks': cardChecks,
  '129-newsletter-issues': newsletterIssues,
  '130-settlements': settlements,
  '131-fit': fit,
  '132-back-in-stock': backInStock,
  '133-fit-words': fitWords,
  '134-blocks': blocks,
  '135-translations': translations,
  '136-said-in-orders': saidInOrders,
  '137-return-files': returnFiles,
  '138-erased-addresses': erasedAddresses,
  '139-own-size-charts': ownSizeCharts,
}

/**
 * The migrations that a database lacks; none for a new one, also when its first start was killed. Throws, in words, for
 * a database from before 0.2.0.
 */
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
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const done = rows.map(({ name }) => name)
  const last = done.at(-1)
  if (last === undefined || done.includes(BASELINE)) return done
  throw new Error(
    `its tables are from before 0.2.0 (${last}). Start the shop once with 0.2.0, or restore this backup with it; then install this version.`,
  )
}

/** What other versions did to the tables, when this version works with them. Throws, in words, when it does not. */
function otherMigrations(done: readonly string[]): string[] {
  const others = done.filter((name) => !(name in MIGRATIONS))
  const breaking = others.find((name) => !worksWithEarlierVersion(name))
  if (breaking === undefined) return others
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
  for (const name of otherMigrations(before)) migrations[name] = { up: async () => {} }
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return results.map((result) => result.migrationName)
}
