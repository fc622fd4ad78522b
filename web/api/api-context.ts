import type { IncomingMessage } from 'node:http'
import type { CurrencyCode } from '#domain/currency.ts'
import type { Shop } from '#operations/shop.ts'
import type { StaffVisit } from '#web/http/staff-only.ts'

/** What an endpoint knows besides the request. */
export interface ApiContext {
  shop: Shop
  /** The visitor's own address, with trusted proxies looked through. */
  address: string
  /** What the visitor sees prices in. */
  currency: CurrencyCode
}

/** What an endpoint of the staff area knows: who asks, for nobody else gets this far. */
export interface StaffContext extends ApiContext {
  staff: StaffVisit
  /**
   * The request as node:http has it. A long body comes from here (http/body-pieces.ts): the Request copies every piece.
   */
  incoming: IncomingMessage
}
