import type { CurrencyCode } from '#domain/currency.ts'
import { RATES_TABLE } from './bundled-rates-table.ts'
import type { ExchangeRates } from './exchange-rates.ts'

/**
 * Bundled rates for every pair of the currency table: no network, no key, never fails. They are as old as the table, so
 * every displayed rate has its `asOf`. Pairs without CAD are computed through CAD.
 */
export function bundledRates(): ExchangeRates {
  const { asOf, source, perCad } = RATES_TABLE
  return {
    async rate(from: CurrencyCode, to: CurrencyCode) {
      return { rate: from === to ? 1 : perCad[to] / perCad[from], asOf, source }
    },
  }
}
