import type { Backfill } from '#db/upgrades/backfills.ts'
import type { OrderLimit } from '#domain/checkout/order-limit.ts'
import type { CarrierColumns } from '#domain/packing/carrier-columns.ts'
import type { SignedLinks } from '#db/engine/signed-links.ts'
import type { AuditActor } from '#db/staff/audit-events.ts'
import type { StaffId } from '#domain/ids.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { AwaitedPictures } from '#providers/backups/awaited-pictures.ts'
import type { BackupRunner } from '#providers/backups/backup-runner.ts'
import type { BackupSeal, BackupStore } from '#providers/backups/backup-store.ts'
import type { ContinuousCopy } from '#providers/backups/continuous-copy.ts'
import type { Connected, Connection, ConnectionNeed, SetUpSupplier } from '#providers/connection.ts'
import type { CertificateCheck } from '#providers/certificate/certificate-check.ts'
import type { Catalog } from '#providers/catalog/catalog.ts'
import type { ContentSource } from '#providers/content/content-source.ts'
import type { Geolocation } from '#providers/geolocation/geolocation.ts'
import type { StaffIdentity } from '#providers/identity/staff-identity.ts'
import type { Drawings } from '#providers/images/drawings.ts'
import type { ImageStore } from '#providers/images/image-store.ts'
import type { MovableStore } from '#providers/images/movable-store.ts'
import type { Mailer } from '#providers/mail/mailer.ts'
import type { PaymentGateway } from '#providers/payments/payment-gateway.ts'
import type { RehearsalRunner } from '#providers/rehearsals/rehearsal-runner.ts'
import type { PublishedVersions } from '#providers/updates/published-versions.ts'
import type { ExchangeRates, RateService } from '#providers/rates/exchange-rates.ts'
import type { Languages } from '#words/languages.ts'
import type { PlacementQueue } from './placement-queue.ts'
import type { ReadSettings } from './saved-settings.ts'

/** The owner's settings for selling. */
export interface ShopSettings {
  /** The public base URL, without a trailing slash. */
  publicUrl: string
  /** The folder of the shop's data. */
  dataDir: string
  /** How long stock is held during checkout. */
  holdMinutes: number
  /** For how long whoever is told that a size is back may have a unit held before they buy; 0: not at all. */
  reminderHoldMinutes: number
  /** How much of a product one unpaid order may hold. */
  orderLimit: OrderLimit
  /** How many units the unpaid orders of one network may hold at once. */
  networkUnits: number
  /** Whether webhooks may go to addresses of inner networks, and over http. */
  webhooksToInner: boolean
  /** The recipient of mails about orders. */
  ownerEmail: string
  /** The sender of every mail. */
  mailFrom: string
  /** The time zone of the shop, for its days and displayed times: an IANA name. Owners may change it at any time. */
  timeZone: string
  /** The columns of the carrier files. */
  carrierColumns: CarrierColumns
  /** The variables of the environment that win over what owners set, by name: only those that are set. */
  variables: Readonly<Record<string, string>>
}

/** The copy of every change within seconds, and the store that new pictures are copied to. */
export interface ContinuousBackup {
  copy: ContinuousCopy
  store: BackupStore
  seal: BackupSeal
  pictures: MovableStore
}

/** What changed, for every cached copy: `catalogue`, `rates`, `settings`, or `*` for anything. */
export type ChangeTopic = 'catalogue' | 'rates' | 'settings' | '*'

/** Publishes a change to this process at once, and to the others through the database. */
export interface Changes {
  /** Call after the transaction of the change has committed. */
  publish(topic: ChangeTopic): Promise<void>
  listen(listener: (topic: ChangeTopic) => void): void
}

/** Writes one log line for the operator. Never secrets, never card data. */
export interface Log {
  info(message: string, details?: Record<string, unknown>): void
  error(message: string, error: unknown, details?: Record<string, unknown>): void
}

/** The needs whose supplier owners can set up in the staff area. */
export const SET_UP_NEEDS = ['payments', 'mail', 'rates'] as const satisfies readonly ConnectionNeed[]

/** One of them. */
export type SetUpNeed = (typeof SET_UP_NEEDS)[number]

/** A supplier that values of an owner choose, before it is opened. */
export interface ChosenSetUp {
  label: string
  open(): Promise<
    Required<Connected> & Partial<Pick<PaymentGateway, 'findIntent'>> & { close?(): Promise<void> }
  >
}

/** What choosing and encrypting needs of the server, when owners set up suppliers. Values are by variable. */
export interface SupplierSetUp {
  suppliers(need: SetUpNeed): readonly SetUpSupplier[]
  /** The variables of the environment that choose a supplier of this need, and win. */
  variables(need: SetUpNeed): readonly string[]
  /** `fault`: a sentence that names variables. */
  choose(need: SetUpNeed, values: Readonly<Record<string, string>>): ChosenSetUp | { fault: string }
  /** Null: the key of the shop cannot be read. It is made when it is first needed. */
  seal(need: SetUpNeed, secrets: Readonly<Record<string, string>>): string | null
  /** Null: with another key, or changed since. */
  unseal(need: SetUpNeed, sealed: string): Readonly<Record<string, string>> | null
  /** Uses what is stored now in this process; others do so when the change is announced. */
  takeUp(): Promise<void>
}

/** A place outside the shop where products are edited too, and how often the shop looks there. */
export interface MirroredSource {
  content: ContentSource
  everyMs: number
}

/** The pictures that a restored shop still gets from its backup. */
export interface Restoration {
  pictures: AwaitedPictures
  isDone: boolean
}

/** The member of staff who acts, and from where: written to the audit trail with each change. */
export type StaffAuthor = AuditActor & { id: StaffId }

/** Everything an operation may need, with the suppliers already chosen (open-shop.ts). */
export interface Shop {
  settings: ShopSettings
  /** What owners have set: read it with `currentSetting` (operations/settings/). */
  savedSettings: ReadSettings
  /** Those that the shop speaks now: its own, and what owners turned on. */
  languages: Languages
  /**
   * A random name that distinguishes this shop's payments at the gateway from those of other shops. Copies of the shop
   * share it.
   */
  id: string
  database: ShopDatabase
  catalog: Catalog
  /** Null: products are edited in the staff area only. */
  source: MirroredSource | null
  gateway: PaymentGateway
  /** What staff read for a gateway's name in the payments table, for those used before too. */
  gatewayLabels: Readonly<Record<string, string>>
  mailer: Mailer
  rates: ExchangeRates
  /** A source of rates outside the shop, queried in the background; null: only `rates`. */
  rateService: RateService | null
  geolocation: Geolocation
  images: ImageStore
  /** Draws the files of the brand. */
  drawings: Drawings
  /** Null: backups are made by hand only. */
  backups: BackupRunner | null
  /** Null: changes of the database are not copied within seconds. */
  continuous: ContinuousBackup | null
  /** Null: no backup was restored, or all of its pictures are back. */
  restoration: Restoration | null
  identity: StaffIdentity
  /** The suppliers outside the shop that settings have chosen. */
  connections: readonly Connection[]
  setUp: SupplierSetUp
  /** Rehearses drops on a copy; null: none can be rehearsed here. */
  rehearsals: RehearsalRunner | null
  /** Null: nobody is asked for newer versions. */
  updates: PublishedVersions | null
  /** Null: the public address has no certificate. */
  certificate: CertificateCheck | null
  changes: Changes
  placements: PlacementQueue
  signedLinks: SignedLinks
  log: Log
  /** The backfills to run; all of them when omitted. */
  backfills?: readonly Backfill[]
  /** The member of staff whose request this is; omitted when the shop acts automatically. */
  author?: StaffAuthor
  /** Now, in epoch milliseconds. Tests set it. */
  now(): number
}
