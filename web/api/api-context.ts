import type { CurrencyCode } from '#domain/currency.ts'
import type { Shop } from '#operations/shop.ts'

/** What an endpoint knows besides the request. */
export interface ApiContext {
  shop: Shop
  /** The visitor's own address, with trusted proxies looked through. */
  address: string
  /** What the visitor sees prices in. */
  currency: CurrencyCode
}
