import { charging } from '#domain/charged-currency.ts'
import type { CurrencyCode } from '#domain/currency.ts'

/** The countries that use each currency of the table. Other countries see prices as they are charged. */
const COUNTRIES_OF: Record<CurrencyCode, string> = {
  CAD: 'CA',
  USD: 'AQ AS BQ EC FM GU IO MH MP PR PW SV TC TL UM US VG VI',
  EUR: 'AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM TF VA XK YT',
  GBP: 'GB GG IM JE',
  JPY: 'JP',
  AUD: 'AU CC CX HM KI NF NR TV',
  NGN: 'NG',
  INR: 'IN',
  CNY: 'CN',
  BRL: 'BR',
  MXN: 'MX',
  CHF: 'CH LI',
  SEK: 'SE',
  NOK: 'BV NO SJ',
  DKK: 'DK FO GL',
  PLN: 'PL',
  CZK: 'CZ',
  TRY: 'TR',
  ILS: 'IL PS',
  AED: 'AE',
  SAR: 'SA',
  ZAR: 'ZA',
  GHS: 'GH',
  KES: 'KE',
  NZD: 'CK NU NZ PN TK',
  SGD: 'SG',
  HKD: 'HK',
  TWD: 'TW',
  KRW: 'KR',
  THB: 'TH',
  MYR: 'MY',
  IDR: 'ID',
  PHP: 'PH',
}

const byCountry = new Map(
  Object.entries(COUNTRIES_OF).flatMap(([currency, countries]) =>
    countries.split(' ').map((country) => [country, currency as CurrencyCode] as const),
  ),
)

/**
 * The display currency for visitors from a country (two capital letters): what is charged when the country is not
 * known, or its currency is not in our table.
 */
export function currencyOfCountry(country: string | null): CurrencyCode {
  return byCountry.get(country ?? '') ?? charging.currency
}
