import type { OrderLimit } from '#domain/checkout/order-limit.ts'
import type { SignedLinks } from '#db/engine/signed-links.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { Catalog } from '#providers/catalog/catalog.ts'
import type { Geolocation } from '#providers/geolocation/geolocation.ts'
import type { StaffIdentity } from '#providers/identity/staff-identity.ts'
import type { ImageStore } from '#providers/images/image-store.ts'
import type { Mailer } from '#providers/mail/mailer.ts'
import type { PaymentGateway } from '#providers/payments/payment-gateway.ts'
import type { ExchangeRates } from '#providers/rates/exchange-rates.ts'
import type { PlacementQueue } from './placement-queue.ts'

/** How shoppers reach the people behind the shop. `social`: their profiles elsewhere. */
export interface ContactDetails {
  email: string
  phone: string
  social: { label: string; href: string }[]
}

/** What the owner may set about how the shop sells. */
export interface ShopSettings {
  /** The address that shoppers and mails use, without a slash at the end. */
  publicUrl: string
  /** How long stock is held for a shopper who is paying. */
  holdMinutes: number
  /** What one unpaid order may hold of a product. */
  orderLimit: OrderLimit
  /** How many pieces the unpaid orders of one network may hold at once. */
  networkUnits: number
  /** Where the owner is told about orders. */
  ownerEmail: string
  /** The sender of every mail. */
  mailFrom: string
  /** The clock of the shop, for its days and for the times that people read: an IANA name. */
  timeZone: string
  /** What the pages say about reaching the shop. */
  contact: ContactDetails
}

/** What changed, told to everyone who keeps a copy: `catalogue`, `rates`, or `*` for anything. */
export type ChangeTopic = 'catalogue' | 'rates' | '*'

/** Carries the news of a change to this process at once and to the others through the database. */
export interface Changes {
  /** Call after the transaction that made the change has committed. */
  tell(topic: ChangeTopic): Promise<void>
  listen(hear: (topic: ChangeTopic) => void): void
}

/** Writes one line for the people who run the shop. Never secrets, never card data. */
export interface Log {
  info(message: string, details?: Record<string, unknown>): void
  error(message: string, error: unknown, details?: Record<string, unknown>): void
}

/** Everything an operation may need, with the suppliers already chosen (open-shop.ts). */
export interface Shop {
  settings: ShopSettings
  database: ShopDatabase
  catalog: Catalog
  gateway: PaymentGateway
  /** What staff read for a gateway's name in the payments table, for those used before too. */
  gatewayLabels: Readonly<Record<string, string>>
  mailer: Mailer
  rates: ExchangeRates
  geolocation: Geolocation
  images: ImageStore
  identity: StaffIdentity
  changes: Changes
  placements: PlacementQueue
  signedLinks: SignedLinks
  log: Log
  /** Now, in epoch milliseconds. Tests set it. */
  now(): number
}
