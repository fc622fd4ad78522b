import type { CurrencyCode } from '#domain/currency.ts'

/** Units of a currency per Canadian dollar, and the date of the figure. `asOf` is an ISO date. */
export interface ExchangeRate {
  rate: number
  asOf: string
  source: string
}

/** A source of rates inside the shop. Throws, or returns null, when it has none for the pair. */
export interface ExchangeRates {
  rate(from: CurrencyCode, to: CurrencyCode): Promise<ExchangeRate | null>
}

/** The rates of one day: units of each currency per Canadian dollar. */
export interface RateTable {
  asOf: string
  perCad: Partial<Record<CurrencyCode, number>>
}

/** A source of rates outside the shop. It is queried in the background; pages use the stored rates. */
export interface RateService {
  /** The stored name of the source. */
  source: string
  /** Every rate that it has for the shop's currencies, in one request. Throws SupplierError. */
  latest(): Promise<RateTable>
}

/** The source of the open endpoint of exchangerate-api.com. */
export const OPEN_RATES = 'open.er-api.com'

/** Sources that must be named where their rates are shown: https://www.exchangerate-api.com/docs/free. */
export const RATE_ATTRIBUTIONS: Readonly<Record<string, { label: string; href: string }>> = {
  [OPEN_RATES]: { label: 'Rates By Exchange Rate API', href: 'https://www.exchangerate-api.com' },
}
