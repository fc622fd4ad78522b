import type { IncomingMessage } from 'node:http'
import type { CurrencyCode } from '#domain/currency.ts'
import type { PictureMisses } from '#operations/catalog/find-picture.ts'
import type { Shop } from '#operations/shop.ts'
import type { StaffVisit } from '#web/http/staff-only.ts'

/** The context of an endpoint, besides the request. */
export interface ApiContext {
  shop: Shop
  /** The visitor's address, behind trusted proxies. */
  address: string
  /** The visitor's display currency. */
  currency: CurrencyCode
  pictureMisses: PictureMisses
  /** The node:http request. Large bodies are read from it (http/body-chunks.ts), because Request copies every chunk. */
  incoming: IncomingMessage
}

/** The context of an endpoint whose answer is the same for everyone: nothing about the visitor. */
export type SharedContext = Pick<ApiContext, 'shop' | 'currency'>

/** The context of a staff endpoint: the signed-in member is guaranteed. */
export interface StaffContext extends ApiContext {
  staff: StaffVisit
}
