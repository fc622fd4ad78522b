import { decimalDollars, type SignedCents } from './money.ts'

/**
 * Every currency that a price can be shown in (spec 3), with the locale whose way of writing it is used. Where a
 * country writes from right to left, in digits of its own or with a sign that only its own fonts hold (Japan), its
 * English locale keeps the price readable on these pages.
 */
export const CURRENCIES = [
  { code: 'CAD', symbol: 'C$', locale: 'en-CA' },
  { code: 'USD', symbol: '$', locale: 'en-US' },
  { code: 'EUR', symbol: '€', locale: 'de-DE' },
  { code: 'GBP', symbol: '£', locale: 'en-GB' },
  { code: 'JPY', symbol: '¥', locale: 'en-JP' },
  { code: 'AUD', symbol: 'A$', locale: 'en-AU' },
  { code: 'NGN', symbol: '₦', locale: 'en-NG' },
  { code: 'INR', symbol: '₹', locale: 'en-IN' },
  { code: 'CNY', symbol: 'CN¥', locale: 'zh-CN' },
  { code: 'BRL', symbol: 'R$', locale: 'pt-BR' },
  { code: 'MXN', symbol: 'MX$', locale: 'es-MX' },
  { code: 'CHF', symbol: 'CHF', locale: 'de-CH' },
  { code: 'SEK', symbol: 'kr', locale: 'sv-SE' },
  { code: 'NOK', symbol: 'kr', locale: 'nb-NO' },
  { code: 'DKK', symbol: 'kr.', locale: 'da-DK' },
  { code: 'PLN', symbol: 'zł', locale: 'pl-PL' },
  { code: 'CZK', symbol: 'Kč', locale: 'cs-CZ' },
  { code: 'TRY', symbol: '₺', locale: 'tr-TR' },
  { code: 'ILS', symbol: '₪', locale: 'en-IL' },
  { code: 'AED', symbol: 'AED', locale: 'en-AE' },
  { code: 'SAR', symbol: 'SAR', locale: 'en-SA' },
  { code: 'ZAR', symbol: 'R', locale: 'en-ZA' },
  { code: 'GHS', symbol: 'GH₵', locale: 'en-GH' },
  { code: 'KES', symbol: 'Ksh', locale: 'en-KE' },
  { code: 'NZD', symbol: 'NZ$', locale: 'en-NZ' },
  { code: 'SGD', symbol: 'S$', locale: 'en-SG' },
  { code: 'HKD', symbol: 'HK$', locale: 'en-HK' },
  { code: 'TWD', symbol: 'NT$', locale: 'zh-TW' },
  { code: 'KRW', symbol: '₩', locale: 'ko-KR' },
  { code: 'THB', symbol: '฿', locale: 'th-TH' },
  { code: 'MYR', symbol: 'RM', locale: 'ms-MY' },
  { code: 'IDR', symbol: 'Rp', locale: 'id-ID' },
  { code: 'PHP', symbol: '₱', locale: 'en-PH' },
] as const

/** One row of the table. */
export type Currency = (typeof CURRENCIES)[number]

/** The ISO 4217 code of a currency of the table. */
export type CurrencyCode = Currency['code']

/** What prices are stored and charged in (spec 9). */
export const BASE_CURRENCY = 'CAD' satisfies CurrencyCode

/** What the selector offers, in its order (spec 9). */
export const SELECTABLE_CURRENCIES = [
  'CAD',
  'USD',
  'EUR',
  'GBP',
  'JPY',
  'AUD',
  'NGN',
  'INR',
  'CNY',
  'BRL',
] as const satisfies readonly CurrencyCode[]

/** Parses a currency code, in capitals as ISO writes it; null when the table does not hold it. */
export function parseCurrencyCode(value: unknown): CurrencyCode | null {
  return CURRENCIES.find((currency) => currency.code === value)?.code ?? null
}

/** The row of a code; null when the table does not hold it. */
export function findCurrency(code: string): Currency | null {
  return CURRENCIES.find((currency) => currency.code === code) ?? null
}

/** How a price is written; everything is off by default (spec 9). */
export interface MoneyFormat {
  /** `$1.2K` for amounts of 1000 and more. */
  compact?: boolean
  /** Adds the currency's code: `$12.50 USD`. */
  code?: boolean
  /** Adds what is charged, unless that is what is shown: `$12.50 (17.74 CAD)`. */
  cad?: boolean
}

/**
 * A price as people read it: `amount` CAD cents, shown in `currency` at `rate`, which is how many units of it one CAD
 * buys (for CAD itself the rate is 1, whatever is passed). Each currency keeps its own number of digits. Without a
 * usable rate, or where the browser cannot write the currency, it is `C$` and the CAD amount (spec 4 and 8). Never
 * throws.
 */
export function formatMoney(
  amount: SignedCents,
  currency: CurrencyCode,
  rate: number | null,
  options: MoneyFormat = {},
): string {
  const inCad = currency === BASE_CURRENCY
  const value = (amount * (inCad ? 1 : (rate ?? 0))) / 100
  try {
    if (!inCad && !(Number(rate) > 0 && Number.isFinite(value))) throw new RangeError('No usable rate')
    const text = formatter(currency, options.compact === true && value >= 1000).format(value)
    const code = options.code ? ` ${currency}` : ''
    const charged = options.cad && !inCad ? ` (${decimalDollars(amount)} CAD)` : ''
    return text + code + charged
  } catch {
    return `C$${decimalDollars(amount)}`.replace('C$-', '-C$')
  }
}

const formatters = new Map<string, Intl.NumberFormat>()

/** Making a formatter costs some hundred times more than using one. */
function formatter(code: CurrencyCode, compact: boolean): Intl.NumberFormat {
  const key = compact ? code : `${code}.`
  let known = formatters.get(key)
  if (!known) {
    known = new Intl.NumberFormat(findCurrency(code)?.locale, {
      style: 'currency',
      currency: code,
      notation: compact ? 'compact' : 'standard',
    })
    formatters.set(key, known)
  }
  return known
}
