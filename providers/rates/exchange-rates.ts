import type { CurrencyCode } from '#domain/currency.ts'

/** What one Canadian dollar buys, and from when that figure is. `asOf` is an ISO date. */
export interface ExchangeRate {
  rate: number
  asOf: string
  source: string
}

/** Where rates come from. Throws, or answers null, when it has none for the pair. */
export interface ExchangeRates {
  rate(from: CurrencyCode, to: CurrencyCode): Promise<ExchangeRate | null>
}
