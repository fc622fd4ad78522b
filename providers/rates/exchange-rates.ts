import type { CurrencyCode } from '#domain/currency.ts'

/** Units of a currency per Canadian dollar, and the date of the figure. `asOf` is an ISO date. */
export interface ExchangeRate {
  rate: number
  asOf: string
  source: string
}

/** A source of rates. Throws, or returns null, when it has none for the pair. */
export interface ExchangeRates {
  rate(from: CurrencyCode, to: CurrencyCode): Promise<ExchangeRate | null>
}
