/** A currency that a shop may charge in. Each has two decimals, so that amounts are cents. */
export type ChargeableCurrency =
  | 'CAD'
  | 'USD'
  | 'EUR'
  | 'GBP'
  | 'AUD'
  | 'NZD'
  | 'CHF'
  | 'SEK'
  | 'NOK'
  | 'DKK'
  | 'PLN'

/**
 * The currency in which prices are stored and charged: one in a shop (`CHARGED_CURRENCY` in settings), Canadian dollars
 * at first (spec 9). `sign`: what stands before an amount. Each process and each page is told it once (`chargeIn`), so
 * that no amount has to carry it. It is a file of its own because every page has it.
 */
export const charging: { currency: ChargeableCurrency; sign: string } = { currency: 'CAD', sign: 'C$' }
