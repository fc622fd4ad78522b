import { decimalDollars, type SignedCents } from './money.ts'

/**
 * Every display currency (spec 3), with the locale that formats it. Where a country writes from right to left, with
 * other digits or with a sign that only its fonts have (Japan), its English locale keeps the price readable on these
 * pages.
 */
export const CURRENCIES = [
  { code: 'CAD', symbol: 'C$', locale: 'en-CA' },
  { code: 'USD', symbol: 'US$', locale: 'en-US' },
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

/** The ISO 4217 code of a currency in the table. */
export type CurrencyCode = Currency['code']

/** The currency in which prices are stored and charged (spec 9). */
export const BASE_CURRENCY = 'CAD' satisfies CurrencyCode

/** The currencies of the selector, in display order (spec 9). */
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

/** The currencies of the table that countries of the EU have. */
const EU_CURRENCIES: ReadonlySet<CurrencyCode> = new Set(['EUR', 'SEK', 'DKK', 'PLN', 'CZK'])

/** Whether a currency is one of the EU: pages are kept by currency, so it tells where a shopper is. */
export function isEuCurrency(code: CurrencyCode): boolean {
  return EU_CURRENCIES.has(code)
}

/** Parses a currency code in capitals; null when it is not in the table. */
export function parseCurrencyCode(value: unknown): CurrencyCode | null {
  return CURRENCIES.find((currency) => currency.code === value)?.code ?? null
}

/** The table row of a code; null when it is not in the table. */
export function findCurrency(code: string): Currency | null {
  return CURRENCIES.find((currency) => currency.code === code) ?? null
}

/** Options for formatting a price; all off by default (spec 9). */
export interface MoneyFormat {
  /** `$1.2K` for amounts of 1000 and more. */
  compact?: boolean
  /** Adds the currency's code: `$12.50 USD`. */
  code?: boolean
  /** Adds the amount charged, unless it is the amount shown: `$12.50 (17.74 CAD)`. */
  cad?: boolean
}

/**
 * Formats a price: `amount` in cents, shown in `currency` at `rate` (units of that currency per CAD; for CAD the
 * rate is always 1). Each currency keeps its usual number of decimals. Dollars of other countries are named,
 * `US$12.50`: shoppers would take a bare `$` for theirs, or for the one that is charged. Without a usable rate, or
 * where the browser cannot format the currency, it is `C$` and the CAD amount (spec 4 and 8). Never throws.
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
    const local = formatter(currency, options.compact === true && value >= 1000).format(value)
    const isNamed = inCad || options.code === true
    const text = isNamed ? local : local.replace(/(?<!\p{L})\$/u, findCurrency(currency)?.symbol ?? '$')
    const code = options.code ? ` ${currency}` : ''
    const charged = options.cad && !inCad ? ` (${decimalDollars(amount)} CAD)` : ''
    return text + code + charged
  } catch {
    return `C$${decimalDollars(amount)}`.replace('C$-', '-C$')
  }
}

const formatters = new Map<string, Intl.NumberFormat>()

/** Creating a formatter costs about a hundred times more than using one. */
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
